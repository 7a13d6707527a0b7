import type { ListedWallet, WalletInfo } from '../lib/wallet'
import { plainName, plainRdns } from './wallet-match'
import { isInstallable } from './wallet-rows'

/** One wallet of the grid; `id` is what `selectWallet` takes. */
type GridEntry = {
  readonly id: string
  readonly name: string
  readonly icon?: string | undefined
  readonly installed: boolean
}

/**
 * Every wallet once, installed ones first and under their own ids; of those only the ones whose name contains `search`. Linear, since a
 * list may have ten thousand.
 */
export function gridEntries(
  connectors: readonly WalletInfo[],
  listed: readonly ListedWallet[],
  isOffered: (wallet: WalletInfo) => boolean,
  search = '',
): GridEntry[] {
  const term = search.trim().toLowerCase()
  const installed = connectors.filter((each) => isInstallable(each) && isOffered(each))
  const byRdns = new Map(installed.filter(({ rdns }) => rdns).map((each) => [plainRdns(each.rdns), each]))
  const byName = new Map(installed.map((each) => [plainName(each.name), each]))
  const icons = new Map<string, string>()
  const seen = new Set<string>()
  const others: GridEntry[] = []
  for (const { id, name, imageUrl: icon, rdns } of listed) {
    if (seen.has(id)) continue
    seen.add(id)
    const namesake = byName.get(plainName(name))
    const same = byRdns.get(plainRdns(rdns)) ?? (rdns && namesake?.rdns ? undefined : namesake)
    if (!same) others.push({ id, name, icon, installed: false })
    // If two wallets claim to be a known one, neither gets its picture.
    else if (icon && !same.duplicate) icons.set(same.id, icon)
  }
  const here = installed
    .filter(({ name }) => name.toLowerCase().includes(term))
    .map(({ id, name, icon }): GridEntry => ({ id, name, icon: icon ?? icons.get(id), installed: true }))
  return [...here, ...others]
}
