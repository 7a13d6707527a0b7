import { type CSSProperties, Suspense, useEffect, useId, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { laterWords } from '../controllers/later-words'
import { readConsent } from '../controllers/legal'
import { navigate } from '../controllers/modal'
import { selectWallet } from '../controllers/select-wallet'
import { openWalletLists } from '../controllers/wallet-lists'
import { type ConnectRows, roundedCount } from '../controllers/wallet-rows'
import { WALLET_CONNECT } from '../lib/wallet'
import { config } from '../state/config'
import { modal } from '../state/modal'
import { wallets } from '../state/wallets'
import { afterFrame } from '../ui/after-frame'
import { Body, Footer } from '../ui/Body'
import { Button } from '../ui/Button'
import { ListRow, RowList } from '../ui/ListRow'
import { lazyExtra, lazyPart } from '../ui/lazy-part'
import { SectionLabel } from '../ui/SectionLabel'
import { SkeletonRows } from '../ui/Skeleton'
import { useSheet } from '../ui/sheet'
import { isStandingIn } from '../ui/stand-in'
import { IconTile, WalletMosaic } from '../ui/WalletIcon'
import css from './Connect.css?inline'
import { useConsent } from './connect/use-consent'
import { useRows } from './connect/use-rows'
import { useWhenAwake } from './connect/use-when-awake'
import { WalletRows } from './connect/WalletRows'
import { nearTo } from './near-to'
import { useFirstMessages } from './use-first-messages'

const nearScan = nearTo('ConnectingWalletConnectBasic')
const nearAllWallets = nearTo('AllWallets')
const nearHelp = nearTo('WhatIsAWallet')

const LinksReady = lazyExtra(() => import('./connect/LinksReady'))
// Only if the host offers e-mail or social logins.
const WithoutWallet = lazyPart(async () => (await Promise.all([import('./connect/WithoutWallet'), laterWords()]))[0])
// Only if the host has terms.
const legal = () => import('./connect/Legal')
const LegalCheckbox = lazyPart(legal, 'LegalCheckbox')
const LegalSentence = lazyPart(legal, 'LegalSentence')

/** The ways to connect: wallets of this device first, then others. */
export default function Connect() {
  useSheet(css)
  const t = useFirstMessages().connect
  const rows = useRows()
  const consent = useConsent()
  const lists = useSnapshot(config)
  const { here, suggested, coming, mobile } = rows
  const written = useRef(false)
  const label = useId()
  const disabled = consent.given ? undefined : t.acceptFirst
  const isSentence = consent.kind === 'sentence'
  const whole = useWhole()
  // Suggested wallets are listed under "Somewhere else", unless there are none on this device or all are apps.
  const first = mobile || here.length === 0 ? [...here, ...suggested] : here
  const second = first === here ? suggested : []
  const { email, socials, connectOrder } = lists
  // The host's order, else wallets first where one is installed (facts: state and routing §5.7).
  // A wallet that announces itself late must not move the field in which somebody is writing.
  const walletsFirst = connectOrder ? connectOrder[0] === 'wallet' : !written.current && here.some(({ installed }) => installed)
  // As high as what will load: a row for each way, and the text before or after them.
  const room = (lead: boolean) => {
    const ways = lead ? Number(email) + Math.min(socials.length, 2) : 1
    return (
      <div style={{ blockSize: `calc(var(--wm-row) * ${ways} + ${lead ? 34 : 46}px)` }}>
        <SkeletonRows count={ways} />
      </div>
    )
  }
  const without = (lead: boolean) =>
    (email || socials[0]) && (
      <Suspense fallback={room(lead)}>
        <WithoutWallet lead={lead} disabled={disabled} onWrite={() => (written.current = true)} />
      </Suspense>
    )
  const others = second.length + (first === here ? coming : 0) + Number(rows.qr) + Number(rows.allWallets)
  // The lists load again when the host changes them.
  useWhenAwake(show, [lists.featuredWallets, lists.includeWallets, lists.excludeWallets].join())

  return (
    <>
      {mobile && (
        <Suspense>
          <LinksReady />
        </Suspense>
      )}
      <Body end="tight">
        {consent.kind === 'checkbox' && (
          <Suspense fallback={<SkeletonRows count={1} />}>
            <LegalCheckbox />
          </Suspense>
        )}
        {!walletsFirst && without(true)}
        {(first.length > 0 || coming > 0) && (
          <>
            <SectionLabel id={label}>{headingOf(rows, t)}</SectionLabel>
            <RowList labelledBy={label} wallets>
              <WalletRows rows={first} mobile={mobile} disabled={disabled} />
            </RowList>
            {first !== here && coming > 0 && <Coming count={coming} />}
          </>
        )}
        {others > 0 &&
          (first.length > 0 && !whole ? (
            <div style={{ blockSize: `calc(var(--wm-row) * ${others} + 36px)` }} />
          ) : (
            <div className="connect-elsewhere" style={{ '--rows': others } as CSSProperties}>
              <SectionLabel id={`${label}2`}>{mobile || here.length > 0 ? t.elsewhere : t.more}</SectionLabel>
              <RowList labelledBy={`${label}2`}>
                {/* In the list, so that it has its height from the start and nothing moves later. */}
                {first === here && coming > 0 && (
                  <li>
                    <Coming count={coming} />
                  </li>
                )}
                <WalletRows rows={second} mobile={mobile} disabled={disabled} />
                {rows.qr && (
                  <ListRow
                    title={mobile ? t.otherDevice : t.scan}
                    picture={<IconTile icon="qr" />}
                    meta={t.walletConnect}
                    trail="next"
                    ref={nearScan}
                    disabled={
                      // In the place of `meta`, whose word stays part of the name.
                      disabled && (
                        <>
                          <span className="visually-hidden">{t.walletConnect} </span>
                          {disabled}
                        </>
                      )
                    }
                    onClick={() => selectWallet(WALLET_CONNECT)}
                  />
                )}
                {rows.allWallets && <AllWalletsRow disabled={disabled} />}
              </RowList>
            </div>
          ))}
        {(walletsFirst || connectOrder?.[1] === 'wallet') && without(false)}
        {isSentence && (
          <p className="connect-help">
            <Help />
          </p>
        )}
      </Body>
      <Footer fine={isSentence}>
        {isSentence ? (
          <Suspense>
            <LegalSentence />
          </Suspense>
        ) : (
          <Help />
        )}
      </Footer>
    </>
  )
}

/**
 * Whether to render everything. The first frame of an opening has only the wallets of this device, with room left for the rest, which
 * follows in the next frame. A view that is drawn ahead or returned to is whole at once.
 */
function useWhole(): boolean {
  const [whole, setWhole] = useState(() => modal.elementId === undefined || modal.painted !== undefined || isStandingIn())
  useEffect(() => (whole ? undefined : afterFrame(() => setWhole(true))), [whole])
  return whole
}

/** The heading of the first group of wallets. */
function headingOf({ here, mobile }: ConnectRows & { mobile: boolean }, t: ReturnType<typeof useFirstMessages>['connect']) {
  if (mobile) return t.apps
  if (here.length === 0) return t.popular
  return here.every(({ installed }) => installed) ? t.here : t.yours
}

function AllWalletsRow({ disabled }: { disabled: string | undefined }) {
  const t = useFirstMessages().connect
  const { featured, recommended, bundled, count } = useSnapshot(wallets)
  const pictured = [...recommended, ...featured, ...bundled].slice(0, 4)
  const rounded = roundedCount(count)
  return (
    <ListRow
      title={t.allWallets}
      picture={<WalletMosaic wallets={pictured.map(({ name, imageUrl }) => ({ name, src: imageUrl }))} />}
      meta={rounded && <bdi>{rounded}</bdi>}
      trail="next"
      ref={nearAllWallets}
      disabled={disabled}
      onClick={() => navigate('AllWallets')}
    />
  )
}

function Help() {
  const t = useFirstMessages().connect
  return (
    <>
      <span>{t.new}</span>
      <Button kind="ghost" size="small" ref={nearHelp} onClick={() => navigate('WhatIsAWallet')}>
        {t.getOne}
      </Button>
    </>
  )
}

function Coming({ count }: { count: number }) {
  const t = useFirstMessages().connect
  return (
    <>
      <SkeletonRows count={count} />
      <span className="visually-hidden" role="status">
        {t.loading}
      </span>
    </>
  )
}

function show() {
  readConsent()
  openWalletLists()
}
