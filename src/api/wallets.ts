import { linkBase } from '../lib/deep-link'
import { WalletError } from '../lib/errors'
import { givenText } from '../lib/given-text'
import { safeImage, safeLink } from '../lib/links'
import { toWalletError } from '../lib/rpc-errors'
import { safeParse, z } from '../lib/schema'
import { plainText } from '../lib/text'
import type { ListedWallet } from '../lib/wallet'
import { bundledPage } from './bundled-wallets'
import { type CallOptions, call } from './call'
import { baseUrl, sdkQuery, urlOf } from './settings'
import type { WalletQuery } from './wallet-query'

/** Wallets per page of "All wallets". */
export const WALLETS_PAGE_SIZE = 40
/** Wallets of a search. */
const WALLETS_SEARCH_SIZE = 100
/** Wallets recommended to a visitor who has none. */
export const WALLETS_RECOMMENDED_SIZE = 4
const WALLETS_LIFE_MS = 300_000
const MAX_NAME_LENGTH = 40
const MAX_CHAINS = 200

/** `count`: how many there are in all; `bundled`: from the list that ships with us. */
type WalletPage = {
  readonly count: number
  readonly wallets: readonly ListedWallet[]
  readonly source: 'service' | 'bundled'
  /** Why the service was not used. */
  readonly error?: WalletError
}

const text = z.nullish(z.string())
const Wallet = z.object({
  id: z.string().check(z.regex(/^[\w-]{1,128}$/)),
  name: z.string(),
  chains: z.nullish(z.array(z.string())),
  image_id: text,
  rdns: text,
  homepage: text,
  mobile_link: text,
  desktop_link: text,
  webapp_link: text,
  // Sent in addition, for wallets that have them.
  link_mode: text,
  app_store: text,
  play_store: text,
  chrome_store: text,
})

const CustomWallet = z.looseObject({ imageUrl: text, image_url: text })
const inWireNames = (wallet: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(wallet).map(([name, value]) => [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value]),
  )

const listing = {
  service: 'wallets' as const,
  path: () => '/getWallets',
  query: ({ page = 1, entries = WALLETS_PAGE_SIZE, search, badge, include, exclude, chains }: WalletQuery) => ({
    page,
    entries,
    search: search?.trim().slice(0, 200),
    badge_type: badge,
    include: include?.join(','),
    exclude: exclude?.join(','),
    chains: chains?.join(','),
  }),
  response: z.object({ count: z.int().check(z.nonnegative()), data: z.array(z.unknown()) }),
  cacheMs: WALLETS_LIFE_MS,
}

/**
 * One page of the wallet list, in the service's order (source: GET /getWallets). The first page comes from the bundled list
 * when the service is off or down; a later one then throws. Throws ABORTED too.
 */
export async function getWallets(query: WalletQuery, options: CallOptions = {}): Promise<WalletPage> {
  try {
    const { count, data } = await call(listing, query, options)
    // Hundreds of entries by as many authors: an invalid one costs its own row only.
    return { count, wallets: data.flatMap(toListedWallet), source: 'service' }
  } catch (error) {
    const isFirst = (query.page ?? 1) === 1
    if (options.signal?.aborted || !isFirst) throw error
    return { ...bundledPage(query), source: 'bundled', error: toWalletError(error, 'API_UNAVAILABLE') }
  }
}

/** The wallets that match a search, at most 100. */
export const searchWallets = (
  query: Pick<WalletQuery, 'search' | 'badge' | 'include' | 'exclude' | 'chains'>,
  options?: CallOptions,
): Promise<WalletPage> => getWallets({ ...query, entries: WALLETS_SEARCH_SIZE }, options)

/** Picture of a listed wallet for `img`; `undefined` if the service may not be called, or the id is no text. */
export function walletImageUrl(imageId: string | null | undefined): string | undefined {
  const base = baseUrl('wallets')
  // A lone surrogate cannot be encoded.
  if (!imageId || /\p{Cs}/u.test(imageId) || base === undefined) return undefined
  return urlOf(base, `/getWalletImage/${encodeURIComponent(imageId)}`, sdkQuery()).href
}

/** A wallet described by the host, with our field names or the list's. Throws ATTRIBUTE_INVALID if it cannot be read. */
export function readCustomWallet(value: unknown): ListedWallet {
  const { success, data, error } = safeParse(CustomWallet, value)
  const [wallet] = success ? toListedWallet({ ...data, ...inWireNames(data) }) : []
  if (!wallet) {
    const help = 'Expected a wallet with `id` and `name`; https links, or its own scheme in `mobileLink` and `desktopLink`.'
    throw new WalletError('ATTRIBUTE_INVALID', {
      message: `Invalid attribute customWallets: ${givenText(value)}`,
      help,
      cause: error,
    })
  }
  const imageUrl = safeImage(data?.imageUrl ?? data?.image_url)
  return { ...wallet, ...(imageUrl && { imageUrl }) }
}

function toListedWallet(entry: unknown): ListedWallet[] {
  const { success, data } = safeParse(Wallet, entry)
  const name = success ? plainText(data.name, MAX_NAME_LENGTH) : ''
  if (!success || !name) return []
  const links = {
    imageUrl: walletImageUrl(data.image_id),
    rdns: plainText(data.rdns, 200),
    homepage: safeLink(data.homepage),
    mobileLink: linkBase(data.mobile_link),
    universalLink: safeLink(data.link_mode),
    desktopLink: linkBase(data.desktop_link),
    webappLink: safeLink(data.webapp_link),
    // Stores are web pages; a store app's own scheme is allowed for its button only.
    appStore: safeLink(data.app_store),
    playStore: safeLink(data.play_store),
    chromeStore: safeLink(data.chrome_store),
  }
  const known = Object.fromEntries(Object.entries(links).filter(([, value]) => value)) as { [Key in keyof typeof links]?: string }
  return [{ id: data.id, name, ...known, ...(data.chains && { chains: data.chains.slice(0, MAX_CHAINS) }) }]
}
