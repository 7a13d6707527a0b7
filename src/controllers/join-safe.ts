import { SAFE } from '../lib/in-safe'
import { chainOf } from '../state/chains'
import { config } from '../state/config'
import { reconnect } from './connection'
import { rememberedConnections } from './remembered'
import { whenFound } from './when-found'

/** Safe is there before it shows the page; one that is slower than this is joined by hand. */
export const SAFE_LIMIT_MS = 10_000

/**
 * Finds the wallets of the last visit again by `restore`, then connects the Safe that the page is shown in without asking,
 * unless the visitor has left it or another wallet of its chains is connected. Settles when it is, or is given up.
 */
export async function joinSafe(restore: () => Promise<void>, signal: AbortSignal): Promise<void> {
  const isLeft = hasLeft()
  await restore()
  if (isLeft || signal.aborted) return
  const limit = new AbortController()
  const end = () => limit.abort()
  const timer = setTimeout(end, SAFE_LIMIT_MS)
  signal.addEventListener('abort', end, { once: true })
  const isFree = () => config.networkIds.some((id) => id.startsWith('eip155:')) && chainOf('eip155').status === 'disconnected'
  const connector = isFree() && (await whenFound(SAFE, limit.signal))
  if (connector) await reconnect(connector, undefined, isFree, limit.signal).catch(() => false)
  clearTimeout(timer)
  signal.removeEventListener('abort', end)
}

/** Whether the visitor has ended every connection here; one whose wallet was not found again is not ended. */
function hasLeft(): boolean {
  const { entries, lost, active } = rememberedConnections()
  return active !== undefined && Object.keys(entries).length === 0 && !lost?.length
}
