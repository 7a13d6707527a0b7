import * as z from 'zod/mini'
import { type CaipNetworkId, isCaipNetworkId } from '../src/lib/caip'
import { features, type Settings } from '../src/state/config'
import type { ViewName } from '../src/views'

// Strict pages forbid `new Function`, which zod otherwise tries before its first schema.
z.config({ jitless: true })

const text = z.string()
const words = z.pipe(
  z.string(),
  z.transform((value) => value.split(/\s+/).filter(Boolean)),
)
const listOf = <T extends string>(each: z.ZodMiniType<T>) =>
  z.pipe(words, z.array(each) as unknown as z.ZodMiniType<T[], string[]>)
const networkId = z.custom<CaipNetworkId>(isCaipNetworkId)
const bool = z.pipe(
  z.string(),
  z.transform((value) => value !== 'false'),
)
const urlOf = (...protocols: string[]) =>
  z.pipe(
    z.string(),
    z.pipe(
      z.transform((value: string) => absolute(value)),
      z.string().check(z.refine((value) => protocols.includes(value.slice(0, value.indexOf(':') + 1)))),
    ),
  )
const web = urlOf('https:', 'http:')
const locale = z.string().check(z.refine((tag) => Intl.getCanonicalLocales(tag).length > 0))

/** `caip2=url` words; several of one chain are tried in order. */
const rpcUrls = z.pipe(
  words,
  z.transform((entries, context) => {
    const found: Record<CaipNetworkId, string[]> = {}
    for (const entry of entries) {
      const at = entry.indexOf('=')
      const id = entry.slice(0, at)
      const url = absolute(entry.slice(at + 1))
      if (at < 0 || !isCaipNetworkId(id) || !/^https?:/.test(url)) {
        context.issues.push({ code: 'custom', input: entry, message: entry })
        return z.NEVER
      }
      found[id] = [...(found[id] ?? []), url]
    }
    return found
  }),
)

function absolute(value: string): string {
  try {
    return new URL(value, typeof document === 'undefined' ? undefined : document.baseURI).href
  } catch {
    return ''
  }
}

type Attribute<T> = { readonly parse: z.ZodMiniType<T, string>; readonly expected: string }
const attribute = <T>(parse: z.ZodMiniType<T, string>, expected: string): Attribute<T> => ({ parse, expected })
const oneOf = <const T extends readonly string[]>(...values: T) =>
  attribute(
    z.enum(values as unknown as [T[number], ...T[number][]]) as unknown as z.ZodMiniType<T[number], string>,
    values.join(', '),
  )
const wordsOf = <const T extends readonly string[]>(...values: T) =>
  attribute(
    listOf(z.enum(values as unknown as [T[number], ...T[number][]]) as unknown as z.ZodMiniType<T[number]>),
    `words of ${values.join(', ')}`,
  )

const socials = ['google', 'github', 'apple', 'facebook', 'x', 'discord', 'farcaster'] as const

/** Public attributes that configure the page's wallet; the property of each is its camelCase (`sign-in`: `signInMode`). */
export const attributes = {
  'project-id': attribute(text, 'a project key'),
  mode: oneOf('localhost', 'testnet', 'production'),
  preset: oneOf('login'),
  networks: attribute(listOf(networkId), 'CAIP-2 ids, e.g. "eip155:56 eip155:42161"'),
  'default-network': attribute(networkId as unknown as z.ZodMiniType<CaipNetworkId, string>, 'a CAIP-2 id, e.g. "eip155:56"'),
  'rpc-url': attribute(rpcUrls, 'words of caip2=url, e.g. "eip155:56=https://rpc.example"'),
  'provider-url': attribute(web, 'an http(s) URL'),
  'wallets-url': attribute(web, 'an http(s) URL'),
  'relay-url': attribute(urlOf('wss:', 'ws:'), 'a ws(s) URL'),
  'secure-site-url': attribute(web, 'an http(s) URL'),
  'login-url': attribute(web, 'an http(s) URL'),
  'analytics-url': attribute(web, 'an http(s) URL'),
  'app-name': attribute(text, 'text'),
  'app-description': attribute(text, 'text'),
  'app-url': attribute(web, 'an http(s) URL'),
  'app-icon': attribute(urlOf('https:', 'http:', 'data:'), 'an image URL'),
  features: wordsOf(...features),
  email: attribute(bool, 'present or absent'),
  socials: wordsOf(...socials),
  'connect-order': wordsOf('wallet', 'email', 'social'),
  'featured-wallets': attribute(listOf(text), 'wallet ids or rdns'),
  'include-wallets': attribute(listOf(text), 'wallet ids or rdns'),
  'exclude-wallets': attribute(listOf(text), 'wallet ids or rdns'),
  'all-wallets': oneOf('show', 'hide', 'mobile'),
  'account-type': oneOf('eoa', 'smart-account'),
  'sign-in': oneOf('off', 'optional', 'required'),
  'sign-in-statement': attribute(text, 'text'),
  referral: attribute(z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)), 'a 42-character hex address'),
  'name-zone': attribute(z.string().check(z.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/)), 'a zone, e.g. "example.id"'),
  'wrong-network': oneOf('prompt', 'badge', 'ignore'),
  reconnect: oneOf('on', 'off'),
  locale: attribute(locale, 'a BCP 47 tag, e.g. "pt-BR"'),
  'terms-url': attribute(web, 'an http(s) URL'),
  'privacy-url': attribute(web, 'an http(s) URL'),
  'legal-checkbox': attribute(bool, 'present or absent'),
  'storage-prefix': attribute(z.string().check(z.regex(/^[\w-]{1,64}$/)), 'up to 64 letters, digits, - and _'),
  debug: attribute(bool, 'present or absent'),
} as const

/** Attributes of one element alone: how and where it shows the page's one modal. */
export const ownAttributes = {
  open: attribute(bool, 'present or absent'),
  embedded: attribute(bool, 'present or absent'),
  view: attribute(z.string() as unknown as z.ZodMiniType<ViewName, string>, 'a view name'),
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
  const { parse, expected } = { ...attributes, ...ownAttributes }[name as AttributeName | OwnAttributeName]
  try {
    const parsed = z.safeParse(parse as z.ZodMiniType<unknown>, value)
    return parsed.success ? { ok: true, value: parsed.data } : { ok: false, expected }
  } catch {
    return { ok: false, expected }
  }
}

const record = z.record(z.string(), z.union([z.string(), z.array(z.string())]))

/** Reads a property: lists also as arrays, `rpcUrl` also as a record; everything else as its attribute's text would be. */
export function parseProperty(name: string, value: unknown): Parsed {
  if (typeof value === 'boolean') return parseAttribute(name, String(value))
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return parseAttribute(name, value.join(' '))
  if (name === 'rpc-url' && typeof value === 'object') {
    const given = z.safeParse(record, value)
    const entries = given.success ? Object.entries(given.data) : [['', '']]
    return parseAttribute(name, entries.flatMap(([id, urls]) => [urls ?? ''].flat().map((url) => `${id}=${url}`)).join(' '))
  }
  return parseAttribute(name, String(value))
}

/** The page-wide settings that attributes and properties may give. */
export type Given = Partial<Settings>
