import { followLocale } from './locale'
import { followNetworks } from './network-list'
import { restoreConnections } from './restore'
import { joinTabs } from './tabs'
import { sleep } from './wake'

/** The effects of every page; those that need a wallet are in `live.ts` and load with the first use of one. Returns their stop. */
export function startEffects(): () => void {
  const stops = [followLocale(), followNetworks(), restoreConnections(), joinTabs(), sleep]
  return () => {
    for (const stop of stops) stop()
  }
}
