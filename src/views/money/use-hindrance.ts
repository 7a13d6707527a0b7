import type { ErrorCode } from '../../lib/errors'
import { useOnline } from '../use-online'
import { useRelayAway } from '../use-relay-away'

/** Why nothing that moves value is begun just now; undefined while it can be. */
export function useHindrance(): ErrorCode | undefined {
  const isOnline = useOnline()
  const isAway = useRelayAway()
  if (!isOnline) return 'OFFLINE'
  return isAway ? 'RELAY_RECONNECTING' : undefined
}
