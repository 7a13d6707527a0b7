import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import '../lib/embedded-errors'
import '../lib/later-errors'
import type { WalletError } from '../lib/errors'
import { guardedStorage } from '../lib/guarded-storage'
import type { Network } from '../lib/network'
import { askFrame, authConnector, closeFrame, configureAuth, wasUsed } from './auth'
import { REQUEST_LIMIT_MS } from './auth-exchange'
import { SIGN_OUT_LIMIT_MS } from './auth-used'
import { authConfig, stageFrames } from './test-frame'

const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const network: Network = {
  caipNetworkId: 'eip155:1',
  chainNamespace: 'eip155',
  id: 1,
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: [],
}
const request = () => ({ networks: [network], signal: new AbortController().signal })

let stage: ReturnType<typeof stageFrames>
const posted = () => stage.last().posted.map(({ type }) => type.slice('@w3m-app/'.length))
const codeOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'resolved',
    (error: WalletError) => error.code,
  )
const signIn = () => askFrame('CONNECT_EMAIL', { email: 'ada@example.org' })

beforeEach(() => {
  vi.useFakeTimers()
  stage = stageFrames('https://secure.example')
  configureAuth(authConfig(stage))
})
afterEach(() => {
  closeFrame()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  guardedStorage.clear()
})

describe('error: a frame that could not be told of a sign-out', () => {
  async function left() {
    const connecting = authConnector.connect(request())
    await vi.advanceTimersByTimeAsync(0)
    stage.getReady()
    await stage.answer('GET_USER', { address: ADDRESS, chainId: 1, email: 'ada@example.org' })
    await connecting
    const leaving = codeOf(authConnector.disconnect())
    // A backend’s log-out, which clears the storage, may be over before.
    guardedStorage.clear()
    await stage.answer('SIGN_OUT', { message: 'The service did not answer' }, 'ERROR')
    expect([await leaving, wasUsed()]).toEqual(['FRAME_ERROR', false])
  }

  test('is signed out before the next sign-in, which would otherwise need no code; also on the next page', async () => {
    await left()
    closeFrame()
    const asked = signIn()
    await vi.advanceTimersByTimeAsync(0)
    stage.getReady()
    expect(posted()).toEqual(['SYNC_DAPP_DATA', 'SIGN_OUT'])
    await stage.answer('SIGN_OUT')
    await stage.answer('CONNECT_EMAIL', { action: 'VERIFY_OTP' })
    expect([await asked, guardedStorage.get('local', 'embedded')]).toEqual([{ action: 'VERIFY_OTP' }, undefined])
    await Promise.all([askFrame('CONNECT_OTP', { otp: '123456' }), stage.answer('CONNECT_OTP')])
    expect(posted().slice(2)).toEqual(['CONNECT_EMAIL', 'CONNECT_OTP'])
  })

  test.each([
    ['GET_SOCIAL_REDIRECT_URI', { provider: 'google' }, { uri: 'https://a.example' }],
    ['GET_FARCASTER_URI', undefined, { url: 'https://a.example' }],
  ] as const)('is signed out before a sign-in with %s, too', async (name, payload, answer) => {
    await left()
    const before = posted().length
    const asked = codeOf(askFrame(name, payload))
    await stage.answer('SIGN_OUT')
    await stage.answer(name, answer)
    expect([await asked, posted().slice(before)]).toEqual(['resolved', ['SIGN_OUT', name]])
  })

  test('fails after 30 seconds like any other if it does not load', async () => {
    await left()
    closeFrame()
    const asked = codeOf(signIn())
    await vi.advanceTimersByTimeAsync(REQUEST_LIMIT_MS)
    expect(await Promise.race([asked, 'still waited for'])).toBe('EMBEDDED_WALLET_TIMEOUT')
  })

  test('does not block a sign-in if it never answers, and signs out nobody afterwards', async () => {
    await left()
    const asked = signIn()
    await vi.advanceTimersByTimeAsync(SIGN_OUT_LIMIT_MS)
    await stage.answer('CONNECT_EMAIL', { action: 'VERIFY_OTP' })
    await asked
    const before = posted().length
    await Promise.all([askFrame('CONNECT_OTP', { otp: '123456' }), stage.answer('CONNECT_OTP')])
    await Promise.all([authConnector.connect(request()), stage.answer('GET_USER', { address: ADDRESS, chainId: 1 })])
    await Promise.all([askFrame('GET_FARCASTER_URI'), stage.answer('GET_FARCASTER_URI', { url: 'https://a.example' })])
    expect([posted().slice(before), wasUsed()]).toEqual([['CONNECT_OTP', 'GET_USER', 'GET_FARCASTER_URI'], true])
  })

  test('fails 30 seconds after it was asked to sign in if it answers nothing at all', async () => {
    await left()
    const asked = codeOf(signIn())
    await vi.advanceTimersByTimeAsync(SIGN_OUT_LIMIT_MS)
    expect(posted().slice(-2)).toEqual(['SIGN_OUT', 'CONNECT_EMAIL'])
    await vi.advanceTimersByTimeAsync(REQUEST_LIMIT_MS - SIGN_OUT_LIMIT_MS)
    expect(await Promise.race([asked, 'still waited for'])).toBe('SOCIALS_TIMEOUT')
  })

  test('has its time to answer also where it loads slowly, and asks for no mail that nobody waits for any more', async () => {
    await left()
    closeFrame()
    const asked = codeOf(signIn())
    await vi.advanceTimersByTimeAsync(REQUEST_LIMIT_MS - 5_000)
    stage.getReady()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await Promise.race([asked, 'still waited for'])).toBe('REQUEST_FAILED')
    expect(posted()).toEqual(['SYNC_DAPP_DATA', 'SIGN_OUT'])
    // It is there by now, and is tried again.
    const again = codeOf(signIn())
    await stage.answer('SIGN_OUT')
    await stage.answer('CONNECT_EMAIL', { action: 'VERIFY_OTP' })
    expect(await again).toBe('resolved')
  })
})
