import type { CaipAddress, CaipNetworkId, ChainNamespace } from '../lib/caip'
import { type ErrorCode, WalletError } from '../lib/errors'
import type { Connection, Connector, ConnectorEvent, Provider } from './types'
import { waitFor } from './wait'

/** What a mock wallet answers; each may be changed while it runs. */
type MockScript = {
  /** `hang` never answers: only the signal ends it. */
  connect: 'approve' | 'hang' | ErrorCode
  restore: 'approve' | 'nothing' | 'hang'
  disconnect: 'approve' | 'hang' | ErrorCode
  /** Answer of `provider.request`; throws what it throws. */
  request: (args: { method: string; params?: unknown }) => unknown
  connections: readonly Connection[]
}

/** A wallet that succeeds or fails on demand: the connector, its script, and `emit` for its own events. */
export type MockWallet = {
  readonly connector: Connector
  readonly script: MockScript
  emit(event: ConnectorEvent): void
  /** How often each was called. */
  readonly calls: { connect: number; restore: number; disconnect: number }
  readonly listeners: () => number
}

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/** A connection of one account on one network, `eip155:31337` unless told otherwise. */
export function mockConnection(networkId: CaipNetworkId = 'eip155:31337', address = ADDRESS, provider?: Provider): Connection {
  const namespace: ChainNamespace = networkId.slice(0, networkId.indexOf(':'))
  const account: CaipAddress = `${networkId}:${address}`
  return { namespace, networkId, accounts: [account], provider: provider ?? { request: async () => null } }
}

/** A mock wallet for tests: `{ connect: 'USER_REJECTED' }` refuses, `{ connect: 'hang' }` never answers. */
export function mockWallet(details: Partial<Connector> = {}, script: Partial<MockScript> = {}): MockWallet {
  const listeners = new Set<(event: ConnectorEvent) => void>()
  const calls = { connect: 0, restore: 0, disconnect: 0 }
  const provider: Provider = { request: async (args) => full.request(args) }
  const full: MockScript = {
    connect: 'approve',
    restore: 'nothing',
    disconnect: 'approve',
    request: () => null,
    connections: [mockConnection('eip155:31337', ADDRESS, provider)],
    ...script,
  }
  const play = async <T>(act: string, value: T, signal?: AbortSignal): Promise<T> => {
    if (act === 'hang') return waitFor(new Promise<T>(() => {}), signal ? { signal } : {})
    if (act !== 'approve') throw new WalletError(act as ErrorCode)
    if (signal?.aborted) throw new WalletError('ABORTED')
    return value
  }
  const connector: Connector = {
    id: 'mock',
    name: 'Mock Wallet',
    type: 'ANNOUNCED',
    namespaces: ['eip155'],
    ...details,
    connect({ signal }) {
      calls.connect++
      return play(full.connect, full.connections, signal)
    },
    async restore({ signal }) {
      calls.restore++
      return full.restore === 'nothing' ? [] : play(full.restore, full.connections, signal)
    },
    disconnect() {
      calls.disconnect++
      return play(full.disconnect, undefined)
    },
    on(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  const emit = (event: ConnectorEvent) => {
    for (const listener of listeners) listener(event)
  }
  return { connector, script: full, emit, calls, listeners: () => listeners.size }
}
