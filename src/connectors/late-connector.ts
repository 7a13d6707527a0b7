import { WalletError } from '../lib/errors'
import type { Connector, ConnectorEvent } from './types'

type Verb = 'connect' | 'restore' | 'disconnect'

/** What is shown of a wallet before anything is asked of it. */
export type WalletDetails = Omit<Connector, Verb | 'on'>

/** A wallet that is spoken to. Each promise settles whatever it does. */
export type OpenWallet = Pick<Connector, Verb> & {
  /** Ends the watch of it, and tells it nothing. */
  pause(): void
}

/** A connector of a wallet that is opened when it is first used, by code that loads then; `tell` and `pause` are for who found it. */
export function lateConnector(details: WalletDetails, load: (tell: (event: ConnectorEvent) => void) => Promise<OpenWallet>) {
  const listeners = new Set<(event: ConnectorEvent) => void>()
  const tell = (event: ConnectorEvent) => {
    for (const listener of listeners) listener(event)
  }
  let opened: Promise<OpenWallet> | undefined
  const open = () => {
    opened ??= load(tell).catch((cause) => {
      opened = undefined
      throw new WalletError('CONNECT_FAILED', { cause })
    })
    return opened
  }
  // Who asked it is told that it did not load.
  const pause = () => void opened?.then((wallet) => wallet.pause()).catch(() => {})
  const connector: Connector = {
    ...details,
    connect: async (request) => (await open()).connect(request),
    restore: async (request) => (await open()).restore(request),
    disconnect: async () => (await opened)?.disconnect(),
    on(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        // Nobody hears this wallet any more, so we stop hearing it too.
        if (listeners.size === 0) pause()
      }
    },
  }
  return { connector, tell, pause }
}
