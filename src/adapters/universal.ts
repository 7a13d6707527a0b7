import { WalletError } from '../lib/errors'
import { toWalletError } from '../lib/rpc-errors'
import { safeParse, z } from '../lib/schema'
import { perRequestNetwork } from './per-request-network'
import type { Adapter } from './types'
import { askWallet } from './wallet-request'

const Signature = z.string().check(z.minLength(1), z.maxLength(65_538))

/**
 * Chains of which only the CAIP-2 id is known, reached over WalletConnect alone with their wallets' own methods (facts: wallets §7).
 * Their balance is not read: `0.00`, which the specification gives for unsupported namespaces.
 */
export const universal = (namespace: string): Adapter => ({
  getBalance: async () => '0.00',
  read: () => Promise.reject(new WalletError('ADAPTER_NOT_FOUND')),
  async signMessage(provider, address, message, signal) {
    const answer = await askWallet(provider, { method: 'personal_sign', params: [message, address] }, signal).catch((cause) => {
      throw toWalletError(cause, 'REQUEST_FAILED')
    })
    const signature = safeParse(Signature, answer)
    if (!signature.success) throw new WalletError('WALLET_ANSWER_INVALID', { cause: signature.error })
    return signature.data
  },
  ...perRequestNetwork(namespace),
  normalizeAddress: (address) => (/^[-.%_a-zA-Z0-9]{1,128}$/.test(address) ? address : undefined),
})
