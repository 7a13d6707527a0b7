import { safeImage } from '../lib/links'
import { plainText } from '../lib/text'
import type { InjectedWallet } from './injected-web3-wallet'
import type { Connector, ConnectorEvent, Discover } from './types'

/** More wallets than anyone has. */
const MAX_WALLETS = 50
const MAX_NAME_LENGTH = 40
/** Extensions that are slower than the page are looked for again after this. */
export const LATE_MS: readonly number[] = [100, 400, 1_500]

/** Names of extensions as people know them; the others are called by what they are registered as. */
const names: Readonly<Record<string, string>> = {
  'polkadot-js': 'Polkadot{.js}',
  'subwallet-js': 'SubWallet',
  talisman: 'Talisman',
  'nova wallet': 'Nova Wallet',
}

/** Polkadot wallets of `window.injectedWeb3`, the place where extensions for Substrate chains put themselves, now or a little later. */
export const discover: Discover = (add) => {
  const known = new Set<string>()
  const stops: (() => void)[] = []
  const look = () => {
    for (const [key, wallet] of injected()) {
      if (known.has(key) || known.size >= MAX_WALLETS) continue
      known.add(key)
      const { connector, leave } = connectorOf(key, wallet)
      stops.push(leave)
      add(connector)
    }
  }
  look()
  const timers = LATE_MS.map((ms) => setTimeout(look, ms))
  return () => {
    for (const timer of timers) clearTimeout(timer)
    for (const stop of stops) stop()
  }
}

/** What stands there; `[]` where there is nothing, or a getter that throws. */
function injected(): [string, object][] {
  try {
    const { injectedWeb3 } = window as { injectedWeb3?: Record<string, unknown> }
    return Object.entries(injectedWeb3 ?? {}).filter((entry): entry is [string, object] => {
      const [key, value] = entry
      return plainText(key, MAX_NAME_LENGTH) !== '' && typeof Object(value).enable === 'function'
    })
  } catch {
    return []
  }
}

function connectorOf(key: string, wallet: object): { connector: Connector; leave: () => void } {
  const listeners = new Set<(event: ConnectorEvent) => void>()
  const tell = (event: ConnectorEvent) => {
    for (const listener of listeners) listener(event)
  }
  let opened: Promise<InjectedWallet> | undefined
  const open = () => {
    opened ??= import('./injected-web3-wallet').then(({ openInjectedWallet }) => openInjectedWallet(wallet, tell))
    opened.catch(() => {
      opened = undefined
    })
    return opened
  }
  const icon = iconOf(wallet)
  const connector: Connector = {
    id: `polkadot:${plainText(key, MAX_NAME_LENGTH)}`,
    name: names[key.toLowerCase()] ?? plainText(key, MAX_NAME_LENGTH),
    type: 'ANNOUNCED',
    namespaces: ['polkadot'],
    ...(icon && { icon }),
    connect: async (request) => (await open()).connect(request),
    restore: async (request) => (await open()).restore(request),
    disconnect: async () => (await opened)?.pause(),
    on(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) void opened?.then((each) => each.pause())
      }
    },
  }
  return { connector, leave: () => void opened?.then((each) => each.pause()) }
}

/** A picture that the wallet carries itself; a remote one would tell its host about the visitor. */
function iconOf(wallet: object): string | undefined {
  try {
    const { icon } = wallet as { icon?: unknown }
    return typeof icon === 'string' && /^data:/i.test(icon) ? safeImage(icon) : undefined
  } catch {
    return undefined
  }
}
