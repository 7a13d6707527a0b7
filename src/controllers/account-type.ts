import { AUTH_ID } from '../lib/auth-id'
import { chainIdOf } from '../lib/caip'
import { WalletError } from '../lib/errors'
import type { AccountType } from '../lib/wallet'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { embedded } from '../state/embedded'
import { action } from './action'
import { assertOnline, embeddedWallet } from './embedded'
import { preferType } from './preferred-type'

/** Whether the active account can change its type: an embedded one, on a network with smart accounts. */
export function canChangeType(): boolean {
  const { connectorId, networkId } = chains.active
  const id = networkId && chainIdOf(networkId)
  return connectorId === AUTH_ID && typeof id === 'number' && embedded.smartNetworks.includes(id)
}

/** Switches to the person's account of another type; on an error to the standard one (specification §4). Throws ADDRESS_OR_AUTH_CONNECTOR_NOT_FOUND and OFFLINE. */
export const changeAccountType = action('REQUEST_FAILED', async (type: AccountType): Promise<void> => {
  if (!canChangeType()) throw new WalletError('ADDRESS_OR_AUTH_CONNECTOR_NOT_FOUND')
  if (embedded.busy) return
  assertOnline()
  embedded.busy = 'account'
  const { askFrame, refreshAccounts } = await embeddedWallet()
  try {
    const { type: now } = await askFrame('SET_PREFERRED_ACCOUNT', { type })
    preferType(now)
  } catch (cause) {
    preferType('eoa')
    throw cause
  } finally {
    embedded.busy = undefined
    await refreshAccounts()
  }
})

/** Asks the frame whether a smart account has been deployed since, which its first operation does. Never rejects. */
export async function lookWhetherDeployed(): Promise<void> {
  if (embedded.deployed !== false) return
  const { askFrame } = await embeddedWallet()
  const chainId = chainIdOf(chains.active.networkId ?? config.startNetwork)
  const user = await askFrame('GET_USER', { chainId, preferredAccountType: 'smartAccount' }).catch(() => {})
  if (user?.smartAccountDeployed && embedded.deployed === false) embedded.deployed = true
}
