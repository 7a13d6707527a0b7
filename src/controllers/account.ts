import { adapters } from '../adapters'
import { type CaipAddress, type CaipNetworkId, parseCaipAddress } from '../lib/caip'
import { WalletError } from '../lib/errors'
import { STORM_MS, throttle } from '../lib/throttle'
import { account } from '../state/account'
import { chains } from '../state/chains'
import { resetAccount, watchers } from './account-watch'
import { action } from './action'
import { adapterOf } from './network'
import { isConfigured, loadNetworks, networkOf } from './network-list'
import { profileOf } from './profile'
import { rpcContext } from './rpc'

/** A balance that failed is not read again for this long (specification §9). */
export const BALANCE_RETRY_LOCK_MS = 30_000
/** The `now` of a view may be this much older than the failure. */
const VIEW_BEHIND_MS = 1_000

/** For how many ms a balance that failed is not read again; 0 if `retryAt` is too far ahead, since then the device's clock was set back. */
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

/** `refreshAccount` for a periodic refresh: does nothing while a read is under way, which would otherwise never end on a slow line. */
export async function renewAccount(): Promise<void> {
  if (!refresh) await refreshAccount()
}

/** Reads the active account if something shows it: at once, but spaced out when accounts change quickly. */
export const readNext = throttle(STORM_MS, () => {
  if (watchers > 0) void refreshAccount()
})

async function readBalance(asked: CaipAddress, networkId: CaipNetworkId, address: string, signal: AbortSignal): Promise<void> {
  if (account.balanceStatus === 'failed' && lockedFor(account.balanceRetryAt) > 0) return
  const network = networkOf(networkId)
  const context = rpcContext(network)
  // Without an endpoint (Bitcoin and Polkadot are only read where the host says), or on a network that the app does not use, there is
  // nothing to wait for.
  if (!isConfigured(networkId) || (context.urls.length === 0 && adapters[network.chainNamespace])) {
    account.balanceStatus = 'ready'
    return
  }
  const adapter = await adapterOf(network.chainNamespace)
  // After a failure that stays on screen until there is an answer.
  if (account.balanceStatus === 'idle') account.balanceStatus = 'loading'
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
  // Without a name the address is shown; a failure is not reported.
  const profile = await profileOf(networkId, address, { signal }).catch(() => undefined)
  if (!profile || asked !== chains.active.caipAddress) return
  account.profileName = profile.name
  account.profileImage = profile.avatar
}
