import { plainText } from '../lib/text'
import { inlineIcon } from './inline-icon'
import { MAX_NAME_LENGTH, MAX_WALLETS } from './limits'
import { inPage, lookFor } from './unregistered'
import type { Unregistered } from './wallet-standard-discovery'

const XVERSE = 'XverseProviders.BitcoinProvider'
const LEATHER = 'LeatherProvider'
const OKX = 'okxwallet.bitcoin'
/** These have their own names, whatever the page calls them. */
const known: ReadonlyMap<string, string> = new Map([
  [XVERSE, 'Xverse'],
  [LEATHER, 'Leather'],
])
const PLACE = /^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*){0,4}$/

type Place = { readonly path: string; readonly name: string; readonly icon?: string }

/** Bitcoin wallets that do not register with the Wallet Standard: Sats-Connect, Leather and OKX (facts: wallets §5.2). */
export const unregistered: Unregistered = (found) => {
  const seen = new Set<object>()
  return lookFor(() => {
    for (const place of [...named(), ...[...known].map(([path, name]) => ({ path, name }))]) {
      const provider = inPage(place.path, 'request')
      if (!provider || seen.has(provider)) continue
      seen.add(provider)
      const isLeather = place.path === LEATHER
      found(place, async () => (await import('./bitcoin-sats-connect')).satsConnect(provider, place.name, isLeather))
    }
    const okx = inPage(OKX, 'signMessage')
    if (!okx || seen.has(okx)) return
    seen.add(okx)
    found({ name: 'OKX Wallet' }, async () => (await import('./bitcoin-okx')).okxBitcoin(okx))
  })
}

/** The list in which Sats-Connect wallets register (WBIP004); `[]` if there is none or it throws. */
function named(): Place[] {
  try {
    const { btc_providers: list } = window as { btc_providers?: unknown }
    return Array.isArray(list) ? list.slice(0, MAX_WALLETS).flatMap(readPlace) : []
  } catch {
    return []
  }
}

function readPlace(entry: unknown): Place[] {
  try {
    const { id, name: given, icon: picture } = Object(entry) as Record<string, unknown>
    if (typeof id !== 'string' || id.length > 100 || !PLACE.test(id)) return []
    const name = known.get(id) ?? plainText(given, MAX_NAME_LENGTH)
    const icon = inlineIcon(picture)
    return name ? [{ path: id, name, ...(icon && { icon }) }] : []
  } catch {
    return []
  }
}
