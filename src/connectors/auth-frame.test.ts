import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import '../lib/embedded-errors'
import '../lib/later-errors'
import type { WalletError } from '../lib/errors'
import { guardedStorage } from '../lib/guarded-storage'
import type { Network } from '../lib/network'
import { abortApprovals, askFrame, authConnector, closeFrame, configureAuth, usedVia, wasUsed } from './auth'
import { REQUEST_LIMIT_MS } from './auth-exchange'
import type { FrameSettings } from './auth-frame'
import { stageFrames } from './test-frame'

const ORIGIN = 'https://secure.example'
const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

let stage: ReturnType<typeof stageFrames>
const settings: FrameSettings = {
  url: `${ORIGIN}/sdk`,
  projectId: 'p',
  chainId: 'eip155:1',
  debug: false,
  place: async () => stage.body,
  onHeight: () => {},
}
const last = () => stage.last()
const codeOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'resolved',
    (error: WalletError) => error.code,
  )

beforeEach(() => {
  vi.useFakeTimers()
  stage = stageFrames(ORIGIN)
})
afterEach(() => {
  closeFrame()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  guardedStorage.clear()
})

describe('the embedded wallet', () => {
  const refused = vi.fn()
  const onForgotten = vi.fn()
  beforeEach(() => {
    refused.mockClear()
    onForgotten.mockClear()
    configureAuth({
      ...settings,
      metadata: { name: 'Bakery', description: '', url: 'https://bakery.example', icons: [] },
      sdkVersion: 'test',
      accountType: () => 'eoa',
      label: () => ({ name: 'Email' }),
      via: () => 'google',
      approve: async () => {},
      settled: () => {},
      refused,
      ...{ onForgotten, onStart: () => {} },
      onUser: () => {},
    })
  })

  const network: Network = {
    caipNetworkId: 'eip155:1',
    chainNamespace: 'eip155',
    id: 1,
    name: 'Ethereum',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: [],
  }
  const request = () => ({ networks: [network], signal: new AbortController().signal })

  async function connected() {
    const connecting = authConnector.connect(request())
    await vi.advanceTimersByTimeAsync(0)
    stage.getReady()
    await stage.answer('GET_USER', { address: ADDRESS, chainId: 1, email: 'ada@example.org' })
    const [connection] = await connecting
    if (!connection) throw new Error('Not connected')
    return connection.provider
  }

  test('fault 45, error: a frame that the host removes is recreated once; after that FRAME_NOT_SET', async () => {
    const code = codeOf(askFrame('CONNECT_EMAIL', { email: 'a@b.co' }))
    await vi.advanceTimersByTimeAsync(0)
    last().remove()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(stage.frames).toHaveLength(2)
    last().remove()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await code).toBe('FRAME_NOT_SET')
    expect([stage.frames.length, stage.page.listeners.size]).toEqual([2, 0])
  })

  test('fault 42, closing rejects requests that wait for the visitor, and no others', async () => {
    const provider = await connected()
    const unsafe = codeOf(provider.request({ method: 'personal_sign', params: ['0x00', ADDRESS] }))
    const safe = provider.request({ method: 'eth_blockNumber' })
    await vi.advanceTimersByTimeAsync(0)
    abortApprovals()
    await stage.answer('RELOAD')
    expect(await unsafe).toBe('REQUEST_ABORTED')
    const { id } = last().posted.find(({ payload }) => payload?.method === 'eth_blockNumber') ?? {}
    stage.say(last().contentWindow, { type: '@w3m-frame/RPC_REQUEST_SUCCESS', id, payload: '0x10' })
    expect(await safe).toBe('0x10')
  })

  test('fault 44, error: a method outside the lists is never sent, and pending approvals are rejected', async () => {
    const provider = await connected()
    const waiting = codeOf(provider.request({ method: 'personal_sign', params: ['0x00', ADDRESS] }))
    await vi.advanceTimersByTimeAsync(0)
    expect(await codeOf(provider.request({ method: 'eth_sign', params: [ADDRESS, '0x00'] }))).toBe('METHOD_NOT_ALLOWED')
    await stage.answer('RELOAD')
    expect(await waiting).toBe('REQUEST_ABORTED')
    expect(refused).toHaveBeenCalledWith('eth_sign')
    expect(last().posted.filter(({ payload }) => payload?.method === 'eth_sign')).toEqual([])
  })

  test('methods that need no approval are answered at once; unsafe ones wait for their view', async () => {
    let show = () => {}
    const shown = new Promise<void>((resolve) => {
      show = resolve
    })
    const provider = await connected()
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x1')
    configureAuth({
      ...settings,
      metadata: { name: '', description: '', url: '', icons: [] },
      sdkVersion: '',
      accountType: () => 'eoa',
      label: () => ({ name: 'Email' }),
      via: () => undefined,
      approve: () => shown,
      settled: () => {},
      refused,
      ...{ onForgotten, onStart: () => {} },
      onUser: () => {},
    })
    const signing = provider.request({ method: 'personal_sign', params: ['0x00', ADDRESS] })
    await vi.advanceTimersByTimeAsync(100)
    const sent = () => last().posted.filter(({ type }) => type === '@w3m-app/RPC_REQUEST')
    expect(sent()).toEqual([])
    show()
    await stage.answer('GET_CHAIN_ID', { chainId: 1 })
    await stage.answer('RPC_REQUEST', '0xsigned')
    expect(await signing).toBe('0xsigned')
  })

  test('the stored login has no name and no e-mail address; signing out deletes it', async () => {
    await connected()
    expect(wasUsed()).toBe(true)
    expect(guardedStorage.get('local', 'embedded')).toBe('{"used":true,"chain":"eip155:1","via":"google"}')
    const leaving = authConnector.disconnect()
    await stage.answer('SIGN_OUT')
    await leaving
    expect([wasUsed(), guardedStorage.get('local', 'embedded')]).toEqual([false, undefined])
    expect(onForgotten).toHaveBeenCalled()
  })

  test('error: an invalid stored chain is not put into the frame’s URL', async () => {
    for (const chain of ['eip155:1&enableLogger=true', 'eip155:1#x', 5, null]) {
      guardedStorage.set('local', 'embedded', JSON.stringify({ used: true, chain, via: ['google'] }))
      expect([wasUsed(), usedVia()]).toEqual([true, undefined])
      void askFrame('SIGN_OUT').catch(() => {})
      await vi.advanceTimersByTimeAsync(0)
      expect(new URL(last().src).search).toBe('?projectId=p&chainId=eip155:1&version=4&enableLogger=false')
      closeFrame()
    }
    guardedStorage.set('local', 'embedded', '{"used":"yes"}')
    expect(wasUsed()).toBe(false)
  })

  test.each([
    ['is not connected any more', 'SUCCESS', { isConnected: false }],
    ['cannot say', 'ERROR', { message: 'no' }],
  ])('a frame that %s clears the login, and gets no more requests', async (_, end, payload) => {
    await connected()
    const before = last().posted.length
    const restoring = authConnector.restore(request())
    await stage.answer('IS_CONNECTED', payload, end)
    expect(await restoring).toEqual([])
    expect(wasUsed()).toBe(false)
    expect(onForgotten).toHaveBeenCalled()
    expect(last().posted.length).toBe(before + 1)
  })

  test('error: a frame that does not answer, as on a slow line, clears nothing', async () => {
    await connected()
    closeFrame()
    const restoring = codeOf(authConnector.restore(request()))
    // It is recreated once.
    await vi.advanceTimersByTimeAsync(2 * REQUEST_LIMIT_MS)
    expect([await restoring, wasUsed()]).toEqual(['EMBEDDED_WALLET_TIMEOUT', true])
    expect(onForgotten).not.toHaveBeenCalled()
  })

  test('a late answer that nobody waits for causes no more requests, and the login is kept', async () => {
    await connected()
    const before = last().posted.length
    const page = new AbortController()
    const restoring = authConnector.restore({ ...request(), signal: page.signal })
    await vi.advanceTimersByTimeAsync(0)
    expect(last().posted.length).toBe(before + 1)
    page.abort()
    await stage.answer('IS_CONNECTED', { isConnected: true })
    await vi.advanceTimersByTimeAsync(0)
    expect([await restoring, wasUsed(), last().posted.length]).toEqual([[], true, before + 1])
  })

  test('promise 6, 40 planted canaries: none is written, told or sent anywhere but to the frame', async () => {
    const said = (['log', 'info', 'warn', 'error', 'debug'] as const).map((name) => vi.spyOn(console, name))
    const written: unknown[] = []
    const area = { getItem: () => null, removeItem: () => {}, setItem: (...entry: unknown[]) => written.push(entry) }
    vi.stubGlobal('localStorage', area)
    vi.stubGlobal('sessionStorage', area)
    const fetched = vi.fn()
    vi.stubGlobal('fetch', fetched)
    const canaries: string[] = []
    const plant = (kind: string) => {
      const canary = `canary-${kind}-${crypto.randomUUID()}`
      canaries.push(canary)
      return canary
    }
    await connected()
    for (let round = 0; round < 8; round++) {
      const email = codeOf(askFrame('CONNECT_EMAIL', { email: `${plant('email')}@example.org` }))
      await stage.answer('CONNECT_EMAIL', { message: `No ${canaries.at(-1)}` }, 'ERROR')
      expect(await email).toBe('FRAME_ERROR')
      const otp = askFrame('CONNECT_OTP', { otp: plant('otp') })
      await stage.answer('CONNECT_OTP')
      await otp
      stage.say(last().contentWindow, { type: '@w3m-frame/SESSION_UPDATE', payload: { token: plant('token') } })
      const social = askFrame('CONNECT_SOCIAL', { uri: `${ORIGIN}/cb?code=${plant('code')}` })
      await stage.answer('CONNECT_SOCIAL', { address: ADDRESS, chainId: 1, userName: plant('name') })
      await social
    }
    expect(canaries).toHaveLength(40)
    const told = JSON.stringify([
      said.map(({ mock }) => mock.calls),
      written,
      fetched.mock.calls,
      stage.frames.map(({ src }) => src),
    ])
    expect(canaries.filter((each) => told.includes(each))).toEqual([])
    expect(stage.frames.flatMap(({ targets }) => [...targets])).toEqual([ORIGIN])
  })

  test('a visitor who never used it gets no frame', async () => {
    expect(await authConnector.restore(request())).toEqual([])
    expect(stage.frames).toEqual([])
  })
})
