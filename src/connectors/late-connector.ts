import { WalletError } from '../lib/errors'
import type { Connector, ConnectorEvent } from './types'

type Verb = 'connect' | 'restore' | 'disconnect'

/** What is known of a wallet before it is opened. */
export type WalletDetails = Omit<Connector, Verb | 'on'>

/** An opened wallet. Each promise settles, whatever the wallet does. */
export type OpenWallet = Pick<Connector, Verb> & {
  /** Stops listening, without telling the wallet. */
  pause(): void
}

/** A connector whose wallet is opened on first use, by code that loads then; `tell` and `pause` are for the code that found it. */
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
  // The caller of the request is told of a failed load.
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
        // No listeners left, so we stop listening to the wallet.
        if (listeners.size === 0) pause()
      }
    },
  }
  return { connector, tell, pause }
}
