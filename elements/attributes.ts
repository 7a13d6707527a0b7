import { type CaipNetworkId, isCaipNetworkId } from '../src/lib/caip'
import { features, type Settings } from '../src/state/config'
import { type ViewName, views } from '../src/views'

// Parsed by hand, the one edge without zod: this is what the script tag loads, and zod would be a third of it.

/** Reads an attribute's text; undefined when it cannot be read. */
type Read<T> = (text: string) => T | undefined
type Attribute<T> = { readonly read: Read<T>; readonly expected: string }

const attribute = <T>(read: Read<T>, expected: string): Attribute<T> => ({ read, expected })
const text = (expected = 'text') => attribute((value) => value, expected)
const matching = (pattern: RegExp, expected: string) => attribute((value) => (pattern.test(value) ? value : undefined), expected)
const boolean = attribute((value) => value !== 'false', 'present or absent')
const oneOf = <const T extends string>(...values: readonly T[]) =>
  attribute((value) => values.find((each) => each === value), values.join(', '))

/** Words; of an array React and Vue write one text with commas while the element is not defined yet. */
const list = <T>(read: Read<T>, expected: string) =>
  attribute((value) => {
    const found = value
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(read)
    return found.every((each) => each !== undefined) ? (found as T[]) : undefined
  }, expected)
const listOf = <const T extends string>(...values: readonly T[]) =>
  list((word) => values.find((each) => each === word), `words of ${values.join(', ')}`)

const networkId: Read<CaipNetworkId> = (word) => (isCaipNetworkId(word) ? word : undefined)

/** Absolute form of a URL of these protocols; a relative one is resolved as the page resolves links, and none is not the page's own. */
const urlOf =
  (...protocols: readonly string[]): Read<string> =>
  (value) => {
    try {
      // An element of the page may be called `baseURI`: an absolute URL does without it.
      const base = URL.canParse(value) || typeof document === 'undefined' ? undefined : document.baseURI
      const { href, protocol } = new URL(value, base)
      return value && protocols.includes(protocol) ? href : undefined
    } catch {
      return undefined
    }
  }
const webUrl = urlOf('https:', 'http:')
const web = attribute(webUrl, 'an http(s) URL')
/** What visitors are led to or shown. `safeLink` has the last word when it is; all that it knows is not worth its bytes here. */
const shown = (expected: string, ...protocols: readonly string[]) =>
  attribute((value) => {
    const href = urlOf('https:', 'http:', ...protocols)(value)
    return href && /^https:|^data:image\/|^http:..(localhost|127\.0\.0\.1|\[::1])[:/]/.test(href) ? href : undefined
  }, expected)
const link = shown('an https URL')

/** `caip2=url` words; several of one chain are tried in order. */
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

/** Whether there is such a view. */
export const isView = (name: string): name is ViewName => Object.hasOwn(views, name)

const locale: Read<string> = (value) => {
  try {
    return Intl.getCanonicalLocales(value)[0]
  } catch {
    return undefined
  }
}

/** Public attributes that configure the page's wallet; the property of each is its camelCase (`sign-in`: `signInMode`). */
export const attributes = {
  /** Key of your project with the provider. Without it wallets in the browser work, and the services that need it say so. */
  'project-id': text('a key'),
  /** Which networks are meant when `networks` is absent. @default production */
  mode: oneOf('localhost', 'testnet', 'production'),
  /** `login`: sign-in required; no on-ramp, swap, e-mail, socials, analytics or Coinbase. */
  preset: oneOf('login'),
  /** The chains of the app; the property also takes network objects. @default by `mode` */
  networks: list(networkId, 'CAIP-2 ids, e.g. "eip155:56"'),
  /** Active network at the first start. @default by `mode` */
  'default-network': attribute(networkId, 'a CAIP-2 id, e.g. "eip155:56"'),
  /** Where chains are read; one that is named here is never read elsewhere. @default the provider's RPC */
  'rpc-url': attribute(rpcUrls, 'words of caip2=url, e.g. "eip155:56=https://rpc.example"'),
  /** Provider API, and the RPC of chains without a URL of their own. @default the public host */
  'provider-url': web,
  /** List of wallets and their images. @default the public host */
  'wallets-url': web,
  /** Relay that pairs with wallets on phones. @default WalletConnect's */
  'relay-url': attribute(urlOf('wss:', 'ws:'), 'a ws(s) URL'),
  /** Page of the secure frame that holds the keys of the e-mail wallet. @default a public one */
  'secure-site-url': web,
  /** Your own backend; turns its login on. */
  'login-url': web,
  /** Where events are counted, in batches and without addresses; absent: nothing is sent. */
  'analytics-url': web,
  /** Name of the app, as wallets show it. @default the document's title */
  'app-name': text(),
  /** One sentence on the app, for wallets. @default the document's description */
  'app-description': text(),
  /** Address of the app, for wallets. @default the page's origin */
  'app-url': link,
  /** Picture of the app, for wallets. @default the document's icon */
  'app-icon': shown('an https or data:image URL', 'data:'),
  /** What the account view offers. @default all of them */
  features: listOf(...features),
  /** A wallet for visitors who have none: a code by e-mail, keys in a secure frame. */
  email: boolean,
  /** The same by an account elsewhere. */
  socials: listOf('google', 'github', 'apple', 'facebook', 'x', 'discord', 'farcaster'),
  /** What heads the first screen. @default installed wallets first, else e-mail */
  'connect-order': listOf('wallet', 'email', 'social'),
  /** Wallets that come first. */
  'featured-wallets': list((word) => word, 'ids or rdns'),
  /** The only wallets that are offered, installed ones too. */
  'include-wallets': list((word) => word, 'ids or rdns'),
  /** Wallets that are never offered, not even installed; `walletConnect` and `watch` too. */
  'exclude-wallets': list((word) => word, 'ids or rdns'),
  /** The row "All wallets"; `mobile`: on phones alone. @default show */
  'all-wallets': oneOf('show', 'hide', 'mobile'),
  /** Preferred account where a wallet has both. @default eoa */
  'account-type': oneOf('eoa', 'smart-account'),
  /** Visitors prove their account by a signature (SIWX). @default off; `required` with `login-url` */
  'sign-in': oneOf('off', 'optional', 'required'),
  // What hides or reorders what is read never gets into a message, nor does nothing at all.
  /** Statement of the signed message. @default Login wallet */
  'sign-in-statement': matching(/^(?=.*\S)[^\p{C}\p{Zl}\p{Zp}]{1,500}$/u, 'a line of text'),
  /** Account that referred the visitor; `?ref=` in the page's address goes before it. */
  referral: matching(/^0x[0-9a-fA-F]{40}$/, 'an EVM address'),
  /** Zone of the names that visitors register. @default reown.id */
  'name-zone': matching(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'a zone'),
  /** What happens on a network that the app does not use: a screen, a mark on the button, nothing. @default prompt */
  'wrong-network': oneOf('prompt', 'badge', 'ignore'),
  /** Restores the last session when the page starts. @default on */
  reconnect: oneOf('on', 'off'),
  /** Language and direction. @default the nearest `lang`, else the browser's */
  locale: attribute(locale, 'a BCP 47 tag'),
  /** Your terms, linked on the first screen. */
  'terms-url': link,
  /** Your privacy policy, linked there too. */
  'privacy-url': link,
  /** Visitors must accept both before they connect. */
  'legal-checkbox': boolean,
  /** Prefix of every key that is stored. @default wallet-modal */
  'storage-prefix': matching(/^[!-~]{1,64}$/, 'letters, digits and signs'),
  /** Developer alerts in the page besides the console, and the log of the secure frame. */
  debug: boolean,
} as const

/** Attributes of one element alone: how and where it shows the page's one modal. */
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

export type AttributeName = keyof typeof attributes
export type OwnAttributeName = keyof typeof ownAttributes

/** Every observed attribute. */
export const attributeNames = [...Object.keys(attributes), ...Object.keys(ownAttributes)]

/** The property of an attribute; `sign-in` is `signInMode`, because `signIn()` is the method. */
export const propertyOf = (name: string): string =>
  name === 'sign-in' ? 'signInMode' : name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())

/** A value that was read, or what was expected of the text that was given. */
export type Parsed =
  | { readonly ok: true; readonly value?: unknown }
  | { readonly ok: false; readonly given: string; readonly expected: string }

/** Reads an attribute's text. */
export function parseAttribute(name: string, value: string): Parsed {
  const { read, expected }: Attribute<unknown> = { ...attributes, ...ownAttributes }[name as AttributeName | OwnAttributeName]
  const parsed = read(value)
  return parsed === undefined ? { ok: false, given: value, expected } : { ok: true, value: parsed }
}

/** Reads a property: lists also as arrays, `rpcUrl` also as a record; everything else as its attribute's text would be. */
export function parseProperty(name: string, value: unknown): Parsed {
  const parsed = parseAttribute(name, textOf(name, value))
  // What a template leaves undefined Vue and Preact write as an empty text.
  return parsed.ok || value !== '' ? parsed : { ok: true }
}

/** A property's value as its attribute would have it. */
export function textOf(name: string, value: unknown): string {
  try {
    if (Array.isArray(value)) return value.map(String).join(' ')
    if (name !== 'rpc-url' || typeof value !== 'object') return String(value)
    return Object.entries(value ?? {})
      .flatMap(([id, urls]) => [urls ?? []].flat().map((url) => `${id}=${String(url)}`))
      .join(' ')
  } catch {
    // Not every object has a text.
    return String({})
  }
}

/** The page-wide settings that attributes and properties may give. */
export type Given = Partial<Settings>
