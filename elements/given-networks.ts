import type { Network } from '../src/lib/network'
import { untilDone, whenLoaded } from '../src/lib/when-loaded'
import type { Given } from './attributes'
import { isList, refuse } from './host-errors'

type Name = 'networks' | 'customNetworks'

/** Values as they were set, by property. */
type AsSet = { [property: string]: readonly unknown[] | undefined }

/** Networks that a host gave as objects, by property; they are parsed by code that loads with the first of them. */
type GivenNetworks = {
  /** The last value of a property as the host set it, at once; if it cannot be read, the last one that could. */
  readonly shown: AsSet
  /** Takes ids and objects; the last readable value set counts. Invalid ones are reported and change nothing. Never rejects. */
  take(name: Name, values: readonly unknown[]): Promise<void>
  /** `networks` is set to ids or to nothing: its objects no longer apply. */
  forget(): void
}

const reader = () => import('../src/controllers/read-networks')

/** Merges them into an element's settings and calls `changed`. */
export function givenNetworks(given: Given, changed: () => void, load = reader): GivenNetworks {
  const objects: Record<Name, readonly Network[]> = { networks: [], customNetworks: [] }
  /** Set, and not read yet. */
  const waiting: Record<Name, (readonly unknown[])[]> = { networks: [], customNetworks: [] }
  // Kept as it was set: in the same task already, a host adds to what it reads.
  const shown: AsSet = {}
  const good: AsSet = {}
  const give = (name: Name, own: readonly Network[]) => {
    if (own.length === 0 && objects[name].length === 0) return
    objects[name] = own
    given.customNetworks = [...objects.networks, ...objects.customNetworks]
  }
  const refuseUnread = (name: Name, values: readonly unknown[]) => {
    if (shown[name] === values) shown[name] = good[name]
    whenLoaded(import('../src/controllers/unread-networks'), ({ unreadable }) =>
      refuse(name, unreadable(values), 'CAIP-2 ids or { id, name, nativeCurrency: { symbol, decimals } }'),
    )
  }
  return {
    shown,
    async take(name, values) {
      if (!isList(name, values)) return
      shown[name] = values
      waiting[name].push(values)
      await untilDone(async () => {
        const { readNetworks } = await load()
        // All of them in turn: if it did not load at first, the call for a later value may get here before that for an earlier one.
        for (const each of waiting[name].splice(0)) {
          const read = readNetworks(each)
          if (!read) {
            refuseUnread(name, each)
            continue
          }
          good[name] = each
          if (name === 'networks') given.networks = read.networks
          give(name, read.customNetworks)
          changed()
        }
      })
    },
    forget() {
      shown.networks = good.networks = undefined
      waiting.networks = []
      give('networks', [])
    },
  }
}
