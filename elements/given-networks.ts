import type { Network } from '../src/lib/network'
import type { Given } from './attributes'
import { isList, refuse } from './told'

type Name = 'networks' | 'customNetworks'

/** What a host gave of networks as objects, by the property that it set; read by code that loads with the first of them. */
type GivenNetworks = {
  /** Those of `customNetworks`. */
  readonly custom: () => readonly Network[]
  /** Ids and objects; the last that is set counts. What cannot be read is told and changes nothing. */
  take(name: Name, values: readonly unknown[]): Promise<void>
  /** `networks` is set to ids, or to nothing: its objects are taken back. */
  forget(): void
}

/** Brings them into what an element gives, and calls `changed`. */
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
