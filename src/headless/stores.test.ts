import { ref } from 'valtio/vanilla'
import { afterEach, expect, test } from 'vitest'
import { mockWallet } from '../connectors/test-wallet'
import type { Connector } from '../connectors/types'
import { abandonConnections, connect } from '../controllers/connection'
import { addConnector, forgetConnectors } from '../controllers/discovery'
import { chainOf } from '../state/chains'
import { config } from '../state/config'
import { history } from '../state/history'
import { resetStores } from '../state/store'
import { tokens } from '../state/tokens'
import { balances, connection, pairings, transactions, wallets } from './stores'

afterEach(() => {
  abandonConnections()
  forgetConnectors()
  resetStores()
})

test('a pairing URI is available while a phone is waited for, and not once it has answered', async () => {
  const seen: unknown[] = []
  const { connector, emit } = mockWallet({ id: 'walletConnect', type: 'WALLET_CONNECT' })
  const scanned: Connector['connect'] = (request) => {
    emit({ type: 'pairing', uri: 'wc:1@2?symKey=2', expiresAt: 1000 })
    seen.push(pairings.get().uri)
    return connector.connect(request)
  }
  addConnector({ ...connector, connect: scanned })
  await connect({ wallet: 'walletConnect' })
  expect([seen, pairings.get()]).toMatchObject([['wc:1@2?symKey=2'], { status: 'idle', uri: undefined }])
})

test('an account’s holdings and history are not given for another one, nor without a connection, even without subscribers', () => {
  const of = (address: string) => `eip155:56:${address}` as const
  const owner = of('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
  const chain = chainOf('eip155')
  Object.assign(chain, { status: 'connected', networkId: 'eip155:56', caipAddress: owner })
  Object.assign(tokens, { owner, list: ref([{ symbol: 'DUSD' }]), status: 'ready' })
  Object.assign(history, { owner, list: ref([{ id: '0x1' }]), status: 'ready', cursor: 'next' })
  const known = { status: 'ready', tokens: [{ symbol: 'DUSD' }] }
  const done = { status: 'ready', list: [{ id: '0x1' }], hasMore: true }
  expect([balances.get(), transactions.get()]).toMatchObject([known, done])
  for (const next of [of('0x70997970C51812dc3A010C7d01b50e0d17dc79C8'), undefined]) {
    chain.caipAddress = next
    expect([balances.get(), transactions.get()]).toMatchObject([
      { status: 'idle', tokens: [] },
      { status: 'idle', list: [], hasMore: false },
    ])
  }
  chain.caipAddress = owner
  expect(balances.get()).toMatchObject(known)
})

test('a wallet that the app excludes, by id or rdns, is not listed', () => {
  for (const [id, rdns] of [['one'], ['two', 'org.two'], ['three', 'org.three']] as const)
    addConnector(mockWallet({ id, ...(rdns && { rdns }) }).connector)
  config.excludeWallets = ['one', 'two', 'org.three']
  expect(wallets.get()).toEqual([])
  config.excludeWallets = ['two']
  expect(wallets.get().map(({ id }) => id)).toEqual(['one', 'three'])
})

test('wrongNetwork is true only for a connected wallet on an unsupported network', () => {
  config.networks = ['eip155:56']
  const chain = chainOf('eip155')
  chain.networkId = 'eip155:1'
  expect(connection.get().wrongNetwork).toBe(false)
  Object.assign(chain, { status: 'connected', caipAddress: 'eip155:1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' })
  expect(connection.get().wrongNetwork).toBe(true)
  chain.networkId = 'eip155:56'
  expect(connection.get().wrongNetwork).toBe(false)
})

test('before a connection there is the network to start with, and no namespace', () => {
  config.networks = ['eip155:56']
  const nobody = { status: 'disconnected', namespace: null, network: 'eip155:56', account: null, accounts: [] }
  expect(connection.get()).toMatchObject(nobody)
})

test('a pairing has the members that are documented, and no others', () => {
  expect(Object.keys(pairings.get()).sort()).toEqual(['code', 'expiresAt', 'status', 'uri'])
})
