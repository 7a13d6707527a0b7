import { ownSiwx } from '../src/controllers/own-siwx'
import { WalletError } from '../src/lib/errors'
import { applyGiven, type Door } from './page'
import { told } from './told'

/** Property-only settings. `messages` comes in a later release: it is kept and given back, and does nothing yet. */
export type LaterSettings = { siwx: unknown; siweConfig: unknown; login: unknown; messages: unknown }

const names = ['siwx', 'siweConfig', 'login', 'messages'] as const
const kept = new WeakMap<object, Partial<LaterSettings>>()

/** Gives a class the accessors of these settings; setting both ways to sign in throws SIWX_CONFLICT. */
export function defineLaterSettings(prototype: object): void {
  for (const name of names)
    Object.defineProperty(prototype, name, {
      configurable: true,
      enumerable: true,
      get(this: object) {
        return kept.get(this)?.[name]
      },
      set(this: Door, value: unknown) {
        const next = { ...kept.get(this), [name]: value }
        if (next.siwx && next.siweConfig) throw told(new WalletError('SIWX_CONFLICT'))
        kept.set(this, next)
        if (name !== 'messages') takeSiwx(this, name, value)
      },
    })
}

type Way = { enabled?: boolean; required?: boolean; getRequired?(): boolean }

/** Whoever brings a way to sign in wants it used, where the `sign-in` attribute does not say how. */
function takeSiwx(element: Door, name: 'siwx' | 'siweConfig' | 'login', value: unknown): void {
  const way = value as Way | undefined
  ownSiwx[name] = way?.enabled === false ? undefined : way
  if (element.hasAttribute('sign-in')) return
  if (ownSiwx[name]) element.given.signInMode = (way?.getRequired?.() ?? way?.required) === false ? 'optional' : 'required'
  else delete element.given.signInMode
  applyGiven(element)
}
