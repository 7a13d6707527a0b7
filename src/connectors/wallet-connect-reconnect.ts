import type { Core } from '@walletconnect/core'
import { z } from '../lib/schema'

// Untyped parts of 2.21.8. Parsed before they are patched, so that a version without them fails at once.
const Relayer = z.custom<{
  connect(url?: string): Promise<void>
  readonly subscriber: { start(): Promise<void> }
  readonly provider: { readonly connection: { readonly connected: boolean } }
}>((value) => typeof value?.connect === 'function' && typeof value.subscriber?.start === 'function')

/**
 * Keeps the SDK to one round of tries at a time, with its pauses. It begins one more for each message while no socket is open, and each
 * try sends messages of its own, whether or not its socket has opened: a relay that closes every socket at once was asked two hundred
 * times a second (WalletConnect/walletconnect-monorepo#7131).
 */
export function reconnectCalmly(core: InstanceType<typeof Core>): void {
  const relayer = z.parse(Relayer, core.relayer)
  const connect = relayer.connect.bind(relayer)
  let round: Promise<void> | undefined
  relayer.connect = (url) => {
    round ??= connect(url).finally(() => (round = undefined))
    return round
  }
  const { subscriber } = relayer
  const start = subscriber.start.bind(subscriber)
  subscriber.start = async () => {
    if (relayer.provider.connection.connected) await start()
  }
}
