import { report } from '../src/controllers/report'
import { WalletError } from '../src/lib/errors'
import type { LoginClient } from '../src/lib/login-client'
import type { Siwx } from '../src/lib/siwx'
import { whenLoaded } from '../src/lib/when-loaded'
import type { Messages } from '../src/locales/en'
import { takeSiwx } from './given-siwx'
import { type Door, later, tellHost } from './page'

/** Replacements for the texts of `T`: a string, an array of as many strings, or a function that returns one. */
type OwnWords<T> = T extends string
  ? string
  : T extends readonly unknown[]
    ? readonly string[]
    : T extends (...told: infer Told) => unknown
      ? string | ((...told: Told) => unknown)
      : { readonly [K in keyof T]?: OwnWords<T[K]> }

/** Property-only settings, with their shapes for editors; invalid values are reported on use. Their code loads when needed. */
export type LaterSettings = {
  /** The host's own sign-in (SIWX): `{ createMessage, getSessions, addSession, revokeSession }`. */
  siwx: Siwx | object | null | undefined
  /** The same in its older form, for Ethereum only: `{ getNonce, createMessage, verifyMessage, getSession, signOut, … }`; cannot be combined with `siwx`. */
  siweConfig: unknown
  /** The host's own client for its login backend, instead of the routes below `login-url`: `{ challenge, signIn, refresh, signOut, assist }`; `refresh` rejects with an error whose `status` is 401 if nobody is logged in. */
  login: LoginClient | object | null | undefined
  /** The page's own texts, in every language: strings, or functions that return one, under the names of the texts they replace. */
  messages: OwnWords<Messages> | object | null | undefined
}

const names = ['siwx', 'siweConfig', 'login', 'messages'] as const

/** Defines accessors for these settings on a class; setting both `siwx` and `siweConfig` throws SIWX_CONFLICT. */
export function defineLaterSettings(prototype: object): void {
  for (const name of names)
    Object.defineProperty(prototype, name, {
      configurable: true,
      enumerable: true,
      get(this: object) {
        return later.get(this)?.[name]
      },
      set(this: Door, value: unknown) {
        const next = { ...later.get(this), [name]: value }
        if (next.siwx && next.siweConfig) {
          const conflict = new WalletError('SIWX_CONFLICT')
          // If it was set before the script loaded, it is read before anybody listens.
          tellHost(() => report(conflict))
          throw conflict
        }
        later.set(this, next)
        if (name === 'messages') whenLoaded(import('./given-messages'), ({ takeMessages }) => takeMessages(value))
        // At once and without loading anything: sign-in must not be skipped because a chunk failed to load.
        else takeSiwx(this, next)
      },
    })
}
