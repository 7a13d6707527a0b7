import { whenLoaded } from '../lib/when-loaded'
import { joinTabChannel, type TabChannel } from './tab-channel'
import { wake } from './wake'

let channel: TabChannel | undefined

/** Keeps the tabs of one site in agreement: what one connects, switches or leaves, the others follow. Returns its stop. */
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

/** Tells the other tabs that what is connected has changed; they read it from storage. */
export const tellTabs = (): void => channel?.tell()
