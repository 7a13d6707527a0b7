import type { ChainNamespace } from '../lib/caip'
import type { ListedWallet, WalletIdentity } from '../lib/wallet'

/** What identifies a wallet of any kind. */
export type Matchable = Pick<WalletIdentity, 'id' | 'name' | 'rdns'>

/** An rdns in the form in which it is compared: MetaMask's phone app counts as MetaMask. */
export const plainRdns = (rdns: string | undefined) => {
  const lower = rdns?.toLowerCase()
  return lower === 'io.metamask.mobile' ? 'io.metamask' : lower
}

/** A name in the form in which it is compared: "Trust Wallet" and "Trust" are the same. */
export const plainName = (name: string) => {
  const lower = name.trim().toLowerCase()
  return lower === 'trust wallet' ? 'trust' : lower
}

/**
 * Whether two records mean the same wallet: by id, else by rdns; by name only where one of them has no rdns, because
 * anybody may announce a known name (facts: state and routing §5.7).
 */
export function isSameWallet(one: Matchable, other: Matchable): boolean {
  if (one.id === other.id) return true
  const [a, b] = [plainRdns(one.rdns), plainRdns(other.rdns)]
  if (a && b) return a === b
  return plainName(one.name) === plainName(other.name)
}

/** The known wallet that a record means: by id, else by rdns; by name only if exactly one has it. */
export function closest<Known extends Matchable>(wallet: Matchable, known: readonly Known[]): Known | undefined {
  const same = known.filter((each) => isSameWallet(each, wallet))
  const rdns = plainRdns(wallet.rdns)
  return (
    same.find(({ id }) => id === wallet.id) ??
    same.find((each) => rdns && plainRdns(each.rdns) === rdns) ??
    (same.length === 1 ? same[0] : undefined)
  )
}

/** Whether a listed wallet supports a namespace, by the chains of its record; true if it names none. */
export const canUse = ({ chains }: Pick<ListedWallet, 'chains'>, namespace: ChainNamespace | undefined): boolean =>
  !namespace || (chains?.some((id) => id.startsWith(`${namespace}:`)) ?? true)

/** Whether a word of the host's lists names the wallet: its id, its rdns, or its name in any case. */
export const isNamedBy = (word: string, { id, name, rdns }: Matchable): boolean =>
  word === id || plainRdns(word) === plainRdns(rdns) || plainName(word) === plainName(name)

/** The host's words for wallets that are excluded, and for those that alone are included (empty: all). */
export type HostWords = { readonly include: readonly string[]; readonly exclude: readonly string[] }

/** Whether a wallet may be offered: not excluded, and on the include list where there is one, unless it is the host's `own`. */
export const offers =
  ({ include, exclude }: HostWords) =>
  (wallet: Matchable, own = false): boolean =>
    !exclude.some((word) => isNamedBy(word, wallet)) &&
    (own || include.length === 0 || include.some((word) => isNamedBy(word, wallet)))

/** A host's words, each with list id, rdns and name of the wallet that it means in `known`. */
export function expandWords(words: readonly string[], known: readonly ListedWallet[]): string[] {
  const meant = words.flatMap((word) => {
    const wallet = known.find((each) => isNamedBy(word, each))
    return wallet ? [word, wallet.id, ...(wallet.rdns ? [wallet.rdns] : []), wallet.name] : [word]
  })
  return [...new Set(meant)]
}
