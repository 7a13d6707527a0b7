import type { CaipNetworkId } from '../lib/caip'
import type { Network } from '../lib/network'

/** The networks whose name, chain id or coin contains every word of `text`, in their own order. */
export function searchNetworks<T extends Pick<Network, 'name' | 'id' | 'nativeCurrency'>>(
  list: readonly T[],
  text: string,
): readonly T[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return list.filter(({ name, id, nativeCurrency }) => {
    const subject = `${name} ${id} ${nativeCurrency.symbol}`.toLowerCase()
    return words.every((word) => subject.includes(word))
  })
}

/** The networks in their order, but those that the wallet has not approved last. */
export function approvedFirst<T extends Pick<Network, 'caipNetworkId'>>(
  list: readonly T[],
  approvedFor: (network: T) => readonly CaipNetworkId[] | undefined,
): readonly T[] {
  const refused = (network: T) => approvedFor(network)?.includes(network.caipNetworkId) === false
  return [...list.filter((each) => !refused(each)), ...list.filter(refused)]
}
