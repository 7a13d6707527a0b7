import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import '../lib/embedded-errors'
import '../lib/later-errors'
import type { WalletError } from '../lib/errors'
import type { Network } from '../lib/network'
import { askFrame, authConnector, configureAuth, refreshAccounts } from './auth'
import { REQUEST_LIMIT_MS } from './auth-exchange'
import { leaveStage } from './test-auth'
import { authConfig, stageFrames } from './test-frame'

const KEY = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const SMART = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const SEND = { method: 'eth_sendTransaction', params: [{ from: KEY, to: KEY, value: '0x1' }] }

let stage: ReturnType<typeof stageFrames>
const posted = (name: string) => stage.last().posted.filter(({ type }) => type === `@w3m-app/${name}`)
const codeOf = (asked: Promise<unknown> | undefined) =>
  asked?.then(
    (answer) => answer,
    (error: WalletError) => error.code,
  )

const network: Network = {
  caipNetworkId: 'eip155:1',
  chainNamespace: 'eip155',
  id: 1,
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: [],
}

beforeEach(() => {
  vi.useFakeTimers()
  stage = stageFrames('https://secure.example')
  configureAuth(authConfig(stage))
})
afterEach(() => leaveStage(stage))

/** The EOA is active. */
async function signedIn() {
  const connecting = authConnector.connect({ networks: [network], signal: new AbortController().signal })
  await vi.advanceTimersByTimeAsync(0)
  stage.getReady()
  await stage.answer('GET_USER', { address: KEY, chainId: 1 })
  const [connection] = await connecting
  return connection?.provider
}

/** The smart account has been requested too, and the frame’s answer was lost. */
async function lost() {
  const provider = await signedIn()
  const asked = codeOf(askFrame('SET_PREFERRED_ACCOUNT', { type: 'smartAccount' }))
  await vi.advanceTimersByTimeAsync(REQUEST_LIMIT_MS)
  const reading = codeOf(refreshAccounts())
  await vi.advanceTimersByTimeAsync(REQUEST_LIMIT_MS)
  expect([await asked, await reading]).toEqual(['REQUEST_FAILED', 'REQUEST_FAILED'])
  return provider
}

test('promise 10: error: a transaction is not sent if the frame uses another account than the page shows, even before the page hears of it', async () => {
  const provider = await lost()
  const sending = codeOf(provider?.request(SEND))
  await vi.advanceTimersByTimeAsync(0)
  await stage.answer('GET_USER', { address: SMART, chainId: 1 })
  expect([await sending, posted('RPC_REQUEST')]).toEqual(['WALLET_UNAUTHORIZED', []])
  expect(await provider?.request({ method: 'eth_accounts' })).toEqual([SMART])
})

test('it is sent once the frame confirms the account that the page shows', async () => {
  const provider = await lost()
  const sending = provider?.request(SEND)
  await vi.advanceTimersByTimeAsync(0)
  await stage.answer('GET_USER', { address: KEY, chainId: 1 })
  await stage.answer('GET_CHAIN_ID', { chainId: 1 })
  await stage.answer('RPC_REQUEST', '0xhash')
  expect(await sending).toBe('0xhash')
  // The account is known from then on.
  const again = provider?.request(SEND)
  await stage.answer('GET_CHAIN_ID', { chainId: 1 })
  await stage.answer('RPC_REQUEST', '0xother')
  expect([await again, posted('GET_USER').length]).toEqual(['0xother', 3])
})

test('error: a frame that still does not name its account is sent nothing', async () => {
  const provider = await lost()
  const sending = codeOf(provider?.request(SEND))
  await vi.advanceTimersByTimeAsync(REQUEST_LIMIT_MS)
  expect([await sending, posted('GET_CHAIN_ID'), posted('RPC_REQUEST')]).toEqual(['REQUEST_FAILED', [], []])
})

test('promise 10: error: a transaction sent while the frame switches accounts does not go out from the new one', async () => {
  const provider = await signedIn()
  const asked = codeOf(askFrame('SET_PREFERRED_ACCOUNT', { type: 'smartAccount' }))
  const sending = codeOf(provider?.request(SEND))
  await vi.advanceTimersByTimeAsync(0)
  expect([posted('GET_USER').length, posted('GET_CHAIN_ID')]).toEqual([2, []])
  await stage.answer('GET_USER', { address: KEY, chainId: 1 })
  // The frame switches while it is asked for the chain, as if its answer to the switch had arrived.
  await stage.answer('SET_PREFERRED_ACCOUNT', { type: 'smartAccount', address: SMART })
  const reading = refreshAccounts()
  await stage.answer('GET_USER', { address: SMART, chainId: 1 })
  await stage.answer('GET_CHAIN_ID', { chainId: 1 })
  await vi.advanceTimersByTimeAsync(0)
  expect(posted('RPC_REQUEST')).toEqual([])
  await reading
  await vi.advanceTimersByTimeAsync(0)
  expect([await sending, posted('RPC_REQUEST'), await asked]).toMatchObject(['WALLET_UNAUTHORIZED', [], { type: 'smartAccount' }])
})
