import { report } from '../src/controllers/report'
import { WalletError } from '../src/lib/errors'
import { untilDone } from '../src/lib/when-loaded'
import { takeSiwx } from './given-siwx'
import { type Door, propertySettings, tellHost } from './page'

const names = ['siwx', 'siweConfig', 'login', 'messages'] as const

const messagesTaker = () => import('./given-messages')
/** The page's own texts, of all its elements: those that were set last. */
let texts: unknown

/** Defines accessors for `PropertySettings` on a class; setting both `siwx` and `siweConfig` throws SIWX_CONFLICT. */
export function definePropertySettings(prototype: object, load = messagesTaker): void {
  const takeTexts = (value: unknown) => {
    texts = value
    return untilDone(async () => {
      const { takeMessages } = await load()
      if (texts === value) await takeMessages(value)
    })
  }
  for (const name of names)
    Object.defineProperty(prototype, name, {
      configurable: true,
      enumerable: true,
      get(this: object) {
        return propertySettings.get(this)?.[name]
      },
      set(this: Door, value: unknown) {
        const next = { ...propertySettings.get(this), [name]: value }
        if (next.siwx && next.siweConfig) {
          const conflict = new WalletError('SIWX_CONFLICT')
          // If it was set before the script loaded, it is read before anybody listens.
          tellHost(() => report(conflict))
          throw conflict
        }
        propertySettings.set(this, next)
        if (name === 'messages') void takeTexts(value)
        // At once and without loading anything: sign-in must not be skipped because a chunk failed to load.
        else takeSiwx(this, next)
      },
    })
}
