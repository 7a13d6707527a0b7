import type { ConnectorEvent, ConnectRequest } from './types'
import type { WalletConnectSession } from './wallet-connect-current'

/** Opens a client in the place of the one before (`left`), which had another configuration: what that one held is held by the new one, as after a reload, or is told to have ended. */
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
