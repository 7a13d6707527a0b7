import type { ChainNamespace } from '../lib/caip'
import { SAFE } from '../lib/in-safe'
import type { ListedWallet, WalletInfo } from '../lib/wallet'
import { messages } from '../state/messages'
import { closest, type HostWords, isNamedBy, isSameWallet, type Matchable, offers } from './wallet-match'

/** How many wallets Connect suggests that are neither installed nor used before. */
export const SUGGESTION_LIMIT = 3
/** Recommended wallets fill up to this many rows, with what is installed and recent. */
export const RECOMMENDED_FILL = 2

/** One wallet to choose. */
export type WalletRow = {
  /** What `selectWallet` takes: the connector's id for an installed wallet, else the list's. */
  readonly id: string
  readonly name: string
  readonly icon?: string
  readonly installed: boolean
  /**
   * The badge or note of the row. `duplicate`: another wallet claims the same rdns; `unreachable`: it cannot be chosen.
   */
  readonly mark?: 'last-used' | 'recent' | 'installed' | 'duplicate' | 'unreachable'
  /** The list's record, where there is one: links for phones, stores. */
  readonly listed?: ListedWallet
}

/** What Connect offers, in order. */
export type ConnectRows = {
  /** Used before and installed wallets. */
  readonly here: readonly WalletRow[]
  /** Featured, custom, recommended. */
  readonly suggested: readonly WalletRow[]
  /** The QR code of WalletConnect. */
  readonly qr: boolean
  readonly allWallets: boolean
}

/** What the rows are made from: wallets found and listed, and the host's wishes. */
export type RowsInput = HostWords & {
  readonly connectors: readonly WalletInfo[]
  readonly recent: readonly ListedWallet[]
  readonly featured: readonly ListedWallet[]
  readonly custom: readonly ListedWallet[]
  readonly recommended: readonly ListedWallet[]
  readonly feature: readonly string[]
  readonly allWallets: 'show' | 'hide' | 'mobile'
  readonly mobile: boolean
  /** A WalletConnect session is there already. */
  readonly paired?: boolean
}

type Offered = ReturnType<typeof offers>

/** What Connect shows, in order (design §6, facts: state and routing §5.7); installed wallets are never left out for lack of space. */
export function walletRows(input: RowsInput): ConnectRows {
  const { mobile, feature } = input
  const isOffered = offers(input)
  // Wallets that the host made or features are always offered.
  const offered: Offered = (wallet, own) => isOffered(wallet, own || feature.some((word) => isNamedBy(word, wallet)))
  const installed = input.connectors.filter((each) => isInstallable(each) && offered(each, each.type === 'EXTERNAL'))
  const recent = input.recent.filter((each) => offered(each)).slice(0, 2)
  const used = recent.flatMap((wallet, at): WalletRow[] => {
    const found = closest(wallet, installed)
    // If two claim the rdns, it is not known which one was used.
    if (found?.duplicate) return []
    const mark = at === 0 ? 'last-used' : found && !mobile ? 'installed' : 'recent'
    if (found) return [installedRow(found, wallet, mark)]
    return isReachable(wallet) ? [listedRow(wallet, mark)] : []
  })
  // A phone's browser does not know what is installed; a wallet found there is the app that shows the page.
  const found = [...installed]
    .sort((a, b) => rank(a, feature) - rank(b, feature))
    .map((each) => installedRow(each, listedFor(each, input), mobile ? undefined : 'installed'))
  // That app, or the Safe that shows the page, goes first.
  const around = found.filter(({ id }) => id === SAFE)
  const here = unique([...around, ...(mobile ? [...used.filter((row) => row.installed), ...found] : []), ...used, ...found])
  return {
    here,
    suggested: suggestions(input, offered, here.length, [...installed, ...recent]),
    qr: !input.paired && !input.exclude.includes('walletConnect'),
    allWallets: input.allWallets === 'show' || (input.allWallets === 'mobile' && mobile),
  }
}

/** Place in the host's featured list; wallets that are not on it, or share their rdns with another, come after it. */
function rank(wallet: WalletInfo, feature: readonly string[]): number {
  const at = wallet.duplicate ? -1 : feature.findIndex((word) => isNamedBy(word, wallet))
  return at < 0 ? feature.length : at
}

function suggestions(input: RowsInput, offered: Offered, rows: number, shown: readonly Matchable[]): WalletRow[] {
  const own = [...input.featured, ...input.custom]
  const isOwn = own.length > 0
  const most = isOwn ? SUGGESTION_LIMIT : RECOMMENDED_FILL - rows
  const found: ListedWallet[] = []
  // A host may list thousands; stop comparing once there are enough.
  for (const wallet of isOwn ? own : input.recommended)
    if (found.length < most && offered(wallet, isOwn) && ![...shown, ...found].some((each) => isSameWallet(each, wallet)))
      found.push(wallet)
  return found.map((each) => listedRow(each))
}

/** A count for the "All wallets" row in the chosen language: from 10 on rounded down to tens, `610+`; undefined for 0. */
export const roundedCount = (count: number): string | undefined =>
  count < 1 ? undefined : (count < 10 ? count : count - (count % 10)).toLocaleString(messages.locale) + (count < 10 ? '' : '+')

/** The installed wallet of a listed one: by rdns, unless two claim it; the Safe that shows the page by its web app. */
export const installedFor = (wallet: ListedWallet, connectors: readonly WalletInfo[]): WalletInfo | undefined =>
  connectors.find(
    (each) =>
      isInstallable(each) &&
      !each.duplicate &&
      ((each.id === SAFE && wallet.webappLink?.startsWith('https://app.safe.global/')) ||
        (each.rdns && wallet.rdns && isSameWallet(each, wallet))),
  )

/** The wallet in this browser with this id, or that of the listed record; undefined if it lacks the wanted namespace. */
export function installedAs(
  id: string,
  listed: ListedWallet | undefined,
  connectors: readonly WalletInfo[],
  namespace: ChainNamespace | undefined,
): WalletInfo | undefined {
  const able = connectors.filter(({ namespaces }) => !namespace || namespaces.includes(namespace))
  const isNamed = (each: WalletInfo) => each.id === id || each.parts?.some((part) => part.id === id)
  return able.find(isNamed) ?? (listed && installedFor(listed, able))
}

/**
 * The first of two wallets that claim an rdns, or a name of the Wallet Standard, under the id that it had before the second came: it may
 * still be being asked.
 */
export function claimedSince(id: string, connectors: readonly WalletInfo[]): WalletInfo | undefined {
  const first = connectors.find((each) => each.duplicate && (each.rdns ?? each.name) === id)
  return first && { ...first, id }
}

/** Whether a wallet is in this browser itself: neither WalletConnect nor the embedded one. */
export const isInstallable = ({ type }: WalletInfo) => type !== 'WALLET_CONNECT' && type !== 'AUTH'

/** Whether a wallet that is not installed has any link. */
const isReachable = ({ mobileLink, desktopLink, webappLink }: ListedWallet) => Boolean(mobileLink || desktopLink || webappLink)

const listedFor = (wallet: Matchable, { featured, custom, recommended }: RowsInput) =>
  [...featured, ...custom, ...recommended].find((each) => isSameWallet(each, wallet))

function installedRow(wallet: WalletInfo, listed: ListedWallet | undefined, mark: WalletRow['mark']): WalletRow {
  // If two wallets claim to be a known one, neither gets its picture.
  const icon = wallet.icon ?? (wallet.duplicate ? undefined : listed?.imageUrl)
  const told = wallet.unreachable ? 'unreachable' : wallet.duplicate ? 'duplicate' : mark
  return {
    id: wallet.id,
    name: wallet.name,
    installed: true,
    ...(icon && { icon }),
    ...(told && { mark: told }),
    ...(listed && { listed }),
  }
}

function listedRow(listed: ListedWallet, mark?: WalletRow['mark']): WalletRow {
  const { id, name, imageUrl: icon } = listed
  return { id, name, installed: false, listed, ...(icon && { icon }), ...(mark && { mark }) }
}

const unique = (rows: readonly WalletRow[]) => rows.filter((row, at) => rows.findIndex(({ id }) => id === row.id) === at)
