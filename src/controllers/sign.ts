import { chains } from '../state/chains'
import { action } from './action'
import { adapterOf } from './adapter-of'
import { walletOf } from './connection'

/**
 * Signature of a text by the active account, in its namespace's usual encoding; null for an empty text or without a wallet.
 * Throws USER_REJECTED and what the wallet says.
 */
export const signMessage = action('SIGNATURE_DECLINED', async (message: string): Promise<string | null> => {
  const { status, address } = chains.active
  if (!message || status !== 'connected' || !address) return null
  const namespace = chains.activeNamespace
  return (await adapterOf(namespace)).signMessage(walletOf(namespace), address, message)
})
