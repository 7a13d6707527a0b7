import { type CaipNetworkId, isCaipNetworkId } from '../src/lib/caip'
import { EVM_ADDRESS } from '../src/lib/evm-address'
import { features, type Settings } from '../src/state/config'
import { type ViewName, views } from '../src/views'

// Parsed by hand, the only input without zod: this is in the script that the tag loads, and zod would be a third of it.

/** Parses an attribute's text; undefined if it is invalid. */
type Read<T> = (text: string) => T | undefined
type Attribute<T> = { readonly read: Read<T>; readonly expected: string }

const attribute = <T>(read: Read<T>, expected: string): Attribute<T> => ({ read, expected })
const text = (expected = 'text') => attribute((value) => value, expected)
const matching = (pattern: RegExp, expected: string) => attribute((value) => (pattern.test(value) ? value : undefined), expected)
const boolean = attribute((value) => value !== 'false', 'present or absent')
const oneOf = <const T extends string>(...values: readonly T[]) =>
  attribute((value) => values.find((each) => each === value), values.join(', '))

/** A list of words; commas too, because React and Vue write an array that way while the element is not defined yet. */
const list = <T>(read: Read<T>, expected: string) =>
  attribute((value) => {
    const found = value
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(read)
    // What is named twice counts once.
    return found.every((each) => each !== undefined) ? ([...new Set(found)] as T[]) : undefined
  }, expected)
const listOf = <const T extends string>(...values: readonly T[]) =>
  list((word) => values.find((each) => each === word), `words of ${values.join(', ')}`)

const networkId: Read<CaipNetworkId> = (word) => (isCaipNetworkId(word) ? word : undefined)

/** Absolute form of a URL with one of these protocols; a relative one is resolved like the page's links; an empty text is invalid. */
const urlOf =
  (...protocols: readonly string[]): Read<string> =>
  (value) => {
    try {
      // An element named `baseURI` may shadow `document.baseURI`: an absolute URL does not need it.
      const base = URL.canParse(value) || typeof document === 'undefined' ? undefined : document.baseURI
      const { href, protocol } = new URL(value, base)
      return value && protocols.includes(protocol) ? href : undefined
    } catch {
      return undefined
    }
  }
const webUrl = urlOf('https:', 'http:')
const web = attribute(webUrl, 'an http(s) URL')
/** A URL that visitors open or see. `safeLink` does the full check when it is used; that code is too large for here. */
const shown = (expected: string, ...protocols: readonly string[]) =>
  attribute((value) => {
    const href = urlOf('https:', 'http:', ...protocols)(value)
    return href && /^https:|^data:image\/|^http:..(localhost|127\.0\.0\.1|\[::1])[:/]/.test(href) ? href : undefined
  }, expected)
const link = shown('an https URL')

/** `caip2=url` words; several for one chain are tried in order. */
const rpcUrls: Read<Record<CaipNetworkId, string[]>> = (value) => {
  const found: Record<CaipNetworkId, string[]> = {}
  for (const word of value.split(/\s+/).filter(Boolean)) {
    const at = word.indexOf('=')
    const id = word.slice(0, at)
    const url = webUrl(word.slice(at + 1))
    if (at < 0 || !isCaipNetworkId(id) || !url) return undefined
    found[id] = [...(found[id] ?? []), url]
  }
  return found
}

/** Whether a view has this name. */
export const isView = (name: string): name is ViewName => Object.hasOwn(views, name)

const locale: Read<string> = (value) => {
  try {
    return Intl.getCanonicalLocales(value)[0]
  } catch {
    return undefined
  }
}

/** Public attributes that configure the page's wallet; each has a property with its camelCase name (`sign-in`: `signInMode`). */
export const attributes = {
  /** Your project's key at the provider. Without it browser wallets work, and services that need it say so. */
  'project-id': text('a key'),
  /** Which networks are used when `networks` is absent. @default production */
  mode: oneOf('localhost', 'testnet', 'production'),
  /** `login`: sign-in required; no on-ramp, swap, e-mail, socials, analytics or Coinbase. */
  preset: oneOf('login'),
  /** The chains of the app; the property also takes network objects. @default by `mode` */
  networks: list(networkId, 'CAIP-2 ids, e.g. "eip155:56"'),
  /** Active network at the first start. @default by `mode` */
  'default-network': attribute(networkId, 'a CAIP-2 id, e.g. "eip155:56"'),
  /** RPC endpoints by chain; a chain that is named here is never read elsewhere. @default the provider's RPC */
  'rpc-url': attribute(rpcUrls, 'words of caip2=url, e.g. "eip155:56=https://rpc.example"'),
  /** Provider API, and the RPC of chains without a URL of their own. @default the public host */
  'provider-url': web,
  /** API for the list of wallets and their images. @default the public host */
  'wallets-url': web,
  /** Relay that pairs with wallets on phones. @default WalletConnect's */
  'relay-url': attribute(urlOf('wss:', 'ws:'), 'a ws(s) URL'),
  /** Page of the secure frame that holds the keys of the e-mail wallet. @default a public one */
  'secure-site-url': web,
  /** Your own backend; visitors are logged in to it. */
  'login-url': web,
  /** Where events are sent, in batches and without addresses; absent: nothing is sent. */
  'analytics-url': web,
  /** Name of the app, shown by wallets. @default the document's title */
  'app-name': text(),
  /** One sentence about the app, shown by wallets. @default the document's description */
  'app-description': text(),
  /** URL of the app, shown by wallets. @default the page's origin */
  'app-url': link,
  /** Icon of the app, shown by wallets. @default the document's icon */
  'app-icon': shown('an https or data:image URL', 'data:'),
  /** What the account view offers. @default all of them */
  features: listOf(...features),
  /** A wallet for visitors who have none: a code by e-mail, keys in a secure frame. */
  email: boolean,
  /** Social networks to sign in to that wallet with. */
  socials: listOf('google', 'github', 'apple', 'facebook', 'x', 'discord', 'farcaster'),
  /** Order of the options on the first screen. @default installed wallets first, else e-mail */
  'connect-order': listOf('wallet', 'email', 'social'),
  /** Wallets to list first. */
  'featured-wallets': list((word) => word, 'ids or rdns'),
  /** The only wallets to offer, including installed ones. */
  'include-wallets': list((word) => word, 'ids or rdns'),
  /** Wallets that are never offered, even if installed; also `walletConnect` and `watch`. */
  'exclude-wallets': list((word) => word, 'ids or rdns'),
  /** The "All wallets" row; `mobile`: only on phones. @default show */
  'all-wallets': oneOf('show', 'hide', 'mobile'),
  /** Preferred account if a wallet has both. @default eoa */
  'account-type': oneOf('eoa', 'smart-account'),
  /** Visitors prove their account by a signature (SIWX). @default off; `required` with `login-url` */
  'sign-in': oneOf('off', 'optional', 'required'),
  // Refuses characters that hide or reorder text, and an empty statement.
  /** Statement of the signed message. @default Login wallet */
  'sign-in-statement': matching(/^(?=.*\S)[^\p{C}\p{Zl}\p{Zp}]{1,500}$/u, 'a line of text'),
  /** Account that referred the visitor; a tab keeps the first one until it is closed. `?ref=` in the page's URL takes precedence. */
  referral: matching(EVM_ADDRESS, 'an EVM address'),
  /** Zone of the names that visitors register. @default reown.id */
  'name-zone': matching(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'a zone'),
  /** What to show on a network that the app does not use: a screen, a mark on the button, or nothing. @default prompt */
  'wrong-network': oneOf('prompt', 'badge', 'ignore'),
  /** Restores the last session when the page starts. @default on */
  reconnect: oneOf('on', 'off'),
  /** Language and direction. @default the nearest `lang`, else the browser's */
  locale: attribute(locale, 'a BCP 47 tag'),
  /** Your terms, linked on the first screen. */
  'terms-url': link,
  /** Your privacy policy, linked on the first screen. */
  'privacy-url': link,
  /** Visitors must accept both before they connect. */
  'legal-checkbox': boolean,
  /** Prefix of every storage key. @default wallet-modal */
  'storage-prefix': matching(/^[!-~]{1,64}$/, 'letters, digits and signs'),
  /** Shows developer alerts in the page as well as the console, and the secure frame's log. */
  debug: boolean,
} as const

/** Attributes of a single element: how and where it shows the page's one modal. */
export const ownAttributes = {
  /** Shown or not; reflected. */
  open: boolean,
  /** Rendered in place instead of as a dialog. */
  embedded: boolean,
  /** View to show when opened. @default by the opening rules */
  view: attribute((value) => (isView(value) ? value : undefined), 'the name of a view'),
  /** Colour scheme; `auto` follows the system. @default auto */
  theme: oneOf('light', 'dark', 'auto'),
} as const

/** Name of an attribute that configures the page. */
export type AttributeName = keyof typeof attributes
/** Name of an attribute that concerns one element only. */
export type OwnAttributeName = keyof typeof ownAttributes

/** Every observed attribute. */
export const attributeNames = [...Object.keys(attributes), ...Object.keys(ownAttributes)]

/** The property of an attribute; `sign-in` is `signInMode`, because `signIn()` is the method. */
export const propertyOf = (name: string): string =>
  name === 'sign-in' ? 'signInMode' : name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())

/** The parsed value, or the given text and what was expected instead. */
export type Parsed =
  | { readonly ok: true; readonly value?: unknown }
  | { readonly ok: false; readonly given: string; readonly expected: string }

/** Parses an attribute's text. */
export function parseAttribute(name: string, value: string): Parsed {
  const { read, expected }: Attribute<unknown> = { ...attributes, ...ownAttributes }[name as AttributeName | OwnAttributeName]
  const parsed = read(value)
  return parsed === undefined ? { ok: false, given: value, expected } : { ok: true, value: parsed }
}

/** Parses a property: lists also as arrays, `rpcUrl` also as a record; everything else like its attribute's text. */
export function parseProperty(name: string, value: unknown): Parsed {
  const parsed = parseAttribute(name, textOf(name, value))
  // Vue and Preact write undefined as an empty text.
  return parsed.ok || value !== '' ? parsed : { ok: true }
}

/** A property's value as attribute text. */
export function textOf(name: string, value: unknown): string {
  try {
    if (Array.isArray(value)) return value.map(String).join(' ')
    if (name !== 'rpc-url' || typeof value !== 'object') return String(value)
    return Object.entries(value ?? {})
      .flatMap(([id, urls]) => [urls ?? []].flat().map((url) => `${id}=${String(url)}`))
      .join(' ')
  } catch {
    // Not every object can be converted to a string.
    return String({})
  }
}

/** The page-wide settings that attributes and properties can set. */
export type Given = Partial<Settings>
