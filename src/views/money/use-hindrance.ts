import type { ErrorCode } from '../../lib/errors'
import { useOnline } from '../use-online'
import { useRelayAway } from '../use-relay-away'

/** Why no transaction can be started now: offline, or the relay is away; undefined where it can. */
export function useHindrance(): ErrorCode | undefined {
  const isOnline = useOnline()
  const isAway = useRelayAway()
  if (!isOnline) return 'OFFLINE'
  return isAway ? 'RELAY_RECONNECTING' : undefined
}
