import { sources } from '../connectors'
import type { Connector } from '../connectors/types'
import type { ChainNamespace } from '../lib/caip'
import type { WalletInfo } from '../lib/wallet'
import { whenLoaded } from '../lib/when-loaded'
import { config } from '../state/config'
import { connectors } from '../state/connectors'
import { onChange } from './on-change'

const found = new Map<string, { readonly connector: Connector; readonly info: WalletInfo }>()
/** Turns what was found into what is offered: entries of several chains where the app has several. */
let arrange = (list: WalletInfo[]): WalletInfo[] => list
let unlisted: Connector | undefined
let asked: Promise<unknown> = Promise.resolve()

/** Starts every source of wallets that the app's networks call for; returns a stop function that also forgets what was found. */
export function discoverWallets(): () => void {
  const stops: (() => void)[] = []
  let stopped = false
  const started = new Set<string>()
  const start = () => {
    show()
    const asking = Object.entries(sources).map(([name, load]) => {
      const ofChain = name.endsWith(':')
      if (started.has(name) || (ofChain && !isUsed(name))) return
      started.add(name)
      const ask = async () => {
        const { discover } = await load()
        if (ofChain) arrange = (await import('./multi-chain')).mergeWallets
        if (!stopped) stops.push(discover(addConnector, removeConnector))
      }
      // A chunk that cannot be loaded takes one way to connect away, never the page.
      return whenLoaded(ask(), show)
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
  // What can be shown of it: its functions, and what it leaves undefined, do not survive this.
  found.set(connector.id, { connector, info: JSON.parse(JSON.stringify(connector)) })
  show()
}

/** What was found, as far as the app has chains for it; a code is for any. */
function show(): void {
  const isShown = ({ type, namespaces }: WalletInfo) => type === 'WALLET_CONNECT' || namespaces.some(isUsed)
  connectors.list = arrange([...found.values()].map(({ info }) => info).filter(isShown))
}

/** Whether the app has networks whose ids begin so. */
const isUsed = (start: string) => config.networkIds.some((id) => id.startsWith(start))

/** Makes one reachable that no list offers: the account that is watched. */
export function setUnlisted(connector: Connector): void {
  unlisted = connector
}

/** Offers a wallet no more; one that is connected stays so. */
export function removeConnector(id: string): void {
  if (found.delete(id)) show()
}

/**
 * A wallet that has been found, or the same one's part for a namespace that it lacks; undefined when it is not here, or not for that
 * one. A code is for any, and what stands for several wallets, where none is named, for the first of them.
 */
export function connectorById(id: string, namespace?: ChainNamespace): Connector | undefined {
  const own = unlisted?.id === id ? unlisted : found.get(id)?.connector
  const entry = connectors.list.find((each) => each.id === id || each.parts?.some((part) => part.id === id))
  const parts = (entry?.parts ?? []).map((part) => found.get(part.id)?.connector)
  return [own, ...parts].find(
    (each) => each && (!namespace || each.type === 'WALLET_CONNECT' || each.namespaces.includes(namespace)),
  )
}
