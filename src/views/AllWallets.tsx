import { useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { gridEntries } from '../controllers/all-wallets'
import { readConsent } from '../controllers/legal'
import { navigate } from '../controllers/modal'
import { selectWallet } from '../controllers/select-wallet'
import { canUse } from '../controllers/wallet-match'
import { roundedCount } from '../controllers/wallet-rows'
import { SEARCH_MIN_LENGTH, searchWallets } from '../controllers/wallet-search'
import { isListDown, isOffered, loadMoreWallets, reloadWallets } from '../controllers/wallets'
import { isWaiting } from '../lib/load-status'
import { isMobile } from '../lib/platform'
import type { ListedWallet, WalletInfo } from '../lib/wallet'
import { WALLET_CONNECT, WATCH } from '../lib/wallet'
import { config } from '../state/config'
import { connectors } from '../state/connectors'
import { modal } from '../state/modal'
import { wallets } from '../state/wallets'
import { Body } from '../ui/Body'
import { Button } from '../ui/Button'
import { NothingFound } from '../ui/NothingFound'
import { useSheet } from '../ui/sheet'
import { SearchInput } from '../ui/TextInput'
import { type GridPlace, WalletGrid } from '../ui/WalletGrid'
import css from './AllWallets.css?inline'
import { LegalCheckbox } from './connect/Legal'
import LinksReady from './connect/LinksReady'
import { useConsent } from './connect/use-consent'
import { useScan } from './connect/use-scan'
import { useWhenAwake } from './connect/use-when-awake'
import { titled } from './titled'
import { useMessages } from './use-messages'

const FIRST_SKELETONS = 16
const NEXT_SKELETONS = 8

let left: GridPlace = {}

export const header = titled('AllWallets')

/** All wallets in a grid, with a search. */
export default function AllWallets() {
  useSheet(css)
  const { allWallets: t, connect, watch } = useMessages()
  const { entries, loading, searching, text } = useGrid()
  const { complete, count } = useSnapshot(wallets)
  const { search } = useSnapshot(wallets, { sync: true })
  const { excludeWallets } = useSnapshot(config)
  const consent = useConsent()
  const disabled = consent.given ? undefined : connect.acceptFirst
  // A phone's browser cannot know what is installed (design §6).
  const mobile = isMobile()
  useWhenAwake(show)
  // After Back the grid is scrolled to where it was.
  const [place, setPlace] = useState(() => (modal.direction === 'prev' ? left : {}))
  left = place
  const ask = (text: string) => {
    // Another search starts at the top.
    setPlace({})
    searchWallets(text)
  }
  const rounded = roundedCount(count)
  const label = rounded ? t.searchCount(rounded) : t.search

  return (
    <Body fixed end="none">
      {mobile && <LinksReady />}
      {consent.kind === 'checkbox' && !consent.given && <LegalCheckbox />}
      <SearchInput label={label} value={search.text} onChange={ask} clearLabel={t.clear} />
      <ListNote searching={searching} />
      <span className="visually-hidden" role="status">
        {loading > 0 ? connect.loading : searching ? t.found(entries.length) : ''}
      </span>
      {entries.length === 0 && loading === 0 ? (
        <Nothing text={text} disabled={disabled !== undefined} />
      ) : (
        <WalletGrid
          // A new grid when a search begins or ends.
          key={searching ? 'found' : 'all'}
          label={t.list}
          wallets={entries.map(({ id, name, icon, installed }) => ({
            id,
            name,
            src: icon,
            installed: installed && !mobile ? connect.installed : undefined,
          }))}
          loading={loading}
          disabled={disabled}
          place={place}
          onPick={selectWallet}
          onEnd={searching || complete ? undefined : loadMoreWallets}
        />
      )}
      {!excludeWallets.includes(WATCH) && (
        <div className="all-wallets-watch">
          <Button kind="ghost" size="small" disabled={!consent.given} onClick={() => navigate('Watch')}>
            {watch.row}
          </Button>
        </div>
      )}
    </Body>
  )
}

function show() {
  readConsent()
  void loadMoreWallets()
}

/** The grid's wallets: all that are loaded, or those that the search has found. */
function useGrid() {
  const { list } = useSnapshot(connectors)
  const wanted = useSnapshot(modal).stack[0]?.data?.namespace
  const { featured, custom, recommended, all, paging, status, search, excluded, included } = useSnapshot(wallets)
  const text = search.text.trim()
  const searching = text.length >= SEARCH_MIN_LENGTH
  // biome-ignore lint/correctness/useExhaustiveDependencies: `isOffered` reads the two word lists
  const entries = useMemo(() => {
    const known = (searching ? search.results : [...featured, ...custom, ...recommended, ...all]) as readonly ListedWallet[]
    const listed = known.filter((each) => canUse(each, wanted))
    const isWanted = (each: WalletInfo) => isOffered(each) && (!wanted || each.namespaces.includes(wanted))
    return gridEntries(list as readonly WalletInfo[], listed, isWanted, searching ? text : '')
  }, [list, wanted, featured, custom, recommended, all, searching, search.results, text, excluded, included])
  const waits = searching ? search.status === 'loading' : isWaiting(paging) || status === 'loading'
  const loading = !waits
    ? 0
    : entries.length === 0 || (!searching && all.length === 0)
      ? FIRST_SKELETONS
      : searching
        ? 0
        : NEXT_SKELETONS
  return { entries, loading, searching, text }
}

/** The line that says that the list did not load completely. */
function ListNote({ searching }: { searching: boolean }) {
  const { allWallets: t, modal } = useMessages()
  const { source, paging, search } = useSnapshot(wallets)
  const failed = searching ? search.status === 'failed' : paging === 'failed'
  const retry = () => {
    if (searching) searchWallets(search.text)
    else if (paging === 'failed') void loadMoreWallets()
    else void reloadWallets()
  }
  return (
    <div className="all-wallets-note" role="status">
      {(failed || (source === 'bundled' && isListDown())) && (
        <>
          <span>{searching && failed ? t.searchOffline : t.offline}</span>
          <Button kind="ghost" size="small" onClick={retry}>
            {modal.tryAgain}
          </Button>
        </>
      )}
    </div>
  )
}

function Nothing({ text, disabled }: { text: string; disabled: boolean }) {
  const { allWallets: t, connect, networks } = useMessages()
  const scan = useScan()
  return (
    <div className="all-wallets-none">
      <NothingFound title={t.none(text)}>{scan ? t.noneHelp : networks.noneHelp}</NothingFound>
      {scan && (
        <Button icon="qr" disabled={disabled} onClick={() => selectWallet(WALLET_CONNECT)}>
          {isMobile() ? connect.otherDevice : connect.scan}
        </Button>
      )}
    </div>
  )
}
