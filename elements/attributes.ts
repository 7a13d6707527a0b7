import { type CaipNetworkId, isCaipNetworkId } from '../src/lib/caip'
import { features, type Settings } from '../src/state/config'

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

const list = <T>(read: Read<T>, expected: string) =>
  attribute((value) => {
    const found = value.split(/\s+/).filter(Boolean).map(read)
    return found.every((each) => each !== undefined) ? (found as T[]) : undefined
  }, expected)
const listOf = <const T extends string>(...values: readonly T[]) =>
  list((word) => values.find((each) => each === word), `words of ${values.join(', ')}`)

const networkId: Read<CaipNetworkId> = (word) => (isCaipNetworkId(word) ? word : undefined)

/** Absolute form of a URL of these protocols; a relative one is resolved as the page resolves links. */
const urlOf =
  (...protocols: readonly string[]): Read<string> =>
  (value) => {
    try {
      const { href, protocol } = new URL(value, typeof document === 'undefined' ? undefined : document.baseURI)
      return protocols.includes(protocol) ? href : undefined
    } catch {
      return undefined
    }
  }
const webUrl = urlOf('https:', 'http:')
const web = attribute(webUrl, 'an http(s) URL')

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

const locale: Read<string> = (value) => {
  try {
    return Intl.getCanonicalLocales(value)[0]
  } catch {
    return undefined
  }
}

/** Public attributes that configure the page's wallet; the property of each is its camelCase (`sign-in`: `signInMode`). */
export const attributes = {
  'project-id': text('a key'),
  mode: oneOf('localhost', 'testnet', 'production'),
  preset: oneOf('login'),
  networks: list(networkId, 'CAIP-2 ids, e.g. "eip155:56"'),
  'default-network': attribute(networkId, 'a CAIP-2 id, e.g. "eip155:56"'),
  'rpc-url': attribute(rpcUrls, 'words of caip2=url'),
  'provider-url': web,
  'wallets-url': web,
  'relay-url': attribute(urlOf('wss:', 'ws:'), 'a ws(s) URL'),
  'secure-site-url': web,
  'login-url': web,
  'analytics-url': web,
  'app-name': text(),
  'app-description': text(),
  'app-url': web,
  'app-icon': attribute(urlOf('https:', 'http:', 'data:'), 'a URL'),
  features: listOf(...features),
  email: boolean,
  socials: listOf('google', 'github', 'apple', 'facebook', 'x', 'discord', 'farcaster'),
  'connect-order': listOf('wallet', 'email', 'social'),
  'featured-wallets': list((word) => word, 'ids or rdns'),
  'include-wallets': list((word) => word, 'ids or rdns'),
  'exclude-wallets': list((word) => word, 'ids or rdns'),
  'all-wallets': oneOf('show', 'hide', 'mobile'),
  'account-type': oneOf('eoa', 'smart-account'),
  'sign-in': oneOf('off', 'optional', 'required'),
  // What hides or reorders what is read never gets into a message, nor does nothing at all.
  'sign-in-statement': matching(/^(?=.*\S)[^\p{C}\p{Zl}\p{Zp}]{1,500}$/u, 'a line of text'),
  referral: matching(/^0x[0-9a-fA-F]{40}$/, 'an EVM address'),
  'name-zone': matching(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'a zone'),
  'wrong-network': oneOf('prompt', 'badge', 'ignore'),
  reconnect: oneOf('on', 'off'),
  locale: attribute(locale, 'a BCP 47 tag'),
  'terms-url': web,
  'privacy-url': web,
  'legal-checkbox': boolean,
  'storage-prefix': matching(/^[\w-]{1,64}$/, 'letters, digits, - and _'),
  debug: boolean,
} as const

/** Attributes of one element alone: how and where it shows the page's one modal. */
export const ownAttributes = {
  open: boolean,
  embedded: boolean,
  view: text('a view name'),
  theme: oneOf('light', 'dark', 'auto'),
} as const

export type AttributeName = keyof typeof attributes
export type OwnAttributeName = keyof typeof ownAttributes

/** Every observed attribute. */
export const attributeNames = [...Object.keys(attributes), ...Object.keys(ownAttributes)]

/** The property of an attribute; `sign-in` is `signInMode`, because `signIn()` is the method. */
export const propertyOf = (name: string): string =>
  name === 'sign-in' ? 'signInMode' : name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())

/** A value that was read, or what was expected of it. */
export type Parsed = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly expected: string }

/** Reads an attribute's text. */
export function parseAttribute(name: string, value: string): Parsed {
  const { read, expected }: Attribute<unknown> = { ...attributes, ...ownAttributes }[name as AttributeName | OwnAttributeName]
  const parsed = read(value)
  return parsed === undefined ? { ok: false, expected } : { ok: true, value: parsed }
}

/** Reads a property: lists also as arrays, `rpcUrl` also as a record; everything else as its attribute's text would be. */
export function parseProperty(name: string, value: unknown): Parsed {
  if (Array.isArray(value)) return parseAttribute(name, value.map(String).join(' '))
  if (name === 'rpc-url' && typeof value === 'object') {
    const words = Object.entries(value ?? {}).flatMap(([id, urls]) => [urls].flat().map((url) => `${id}=${String(url)}`))
    return parseAttribute(name, words.join(' '))
  }
  return parseAttribute(name, String(value))
}

/** The page-wide settings that attributes and properties may give. */
export type Given = Partial<Settings>
