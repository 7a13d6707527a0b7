import type { LoginClient } from '../src/lib/login-client'
import type { Siwx } from '../src/lib/siwx'
import type { Messages } from '../src/locales/en'
import type { GivenSetting, Settings } from '../src/state/config'
import type { ViewName } from '../src/views'
import type { AttributeName } from './attributes'

/** Settings of a single element. */
export type Own = { open: boolean; embedded: boolean; view: ViewName | undefined; theme: 'light' | 'dark' | 'auto' }
/** `wallet-open` as `walletOpen`. */
export type Camel<K extends string> = K extends `${infer Head}-${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : K
type PropertyOf<K extends string> = K extends 'sign-in' ? 'signInMode' : Camel<K>
type PageProperties = {
  [K in Exclude<AttributeName, 'networks'> as PropertyOf<K>]: GivenSetting<PropertyOf<K> & keyof Settings>
}

/** A property for each attribute; undefined restores its default. */
export type PublicProperties = PageProperties &
  Pick<Own, 'embedded' | 'view' | 'theme'> & {
    /** CAIP-2 ids or network objects. */
    networks: readonly (string | object)[] | undefined
  }

/** Replacements for the texts of `T`: a string, an array of as many strings, or a function that returns one. */
type OwnWords<T> = T extends string
  ? string
  : T extends readonly unknown[]
    ? readonly string[]
    : T extends (...told: infer Told) => unknown
      ? string | ((...told: Told) => unknown)
      : { readonly [K in keyof T]?: OwnWords<T[K]> }

/** Property-only settings, with their shapes for editors; invalid values are reported on use. Their code loads when needed. */
export type PropertySettings = {
  /** The host's own sign-in (SIWX): `{ createMessage, getSessions, addSession, revokeSession }`. */
  siwx: Siwx | object | null | undefined
  /** The older form of `siwx`, for Ethereum only: `{ getNonce, createMessage, verifyMessage, getSession, signOut, … }`; cannot be combined with `siwx`. */
  siweConfig: unknown
  /** The host's own client for its login backend, instead of the routes below `login-url`: `{ challenge, signIn, refresh, signOut, assist }`; `refresh` rejects with an error whose `status` is 401 if nobody is logged in. */
  login: LoginClient | object | null | undefined
  /** The page's own texts, in every language: strings, or functions that return one, under the names of the texts they replace. */
  messages: OwnWords<Messages> | object | null | undefined
}
