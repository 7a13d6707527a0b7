import { sources } from '../connectors'
import type { Connector } from '../connectors/types'
import type { WalletInfo } from '../lib/wallet'
import { config } from '../state/config'
import { connectors } from '../state/connectors'
import { onChange } from './on-change'

const found = new Map<string, Connector>()
let asked: Promise<unknown> = Promise.resolve()

/** Starts every source of wallets that the app's networks call for; returns a stop function that also forgets what was found. */
export function discoverWallets(): () => void {
  const stops: (() => void)[] = []
  let stopped = false
  const started = new Set<string>()
  const isWanted = (name: string) => !name.endsWith(':') || config.networkIds.some((id) => id.startsWith(name))
  const start = () => {
    const asking = Object.entries(sources).map(async ([name, load]) => {
      if (started.has(name) || !isWanted(name)) return
      started.add(name)
      try {
        const { discover } = await load()
        if (!stopped) stops.push(discover(addConnector, removeConnector))
      } catch (cause) {
        // A chunk that cannot be loaded takes one way to connect away, never the page.
        console.warn('<wallet-modal> a source of wallets did not load', cause)
      }
    })
    asked = Promise.all([asked, ...asking])
  }
  start()
  stops.push(onChange([config], () => config.networkIds.join(), start))
  return () => {
    stopped = true
    for (const stop of stops) stop()
    forgetConnectors()
  }
}

/** Settles once every source has asked for its wallets: those that answer at once, as EIP-6963 wants, are found by then. */
export const walletsAsked = (): Promise<unknown> => asked

/** Forgets every wallet that was found. */
export function forgetConnectors(): void {
  found.clear()
  connectors.list = []
}

/** Adds a wallet, or replaces the one with the same id. */
export function addConnector(connector: Connector): void {
  // When a second wallet claims an rdns, the first one is announced again under its uuid.
  if (connector.duplicate && connector.rdns) removeConnector(connector.rdns)
  found.set(connector.id, connector)
  // What can be shown of it: its functions, and what it leaves undefined, do not survive this.
  const info: WalletInfo = JSON.parse(JSON.stringify(connector))
  const at = connectors.list.findIndex(({ id }) => id === connector.id)
  if (at < 0) connectors.list.push(info)
  else connectors.list[at] = info
}

function removeConnector(id: string): void {
  found.delete(id)
  connectors.list = connectors.list.filter((each) => each.id !== id)
}

/** A wallet that has been found; undefined when it is not here. */
export const connectorById = (id: string): Connector | undefined => found.get(id)
