import type { CaipNetworkId } from '../lib/caip'

/**
 * The networks to ask the frame about: at most one of each namespace, in `only` of them if given. Of the page's `ids` it is the
 * `chosen` one, else the first that was used before, else the page's first. In this order: the frame ends on the last.
 */
export function networksToAsk(
  ids: readonly CaipNetworkId[],
  only: readonly string[] | undefined,
  usedIn: (namespace: string) => readonly (CaipNetworkId | undefined)[],
  chosen: CaipNetworkId | undefined,
): readonly CaipNetworkId[] {
  const order = ['solana', 'eip155']
  // If Solana comes first on the page or in the request, the frame ends there.
  if (!chosen && (only ?? ids)[0]?.startsWith('solana')) order.reverse()
  return order.flatMap((namespace) => {
    if (only?.includes(namespace) === false) return []
    const own = ids.filter((id) => id.startsWith(`${namespace}:`))
    return [chosen, ...usedIn(namespace), ...own].find((id) => id && own.includes(id)) ?? []
  })
}
