import { afterEach, beforeEach, expect, test } from 'vitest'
import { mockConnection, mockWallet } from '../connectors/test-wallet'
import type { Connection, ConnectRequest } from '../connectors/types'
import { forget, keys, remember } from '../lib/storage'
import { WALLET_CONNECT, WATCH } from '../lib/wallet'
import { leftForAppKey } from '../lib/wallet-app'
import { chainOf, chains } from '../state/chains'
import { config } from '../state/config'
import { resetStores } from '../state/store'
import { abandonConnections, connect } from './connection'
import { addConnector, forgetConnectors } from './discovery'
import { loadNetworks } from './network-list'
import { onChange } from './on-change'
import { restoreAll } from './reconnecting'

const ids = { eip155: 'eip155:31337', solana: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' } as const
const settled = () => new Promise((done) => setTimeout(done))
const { signal } = new AbortController()
let stop = () => {}
/** The active namespaces, in order. */
let used: string[] = []

beforeEach(async () => {
  resetStores()
  config.networks = Object.values(ids)
  await loadNetworks()
  const entries = Object.entries(ids).map(([namespace, networkId]) => {
    const caipAddress = `${networkId}:someone` as const
    return [namespace, { connectorId: namespace, networkId, caipAddress }] as const
  })
  remember(keys.connections, { active: 'solana', entries: Object.fromEntries(entries) })
  chains.restoring = true
  used = []
  stop = onChange(
    [chains],
    () => chains.activeNamespace,
    (now) => void used.push(now),
  )
})
afterEach(() => {
  stop()
  abandonConnections()
  forgetConnectors()
  remember(keys.connections, { entries: {} })
})

/** The Ethereum account is restored at once, that of Solana, which was active, when `answer` is called. */
async function begin() {
  addConnector(mockWallet({ id: 'eip155' }, { restore: 'approve' }).connector)
  let answer = (_: readonly Connection[]) => {}
  const restore = () => new Promise<readonly Connection[]>((resolve) => (answer = resolve))
  addConnector({ ...mockWallet({ id: 'solana', namespaces: ['solana'] }).connector, restore })
  const restored = restoreAll(signal)
  while (chainOf('eip155').status !== 'connected') await settled()
  await settled()
  return async (connections: readonly Connection[]) => {
    answer(connections)
    await restored
    await settled()
  }
}

test('the active account stays active while its wallet is slower than another', async () => {
  const answer = await begin()
  expect(used).toEqual(['solana'])
  await answer([mockConnection(ids.solana, 'someone')])
  expect([used, chains.active.status]).toEqual([['solana'], 'connected'])
})

test('if a session also holds a chain of another page of the site, one of this page’s chains is active', async () => {
  const connections = Object.values(ids).map((networkId) => mockConnection(networkId, 'someone'))
  const entries = Object.entries(ids).map(([namespace, networkId]) => {
    const caipAddress = `${networkId}:someone` as const
    return [namespace, { connectorId: WALLET_CONNECT, networkId, caipAddress }] as const
  })
  remember(keys.connections, { active: 'solana', entries: Object.fromEntries(entries) })
  Object.assign(config, { projectId: 'bakery', networks: [ids.eip155] })
  addConnector(mockWallet({ id: WALLET_CONNECT, type: 'WALLET_CONNECT' }, { restore: 'approve', connections }).connector)
  await restoreAll(signal)
  expect(chains.active.caipAddress).toBe('eip155:31337:someone')
  // The other page has its own chain active again.
  config.networks = Object.values(ids)
  abandonConnections()
  await restoreAll(signal)
  expect(chains.active.caipAddress).toBe(`${ids.solana}:someone`)
})

test('error: late, as on a slow line, it leaves chain and network to an account that was connected meanwhile', async () => {
  config.networks = ['eip155:56', ...Object.values(ids)]
  addConnector(mockWallet({ id: WATCH, type: 'WATCH' }, { connections: [mockConnection('eip155:56', 'somebody')] }).connector)
  chains.restoring = false
  await connect({ wallet: WATCH })
  const answer = await begin()
  await answer([mockConnection(ids.solana, 'someone')])
  expect(chains.active).toMatchObject({ connectorId: WATCH, caipAddress: 'eip155:56:somebody', networkId: 'eip155:56' })
  expect([used, chainOf('solana').status]).toEqual([[], 'connected'])
})

test('another namespace becomes active if the wallet no longer holds the active one', async () => {
  const answer = await begin()
  await answer([])
  expect([used, chains.active.status]).toEqual([['solana', 'eip155'], 'connected'])
})

test.each(['first', 'last'])(
  'a connection approved in a wallet’s app while the page was discarded is active, restored %s',
  async (place) => {
    const entry = { connectorId: 'solana', networkId: ids.solana, caipAddress: `${ids.solana}:someone` } as const
    remember(keys.connections, { active: 'solana', entries: { solana: entry } })
    remember(leftForAppKey, 'pocket://')
    config.projectId = 'bakery'
    const kept = { connections: [mockConnection(ids.solana, 'someone')], restore: 'approve' } as const
    const known = mockWallet({ id: 'solana', namespaces: ['solana'] }, kept).connector
    const left = mockWallet({ id: WALLET_CONNECT, type: 'WALLET_CONNECT' }, { restore: 'approve' }).connector
    const [one, late] = place === 'first' ? [left, known] : [known, left]
    const restore = async (request: ConnectRequest) => {
      while (Object.values(chains.byNamespace).every(({ status }) => status !== 'connected')) await settled()
      return late.restore(request)
    }
    addConnector(one)
    addConnector({ ...late, restore })
    await restoreAll(signal)
    forget(leftForAppKey)
    expect([chainOf('solana').status, chains.activeNamespace, chains.active.restored]).toEqual(['connected', 'eip155', false])
  },
)

test('a wallet of several chains starts on each one’s last network, the active one first', async () => {
  const MAINNET = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  config.networks = ['eip155:56', 'eip155:31337', MAINNET, ids.solana]
  const { connector } = mockWallet({ id: 'both', namespaces: ['eip155', 'solana'] })
  const asked: string[] = []
  const restore = async ({ networks }: ConnectRequest) => {
    asked.push(...networks.map(({ caipNetworkId }) => caipNetworkId))
    return []
  }
  addConnector({ ...connector, restore })
  const entry = (networkId: (typeof ids)['eip155' | 'solana']) =>
    ({ connectorId: 'both', networkId, caipAddress: `${networkId}:someone` }) as const
  remember(keys.connections, { active: 'solana', entries: { eip155: entry(ids.eip155), solana: entry(ids.solana) } })
  await restoreAll(signal)
  expect(asked).toEqual([ids.solana, ids.eip155, 'eip155:56', MAINNET])
})
