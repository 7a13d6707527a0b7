import type { Transaction } from '../lib/transaction'

/** A collectible that the account holds, as far as its history has been read. */
export type Collectible = {
  readonly id: string
  readonly name: string
  readonly imageUrl: string | undefined
  /** How many of it. */
  readonly count: number
}

/** What came in and has not gone out again, the newest first; baits are counted and not shown. */
export function collectiblesOf(list: readonly Transaction[]): { readonly shown: readonly Collectible[]; readonly spam: number } {
  const held = new Map<string, Collectible & { readonly spam: boolean; readonly at: number }>()
  for (const { status, at, transfers } of list) {
    if (status !== 'confirmed') continue
    for (const { type, direction, name, imageUrl, spam, amount } of transfers) {
      if (type !== 'nft' || direction === 'self') continue
      // The index names no contract and no number; name and picture are what tells two apart.
      const id = `${name} ${imageUrl ?? ''}`
      const known = held.get(id)
      const count = (known?.count ?? 0) + (direction === 'in' ? copiesIn(amount) : -copiesIn(amount))
      held.set(id, { id, name, imageUrl, count, spam: spam || known?.spam === true, at: Math.max(at, known?.at ?? 0) })
    }
  }
  const own = [...held.values()].filter(({ count }) => count > 0).sort((a, b) => b.at - a.at)
  return { shown: own.filter(({ spam }) => !spam), spam: own.filter(({ spam }) => spam).length }
}

/** How many of it moved: one, or as many as an ERC-1155 says; what is no whole number counts as one. */
const copiesIn = (amount: string | undefined) => (amount !== undefined && /^\d{1,15}$/.test(amount) ? Number(amount) : 1)
