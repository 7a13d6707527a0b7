import { linkBase } from './deep-link'
import { SOME_APP } from './meant-app'
import type { StorageKey } from './storage'

/** Where the link of the wallet's app is kept that holds the session, when that app is on this phone. */
export const walletAppKey: StorageKey<string> = { area: 'local', name: 'wallet-app', parse: linkBase }

/** Where the same link is kept in this tab while its visitor is in that app with a pairing: the page may be thrown away meanwhile. */
export const leftForAppKey: StorageKey<string> = {
  area: 'session',
  name: 'left-for-app',
  parse: (link) => (link === SOME_APP ? SOME_APP : linkBase(link)),
}
