import { wake } from '../src/controllers/wake'
import { type ChainNamespace, isCaipNetworkId } from '../src/lib/caip'
import { WalletError } from '../src/lib/errors'
import { chains } from '../src/state/chains'
import { auth } from '../src/state/login'
import { told } from './told'

/** Disconnects; what fails on the way is told, never thrown. */
export async function disconnectWallet(namespace?: ChainNamespace): Promise<void> {
  const live = await wake().catch(() => undefined)
  await live?.disconnect(namespace)
  // What the disconnection began, and a support view, which has no wallet.
  if (auth.user && !chains.active.address) await (await import('../src/controllers/login')).logout()
}

/** Moves to a network. Throws SWITCH_NETWORK_NOT_FOUND and what `switchNetwork` throws. */
export async function moveToNetwork(networkId: string): Promise<void> {
  if (!isCaipNetworkId(networkId))
    throw told(new WalletError('SWITCH_NETWORK_NOT_FOUND', { help: 'A network is named by its CAIP-2 id, e.g. "eip155:56".' }))
  const [{ switchNetwork }] = await Promise.all([import('../src/controllers/network'), wake()])
  await switchNetwork.run(networkId)
}

/** Signs a text with the active account; null for an empty text and without a wallet. */
export async function sign(message: string): Promise<string | null> {
  if (!message || chains.active.status !== 'connected') return null
  const [{ signMessage }] = await Promise.all([import('../src/controllers/sign'), wake()])
  return signMessage.run(message)
}
