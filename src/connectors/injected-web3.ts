import { plainText } from '../lib/text'
import { inlineIcon } from './inline-icon'
import { lateConnector, type WalletDetails } from './late-connector'
import { MAX_NAME_LENGTH, MAX_WALLETS } from './limits'
import type { Connector, Discover } from './types'

// As `unregistered.ts` has it for other wallets; to share it would cost a chunk, so a download, for both.
/** Looks again for late extensions after these times. */
export const LATE_MS: readonly number[] = [100, 400, 1_500]

/** Well-known names of extensions; others go by the key that they are registered with. */
const names: ReadonlyMap<string, string> = new Map([
  ['polkadot-js', 'Polkadot{.js}'],
  ['subwallet-js', 'SubWallet'],
  ['talisman', 'Talisman'],
  ['nova wallet', 'Nova Wallet'],
])

/** Polkadot wallets in `window.injectedWeb3`, where extensions for Substrate chains register, now or a little later. */
export const discover: Discover = (add, remove = () => {}) => {
  const known = new Set<string>()
  const found: Connector[] = []
  const stops: (() => void)[] = []
  const look = () => {
    for (const [key, wallet] of injected()) {
      if (known.has(key) || known.size >= MAX_WALLETS) continue
      known.add(key)
      const { connector, pause } = connectorOf(key, wallet)
      stops.push(pause)
      found.push(connector)
      const same = found.filter(({ name }) => name.toLowerCase() === connector.name.toLowerCase())
      if (same.length === 1) {
        add(connector)
        continue
      }
      // All are marked, and none keeps the id of the name: which one is the imposter cannot be known.
      for (const each of same.length === 2 ? same : [connector]) {
        remove(each.id)
        add({ ...each, id: `${each.id} ${Math.random()}`, duplicate: true })
      }
    }
  }
  look()
  const timers = LATE_MS.map((ms) => setTimeout(look, ms))
  return () => {
    for (const timer of timers) clearTimeout(timer)
    for (const stop of stops) stop()
  }
}

/** The registered extensions; `[]` if there are none or they cannot be read. One that throws when read is left out. */
function injected(): [string, object][] {
  try {
    const { injectedWeb3 } = window as { injectedWeb3?: Record<string, object> }
    const all = Object(injectedWeb3) as Record<string, object>
    return Object.keys(all).flatMap((key): [string, object][] => {
      try {
        const { [key]: wallet } = all
        const isUsable = plainText(key, MAX_NAME_LENGTH) !== '' && typeof Object(wallet).enable === 'function'
        return wallet && isUsable ? [[key, wallet]] : []
      } catch {
        return []
      }
    })
  } catch {
    return []
  }
}

function connectorOf(key: string, wallet: object) {
  const icon = iconOf(wallet)
  const name = plainText(key, MAX_NAME_LENGTH)
  const details: WalletDetails = {
    id: `polkadot:${name}`,
    name: names.get(name.toLowerCase()) ?? name,
    type: 'ANNOUNCED',
    namespaces: ['polkadot'],
    ...(icon && { icon }),
  }
  return lateConnector(details, async (tell) => (await import('./injected-web3-wallet')).openInjectedWallet(wallet, tell))
}

function iconOf(wallet: object): string | undefined {
  try {
    return inlineIcon((wallet as { icon?: unknown }).icon)
  } catch {
    return undefined
  }
}
