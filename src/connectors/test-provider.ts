import type { ConnectorEvent } from './types'

export const ALICE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const BOB = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const never = () => new Promise(() => {})
export const rejects = (cause: unknown) => () => Promise.reject(cause)

export type Answers = Record<string, unknown>

/** A provider that answers each method as told (a function is called), with a plain emitter. */
export function fakeProvider(answers: Answers = {}) {
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const asked: string[] = []
  const replies: Answers = { eth_requestAccounts: [ALICE], eth_accounts: [ALICE], eth_chainId: '0x38', ...answers }
  const of = (name: string) => listeners.get(name) ?? listeners.set(name, new Set()).get(name) ?? new Set()
  return {
    asked,
    replies,
    emit: (name: string, payload?: unknown) => {
      for (const hear of [...of(name)]) hear(payload)
    },
    count: () => [...listeners.values()].reduce((sum, each) => sum + each.size, 0),
    provider: {
      request({ method }: { method: string }): unknown {
        asked.push(method)
        const reply = replies[method]
        return typeof reply === 'function' ? reply() : Promise.resolve(reply)
      },
      on: (name: string, hear: (payload: unknown) => void) => void of(name).add(hear),
      removeListener: (name: string, hear: (payload: unknown) => void) => void of(name).delete(hear),
    } as Record<string, unknown>,
  }
}

/** What connectors report, oldest first; a test empties it before it begins. */
export const events: ConnectorEvent[] = []
export const tell = (event: ConnectorEvent) => void events.push(event)

/** The same in short: of a change the first network and the number of accounts, else its type. */
export const told = () =>
  events.map((event) =>
    event.type === 'change' ? [event.connections[0]?.networkId, event.connections[0]?.accounts.length] : event.type,
  )

export const signal = () => new AbortController().signal

/** The outcome of connecting; `waits`: none yet. */
export type Outcome = { code: string } | { networkId: string; accounts: string[] } | 'waits'

const connectsTo = (reference: number | string, ...addresses: string[]): Outcome => ({
  networkId: `eip155:${reference}`,
  accounts: addresses.map((address) => `eip155:${reference}:${address}`),
})

export const fine = connectsTo(56, ALICE)
export const accounts = (answer: unknown) => fakeProvider({ eth_requestAccounts: answer }).provider
export const chain = (answer: unknown) => fakeProvider({ eth_chainId: answer }).provider
export const without = (...keys: string[]) =>
  Object.fromEntries(Object.entries(fakeProvider().provider).filter(([key]) => !keys.includes(key)))

export const onThrows = () => {
  throw new Error('no')
}

export const twice = {
  // biome-ignore lint/suspicious/noThenProperty: the fault itself
  then(resolve: (value: unknown) => void, reject: (cause: unknown) => void) {
    resolve([ALICE])
    resolve([BOB])
    reject(1)
  },
}
