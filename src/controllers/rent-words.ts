import type { WalletError } from '../lib/errors'
import { figureIn, formatAmount } from '../lib/format'
import { RentError, solanaNotices } from '../lib/solana-notices'
import { messages } from '../state/messages'

/** An error's advice; where that names a sum of coins, in the chosen language, since only the error itself knows the sum. */
export function rentWords(error: WalletError): string | undefined {
  if (!(error instanceof RentError)) return error.help
  const { notice, sum, symbol } = error
  const { view, locale, direction } = messages
  const [words] = view?.errors?.[notice] ?? [solanaNotices[notice]]
  return words.replace('{sum}', () => figureIn(`${formatAmount(sum, locale, { maxDigits: 9 })} ${symbol}`, direction))
}
