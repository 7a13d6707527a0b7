import { safe } from '../connectors'
import { SAFE } from '../lib/in-safe'
import { whenLoaded } from '../lib/when-loaded'
import { chainOf } from '../state/chains'
import { config } from '../state/config'
import { reconnect } from './connection'
import { addConnector } from './discovery'
import { rememberedConnections } from './remembered'
import { untilDiscovered } from './until-discovered'

/** Safe is ready before it shows the page; one that does not answer within this is connected by hand. */
export const SAFE_LIMIT_MS = 10_000

const isUsed = () => config.networkIds.some((id) => id.startsWith('eip155:'))

/** Offers the Safe that the page is shown in, once it answers. */
export function offerSafe(signal: AbortSignal): void {
  if (!isUsed() || globalThis.self === globalThis.top) return
  whenLoaded(safe(), ({ discover }) => {
    if (!signal.aborted) signal.addEventListener('abort', discover(addConnector))
  })
}

/**
 * Connects the Safe that the page is shown in without asking, unless another wallet of its chains is connected.
 * Resolves when it is connected or given up.
 */
export async function joinSafe(signal: AbortSignal): Promise<void> {
  const limit = new AbortController()
  const end = () => limit.abort()
  const timer = setTimeout(end, SAFE_LIMIT_MS)
  signal.addEventListener('abort', end, { once: true })
  const isFree = () => isUsed() && chainOf('eip155').status === 'disconnected'
  const connector = isFree() && (await untilDiscovered(SAFE, limit.signal))
  if (connector) await reconnect(connector, [], isFree, limit.signal).catch(() => false)
  clearTimeout(timer)
  signal.removeEventListener('abort', end)
}

/** Whether the visitor has disconnected every wallet here; one that was not found again (`lost`) does not count. */
export function hasLeft(): boolean {
  const { entries, lost, active } = rememberedConnections()
  return active !== undefined && Object.keys(entries).length === 0 && !lost?.length
}
