import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import '../lib/embedded-errors'
import '../lib/later-errors'
import type { Network } from '../lib/network'
import { askFrame, authConnector, configureAuth, refreshAccounts, wasUsed } from './auth'
import { leaveStage } from './test-auth'
import { authConfig, stageFrames } from './test-frame'

const SOLANA = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' as const
const KEY = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const ACCOUNT = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'

let stage: ReturnType<typeof stageFrames>

beforeEach(() => {
  vi.useFakeTimers()
  stage = stageFrames('https://secure.example')
  configureAuth(authConfig(stage))
})
afterEach(() => leaveStage(stage))

const ethereum: Network = {
  caipNetworkId: 'eip155:1',
  chainNamespace: 'eip155',
  id: 1,
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: [],
}
const solana: Network = { ...ethereum, caipNetworkId: SOLANA, chainNamespace: 'solana', id: SOLANA.slice(7) }
const evm = [1, { address: KEY, chainId: 1 }] as const
const own = [SOLANA, { address: ACCOUNT, chainId: SOLANA }] as const

test.each([
  ['Ethereum', [ethereum, solana], [own, evm]],
  ['Solana', [solana, ethereum], [evm, own]],
] as const)('a page on %s starts there, and the frame ends there', async (_, networks, asked) => {
  const connecting = authConnector.connect({ networks, signal: new AbortController().signal })
  await vi.advanceTimersByTimeAsync(0)
  stage.getReady()
  for (const [, user] of asked) await stage.answer('GET_USER', user)
  const connections = await connecting
  const chains = stage.last().posted.flatMap(({ type, payload }) => (type === '@w3m-app/GET_USER' ? (payload ?? []) : []))
  expect(chains).toMatchObject(asked.map(([chainId]) => ({ chainId })))
  expect(connections.map(({ networkId }) => networkId)).toEqual(networks.map(({ caipNetworkId }) => caipNetworkId))
})

test('connecting Solana keeps the namespaces already held, and starts on Solana', async () => {
  const { signal } = new AbortController()
  const connecting = authConnector.connect({ networks: [ethereum, solana], namespace: 'solana', beside: ['eip155'], signal })
  await vi.advanceTimersByTimeAsync(0)
  stage.getReady()
  for (const [, user] of [evm, own]) await stage.answer('GET_USER', user)
  expect((await connecting).map(({ namespace }) => namespace)).toEqual(['solana', 'eip155'])
})

test.each([
  ['Ethereum', ethereum, own[1]],
  ['Solana', solana, evm[1]],
] as const)('error: on %s, an account of another kind of chain is refused', async (_, network, user) => {
  const connecting = authConnector.connect({ networks: [network], signal: new AbortController().signal })
  const ended = expect(connecting).rejects.toMatchObject({ code: 'WALLET_ANSWER_INVALID' })
  await vi.advanceTimersByTimeAsync(0)
  stage.getReady()
  await stage.answer('GET_USER', user)
  await ended
})

test('error: on Solana, a page that has not heard of an account switch gets no signature by the new account', async () => {
  const connecting = authConnector.connect({ networks: [solana], signal: new AbortController().signal })
  await vi.advanceTimersByTimeAsync(0)
  stage.getReady()
  await stage.answer('GET_USER', own[1])
  const provider = (await connecting)[0]?.provider
  const left = { pubkey: 'So11111111111111111111111111111111111111112' }
  for (const asked of [
    { method: 'solana_signMessage', params: { ...left, message: '2' } },
    { method: 'solana_signAndSendTransaction', params: { ...left, transaction: 'AQID' } },
  ]) {
    const ended = provider?.request(asked)
    await expect(ended).rejects.toMatchObject({ code: 'WALLET_UNAUTHORIZED' })
  }
  expect(stage.last().posted.filter(({ type }) => type === '@w3m-app/RPC_REQUEST')).toEqual([])
})

test('promise 11: on Solana the frame sends on the page’s cluster; signing works on any', async () => {
  const connecting = authConnector.connect({ networks: [ethereum, solana], signal: new AbortController().signal })
  await vi.advanceTimersByTimeAsync(0)
  stage.getReady()
  for (const [, user] of [own, evm]) await stage.answer('GET_USER', user)
  const provider = (await connecting)[1]?.provider
  const posted = () => stage.last().posted.map(({ type, payload }) => [type, payload])
  const signing = provider?.request({ method: 'solana_signMessage', params: { message: '2' } })
  await stage.answer('RPC_REQUEST', { signature: '1' })
  expect(await signing).toEqual({ signature: '1' })
  const sending = provider?.request({ method: 'solana_signAndSendTransaction', params: { transaction: 'AQID' } })
  await stage.answer('GET_CHAIN_ID', { chainId: 1 })
  await stage.answer('SWITCH_NETWORK', { chainId: SOLANA })
  await stage.answer('RPC_REQUEST', { signature: '2' })
  expect(await sending).toEqual({ signature: '2' })
  expect(posted().filter(([type]) => type === '@w3m-app/SWITCH_NETWORK')).toEqual([
    ['@w3m-app/SWITCH_NETWORK', { chainId: SOLANA }],
  ])

  const elsewhere = provider?.request({ method: 'solana_signAndSendTransaction', params: { transaction: 'AQID' } })
  const ended = expect(elsewhere).rejects.toMatchObject({ code: 'CHAIN_MISMATCH' })
  await stage.answer('GET_CHAIN_ID', { chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' })
  await stage.answer('SWITCH_NETWORK', { chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' })
  await ended
  expect(posted().filter(([type]) => type === '@w3m-app/RPC_REQUEST')).toHaveLength(2)

  // The page switches clusters while the frame is asked for its own.
  const devnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  const behind = provider?.request({ method: 'solana_signAndSendTransaction', params: { transaction: 'AQID' } })
  const refused = expect(behind).rejects.toMatchObject({ code: 'CHAIN_MISMATCH' })
  const moving = provider?.request({ method: 'wallet_setNetwork', params: { networkId: devnet } })
  await stage.answer('SWITCH_NETWORK', { chainId: devnet })
  await stage.answer('GET_USER', { address: ACCOUNT, chainId: devnet })
  await moving
  await stage.answer('GET_CHAIN_ID', { chainId: SOLANA })
  await refused
  expect(posted().filter(([type]) => type === '@w3m-app/RPC_REQUEST')).toHaveLength(2)
})

test('error: a removed frame is recreated once for all its open requests', async () => {
  const asked = Promise.all([askFrame('IS_CONNECTED'), askFrame('GET_CHAIN_ID')])
  const told = expect(asked).resolves.toEqual([{ isConnected: true }, { chainId: 1 }])
  await vi.advanceTimersByTimeAsync(0)
  stage.last().remove()
  await vi.advanceTimersByTimeAsync(1_000)
  stage.getReady()
  await stage.answer('IS_CONNECTED', { isConnected: true })
  await stage.answer('GET_CHAIN_ID', { chainId: 1 })
  await told
  expect(stage.frames).toHaveLength(2)
})

test('error: a frame that failed to load offline is recreated once online, and gets the request again', async () => {
  const asked = askFrame('IS_CONNECTED')
  await vi.advanceTimersByTimeAsync(5_000)
  stage.page.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  stage.getReady()
  await stage.answer('IS_CONNECTED', { isConnected: true })
  expect([await asked, stage.frames.length]).toEqual([{ isConnected: true }, 2])
  // A frame that has started stays.
  stage.page.dispatchEvent(new Event('online'))
  const again = askFrame('IS_CONNECTED')
  await stage.answer('IS_CONNECTED', { isConnected: true })
  expect([await again, stage.frames.length]).toEqual([{ isConnected: true }, 2])
})

test('error: a frame whose page reloads by itself is told again which site it is on', async () => {
  const asked = askFrame('GET_CHAIN_ID')
  await vi.advanceTimersByTimeAsync(0)
  const start = () => {
    stage.getReady()
    stage.last().dispatchEvent(new Event('load'))
  }
  start()
  await stage.answer('SYNC_DAPP_DATA')
  const before = stage.last().posted.length
  start()
  await stage.answer('GET_CHAIN_ID', { chainId: 1 })
  const told = stage.last().posted.slice(before)
  expect(told.map(({ type }) => type)).toEqual(['@w3m-app/GET_CHAIN_ID', '@w3m-app/SYNC_DAPP_DATA'])
  expect([await asked, stage.frames.length]).toEqual([{ chainId: 1 }, 1])
})

describe('error: a frame that was moved in the page has reloaded in a new window', () => {
  test('is recreated, and gets the request again', async () => {
    const asked = askFrame('GET_CHAIN_ID')
    await vi.advanceTimersByTimeAsync(0)
    stage.getReady()
    stage.last().enter()
    await vi.advanceTimersByTimeAsync(1_000)
    stage.getReady()
    await stage.answer('GET_CHAIN_ID', { chainId: 1 })
    expect([await asked, stage.frames.length]).toEqual([{ chainId: 1 }, 2])
  })

  test('is recreated at once if a request follows', async () => {
    void askFrame('SYNC_DAPP_DATA').catch(() => {})
    await vi.advanceTimersByTimeAsync(0)
    stage.getReady()
    stage.last().enter()
    const asked = askFrame('GET_CHAIN_ID')
    await vi.advanceTimersByTimeAsync(0)
    stage.getReady()
    await stage.answer('GET_CHAIN_ID', { chainId: 1 })
    expect([await asked, stage.frames.length]).toEqual([{ chainId: 1 }, 2])
  })

  test('a pending signature ends, and is not asked for elsewhere', async () => {
    const signing = (await connected())?.request({ method: 'personal_sign', params: ['0x00', KEY] })
    const ended = expect(signing).rejects.toMatchObject({ code: 'FRAME_NOT_SET' })
    await stage.answer('GET_CHAIN_ID', { chainId: 1 })
    const posted = () => stage.frames.flatMap((each) => each.posted.filter(({ type }) => type === '@w3m-app/RPC_REQUEST'))
    await vi.waitFor(() => expect(posted()).toHaveLength(1))
    stage.last().enter()
    await vi.advanceTimersByTimeAsync(1_000)
    await ended
    const leaving = authConnector.disconnect()
    await vi.advanceTimersByTimeAsync(0)
    stage.getReady()
    await stage.answer('SIGN_OUT')
    await leaving
    expect(posted()).toHaveLength(1)
  })
})

async function connected() {
  const connecting = authConnector.connect({ networks: [ethereum], signal: new AbortController().signal })
  await vi.advanceTimersByTimeAsync(0)
  stage.getReady()
  await stage.answer('GET_USER', evm[1])
  return (await connecting)[0]?.provider
}

test('error: a visitor who disconnects while another account is read is not connected again by it', async () => {
  const provider = await connected()
  const reading = refreshAccounts()
  const leaving = authConnector.disconnect()
  await stage.answer('GET_USER', evm[1])
  await stage.answer('SIGN_OUT')
  await Promise.all([reading, leaving])
  expect([await provider?.request({ method: 'eth_accounts' }), wasUsed()]).toEqual([[], false])
})

describe('error: a session that has ended at the site is LOGIN_EXPIRED', () => {
  const refuse = async (name: string) => {
    await stage.answer(name, { message: 'Nobody is signed in' }, 'ERROR')
    await stage.answer('IS_CONNECTED', { isConnected: false })
  }

  test('when the frame is on another network, and does not switch', async () => {
    const signing = (await connected())?.request({ method: 'personal_sign', params: ['0x00', KEY] })
    const ended = expect(signing).rejects.toMatchObject({ code: 'LOGIN_EXPIRED' })
    await stage.answer('GET_CHAIN_ID', { chainId: 56 })
    await refuse('SWITCH_NETWORK')
    await ended
  })

  test('when the e-mail address is changed', async () => {
    await connected()
    const ended = expect(askFrame('UPDATE_EMAIL', { email: 'ada@example.org' })).rejects.toMatchObject({ code: 'LOGIN_EXPIRED' })
    await refuse('UPDATE_EMAIL')
    await ended
  })

  test('also in a frame that replaced a removed one meanwhile', async () => {
    await connected()
    const ended = expect(askFrame('GET_CHAIN_ID')).rejects.toMatchObject({ code: 'LOGIN_EXPIRED' })
    stage.last().remove()
    await vi.advanceTimersByTimeAsync(1_000)
    stage.getReady()
    await refuse('GET_CHAIN_ID')
    await ended
  })
})
