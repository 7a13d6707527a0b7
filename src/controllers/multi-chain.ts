import { type ChainNamespace, namespacesOf } from '../lib/caip'
import { read, remember, type StorageKey } from '../lib/storage'
import type { WalletInfo } from '../lib/wallet'
import { attempt } from '../state/attempt'
import { chainOf, chains } from '../state/chains'
import { config } from '../state/config'
import { modal } from '../state/modal'
import { plainName } from './wallet-match'

/** The namespace that was chosen last, by the name of the wallet. */
type Choices = Readonly<Record<string, ChainNamespace>>

/** Where the choices are kept. */
export const walletChainsKey: StorageKey<Choices> = { area: 'local', name: 'wallet-chains', parse }
const MAX_CHOICES = 50

/**
 * The list with wallets of the same name in different namespaces merged into one MULTI_CHAIN entry, at the place of the first (facts:
 * state-and-routing §1). Where two of the same name share a namespace, they stay apart.
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

/** The part of a wallet that is being asked to connect, else the usual one. */
export function partOf(wallet: WalletInfo): WalletInfo | undefined {
  const wanted = modal.stack[0]?.data?.namespace
  // An attempt that has succeeded may be of long ago.
  const asked = attempt.status === 'connected' ? undefined : attempt.wallet?.id
  const isAsked = ({ id, namespaces }: WalletInfo) => id === asked && (!wanted || namespaces.includes(wanted))
  return wallet.parts?.find(isAsked) ?? usualPart(wallet)
}

/** The part for the namespace that is wanted now, else of the last choice; undefined where that part is connected already. */
export function usualPart({ name, parts = [] }: WalletInfo): WalletInfo | undefined {
  const free = parts.filter((part) => !part.namespaces.some((namespace) => chainOf(namespace).connectorId === part.id))
  // Something is connected, but not for the active namespace: the visitor has just picked a network there.
  const picked =
    chains.active.status !== 'connected' && Object.values(chains.byNamespace).some(({ status }) => status === 'connected')
  const chosen = modal.stack[0]?.data?.namespace ?? (picked ? chains.activeNamespace : read(walletChainsKey)?.[plainName(name)])
  return chosen === undefined ? undefined : free.find(({ namespaces }) => namespaces.includes(chosen))
}

/** Keeps which namespace a wallet was chosen for. */
export function rememberPart({ name }: WalletInfo, namespace: ChainNamespace): void {
  const kept = Object.entries(read(walletChainsKey) ?? {}).slice(-MAX_CHOICES + 1)
  remember(walletChainsKey, { ...Object.fromEntries(kept), [plainName(name)]: namespace })
}

/** Forgets that again: it has led to no connection, and another of the wallet's chains may be wanted. */
export function forgetPart({ name }: Pick<WalletInfo, 'name'>): void {
  const { [plainName(name)]: gone, ...others } = read(walletChainsKey) ?? {}
  if (gone) remember(walletChainsKey, others)
}

function parse(value: unknown): Choices | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const entries = Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return Object.fromEntries(entries.slice(0, MAX_CHOICES))
}
