import { ref } from 'valtio/vanilla'
import { getBalances } from '../api/account'
import { baseUrl } from '../api/settings'
import { getSupportedChains } from '../api/supported-chains'
import { type CaipAddress, parseCaipAddress } from '../lib/caip'
import { WalletError } from '../lib/errors'
import { httpStatus } from '../lib/http'
import type { TokenBalance } from '../lib/token'
import { chains } from '../state/chains'
import { notice } from '../state/notice'
import { tokens } from '../state/tokens'
import { BALANCE_RETRY_LOCK_MS, lockedFor } from './account'
import { keepAccount } from './account-snapshot'
import { action } from './action'
import { showKnownTokens } from './known-tokens'
import { loadNetworks } from './network-list'
import { report } from './report'
import { walletAssets } from './wallet-assets'

const OUT_OF_SERVICE = 503

let reading: AbortController | undefined
const toldUnserved = new Set<string>()
/** What has moved and no answer tells of yet: a view that opens meanwhile reads anew, and ends the read that was for it. */
const moving = new Set<CaipAddress>()

/**
 * Reads the active account's tokens anew, past every cache; what is kept of them is shown meanwhile. After a failure nothing is
 * asked for 30 s. `moved` names tokens that the provider must read from the chain again, by this read or, where it is given up, by
 * the next. An answer for another account is dropped.
 * Throws BALANCE_UNAVAILABLE.
 */
export const refreshTokens = action('BALANCE_UNAVAILABLE', async (moved: readonly CaipAddress[] = []): Promise<void> => {
  for (const each of moved) moving.add(each)
  const asked = chains.active.caipAddress
  if (tokens.owner !== asked) reading?.abort()
  showKnownTokens()
  if (!asked || (tokens.status === 'failed' && lockedFor(tokens.retryAt) > 0)) return
  reading?.abort()
  const own = new AbortController()
  reading = own
  if (tokens.status === 'idle') tokens.status = 'loading'
  const forced = [...moving].filter((each) => parseCaipAddress(each).networkId === parseCaipAddress(asked).networkId)
  try {
    const list = await readTokens(asked, forced, own.signal)
    if (own.signal.aborted || asked !== chains.active.caipAddress) return
    Object.assign(tokens, {
      list: ref(renewed(tokens.list, list ?? [])),
      status: list ? 'ready' : 'unserved',
      at: Date.now(),
      halted: false,
    })
    if (list) keepAccount(asked, list)
    else tellUnserved(asked)
  } catch (cause) {
    if (own.signal.aborted || asked !== chains.active.caipAddress) return
    const halted = httpStatus(cause) === OUT_OF_SERVICE
    Object.assign(tokens, { status: 'failed', retryAt: Date.now() + BALANCE_RETRY_LOCK_MS, halted })
    throw new WalletError('BALANCE_UNAVAILABLE', { cause })
  } finally {
    // After a failure nothing is asked for as long as the provider keeps what it knows.
    if (!own.signal.aborted) for (const each of forced) moving.delete(each)
    if (reading === own) reading = undefined
  }
})

/** The same for who only looks on: what is still being read is waited for, or no slow answer would ever come. */
export async function renewTokens(): Promise<void> {
  if (!reading) await refreshTokens()
}

/** Nobody looks any more: what is under way is given up, and what failed is not said over the view after it. */
export function leaveTokens(): void {
  reading?.abort()
  if (notice.snack?.code === 'BALANCE_UNAVAILABLE') notice.snack = undefined
  if (tokens.status === 'loading') tokens.status = 'idle'
}

/** The wallet's own list where it offers one, else the provider's; `undefined` where neither knows the network. */
async function readTokens(
  asked: CaipAddress,
  forceUpdate: readonly CaipAddress[],
  signal: AbortSignal,
): Promise<readonly TokenBalance[] | undefined> {
  const { networkId, address } = parseCaipAddress(asked)
  await loadNetworks()
  const own = await walletAssets(networkId, address, signal)
  if (own) return own
  if (baseUrl('provider') === undefined) return undefined
  const { http } = await getSupportedChains({ signal })
  return http.includes(networkId) ? getBalances({ networkId, address, forceUpdate }, { signal, refresh: true }) : undefined
}

/** The newer list, with what was known where that says the same: it is neither held twice nor, where all does, reckoned and drawn anew. */
function renewed(known: readonly TokenBalance[], newer: readonly TokenBalance[]): readonly TokenBalance[] {
  const list = newer.map((each, at) => (JSON.stringify(each) === JSON.stringify(known[at]) ? (known[at] ?? each) : each))
  return list.length === known.length && list.every((each, at) => each === known[at]) ? known : list
}

/** A network that the provider does not serve is told of once; without a provider there is nobody to tell about. */
function tellUnserved(asked: CaipAddress): void {
  const { networkId } = parseCaipAddress(asked)
  if (baseUrl('provider') === undefined || toldUnserved.has(networkId)) return
  toldUnserved.add(networkId)
  report(new WalletError('BALANCE_UNAVAILABLE'))
}
