import { type ChainNamespace, namespacesOf } from '../lib/caip'
import { read, remember, type StorageKey } from '../lib/storage'
import type { WalletInfo } from '../lib/wallet'
import { attempt } from '../state/attempt'
import { chainOf, chains } from '../state/chains'
import { config } from '../state/config'
import { modal } from '../state/modal'
import { plainName } from './wallet-match'

/** The chains that were chosen, by the name of the wallet. */
type Choices = Readonly<Record<string, ChainNamespace>>

/** Where it is kept. */
export const walletChainsKey: StorageKey<Choices> = { area: 'local', name: 'wallet-chains', parse }
const MAX_CHOICES = 50

/**
 * The wallets with those of one name in several of the app's namespaces as one MULTI_CHAIN entry, in the place of the first (facts:
 * state-and-routing §1). Two of one name in one namespace are not told apart by it, and stay as they are.
 */
export function mergeWallets(list: readonly WalletInfo[]): WalletInfo[] {
  const used = new Set(namespacesOf(config.networkIds))
  const groups = new Map<string, WalletInfo[]>()
  for (const each of list)
    if (
      each.type === 'ANNOUNCED' &&
      !each.duplicate &&
      !each.unreachable &&
      each.namespaces.every((namespace) => used.has(namespace))
    )
      groups.set(plainName(each.name), [...(groups.get(plainName(each.name)) ?? []), each])
  const merged = new Map<WalletInfo, WalletInfo>()
  const gone = new Set<WalletInfo>()
  for (const [name, parts] of groups) {
    const namespaces = parts.flatMap((each) => each.namespaces)
    const [first] = parts
    if (!first || parts.length < 2 || new Set(namespaces).size < namespaces.length) continue
    const icon = parts.find((each) => each.icon)?.icon
    const rdns = parts.find((each) => each.rdns)?.rdns
    merged.set(first, {
      id: `multi:${name}`,
      name: first.name,
      type: 'MULTI_CHAIN',
      namespaces,
      parts,
      ...(icon && { icon }),
      ...(rdns && { rdns }),
    })
    for (const part of parts.slice(1)) gone.add(part)
  }
  return list.flatMap((each) => (gone.has(each) ? [] : [merged.get(each) ?? each]))
}

/** The part that is being asked, as one that had been here before the others came, else the usual one. */
export function partOf(wallet: WalletInfo): WalletInfo | undefined {
  const wanted = modal.stack[0]?.data?.namespace
  // What is connected may be so for long, where no screen showed it.
  const asked = attempt.status === 'connected' ? undefined : attempt.wallet?.id
  const isAsked = ({ id, namespaces }: WalletInfo) => id === asked && (!wanted || namespaces.includes(wanted))
  return wallet.parts?.find(isAsked) ?? usualPart(wallet)
}

/** The part that was chosen the last time, unless it is connected: then another one is wanted. */
export function usualPart({ name, parts = [] }: WalletInfo): WalletInfo | undefined {
  const free = parts.filter((part) => !part.namespaces.some((namespace) => chainOf(namespace).connectorId === part.id))
  // Whoever has just picked a network that nothing is connected for means that one.
  const picked =
    chains.active.status !== 'connected' && Object.values(chains.byNamespace).some(({ status }) => status === 'connected')
  const chosen = modal.stack[0]?.data?.namespace ?? (picked ? chains.activeNamespace : read(walletChainsKey)?.[plainName(name)])
  return chosen === undefined ? undefined : free.find(({ namespaces }) => namespaces.includes(chosen))
}

/** Keeps which chain a wallet was wanted for. */
export function rememberPart({ name }: WalletInfo, namespace: ChainNamespace): void {
  const kept = Object.entries(read(walletChainsKey) ?? {}).slice(-MAX_CHOICES + 1)
  remember(walletChainsKey, { ...Object.fromEntries(kept), [plainName(name)]: namespace })
}

function parse(value: unknown): Choices | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const entries = Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return Object.fromEntries(entries.slice(0, MAX_CHOICES))
}
