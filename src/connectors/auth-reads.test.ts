import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import '../lib/embedded-errors'
import '../lib/later-errors'
import type { Network } from '../lib/network'
import { authConnector, configureAuth, reloadFrame } from './auth'
import { leaveStage } from './test-auth'
import { authConfig, stageFrames } from './test-frame'
import type { Provider } from './types'

const ORIGIN = 'https://secure.example'
const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const SOLANA = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' as const
const KEY = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
const BALANCE = { method: 'eth_getBalance', params: [ADDRESS, 'latest'] }

let stage: ReturnType<typeof stageFrames>
const node = vi.fn(async () => '0x5')

const network = (caipNetworkId: Network['caipNetworkId']): Network => ({
  caipNetworkId,
  chainNamespace: caipNetworkId.startsWith('solana') ? 'solana' : 'eip155',
  id: 1,
  name: caipNetworkId,
  nativeCurrency: { name: 'Coin', symbol: 'C', decimals: 9 },
  rpcUrls: [],
})
const rpcAsked = () => stage.last().posted.flatMap(({ type, payload }) => (type.endsWith('/RPC_REQUEST') ? payload?.method : []))

/** Connects on both namespaces; the frame ends on the first of these networks. */
async function connected(...ids: readonly Network['caipNetworkId'][]) {
  const connecting = authConnector.connect({ networks: ids.map(network), signal: new AbortController().signal })
  await vi.advanceTimersByTimeAsync(0)
  stage.getReady()
  for (const id of [...ids].reverse())
    await stage.answer('GET_USER', id === SOLANA ? { address: KEY, chainId: id } : { address: ADDRESS, chainId: 1 })
  const { publicProvider } = (await connecting).find(({ namespace }) => namespace === 'eip155') ?? {}
  return publicProvider as Provider
}

beforeEach(() => {
  vi.useFakeTimers()
  stage = stageFrames(ORIGIN)
  node.mockClear()
  configureAuth({ ...authConfig(stage), read: node })
})
afterEach(() => leaveStage(stage))

test('promise 11: while the frame is on Solana, a host’s read of an EVM chain is of the chain that the provider names', async () => {
  const provider = await connected(SOLANA, 'eip155:1')
  expect(await provider.request(BALANCE)).toBe('0x5')
  expect(node.mock.calls).toEqual([['eip155:1', BALANCE]])
  expect(rpcAsked()).toEqual([])
})

test('what only the frame knows is asked there all the same', async () => {
  const provider = await connected(SOLANA, 'eip155:1')
  const asking = provider.request({ method: 'wallet_getCapabilities', params: [ADDRESS] })
  await stage.answer('RPC_REQUEST', {})
  expect(await asking).toEqual({})
  expect([rpcAsked(), node.mock.calls]).toEqual([['wallet_getCapabilities'], []])
})

test('a frame on that chain is asked itself', async () => {
  const provider = await connected('eip155:1', SOLANA)
  const reading = provider.request(BALANCE)
  await stage.answer('RPC_REQUEST', '0x7')
  expect([await reading, node.mock.calls]).toEqual(['0x7', []])
})

test('after a network switch that the frame did not complete it may be on either chain, and is not read from', async () => {
  const provider = await connected('eip155:1')
  const moving = provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x38' }] }).catch(() => {})
  await stage.answer('SWITCH_NETWORK', { chainId: 56 })
  await stage.answer('GET_USER', { message: 'Too busy' }, 'ERROR')
  await stage.answer('IS_CONNECTED', { isConnected: true })
  await moving
  expect([await provider.request(BALANCE), node.mock.calls]).toEqual(['0x5', [['eip155:1', BALANCE]]])
  await stage.answer('SWITCH_NETWORK', { chainId: 1 })
  const reading = provider.request(BALANCE)
  await stage.answer('RPC_REQUEST', '0x7')
  expect([await reading, node.mock.calls.length]).toEqual(['0x7', 1])
})

test('nor is a frame that has begun anew', async () => {
  const provider = await connected('eip155:1')
  const reloading = reloadFrame()
  await stage.answer('RELOAD')
  stage.getReady()
  await reloading
  expect([await provider.request(BALANCE), rpcAsked()]).toEqual(['0x5', []])
})
