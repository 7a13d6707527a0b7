import { whenLoaded } from '../lib/when-loaded'
import { joinTabChannel, type TabChannel } from './tab-channel'
import { wake } from './wake'

let channel: TabChannel | undefined

/** Follows what other tabs of the site connect, switch or disconnect. Returns its stop. */
export function joinTabs(): () => void {
  const joined = joinTabChannel('connections', () =>
    whenLoaded(
      wake().then(() => import('./follow-tabs')),
      ({ followTabs }) => followTabs(),
    ),
  )
  channel = joined
  return () => {
    channel = undefined
    joined.leave()
  }
}

/** Tells the other tabs that the stored connections have changed. */
export const tellTabs = (): void => channel?.tell()
