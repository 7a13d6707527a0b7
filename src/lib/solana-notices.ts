import { notices } from './error-catalogue'
import { WalletError } from './errors'

/** Why a transfer on Solana would fail, where more can be said than that; `{sum}`: coins with their symbol. */
export const solanaNotices = {
  RENT_TO_KEEP: 'Your account has to keep at least {sum}. Nothing was sent.',
  RENT_TO_GET: 'A new account has to get at least {sum}. Nothing was sent.',
  TOKEN_UNKNOWN: 'This token does not exist on the network.',
  TOKEN_HOOKED: 'This token asks another program first; send it from your wallet.',
} as const

// Added to `notices`, so that those without a sum are translated.
Object.assign(notices, solanaNotices)

/** A transfer that would leave an account with fewer coins than Solana wants there. */
export class RentError extends WalletError {
  constructor(
    readonly notice: 'RENT_TO_KEEP' | 'RENT_TO_GET',
    /** The least that it must have: decimal string in the main unit. */
    readonly sum: string,
    readonly symbol: string,
    options: ErrorOptions,
  ) {
    super('TRANSACTION_WOULD_FAIL', {
      ...options,
      help: solanaNotices[notice].replace('{sum}', () => `${sum} ${symbol}`),
    })
  }
}
