import type { Network } from '../src/lib/network'
import type { Given } from './attributes'
import { isList, refuse } from './host-errors'

type Name = 'networks' | 'customNetworks'

/** Networks that a host gave as objects, by property; they are parsed by code that loads with the first of them. */
type GivenNetworks = {
  /** The networks of `customNetworks`. */
  readonly custom: () => readonly Network[]
  /** Takes ids and objects; the last value set counts. Invalid ones are reported and change nothing. */
  take(name: Name, values: readonly unknown[]): Promise<void>
  /** `networks` is set to ids or to nothing: its objects no longer apply. */
  forget(): void
}

/** Merges them into an element's settings and calls `changed`. */
export function givenNetworks(given: Given, changed: () => void): GivenNetworks {
  const objects: Record<Name, readonly Network[]> = { networks: [], customNetworks: [] }
  const turns: Record<Name, number> = { networks: 0, customNetworks: 0 }
  const give = (name: Name, own: readonly Network[]) => {
    if (own.length === 0 && objects[name].length === 0) return
    objects[name] = own
    given.customNetworks = [...objects.networks, ...objects.customNetworks]
  }
  return {
    custom: () => objects.customNetworks,
    async take(name, values) {
      if (!isList(name, values)) return
      const turn = ++turns[name]
      const { readNetworks } = await import('../src/controllers/read-networks')
      if (turn !== turns[name]) return
      const read = readNetworks(values)
      if (!read) {
        const { unreadable } = await import('../src/controllers/unread-networks')
        return refuse(name, unreadable(values), 'CAIP-2 ids or { id, name, nativeCurrency: { symbol, decimals } }')
      }
      if (name === 'networks') given.networks = read.networks
      give(name, read.customNetworks)
      changed()
    },
    forget() {
      turns.networks++
      give('networks', [])
    },
  }
}
