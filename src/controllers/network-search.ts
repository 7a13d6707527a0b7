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
