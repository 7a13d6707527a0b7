import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import '../lib/embedded-errors'
import '../lib/later-errors'
import type { WalletError } from '../lib/errors'
import type { Network } from '../lib/network'
import { abortApprovals, authConnector, configureAuth, refreshAccounts } from './auth'
import { unsafeMethods } from './auth-methods'
import { leaveStage } from './test-auth'
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

/** A network switch that the frame confirms, after which it does not name the account. */
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
  await leaveStage(stage)
})

describe('promise 4: methods that need approval', () => {
  test.each([...unsafeMethods])('promise 4: %s waits for its view, and nothing is posted before', async (method) => {
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
  test.each([1, '1', 'eip155:1'])('a frame that is on the page’s chain (%o) gets the request at once', async (chainId) => {
    const { provider } = await connected()
    const sending = provider.request(SENT)
    await stage.answer('GET_CHAIN_ID', { chainId })
    await stage.answer('RPC_REQUEST', '0xhash')
    expect(await sending).toBe('0xhash')
    expect(chainsAsked()).toEqual([])
  })

  test('a frame on another chain is switched back before it gets the request', async () => {
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
  ])('error: a frame that %s gets no request', async (_, end, payload) => {
    const { provider } = await connected()
    const code = codeOf(provider.request({ method: 'personal_sign', params: ['0x00', ADDRESS] }))
    await stage.answer('GET_CHAIN_ID', { chainId: 56 })
    await stage.answer('SWITCH_NETWORK', payload, end)
    if (end === 'ERROR') await stage.answer('IS_CONNECTED', { isConnected: true })
    expect([await code, posted('RPC_REQUEST')]).toEqual(['CHAIN_MISMATCH', []])
  })

  test('error: if the page switches chains in between, nothing is sent', async () => {
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
  ])('error: %s for another chain than the page’s is refused', async (_, elsewhere) => {
    const { provider } = await connected()
    const before = stage.last().posted.length
    expect(await codeOf(provider.request(elsewhere))).toBe('CHAIN_MISMATCH')
    expect(stage.last().posted).toHaveLength(before)
  })

  test('a request that the visitor closes while the chain is read is aborted', async () => {
    const { provider } = await connected()
    const code = codeOf(provider.request(SENT))
    await vi.advanceTimersByTimeAsync(0)
    expect(posted('GET_CHAIN_ID')).toHaveLength(1)
    abortApprovals()
    expect(await code).toBe('REQUEST_ABORTED')
  })

  test('error: if the frame names no account after a switch, it is switched back and the page stays', async () => {
    const { provider } = await connected()
    expect(await halfSwitch(provider, 56)).toBe('FRAME_ERROR')
    expect(chainsAsked()).toEqual([56, 1])
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x1')
    expect(told).not.toHaveBeenCalled()
  })

  test('reads do not ask for the chain', async () => {
    const { provider } = await connected()
    const reading = provider.request({ method: 'eth_blockNumber' })
    await stage.answer('RPC_REQUEST', '0x10')
    expect(await reading).toBe('0x10')
    expect(posted('GET_CHAIN_ID')).toEqual([])
  })
})

test('accounts are read again in the first order: Ethereum last, whose account the host hears last', async () => {
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

test('a host’s provider emits chainChanged and disconnect', async () => {
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

describe('a host gets the error numbers of EIP-1193', () => {
  const asked = async (request: { method: string; params?: unknown }) => {
    const { publicProvider } = await connected()
    return (publicProvider as Provider).request(request).catch(({ code, message }: Error & { code: unknown }) => [code, message])
  }
  const signing = { method: 'personal_sign', params: ['0x00', ADDRESS] }

  test('4001 if the visitor declines or closes the request', async () => {
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

  test('the frame’s own error text is no reason to ask for the session', async () => {
    const failed = asked(signing)
    await stage.answer('GET_CHAIN_ID', { chainId: 1 })
    await stage.answer('RPC_REQUEST', { message: 'The chain is away' }, 'ERROR')
    await stage.answer('IS_CONNECTED', { isConnected: true })
    expect(await failed).toEqual([-32000, 'An error occurred'])
  })
})

describe('a session that has ended at the site', () => {
  test('is ended here too once a request fails: the wallet is disconnected as expired', async () => {
    const { provider, publicProvider } = await connected()
    const sending = (publicProvider as Provider).request(SENT).catch((error: WalletError) => error)
    await stage.answer('GET_CHAIN_ID', { chainId: 1 })
    await stage.answer('RPC_REQUEST', { message: 'Nobody is signed in' }, 'ERROR')
    await stage.answer('IS_CONNECTED', { isConnected: false })
    expect(await sending).toMatchObject({ code: 4100, cause: { code: 'LOGIN_EXPIRED' } })
    expect(told).toHaveBeenLastCalledWith({ type: 'disconnect', reason: 'expired' })
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([])
  })

  test('error: a session that is still valid is not ended by an error, nor is one whose state is unknown', async () => {
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
