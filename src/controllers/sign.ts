import { adapters } from '../adapters'
import { WalletError } from '../lib/errors'
import { chains } from '../state/chains'
import { action } from './action'
import { walletOf } from './connection'

/**
 * Signature of a text by the active account, in its namespace's usual encoding; null for an empty text or without a wallet.
 * Throws USER_REJECTED, ADAPTER_NOT_FOUND and what the wallet says.
 */
export const signMessage = action('SIGNATURE_DECLINED', async (message: string): Promise<string | null> => {
  const { status, address } = chains.active
  if (!message || status !== 'connected' || !address) return null
  const namespace = chains.activeNamespace
  const loaded = await adapters[namespace]?.load?.()
  if (!loaded) throw new WalletError('ADAPTER_NOT_FOUND')
  return loaded.adapter.signMessage(walletOf(namespace), address, message)
})
