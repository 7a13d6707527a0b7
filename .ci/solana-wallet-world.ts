import { afterEach, beforeEach, vi } from 'vitest'
import { keyOfSeed } from '../demo/stack/ed25519'
import { networks } from '../src/adapters/solana-networks'
import type { ConnectorEvent } from '../src/connectors/types'
import { toBase58 } from '../src/lib/base58'
import type { Network } from '../src/lib/network'

export const MAINNET = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
export const DEVNET = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
export const TESTNET = 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'
const keys = [1, 2, 3].map((seed) => keyOfSeed(new Uint8Array(32).fill(seed)))
export const [ALICE = '', BOB = '', CAROL = ''] = keys.map(({ publicKey }) => toBase58(publicKey))
export const never = () => new Promise(() => {})
const keyOf = (address: string) => keys[[ALICE, BOB, CAROL].indexOf(address)]

type Account = { address: string; chains?: string[] }
export type Script = Record<string, (...given: never[]) => unknown>

/** A wallet whose features answer as scripted; `become` changes its accounts and fires the event. */
export function fakeWallet(more: Record<string, unknown> = {}, script: Script = {}) {
  const listeners = new Set<(payload: unknown) => void>()
  const asked: unknown[][] = []
  const accountOf = (address: string): Account => ({ address, chains: ['solana:devnet', 'solana:mainnet'] })
  const wallet = { chains: ['solana:mainnet', 'solana:devnet'], accounts: [accountOf(ALICE)], ...more }
  const usual: Script = {
    connect: () => ({ accounts: wallet.accounts }),
    disconnect: () => undefined,
    on: (_: never, hear: (payload: unknown) => void) => {
      listeners.add(hear)
      return () => void listeners.delete(hear)
    },
    signMessage: ({ account, message }: { account: Account; message: Uint8Array }) => [
      { signedMessage: message, signature: keyOf(account.address)?.sign(message) },
    ],
    signTransaction: (...inputs: { transaction: Uint8Array }[]) =>
      inputs.map(({ transaction }) => ({ signedTransaction: transaction.slice().reverse() })),
    signAndSendTransaction: () => [{ signature: new Uint8Array(64).fill(5) }],
    ...script,
  } as Script
  const of = (...methods: string[]) =>
    Object.fromEntries(
      methods.map((method) => [
        method,
        (...given: unknown[]) => {
          asked.push([method, ...given])
          return usual[method]?.(...(given as never[]))
        },
      ]),
    )
  const features: Record<string, unknown> = {
    'standard:connect': of('connect'),
    'standard:disconnect': of('disconnect'),
    'standard:events': of('on'),
    'solana:signMessage': of('signMessage'),
    'solana:signTransaction': of('signTransaction'),
    'solana:signAndSendTransaction': of('signAndSendTransaction'),
  }
  return {
    wallet: Object.assign(wallet, { features }),
    asked,
    listening: () => listeners.size,
    become: (...addresses: string[]) => {
      wallet.accounts = addresses.map(accountOf)
      for (const hear of listeners) hear({ accounts: wallet.accounts })
    },
  }
}

export let events: ConnectorEvent[]
export const tell = (event: ConnectorEvent) => void events.push(event)
export const request = (ids: readonly string[] = [DEVNET], signal = new AbortController().signal) => ({
  networks: ids.map((id) => networks.find(({ caipNetworkId }) => caipNetworkId === id) as Network),
  signal,
})
export const accountsOf = (event: ConnectorEvent | undefined) =>
  event?.type === 'change' ? event.connections.flatMap(({ accounts }) => accounts) : event?.type

beforeEach(() => {
  vi.useFakeTimers()
  events = []
})
afterEach(() => void vi.useRealTimers())
