import { appInfo } from '../controllers/app-info'
import { connectRows, rowStores, type ShownRows } from '../controllers/connect-rows'
import { closeModal, navigate } from '../controllers/modal'
import { onChange } from '../controllers/on-change'
import { selectWallet } from '../controllers/select-wallet'
import { roundedCount, type WalletRow } from '../controllers/wallet-rows'
import { safeLink } from '../lib/links'
import { WALLET_CONNECT } from '../lib/wallet'
import type { Messages } from '../locales/en'
import { enFirst } from '../locales/en-first'
import { config } from '../state/config'
import { messages } from '../state/messages'
import { modal } from '../state/modal'
import { notice } from '../state/notice'
import { wallets } from '../state/wallets'
import { addSheet, readySheets } from '../ui/adopt'
import { afterFrame } from '../ui/after-frame'
import badge from '../ui/Badge.css?inline'
import body from '../ui/Body.css?inline'
import button from '../ui/Button.css?inline'
import { draw, drawIcon, drawPicture, drawTile } from '../ui/draw'
import header from '../ui/Header.css?inline'
import icon from '../ui/Icon.css?inline'
import iconButton from '../ui/IconButton.css?inline'
import listRow from '../ui/ListRow.css?inline'
import sectionLabel from '../ui/SectionLabel.css?inline'
import skeleton from '../ui/Skeleton.css?inline'
import { showStandIn, standInOf } from '../ui/stand-in'
import transition from '../ui/ViewTransition.css?inline'
import walletIcon from '../ui/WalletIcon.css?inline'
import connect from './Connect.css?inline'
import router from './Router.css?inline'

export { followLaterWords } from '../controllers/later-words'

type Words = Pick<Messages, keyof typeof enFirst>
type Place = { readonly elementId: number; readonly root: ShadowRoot }

const ids = { title: 'first-title', here: 'first-here', elsewhere: 'first-elsewhere' }

/**
 * Shows Connect exactly as React will, before React has loaded. Only if Connect is a plain list of wallets; everything else waits for
 * React. Resolves when the frame is on screen; undefined where nothing was shown.
 */
export function showFirstFrame({ elementId, root }: Place): Promise<void> | undefined {
  if (modal.elementId !== elementId || root.querySelector('dialog[open]')) return
  const rows = plainRows()
  if (!rows) return
  addLooks()
  const { direction: dir, locale: lang } = messages
  const standIn = showStandIn(root, { labelId: ids.title, dir, lang, onCloseRequest: closeModal }, ...content(rows, false))
  return new Promise((resolve) =>
    afterFrame(() => {
      resolve()
      if (standInOf(root) !== standIn) return
      const fill = () => {
        const rows = plainRows()
        if (rows) standIn.fill(...content(rows, true))
      }
      if (modal.elementId !== elementId) return standIn.close()
      fill()
      const stop = onChange([...Object.values(rowStores), messages], shown, () => {
        if (standInOf(root) !== standIn) return stop()
        if (modal.elementId !== elementId) return standIn.close()
        // Late wallets are drawn too; a view that was chosen meanwhile is shown by React.
        fill()
      })
    }),
  )
}

/** Adopts the styles of the first frame. */
export function addLooks(): void {
  readySheets()
  for (const css of looks) addSheet(css)
}
const looks = [walletIcon, icon, iconButton, header, sectionLabel, badge, listRow, body, button, connect, transition, router]

/** The rows of Connect, if it needs nothing else that would have to load first; otherwise undefined. */
function plainRows(): ShownRows | undefined {
  const { termsUrl, privacyUrl, email, socials } = config
  const asks = email || socials.length > 0 || safeLink(termsUrl) || safeLink(privacyUrl)
  const other = modal.stack.length > 1 || modal.view !== 'Connect' || modal.top.data
  if (asks || other || notice.alert || document.hidden || !window.isSecureContext) return
  const rows = connectRows(rowStores)
  const odd = rows.here.some(({ mark }) => mark === 'duplicate' || mark === 'unreachable')
  return rows.mobile || odd || rows.here.length === 0 ? undefined : rows
}

/** What the drawing depends on, as text to compare. */
const shown = () => JSON.stringify([modal.elementId, connectRows(rowStores), messages.locale, wallets.count])

const words = (): Words => (messages.view as Words | undefined) ?? enFirst

const elsewhere = ({ suggested, coming, qr, allWallets }: ShownRows) =>
  suggested.length + coming + Number(qr) + Number(allWallets)

/** Header and view; unless `whole`, wallets that are not on this device are left blank. */
function content(rows: ShownRows, whole: boolean): Node[] {
  const t = words()
  const view = draw(
    'div',
    { class: 'body', part: 'body', 'data-end': 'tight' },
    label(ids.here, rows.here.every(({ installed }) => installed) ? t.connect.here : t.connect.yours),
    draw(
      'ul',
      { class: 'row-list', part: 'wallet-list', 'aria-labelledby': ids.here },
      ...rows.here.map((row) => walletRow(row, t, whole)),
    ),
    elsewhere(rows) > 0 && (whole ? others(rows, t) : space(elsewhere(rows))),
  )
  const footer = draw(
    'footer',
    { class: 'footer', part: 'footer' },
    draw('span', {}, t.connect.new),
    draw(
      'button',
      { ...{ type: 'button', class: 'button', part: 'button', 'data-kind': 'ghost', 'data-size': 'small' }, onclick: getOne },
      t.connect.getOne,
    ),
  )
  const stage = draw('div', { class: 'views', 'data-direction': 'none' }, draw('div', { class: 'view' }, view, footer))
  return [heading(t, whole), draw('div', { class: 'view-box' }, stage)]
}

const getOne = () => navigate('WhatIsAWallet')
const close = () => void closeModal('button')

function heading(t: Words, whole: boolean): Node {
  const { name, icon: src, domain } = appInfo()
  return draw(
    'header',
    { class: 'header', part: 'header' },
    draw('span', { class: 'header-lead' }, draw('slot', { name: 'logo' }, picture(name, src, whole))),
    draw(
      'div',
      { class: 'header-text' },
      draw(
        'h2',
        { id: ids.title, tabindex: -1, class: 'header-title', part: 'title' },
        draw('span', {}, draw('slot', { name: 'title' }, t.connect.title(name))),
      ),
      domain !== '' && draw('div', { class: 'header-sub' }, drawIcon('lock', 16), draw('bdi', {}, domain)),
    ),
    draw(
      'button',
      { type: 'button', class: 'icon-button', part: 'close', 'aria-label': t.modal.close, onclick: close },
      drawIcon('close', 20),
    ),
  )
}

/** In the first frame only the picture's tile: to start a picture takes as long as the rest of the frame. */
const picture = (name: string, src: string | null | undefined, whole: boolean) =>
  whole || !src ? drawPicture(name, src) : drawTile('loading')

const label = (id: string, text: string) => draw('div', { class: 'section-label' }, draw('span', { id }, text))

function walletRow(wallet: WalletRow, t: Words, whole = true): Node {
  const { id, name, icon: src, mark } = wallet
  const [tone, text] =
    mark === 'last-used'
      ? ['accent', t.connect.lastUsed]
      : mark === 'recent'
        ? ['neutral', t.connect.usedBefore]
        : mark === 'installed'
          ? ['dot', t.connect.installed]
          : []
  return row(
    name,
    picture(name, src, whole),
    () => selectWallet(id),
    text && draw('span', { class: 'badge', 'data-tone': tone }, text),
  )
}

function row(title: string, picture: Node, press: () => void, end?: Node | '' | undefined, text?: Node | string): Node {
  const meta = text && draw('span', { class: 'list-row-meta' }, text)
  return draw(
    'li',
    {},
    draw(
      'button',
      { type: 'button', class: 'list-row', part: 'list-item', 'data-meta': text && true, onclick: press },
      picture,
      draw('span', { class: 'list-row-text' }, draw('span', { class: 'list-row-title' }, title)),
      meta ?? end,
      draw('span', { class: 'list-row-trail', 'data-trail': 'next' }, drawIcon('next', 16)),
    ),
  )
}

/** The group "Somewhere else", as `Connect` lists it. */
function others(rows: ShownRows, t: Words): Node {
  const { suggested, coming, qr, allWallets } = rows
  const { featured, recommended, bundled, count } = wallets
  const rounded = roundedCount(count)
  const pictured = [...recommended, ...featured, ...bundled].slice(0, 4)
  const mosaic = drawTile('mosaic')
  mosaic.append(...pictured.map(({ name, imageUrl }) => drawPicture(name, imageUrl, 20)))
  const scan = drawTile('drawn')
  scan.append(drawIcon('qr', 20))
  const list = draw(
    'div',
    { class: 'connect-elsewhere' },
    label(ids.elsewhere, t.connect.elsewhere),
    draw(
      'ul',
      { class: 'row-list', 'aria-labelledby': ids.elsewhere },
      coming > 0 && draw('li', {}, ...waiting(coming, t)),
      ...suggested.map((each) => walletRow(each, t)),
      qr && row(t.connect.scan, scan, () => selectWallet(WALLET_CONNECT), undefined, t.connect.walletConnect),
      allWallets &&
        row(t.connect.allWallets, mosaic, () => navigate('AllWallets'), undefined, rounded && draw('bdi', {}, rounded)),
    ),
  )
  list.style.setProperty('--rows', String(elsewhere(rows)))
  return list
}

/** Skeleton rows for suggestions that are still loading. */
function waiting(count: number, t: Words): Node[] {
  addSheet(skeleton)
  const bar = (width: number, height: number, shape: string, order: number) => {
    const node = draw('span', { class: 'skeleton', 'data-shape': shape, 'aria-hidden': true })
    for (const [name, value] of Object.entries({ width, height, order })) node.style.setProperty(`--${name}`, String(value))
    return node
  }
  const rows = Array.from({ length: count }, (_, order) =>
    draw('div', { class: 'skeleton-row' }, bar(40, 40, 'tile', order), bar([96, 64, 84, 110][order % 4] ?? 96, 12, 'bar', order)),
  )
  return [
    draw('div', { 'aria-hidden': true }, ...rows),
    draw('span', { class: 'visually-hidden', role: 'status' }, t.connect.loading),
  ]
}

function space(rows: number): Node {
  const node = draw('div', {})
  node.style.blockSize = `calc(var(--wm-row) * ${rows} + 36px)`
  return node
}
