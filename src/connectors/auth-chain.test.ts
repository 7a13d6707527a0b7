import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import '../lib/embedded-errors'
import '../lib/later-errors'
import type { WalletError } from '../lib/errors'
import { guardedStorage } from '../lib/guarded-storage'
import type { Network } from '../lib/network'
import { abortApprovals, authConnector, closeFrame, configureAuth, refreshAccounts } from './auth'
import { unsafeMethods } from './auth-methods'
import { authConfig, stageFrames } from './test-frame'
import type { ConnectorEvent, Provider } from './types'

const ORIGIN = 'https://secure.example'
const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const SENT = { method: 'eth_sendTransaction', params: [{ from: ADDRESS, to: ADDRESS, value: '0x1', chainId: '0x1' }] }

let stage: ReturnType<typeof stageFrames>
const told = vi.fn<(event: ConnectorEvent) => void>()
let stop = () => {}

const network = (id: number): Network => ({
  caipNetworkId: `eip155:${id}`,
  chainNamespace: 'eip155',
  id,
  name: `Chain ${id}`,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: [],
})
const codeOf = (asked: Promise<unknown>) =>
  asked.then(
    (answer) => answer,
    (error: WalletError) => error.code,
  )
const posted = (name: string) => stage.last().posted.filter(({ type }) => type === `@w3m-app/${name}`)
const chainsAsked = () => posted('SWITCH_NETWORK').map(({ payload }) => (payload as { chainId?: unknown }).chainId)

async function connected() {
  const connecting = authConnector.connect({ networks: [network(1), network(56)], signal: new AbortController().signal })
  await vi.advanceTimersByTimeAsync(0)
  stage.getReady()
  await stage.answer('GET_USER', { address: ADDRESS, chainId: 1 })
  const [connection] = await connecting
  if (!connection) throw new Error('Not connected')
  return connection
}

/** A switch as far as the frame goes, after which it does not say who is there. */
async function halfSwitch(provider: Provider, chainId: number) {
  const code = codeOf(
    provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: `0x${chainId.toString(16)}` }] }),
  )
  await stage.answer('SWITCH_NETWORK', { chainId })
  await stage.answer('GET_USER', { message: 'Too busy' }, 'ERROR')
  await stage.answer('IS_CONNECTED', { isConnected: true })
  return code
}

beforeEach(() => {
  vi.useFakeTimers()
  stage = stageFrames(ORIGIN)
  configureAuth(authConfig(stage))
  told.mockClear()
  stop = authConnector.on?.(told) ?? stop
})
afterEach(async () => {
  stop()
  const leaving = authConnector.disconnect()
  stage.getReady()
  await stage.answer('SIGN_OUT')
  await leaving
  closeFrame()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  guardedStorage.clear()
})

describe('promise 4: what a person approves', () => {
  test.each([...unsafeMethods])('promise 4: %s waits for its view, and nothing of it is posted before', async (method) => {
    const { provider } = await connected()
    const shown: unknown[] = []
    let show = () => {}
    const approve = (_: string, asked: string) => {
      shown.push(asked)
      return new Promise<void>((resolve) => {
        show = resolve
      })
    }
    configureAuth({ ...authConfig(stage), approve })
    const params = method === 'wallet_sendCalls' ? [{ calls: [{ to: ADDRESS }] }] : [{}]
    const code = codeOf(provider.request({ method, params }))
    await vi.advanceTimersByTimeAsync(1_000)
    expect([shown, posted('RPC_REQUEST')]).toEqual([[method], []])
    show()
    await stage.answer('GET_CHAIN_ID', { chainId: 1 })
    await stage.answer('RPC_REQUEST', '0xdone')
    expect(await code).toBe('0xdone')
    expect(posted('RPC_REQUEST').map(({ payload }) => payload?.method)).toEqual([method])
  })
})

describe('promise 11: the chain of the embedded wallet', () => {
  test.each([1, '1', 'eip155:1'])('a frame that says it is where the page is (%o) is asked at once', async (chainId) => {
    const { provider } = await connected()
    const sending = provider.request(SENT)
    await stage.answer('GET_CHAIN_ID', { chainId })
    await stage.answer('RPC_REQUEST', '0xhash')
    expect(await sending).toBe('0xhash')
    expect(chainsAsked()).toEqual([])
  })

  test('a frame that is elsewhere is taken back before anything is asked of it', async () => {
    const { provider } = await connected()
    const sending = provider.request(SENT)
    await stage.answer('GET_CHAIN_ID', { chainId: 56 })
    await vi.advanceTimersByTimeAsync(0)
    expect([chainsAsked(), posted('RPC_REQUEST')]).toEqual([[1], []])
    await stage.answer('SWITCH_NETWORK', { chainId: 1 })
    await stage.answer('RPC_REQUEST', '0xhash')
    expect(await sending).toBe('0xhash')
  })

  test.each([
    ['stays elsewhere', 'SUCCESS', { chainId: 56 }],
    ['refuses to go', 'ERROR', { message: 'Chain is not supported' }],
  ])('error: a frame that %s is asked for nothing', async (_, end, payload) => {
    const { provider } = await connected()
    const code = codeOf(provider.request({ method: 'personal_sign', params: ['0x00', ADDRESS] }))
    await stage.answer('GET_CHAIN_ID', { chainId: 56 })
    await stage.answer('SWITCH_NETWORK', payload, end)
    if (end === 'ERROR') await stage.answer('IS_CONNECTED', { isConnected: true })
    expect([await code, posted('RPC_REQUEST')]).toEqual(['CHAIN_MISMATCH', []])
  })

  test('error: a page that has moved in between sends nothing', async () => {
    const { provider } = await connected()
    const code = codeOf(provider.request(SENT))
    const moving = provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x38' }] })
    await stage.answer('SWITCH_NETWORK', { chainId: 56 })
    await stage.answer('GET_USER', { address: ADDRESS, chainId: 56 })
    await moving
    await stage.answer('GET_CHAIN_ID', { chainId: 1 })
    expect(await code).toBe('CHAIN_MISMATCH')
    expect(posted('RPC_REQUEST')).toEqual([])
  })

  test.each([
    ['a transaction', { ...SENT, params: [{ ...SENT.params[0], chainId: '0x38' }] }],
    ['a batch of calls', { method: 'wallet_sendCalls', params: [{ chainId: '0x38', calls: [{ to: ADDRESS, value: '0x1' }] }] }],
  ])('error: %s for another chain than the page’s goes nowhere', async (_, elsewhere) => {
    const { provider } = await connected()
    const before = stage.last().posted.length
    expect(await codeOf(provider.request(elsewhere))).toBe('CHAIN_MISMATCH')
    expect(stage.last().posted).toHaveLength(before)
  })

  test('a request that the person leaves while the chain is asked after is aborted', async () => {
    const { provider } = await connected()
    const code = codeOf(provider.request(SENT))
    await vi.advanceTimersByTimeAsync(0)
    expect(posted('GET_CHAIN_ID')).toHaveLength(1)
    abortApprovals()
    expect(await code).toBe('REQUEST_ABORTED')
  })

  test('error: a switch after which the frame names nobody takes the frame back, and the page stays', async () => {
    const { provider } = await connected()
    expect(await halfSwitch(provider, 56)).toBe('FRAME_ERROR')
    expect(chainsAsked()).toEqual([56, 1])
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x1')
    expect(told).not.toHaveBeenCalled()
  })

  test('what only reads asks after no chain', async () => {
    const { provider } = await connected()
    const reading = provider.request({ method: 'eth_blockNumber' })
    await stage.answer('RPC_REQUEST', '0x10')
    expect(await reading).toBe('0x10')
    expect(posted('GET_CHAIN_ID')).toEqual([])
  })
})

test('accounts that are read anew are read as they were first: the frame ends on Ethereum, whose account is the last that is told of', async () => {
  const id = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' as const
  const solana: Network = { ...network(1), caipNetworkId: id, chainNamespace: 'solana' }
  const users: string[] = []
  configureAuth({ ...authConfig(stage), onUser: ({ address }) => users.push(address) })
  const key = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
  const answerBoth = async () => {
    await stage.answer('GET_USER', { address: key, chainId: id })
    await stage.answer('GET_USER', { address: ADDRESS, chainId: 1 })
  }
  const connecting = authConnector.connect({ networks: [network(1), solana], signal: new AbortController().signal })
  await vi.advanceTimersByTimeAsync(0)
  stage.getReady()
  await answerBoth()
  await connecting
  const refreshing = refreshAccounts()
  await answerBoth()
  await refreshing
  expect(users).toEqual([key, ADDRESS, key, ADDRESS])
  expect(posted('GET_USER').map(({ payload }) => (payload as { chainId?: unknown }).chainId)).toEqual([id, 1, id, 1])
  expect(told.mock.lastCall?.[0]).toMatchObject({ connections: [{ namespace: 'eip155' }, { namespace: 'solana' }] })
})

test('a host that listens to its provider hears of another chain and of the end', async () => {
  const { provider, publicProvider } = await connected()
  const host = publicProvider as Provider & { on(name: string, hear: (payload: unknown) => void): unknown }
  const heard: unknown[] = []
  for (const name of ['chainChanged', 'accountsChanged', 'disconnect']) host.on(name, (payload) => heard.push(name, payload))
  const moving = provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x38' }] })
  await stage.answer('SWITCH_NETWORK', { chainId: 56 })
  await stage.answer('GET_USER', { address: ADDRESS, chainId: 56 })
  await moving
  expect(await host.request({ method: 'eth_chainId' })).toBe('0x38')
  const leaving = authConnector.disconnect()
  await stage.answer('SIGN_OUT')
  await leaving
  expect(heard).toEqual(['chainChanged', '0x38', 'accountsChanged', [], 'disconnect', expect.objectContaining({ code: 4900 })])
})

describe('what fails is told to a host by the number that its libraries know (EIP-1193)', () => {
  const asked = async (request: { method: string; params?: unknown }) => {
    const { publicProvider } = await connected()
    return (publicProvider as Provider).request(request).catch(({ code, message }: Error & { code: unknown }) => [code, message])
  }
  const signing = { method: 'personal_sign', params: ['0x00', ADDRESS] }

  test('4001 where the person says no, or closes what asks', async () => {
    const refused = asked(signing)
    await stage.answer('GET_CHAIN_ID', { chainId: 1 })
    await stage.answer('RPC_REQUEST', { message: 'User rejected the request' }, 'ERROR')
    expect(await refused).toEqual([4001, 'Request declined'])
    const closed = asked(signing)
    await stage.answer('GET_CHAIN_ID', { chainId: 1 })
    await vi.waitFor(() => expect(posted('RPC_REQUEST')).toHaveLength(2))
    abortApprovals()
    await stage.answer('RELOAD')
    expect(await closed).toEqual([4001, 'Request was aborted'])
  })

  test.each([
    [{ method: 'eth_sign', params: [] }, 4200],
    [{ method: 'wallet_sendCalls', params: [] }, -32602],
    [{ ...SENT, params: [{ ...SENT.params[0], chainId: '0x38' }] }, 4901],
  ])('%j: %i', async (request, code) => expect(await asked(request)).toEqual([code, expect.any(String)]))

  test('what the frame says in its own words is no reason to ask again', async () => {
    const failed = asked(signing)
    await stage.answer('GET_CHAIN_ID', { chainId: 1 })
    await stage.answer('RPC_REQUEST', { message: 'The chain is away' }, 'ERROR')
    await stage.answer('IS_CONNECTED', { isConnected: true })
    expect(await failed).toEqual([-32000, 'An error occurred'])
  })
})

describe('a session that its site has ended', () => {
  test('is over here too, once something is asked of it: the wallet is left, and why is said', async () => {
    const { provider, publicProvider } = await connected()
    const sending = (publicProvider as Provider).request(SENT).catch((error: WalletError) => error)
    await stage.answer('GET_CHAIN_ID', { chainId: 1 })
    await stage.answer('RPC_REQUEST', { message: 'Nobody is signed in' }, 'ERROR')
    await stage.answer('IS_CONNECTED', { isConnected: false })
    expect(await sending).toMatchObject({ code: 4100, cause: { code: 'LOGIN_EXPIRED' } })
    expect(told).toHaveBeenLastCalledWith({ type: 'disconnect', reason: 'expired' })
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([])
  })

  test('error: one that goes on is not left for what went wrong, nor one of which the frame does not say', async () => {
    const { provider } = await connected()
    for (const [end, payload] of [
      ['SUCCESS', { isConnected: true }],
      ['ERROR', {}],
    ] as const) {
      const sending = codeOf(provider.request(SENT))
      await stage.answer('GET_CHAIN_ID', { chainId: 1 })
      await stage.answer('RPC_REQUEST', { message: 'Out of gas' }, 'ERROR')
      await stage.answer('IS_CONNECTED', payload, end)
      expect(await sending).toBe('FRAME_ERROR')
    }
    expect(told).not.toHaveBeenCalled()
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([ADDRESS])
  })
})
