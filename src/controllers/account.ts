import { adapters } from '../adapters'
import { type CaipAddress, type CaipNetworkId, parseCaipAddress } from '../lib/caip'
import { WalletError } from '../lib/errors'
import { STORM_MS, spaced } from '../lib/spaced'
import { account } from '../state/account'
import { chains } from '../state/chains'
import { resetAccount, watchers } from './account-watch'
import { action } from './action'
import { adapterOf } from './network'
import { isConfigured, loadNetworks, networkOf } from './network-list'
import { profileOf } from './profile'
import { rpcContext } from './rpc'

/** A balance that failed is left alone for this long (specification §9). */
export const BALANCE_RETRY_LOCK_MS = 30_000
/** The clock of a view may be so much behind that of the failure. */
const VIEW_BEHIND_MS = 1_000

/** For how long a balance that failed is left alone; one whose time lies further ahead has seen the device's clock set back. */
export function lockedFor(retryAt: number, now = Date.now()): number {
  const left = retryAt - now
  return left > BALANCE_RETRY_LOCK_MS + VIEW_BEHIND_MS ? 0 : Math.min(Math.max(0, left), BALANCE_RETRY_LOCK_MS)
}

let refresh: AbortController | undefined

/** Reads the active account anew: native balance, name and picture. An answer for another account is dropped. */
export const refreshAccount = action('BALANCE_UNAVAILABLE', async (): Promise<void> => {
  refresh?.abort()
  const asked = chains.active.caipAddress
  if (asked !== account.owner) resetAccount(asked)
  if (!asked) return
  const own = new AbortController()
  const { signal } = own
  refresh = own
  const { networkId, address } = parseCaipAddress(asked)
  try {
    await loadNetworks()
    await Promise.all([readBalance(asked, networkId, address, signal), readProfile(asked, networkId, address, signal)])
  } finally {
    if (refresh === own) refresh = undefined
  }
})

/** The same for who only looks on: what is still being read is waited for, or no slow answer would ever come. */
export async function renewAccount(): Promise<void> {
  if (!refresh) await refreshAccount()
}

/** Reads the account that is the active one now, at once after a quiet second. */
export const readNext = spaced(STORM_MS, () => {
  if (watchers > 0) void refreshAccount()
})

async function readBalance(asked: CaipAddress, networkId: CaipNetworkId, address: string, signal: AbortSignal): Promise<void> {
  if (account.balanceStatus === 'failed' && lockedFor(account.balanceRetryAt) > 0) return
  const network = networkOf(networkId)
  const context = rpcContext(network)
  // Bitcoin and Polkadot are read where the host says, and nowhere else; a network that the app does not use is read nowhere. Then
  // there is nothing to wait for.
  if (!isConfigured(networkId) || (context.urls.length === 0 && adapters[network.chainNamespace])) {
    account.balanceStatus = 'ready'
    return
  }
  const adapter = await adapterOf(network.chainNamespace)
  if (account.balanceStatus !== 'ready') account.balanceStatus = 'loading'
  try {
    const balance = await adapter.getBalance(network, address, context, signal)
    if (asked !== chains.active.caipAddress) return
    Object.assign(account, {
      balance,
      balanceSymbol: network.nativeCurrency.symbol,
      balanceAt: Date.now(),
      balanceStatus: 'ready',
    })
  } catch (cause) {
    if (signal.aborted || asked !== chains.active.caipAddress) return
    Object.assign(account, { balanceStatus: 'failed', balanceRetryAt: Date.now() + BALANCE_RETRY_LOCK_MS })
    throw new WalletError('BALANCE_UNAVAILABLE', { cause })
  }
}

async function readProfile(asked: CaipAddress, networkId: CaipNetworkId, address: string, signal: AbortSignal): Promise<void> {
  // A name is an extra: without it the address is shown, and nobody is told of a failure.
  const profile = await profileOf(networkId, address, { signal }).catch(() => undefined)
  if (!profile || asked !== chains.active.caipAddress) return
  account.profileName = profile.name
  account.profileImage = profile.avatar
}
