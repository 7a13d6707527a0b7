import { SAFE } from '../lib/in-safe'
import { eip1193Connector } from './eip1193-connector'
import { askSafe } from './safe-frame'
import { readSafe, safeProvider } from './safe-provider'
import type { Discover } from './types'

/** The Safe that shows this page in a frame, once it has answered; found without a prompt. */
export const discover: Discover = (add) => {
  const stopping = new AbortController()
  askSafe('getSafeInfo', undefined, stopping.signal).then(
    (info) => {
      if (!stopping.signal.aborted && readSafe(info))
        add(eip1193Connector({ id: SAFE, name: 'Safe', type: 'EXTERNAL' }, safeProvider()))
    },
    // No Safe answered.
    () => {},
  )
  return () => stopping.abort()
}
