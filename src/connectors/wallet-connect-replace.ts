import type { ConnectorEvent, ConnectRequest } from './types'
import type { WalletConnectSession } from './wallet-connect-current'

/** Replaces the client `left` by one with another configuration; its sessions continue, as after a reload, or are reported as ended. */
export async function inPlaceOf(
  left: Promise<WalletConnectSession> | undefined,
  networks: ConnectRequest['networks'],
  tell: (event: ConnectorEvent) => void,
  open: () => Promise<WalletConnectSession>,
): Promise<WalletConnectSession> {
  const wasLive = await left?.then(
    (before) => before.close(),
    () => false,
  )
  const lost = { type: 'disconnect', reason: 'error' } as const
  try {
    const opened = await open()
    if (!wasLive) return opened
    const connections = (await opened.restore({ networks, signal: new AbortController().signal }).catch(() => {})) ?? []
    tell(connections.length > 0 ? { type: 'change', connections } : lost)
    return opened
  } catch (cause) {
    if (wasLive) tell(lost)
    throw cause
  }
}
