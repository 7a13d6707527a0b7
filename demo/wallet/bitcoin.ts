import { bitcoinAccounts } from '../stack/bitcoin-keys'
import type { Description } from './describe'
import { RequestError, type WalletRequest } from './request'

/** What the wallet can be asked for on Bitcoin. */
export const BITCOIN_METHODS = ['signMessage', 'getAccountAddresses']

export type BitcoinWallet = Awaited<ReturnType<typeof createBitcoin>>

/** The wallet's Bitcoin keys, one for each of its accounts; `index` says which is in use. */
export async function createBitcoin(index: () => number) {
  const accounts = await bitcoinAccounts()
  const account = () => accounts(index())
  return {
    get addresses() {
      const { payment, ordinals } = account()
      return [
        { address: payment, intention: 'payment' },
        { address: ordinals, intention: 'ordinal' },
      ] as const
    },
    /** Does what was asked. Throws RequestError; consent is the caller's matter. */
    async perform({ method, params }: WalletRequest): Promise<unknown> {
      const { message, address = account().payment } = (params ?? {}) as Record<string, unknown>
      if (method === 'getAccountAddresses') return this.addresses
      if (method !== 'signMessage') throw new RequestError(4200, `The wallet cannot do ${method}`)
      if (typeof message !== 'string') throw new RequestError(-32602, 'Expected a message')
      if (address !== account().payment) throw new RequestError(4100, 'Only the payment address signs messages')
      const signature = [...account().signMessage(message)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
      return { address, signature }
    },
  }
}

/** What a request asks for, for a person to read; never throws. */
export function describeBitcoin({ method, params }: WalletRequest): Description {
  const { message } = (params ?? {}) as Record<string, unknown>
  if (method === 'signMessage') return { title: 'Sign a message', lines: [['Message', String(message)]] }
  return { title: `Request: ${method}`, lines: [['Network', 'Bitcoin Testnet']] }
}
