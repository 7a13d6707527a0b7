import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { inFull } from '../../.ci/in-full.mjs'
import type { Connection, Connector, ConnectorEvent } from '../connectors/types'
import type { CaipNetworkId, ChainNamespace } from '../lib/caip'
import { WalletError } from '../lib/errors'
import { keys, read, remember } from '../lib/storage'
import { chainOf, chains } from '../state/chains'
import { config } from '../state/config'
import { resetStores } from '../state/store'
import { chooseAccount } from './choose-account'
import { abandonConnections, connect, disconnect } from './connection'
import { addConnector, forgetConnectors } from './discovery'
import { followTabs } from './follow-tabs'
import { switchNetwork } from './network'
import { restoreAll } from './reconnecting'
import { rememberConnections } from './remembered'

/** 10,000 steps in all, ten times as many with SOAK=1. */
const RUNS = inFull(2_000, 200)
const STEPS = 50

const SOLANA = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const networks: Record<string, readonly CaipNetworkId[]> = { eip155: ['eip155:31337', 'eip155:56'], solana: [SOLANA] }
const addresses: Record<string, readonly string[]> = {
  eip155: [
    '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  ],
  solana: ['oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96', '11111111111111111111111111111112'],
}
const someNetwork = (namespace: string) => networks[namespace]?.[0] ?? SOLANA

type Answer = 'yes' | 'no' | 'junk'

/** A wallet with its own state: what it holds, whether the site may see it, and what it answers next. */
function makeWallet(id: string, namespaces: readonly ChainNamespace[]) {
  const listeners = new Set<(event: ConnectorEvent) => void>()
  const held = new Map(namespaces.map((each) => [each, [...(addresses[each] ?? [])]]))
  const on = new Map(namespaces.map((each) => [each, someNetwork(each)]))
  const state = { granted: false, answer: 'yes' as Answer, keepsPermission: false, held, on }
  const connections = (): Connection[] =>
    namespaces.flatMap((namespace) => {
      const networkId = on.get(namespace) ?? SOLANA
      const accounts = (held.get(namespace) ?? []).map((address) => `${networkId}:${address}` as const)
      return accounts.length ? [{ namespace, networkId, accounts, provider: providerOf(namespace) }] : []
    })
  const providerOf = (namespace: ChainNamespace) => ({
    async request({ method, params }: { method: string; params?: unknown }) {
      if (method === 'eth_chainId') return `0x${Number(on.get(namespace)?.split(':')[1]).toString(16)}`
      if (method === 'wallet_switchEthereumChain') {
        if (state.answer !== 'yes') throw Object.assign(new Error('no'), { code: 4001 })
        on.set(namespace, `eip155:${Number((params as [{ chainId: string }])[0].chainId)}`)
        emit({ type: 'change', connections: connections() })
      }
      return null
    },
  })
  const emit = (event: ConnectorEvent) => {
    for (const listener of [...listeners]) listener(event)
  }
  const connector: Connector = {
    id,
    name: id,
    type: 'ANNOUNCED',
    namespaces,
    async connect() {
      if (state.answer === 'no') throw new WalletError('USER_REJECTED')
      if (state.answer === 'junk' || connections().length === 0) throw new WalletError('NO_ACCOUNTS_FOUND')
      state.granted = true
      return connections()
    },
    restore: async () => (state.granted ? connections() : []),
    async disconnect() {
      if (!state.keepsPermission) state.granted = false
      if (state.answer === 'junk') throw new Error('The wallet is confused')
    },
    on(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  return { id, namespaces, state, connector, connections, emit }
}

type Wallet = ReturnType<typeof makeWallet>
type Step = { readonly name: string; readonly wallet: number; readonly pick: number; readonly answer: Answer }

const settled = async () => {
  for (let count = 0; count < 12; count++) await Promise.resolve()
}

/** The world of one run: what the visitor did last, and how each step is carried out. */
function makeWorld() {
  const wallets = [
    makeWallet('org.one', ['eip155']),
    makeWallet('org.two', ['eip155']),
    makeWallet('Sol', ['solana']),
    makeWallet('both', ['eip155', 'solana']),
  ]
  /** Namespaces that the visitor has disconnected and not connected since. */
  const ended = new Set<string>()
  let stop = rememberConnections()
  for (const { connector } of wallets) addConnector(connector)
  const opened = (wallet: Wallet) => {
    for (const each of wallet.namespaces) ended.delete(each)
  }
  const leave = (namespace?: string) => {
    const ids = new Set(
      Object.entries(chains.byNamespace).flatMap(([each, { connectorId }]) =>
        !namespace || each === namespace ? [connectorId] : [],
      ),
    )
    // A wallet of several namespaces disconnects all of them.
    for (const [each, { connectorId }] of Object.entries(chains.byNamespace))
      if (connectorId && ids.has(connectorId)) ended.add(each)
  }
  const isHeld = ({ id }: Wallet) =>
    Object.values(chains.byNamespace).some(({ connectorId, status }) => connectorId === id && status === 'connected')

  const does: Record<string, (wallet: Wallet, step: Step) => unknown> = {
    async connect(wallet) {
      if (await connect({ wallet: wallet.id })) opened(wallet)
    },
    switch: (_, { pick }) => switchNetwork(pick % 3 === 2 ? SOLANA : (networks.eip155?.[pick % 2] ?? SOLANA)),
    async disconnect(_, { pick }) {
      const namespace = ['eip155', 'solana', undefined][pick % 3]
      leave(namespace)
      await disconnect(namespace)
    },
    async reload() {
      stop()
      abandonConnections()
      const kept = read(keys.connections)
      resetStores()
      config.networks = [...(networks.eip155 ?? []), SOLANA]
      for (const { connector } of wallets) addConnector(connector)
      if (kept) remember(keys.connections, kept)
      stop = rememberConnections()
      await restoreAll(new AbortController().signal)
    },
    otherTabLeaves(_, { pick }) {
      const namespace = pick % 2 ? 'eip155' : 'solana'
      const kept = read(keys.connections)
      if (!kept) return
      const { [namespace]: __, ...entries } = kept.entries
      ended.add(namespace)
      remember(keys.connections, { ...kept, entries })
      followTabs()
    },
    async otherTabConnects(wallet) {
      const [connection] = wallet.connections()
      if (!connection || wallet.namespaces.length > 1) return
      wallet.state.granted = true
      opened(wallet)
      const { namespace, networkId, accounts } = connection
      const entry = { connectorId: wallet.id, networkId, caipAddress: accounts[0] ?? `${networkId}:x` }
      remember(keys.connections, { active: namespace, entries: { ...read(keys.connections)?.entries, [namespace]: entry } })
      followTabs()
    },
    accounts(wallet, { pick }) {
      const [namespace = ''] = wallet.namespaces
      const all = addresses[namespace] ?? []
      wallet.state.held.set(
        namespace,
        [...all.slice(pick % all.length), ...all.slice(0, pick % all.length)].slice(0, 1 + (pick % all.length)),
      )
      if (wallet.state.granted && isHeld(wallet)) wallet.emit({ type: 'change', connections: wallet.connections() })
    },
    network(wallet, { pick }) {
      if (wallet.namespaces[0] !== 'eip155') return
      wallet.state.on.set('eip155', networks.eip155?.[pick % 2] ?? SOLANA)
      if (wallet.state.granted && isHeld(wallet)) wallet.emit({ type: 'change', connections: wallet.connections() })
    },
    locks(wallet) {
      wallet.state.granted = false
      if (isHeld(wallet)) wallet.emit({ type: 'disconnect', reason: 'wallet' })
    },
    choose(_, { pick }) {
      const { accounts } = chains.active
      const id = accounts[pick % Math.max(1, accounts.length)]
      if (id) chooseAccount(id)
    },
    habit(wallet, { pick }) {
      wallet.state.keepsPermission = pick % 2 === 0
    },
  }

  return {
    names: Object.keys(does),
    async run(step: Step) {
      const wallet = wallets[step.wallet % wallets.length]
      if (!wallet) return
      for (const each of wallets) each.state.answer = step.answer
      await does[step.name]?.(wallet, step)
      await settled()
    },
    /** What must hold after every step. */
    check() {
      for (const [namespace, { status, connectorId, address, accounts, networkId }] of Object.entries(chains.byNamespace)) {
        expect(status, `${namespace} is at rest`).not.toBe('connecting')
        if (status !== 'connected') {
          expect([address, connectorId, accounts], `${namespace} shows nothing`).toEqual([undefined, undefined, []])
          continue
        }
        const wallet = wallets.find(({ id }) => id === connectorId)
        expect(wallet?.state.granted, `${connectorId} lets the site see it`).toBe(true)
        expect(wallet?.state.held.get(namespace), `${address} is held by ${connectorId}`).toContain(address)
        expect(accounts, 'the shown account is one of those that are shared').toContain(`${networkId}:${address}`)
        expect(ended.has(namespace), `${namespace} was ended by the visitor`).toBe(false)
      }
      const connected = Object.values(chains.byNamespace).some(({ status }) => status === 'connected')
      if (connected)
        expect(chainOf(chains.activeNamespace).status === 'connected' || chains.activeNamespace in networks).toBe(true)
    },
    end() {
      stop()
    },
  }
}

const warn = console.warn
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  console.warn = () => {}
})
afterEach(() => {
  vi.useRealTimers()
  console.warn = warn
  abandonConnections()
  forgetConnectors()
  remember(keys.connections, { entries: {} })
})

describe('whatever the visitor, wallets, tabs and reloads do', () => {
  test('the account shown is one that the wallet holds, and what was disconnected stays so', async () => {
    let steps = 0
    const names = [
      'connect',
      'connect',
      'switch',
      'disconnect',
      'reload',
      'otherTabLeaves',
      'otherTabConnects',
      'accounts',
      'network',
      'locks',
      'choose',
      'habit',
    ]
    const step = fc.record({
      name: fc.constantFrom(...names),
      wallet: fc.nat(3),
      pick: fc.nat(11),
      answer: fc.constantFrom<Answer>('yes', 'yes', 'yes', 'no', 'junk'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: STEPS, maxLength: STEPS }), async (sequence) => {
        resetStores()
        forgetConnectors()
        remember(keys.connections, { entries: {} })
        config.networks = [...(networks.eip155 ?? []), SOLANA]
        const world = makeWorld()
        try {
          for (const each of sequence) {
            await world.run(each)
            world.check()
            steps++
          }
        } finally {
          world.end()
          abandonConnections()
        }
      }),
      { numRuns: RUNS },
    )
    expect(steps).toBeGreaterThanOrEqual(RUNS * STEPS)
  }, 600_000)
})
