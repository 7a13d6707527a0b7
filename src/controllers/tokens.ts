import { ref } from 'valtio/vanilla'
import { getBalances } from '../api/account'
import { baseUrl } from '../api/settings'
import { type CaipAddress, parseCaipAddress } from '../lib/caip'
import { withCoin } from '../lib/coin-contract'
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
/** Tokens that have moved and were not read since: kept here, because another read may replace the one that was for them. */
const moving = new Set<CaipAddress>()

/**
 * Reads the active account's tokens anew, past every cache; stored ones are shown meanwhile. Does nothing for 30 s after a failure.
 * `moved` names tokens that the provider must read from the chain again, by this read or, if it is canceled, by the next. An answer for
 * another account is dropped. Throws BALANCE_UNAVAILABLE.
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
    // Also after a failure: by the time of the next read the provider's cache has expired.
    if (!own.signal.aborted) for (const each of forced) moving.delete(each)
    if (reading === own) reading = undefined
  }
})

/** `refreshTokens` for a periodic refresh: does nothing while a read is under way, which would otherwise never end on a slow line. */
export async function renewTokens(): Promise<void> {
  if (!reading) await refreshTokens()
}

/** Cancels the read and removes its error message: the tokens have left the screen. */
export function leaveTokens(): void {
  reading?.abort()
  if (notice.snack?.code === 'BALANCE_UNAVAILABLE') notice.snack = undefined
  if (tokens.status === 'loading') tokens.status = 'idle'
}

/** The wallet's own list if it has one, else the provider's; undefined where the provider does not serve the network. */
async function readTokens(
  asked: CaipAddress,
  forceUpdate: readonly CaipAddress[],
  signal: AbortSignal,
): Promise<readonly TokenBalance[] | undefined> {
  const { networkId, address } = parseCaipAddress(asked)
  await loadNetworks()
  const own = await walletAssets(networkId, address, signal)
  const list = own ?? (await getBalances({ networkId, address, forceUpdate }, { signal, refresh: true }))
  return list && withCoin(list)
}

/** The newer list, but with the known objects where they are equal, and the known list itself if all are: so nothing renders again. */
function renewed(known: readonly TokenBalance[], newer: readonly TokenBalance[]): readonly TokenBalance[] {
  const list = newer.map((each, at) => (JSON.stringify(each) === JSON.stringify(known[at]) ? (known[at] ?? each) : each))
  return list.length === known.length && list.every((each, at) => each === known[at]) ? known : list
}

/** Reports once that the provider does not serve a network; not if there is no provider. */
function tellUnserved(asked: CaipAddress): void {
  const { networkId } = parseCaipAddress(asked)
  if (baseUrl('provider') === undefined || toldUnserved.has(networkId)) return
  toldUnserved.add(networkId)
  report(new WalletError('BALANCE_UNAVAILABLE'))
}
