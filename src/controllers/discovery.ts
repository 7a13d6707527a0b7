import { sources } from '../connectors'
import type { Connector } from '../connectors/types'
import type { ChainNamespace } from '../lib/caip'
import { untilLoaded } from '../lib/until-loaded'
import type { WalletInfo } from '../lib/wallet'
import { whenLoaded } from '../lib/when-loaded'
import { config } from '../state/config'
import { connectors } from '../state/connectors'
import { onChange } from './on-change'

const found = new Map<string, { readonly connector: Connector; readonly info: WalletInfo }>()
/** Turns the wallets found into the list that is offered; merges them once there are several namespaces. */
let arrange = (list: WalletInfo[]): WalletInfo[] => list
let asked: Promise<unknown> = Promise.resolve()

/** Starts every source of wallets that the app's networks need; the returned stop also forgets what was found. */
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
        // The last element has left, while it was asked for again.
        if (stopped) return
        const { discover } = await load()
        if (ofChain) arrange = (await import('./multi-chain')).mergeWallets
        if (!stopped) stops.push(discover(addConnector, removeConnector))
      }
      // Where a chunk does not load, only its wallets are missing until it has.
      return whenLoaded(
        ask().catch((cause) => {
          void untilLoaded(ask).then(show)
          throw cause
        }),
        show,
      )
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

/** Resolves once every source has asked for wallets: those that answer synchronously, as EIP-6963 wants, are found by then. */
export const walletsAsked = (): Promise<unknown> => asked

/** Forgets every wallet that was found. */
export function forgetConnectors(): void {
  found.clear()
  show()
}

/** Whether the host's own wallet has this id: another that claims it too must not take its place. */
const isHosts = (id: string) => found.get(id)?.info.type === 'EXTERNAL'

/** Adds a wallet, or replaces the one with the same id; the host's own only by another of the host's. */
export function addConnector(connector: Connector): void {
  // Where two wallets claim one rdns, the first is added again under its uuid.
  if (connector.duplicate && connector.rdns) removeConnector(connector.rdns)
  if (connector.type !== 'EXTERNAL' && isHosts(connector.id)) return
  // A plain copy for the store, without functions and undefined members.
  found.set(connector.id, { connector, info: JSON.parse(JSON.stringify(connector)) })
  show()
}

/** Lists the wallets that the app has networks for; WalletConnect always, a watched account never. */
function show(): void {
  const isShown = ({ type, namespaces }: WalletInfo) => type === 'WALLET_CONNECT' || (type !== 'WATCH' && namespaces.some(isUsed))
  connectors.list = arrange([...found.values()].map(({ info }) => info).filter(isShown))
}

/** Whether the app has a network whose id starts with this. */
const isUsed = (start: string) => config.networkIds.some((id) => id.startsWith(start))

/** Removes a wallet from the list, the host's own only if the host asks; an existing connection stays. */
export function removeConnector(id: string, byHost?: boolean): void {
  if ((byHost || !isHosts(id)) && found.delete(id)) show()
}

/**
 * The wallet with this id that serves the namespace: itself, or another part of the multi-chain entry that it belongs to; undefined
 * where there is none. WalletConnect serves any namespace. For a multi-chain id without a namespace it is the first part.
 */
export function connectorById(id: string, namespace?: ChainNamespace): Connector | undefined {
  const entry = connectors.list.find((each) => each.id === id || each.parts?.some((part) => part.id === id))
  const parts = [{ id }, ...(entry?.parts ?? [])].map((part) => found.get(part.id)?.connector)
  return parts.find((each) => each && (!namespace || each.type === 'WALLET_CONNECT' || each.namespaces.includes(namespace)))
}
