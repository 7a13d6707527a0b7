import type { Transaction } from '../lib/transaction'

/** A collectible that the account holds, as far as its history has been read. */
export type Collectible = {
  readonly id: string
  readonly name: string
  readonly imageUrl: string | undefined
  /** How many of it. */
  readonly count: number
}

/** What has come in and not gone out again, the newest first; spam is only counted. */
export function collectiblesOf(list: readonly Transaction[]): { readonly shown: readonly Collectible[]; readonly spam: number } {
  const held = new Map<string, Collectible & { readonly spam: boolean; readonly at: number }>()
  for (const { status, at, transfers } of list) {
    if (status !== 'confirmed') continue
    for (const { type, direction, name, imageUrl, spam, amount } of transfers) {
      if (type !== 'nft' || direction === 'self') continue
      // The history has neither contract nor token id; name and picture identify a collectible.
      const id = `${name} ${imageUrl ?? ''}`
      const known = held.get(id)
      const count = (known?.count ?? 0) + (direction === 'in' ? copiesIn(amount) : -copiesIn(amount))
      held.set(id, { id, name, imageUrl, count, spam: spam || known?.spam === true, at: Math.max(at, known?.at ?? 0) })
    }
  }
  const own = [...held.values()].filter(({ count }) => count > 0).sort((a, b) => b.at - a.at)
  return { shown: own.filter(({ spam }) => !spam), spam: own.filter(({ spam }) => spam).length }
}

/** How many copies moved: the amount of an ERC-1155, else one. */
const copiesIn = (amount: string | undefined) => (amount !== undefined && /^\d{1,15}$/.test(amount) ? Number(amount) : 1)
