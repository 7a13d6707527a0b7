import type { Network } from '../src/lib/network'
import type { Given } from './attributes'
import { isList, refuse } from './host-errors'

type Name = 'networks' | 'customNetworks'

/** Values as they were set, by property. */
type AsSet = { [property: string]: readonly unknown[] | undefined }

/** Networks that a host gave as objects, by property; they are parsed by code that loads with the first of them. */
type GivenNetworks = {
  /** The last value of a property as the host set it, at once; if it cannot be read, the last one that could. */
  readonly shown: AsSet
  /** Takes ids and objects; the last readable value set counts. Invalid ones are reported and change nothing. */
  take(name: Name, values: readonly unknown[]): Promise<void>
  /** `networks` is set to ids or to nothing: its objects no longer apply. */
  forget(): void
}

/** Merges them into an element's settings and calls `changed`. */
export function givenNetworks(given: Given, changed: () => void): GivenNetworks {
  const objects: Record<Name, readonly Network[]> = { networks: [], customNetworks: [] }
  // Kept as it was set: in the same task already, a host adds to what it reads.
  const shown: AsSet = {}
  const good: AsSet = {}
  const give = (name: Name, own: readonly Network[]) => {
    if (own.length === 0 && objects[name].length === 0) return
    objects[name] = own
    given.customNetworks = [...objects.networks, ...objects.customNetworks]
  }
  return {
    shown,
    async take(name, values) {
      if (!isList(name, values)) return
      shown[name] = values
      const { readNetworks } = await import('../src/controllers/read-networks')
      // Forgotten meanwhile.
      if (!shown[name]) return
      const read = readNetworks(values)
      if (!read) {
        if (shown[name] === values) shown[name] = good[name]
        const { unreadable } = await import('../src/controllers/unread-networks')
        return refuse(name, unreadable(values), 'CAIP-2 ids or { id, name, nativeCurrency: { symbol, decimals } }')
      }
      good[name] = values
      if (name === 'networks') given.networks = read.networks
      give(name, read.customNetworks)
      changed()
    },
    forget() {
      shown.networks = good.networks = undefined
      give('networks', [])
    },
  }
}
