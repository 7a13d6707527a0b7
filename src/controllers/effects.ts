import { followLocale } from './locale'
import { followNetworks } from './network-list'
import { restoreConnections } from './restore'
import { joinTabs } from './tabs'
import { sleep } from './wake'

/** What happens on every page, wallet or not; the rest is in `live.ts` and loads when it is needed. Returns a stop function. */
export function startEffects(): () => void {
  const stops = [followLocale(), followNetworks(), restoreConnections(), joinTabs(), sleep]
  return () => {
    for (const stop of stops) stop()
  }
}
