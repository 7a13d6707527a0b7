import { safeLink, schemeOf } from './links'

/** Where a link to a wallet opens (facts: state and routing §5.3). */
export type LinkTarget = '_self' | '_top' | '_blank'

/** A link that opens a wallet with a pairing. `base` opens the wallet for later requests. */
type WalletLink = { readonly href: string; readonly base: string }

/**
 * Base of a wallet's link with its closing slash: `metamask` and `metamask://` become `metamask://`, a web address keeps its
 * path. `undefined` if it is neither an https address nor a scheme that an app may own.
 */
export function linkBase(link: unknown): string | undefined {
  if (typeof link !== 'string') return undefined
  const text = link.trim()
  const full = text.includes('://') ? text : `${text.replace(/[/:]/g, '')}://`
  const base = full.endsWith('/') ? full : `${full}/`
  const scheme = schemeOf(base)
  return safeLink(base, { schemes: scheme ? [scheme] : [] }) && base
}

/**
 * The link `<base>/wc?uri=…` of a native or universal link, or `undefined` if the wallet's link may not be opened.
 * `twice` encodes the URI twice, which Telegram on Android undoes once, for native links.
 */
export function walletLink(link: unknown, uri: string, { twice = false }: { twice?: boolean } = {}): WalletLink | undefined {
  const base = linkBase(link)
  // A lone surrogate cannot be encoded.
  if (!base || /\p{Cs}/u.test(uri)) return undefined
  const isNative = schemeOf(base) !== undefined
  const encoded = encodeURIComponent(isNative && twice ? encodeURIComponent(uri) : uri)
  return { href: `${base}wc?uri=${encoded}`, base }
}

/** Where to open a wallet: apps from a phone in the same tab (out of a frame), everything else and all of Telegram in a new one. */
export function linkTarget(
  kind: 'mobile' | 'web' | 'desktop',
  { framed, telegram }: { framed: boolean; telegram: boolean },
): LinkTarget {
  if (telegram || kind !== 'mobile') return '_blank'
  return framed ? '_top' : '_self'
}
