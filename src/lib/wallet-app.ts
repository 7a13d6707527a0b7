import { linkBase } from './deep-link'
import { SOME_APP } from './meant-app'
import type { StorageKey } from './storage'

/** The link base of the wallet app that holds the session, if it is on this phone. */
export const walletAppKey: StorageKey<string> = { area: 'local', name: 'wallet-app', parse: linkBase }

/** The link base of the app that the visitor is in to pair; kept because the browser may discard the page meanwhile. */
export const leftForAppKey: StorageKey<string> = {
  area: 'session',
  name: 'left-for-app',
  parse: (link) => (link === SOME_APP ? SOME_APP : linkBase(link)),
}
