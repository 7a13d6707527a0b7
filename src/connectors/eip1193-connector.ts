import { WalletError } from '../lib/errors'
import { eip1193 } from '.'
import type { Eip1193Wallet } from './eip1193'
import type { Connector, ConnectorEvent } from './types'

/** What is shown of a wallet before anything is asked of it. */
export type Eip1193Details = Omit<Connector, 'connect' | 'restore' | 'disconnect' | 'on' | 'namespaces'>

/** A connector over an EIP-1193 provider; the code that speaks to it loads when it is first used. */
export function eip1193Connector(details: Eip1193Details, provider: unknown): Connector {
  const listeners = new Set<(event: ConnectorEvent) => void>()
  const tell = (event: ConnectorEvent) => {
    for (const listener of listeners) listener(event)
  }
  let opened: Promise<Eip1193Wallet> | undefined
  const open = () => {
    opened ??= eip1193().then(
      ({ openEip1193 }) => openEip1193(provider, tell),
      (cause) => {
        opened = undefined
        throw new WalletError('CONNECT_FAILED', { cause })
      },
    )
    return opened
  }
  return {
    ...details,
    namespaces: ['eip155'],
    connect: async ({ signal }) => (await open()).connect(signal),
    restore: async ({ signal }) => (await open()).restore(signal),
    disconnect: async () => (await opened)?.disconnect(),
    on(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        // Nobody hears this wallet any more, so we stop hearing it too.
        if (listeners.size === 0) void opened?.then((wallet) => wallet.pause())
      }
    },
  }
}
