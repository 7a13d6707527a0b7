import type { Snapshot } from 'valtio/vanilla'
import { isWaiting } from '../lib/load-status'
import { isMobile } from '../lib/platform'
import { type ListedWallet, WALLET_CONNECT } from '../lib/wallet'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { connectors } from '../state/connectors'
import { modal } from '../state/modal'
import { wallets } from '../state/wallets'
import { canUse, expandWords, type HostWords } from './wallet-match'
import { type ConnectRows, RECOMMENDED_FILL, SUGGESTION_LIMIT, walletRows } from './wallet-rows'

/** The stores that the rows of Connect depend on. */
export const rowStores = { chains, config, connectors, modal, wallets }

/** What Connect shows, and how many suggestions are still loading. */
export type ShownRows = ConnectRows & { readonly coming: number; readonly mobile: boolean }

/** Snapshots of these stores. */
export type RowStores = { readonly [Name in keyof typeof rowStores]: Snapshot<(typeof rowStores)[Name]> }

/** The rows of Connect, from the stores or snapshots of them. */
export function connectRows(stores: RowStores): ShownRows {
  const { list } = stores.connectors
  const wanted = stores.modal.stack[0]?.data?.namespace
  const elsewhere = list.filter(({ namespaces }) => wanted && !namespaces.includes(wanted))
  const able = <Wallet extends Pick<ListedWallet, 'chains'>>(listed: readonly Wallet[]) =>
    listed.filter((each) => !wanted || canUse(each, wanted))
  const { recent, featured, custom, recommended, status } = stores.wallets
  const { featuredWallets, allWallets } = stores.config
  const { include, exclude } = wordsOf(stores)
  const mobile = isMobile()
  const rows = walletRows({
    connectors: list,
    recent: able(recent),
    featured: able(featured),
    custom: able(custom),
    recommended: able(recommended),
    allWallets,
    mobile,
    feature: expandWords(featuredWallets, featured as readonly ListedWallet[]),
    include,
    exclude: [...exclude, ...elsewhere.map(({ name }) => name)],
    paired: Object.entries(stores.chains.byNamespace).some(
      ([each, { connectorId }]) => connectorId === WALLET_CONNECT && (wanted ?? each) === each,
    ),
  })
  const fill =
    featuredWallets.length > 0 ? Math.min(featuredWallets.length, SUGGESTION_LIMIT) : RECOMMENDED_FILL - rows.here.length
  const waits = isWaiting(status)
  return { ...rows, mobile, coming: waits ? Math.max(0, fill - rows.suggested.length) : 0 }
}

/** The wallets that the host includes and excludes: its own words at first, with the ids that they stand for once those are known. */
export const wordsOf = ({ wallets, config }: Pick<RowStores, 'wallets' | 'config'>): HostWords => ({
  include: wallets.included.length > 0 ? wallets.included : config.includeWallets,
  exclude: [...config.excludeWallets, ...wallets.excluded],
})
