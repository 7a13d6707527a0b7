import { report } from '../src/controllers/report'
import { WalletError } from '../src/lib/errors'
import type { LoginClient } from '../src/lib/login-client'
import type { Siwx } from '../src/lib/siwx'
import { whenLoaded } from '../src/lib/when-loaded'
import type { Messages } from '../src/locales/en'
import { takeSiwx } from './given-siwx'
import { type Door, later, tellHost } from './page'

/** Words that stand for those of `T`: a text, as many texts, or a function that gives one. */
type OwnWords<T> = T extends string
  ? string
  : T extends readonly unknown[]
    ? readonly string[]
    : T extends (...told: infer Told) => unknown
      ? string | ((...told: Told) => unknown)
      : { readonly [K in keyof T]?: OwnWords<T[K]> }

/** Property-only settings, each with its shape for editors; anything else is read and told when it is used. What uses each loads when it is needed. */
export type LaterSettings = {
  /** The host's own sign-in (SIWX): `{ createMessage, getSessions, addSession, revokeSession }` make, look for, take and end sessions. */
  siwx: Siwx | object | null | undefined
  /** The same in its older form, for Ethereum alone: `{ getNonce, createMessage, verifyMessage, getSession, signOut, … }`; not beside `siwx`. */
  siweConfig: unknown
  /** The host's own client of its login backend, in place of the routes below `login-url`: `{ challenge, signIn, refresh, signOut, assist }`; `refresh` rejects with an error whose `status` is 401 where nobody is logged in. */
  login: LoginClient | object | null | undefined
  /** Words of the page's own over ours, in every language: texts, or functions that give one, under the names of those they stand for. */
  messages: OwnWords<Messages> | object | null | undefined
}

const names = ['siwx', 'siweConfig', 'login', 'messages'] as const

/** Gives a class the accessors of these settings; setting both ways to sign in throws SIWX_CONFLICT. */
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
          // Set before the script, it is read before anybody hears.
          tellHost(() => report(conflict))
          throw conflict
        }
        later.set(this, next)
        if (name === 'messages') whenLoaded(import('./given-messages'), ({ takeMessages }) => takeMessages(value))
        // Now, and with nothing to load: signing in must not be left out because a part did not come.
        else takeSiwx(this, next)
      },
    })
}
