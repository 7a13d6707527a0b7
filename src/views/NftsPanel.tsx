import { useEffect, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { type Collectible, collectiblesOf } from '../controllers/collectibles'
import { readOlder, showHistory } from '../controllers/shown-history'
import { isWaiting } from '../lib/load-status'
import { history, MAX_EMPTY_PAGES } from '../state/history'
import { Button } from '../ui/Button'
import { PictureTile, PictureTileSkeleton } from '../ui/PictureTile'
import { VirtualRows } from '../ui/VirtualRows'
import { IconTile } from '../ui/WalletIcon'
import { ExplorerLink } from './ExplorerRow'
import { HistoryFailed } from './HistoryFailed'
import { useActiveAccount } from './use-active-account'
import { useMessages } from './use-messages'

type Row = { readonly id: string; readonly tiles: readonly Collectible[] }

const ROW = 220
const heightOf = () => ROW
const keyOf = ({ id }: Row) => id
const drawTiles = ({ tiles }: Row) => <Tiles tiles={tiles} />

function Tiles({ tiles }: Pick<Row, 'tiles'>) {
  const t = useMessages()
  return (
    <li className="picture-tiles">
      {tiles.map(({ id, name, imageUrl, count }) => (
        <PictureTile
          key={id}
          src={imageUrl}
          title={name || t.activity.nft}
          sub={count > 1 ? t.account.copies(count) : undefined}
        />
      ))}
    </li>
  )
}

/** The account's collectibles, derived from its history; older ones load on scrolling. */
export default function NftsPanel() {
  useEffect(showHistory, [])
  const t = useMessages()
  const { caipAddress } = useActiveAccount()
  const { list, owner, status, paging, cursor } = useSnapshot(history)
  const isOther = owner !== caipAddress
  const { shown, spam } = useMemo(() => collectiblesOf(isOther ? [] : list), [isOther, list])
  const rows = useMemo(() => inPairs(shown), [shown])
  const loading = isOther || isWaiting(status) || paging === 'loading'
  const more = !isOther && cursor !== undefined
  // Older pages of the history may have some even if those read so far have none.
  const isShort = more && paging === 'idle' && rows.length < FILLED
  const [read, setRead] = useState({ of: caipAddress, pages: 0 })
  const isOver = read.of === caipAddress && read.pages >= MAX_EMPTY_PAGES
  const next = isShort && !isOver ? cursor : undefined
  useEffect(() => {
    if (next === undefined) return
    setRead(({ of, pages }) => ({ of: caipAddress, pages: of === caipAddress ? pages + 1 : 1 }))
    readOlder()
  }, [next, caipAddress])
  if (!loading && status === 'failed') return <HistoryFailed icon="grid" />
  const isEmpty = !loading && rows.length === 0 && !more
  return (
    <>
      <VirtualRows label={t.account.nfts} items={rows} keyOf={keyOf} heightOf={heightOf} onEnd={more ? readOlder : undefined}>
        {drawTiles}
      </VirtualRows>
      {loading && (
        <div className="picture-tiles">
          <PictureTileSkeleton order={0} />
          <PictureTileSkeleton order={1} />
        </div>
      )}
      {/* One node that is always there: a live region that is added together with its text is not announced. */}
      <div className={isEmpty ? 'account-empty' : undefined} role="status">
        {isEmpty ? (
          <>
            <IconTile icon="grid" />
            <strong>{t.account.noNfts}</strong>
            <p>
              {t.account.noNftsHelp} <ExplorerLink />
            </p>
          </>
        ) : (
          <span className="visually-hidden">{loading && t.account.nftsLoading}</span>
        )}
      </div>
      {!loading && isShort && isOver && (
        <div className="account-empty">
          <Button size="small" kind="line" onClick={readOlder}>
            {t.activity.showOlder}
          </Button>
        </div>
      )}
      {paging === 'failed' && (
        <div className="account-empty" role="alert">
          <p>{t.activity.olderFailed}</p>
          <Button size="small" kind="line" icon="refresh" onClick={readOlder}>
            {t.modal.tryAgain}
          </Button>
        </div>
      )}
      {spam > 0 && <p className="account-later">{t.activity.hidden(spam)}</p>}
    </>
  )
}

/** As many rows of two as are visible. */
const FILLED = 3

function inPairs(all: readonly Collectible[]): readonly Row[] {
  const starts = Array.from({ length: Math.ceil(all.length / 2) }, (_, index) => index * 2)
  return starts.map((start) => {
    const tiles = all.slice(start, start + 2)
    return { id: tiles.map(({ id }) => id).join(), tiles }
  })
}
