import { WalletError } from '../lib/errors'
import { chainOf, chains } from '../state/chains'
import { action } from './action'
import { walletOf } from './connection'
import { adapterOf } from './network'

/**
 * Signature of a text by the active account, in its namespace's usual encoding; null if its length is not above 0, or without a wallet.
 * Throws RPC_INVALID_PARAMS for bytes and other lists, USER_REJECTED, ABORTED where the account has changed meanwhile, and what the
 * wallet says.
 */
export const signMessage = action('SIGNATURE_DECLINED', async (message: string): Promise<string | null> => {
  const { status, address } = chains.active
  if (!(message?.length > 0) || status !== 'connected' || !address) return null
  // As text they would be signed as their numbers.
  if (typeof message !== 'string') throw new WalletError('RPC_INVALID_PARAMS', { help: 'The message is to be text.' })
  const namespace = chains.activeNamespace
  const signature = await (await adapterOf(namespace)).signMessage(walletOf(namespace), address, message)
  // The wallet or another tab may have changed the account meanwhile: the signature is not of the present one.
  if (chainOf(namespace).address !== address) throw new WalletError('ABORTED')
  return signature
})
