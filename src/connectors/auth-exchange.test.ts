import { describe, expect, test } from 'vitest'
import { inFull } from '../../.ci/in-full.mjs'
import '../lib/embedded-errors'
import '../lib/later-errors'
import type { WalletError } from '../lib/errors'
import type { AppEvent } from './auth-messages'
import { ADDRESS, frame, ORIGIN, setUp, USER } from './test-exchange'

const ids = inFull(1_000_000, 5_000)

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'resolved',
    (error: WalletError) => error.code,
  )

describe('createExchange', () => {
  test('posts a request once the frame is ready, and settles it by its id', async () => {
    const { exchange, posted, hear, ready } = setUp()
    const asked = exchange.ask('CONNECT_EMAIL', { email: 'ada@example.org' })
    expect(posted).toEqual([])
    ready()
    expect(posted).toEqual([
      { type: '@w3m-app/CONNECT_EMAIL', id: expect.stringMatching(/^[\da-f-]{36}$/), payload: { email: 'ada@example.org' } },
    ])
    hear({ type: '@w3m-frame/CONNECT_EMAIL_SUCCESS', id: posted[0]?.id, payload: { action: 'VERIFY_OTP' } })
    expect(await asked).toEqual({ action: 'VERIFY_OTP' })
    expect(exchange.open()).toBe(0)
  })

  test('takes the content’s height from the frame only', () => {
    const heights: number[] = []
    const { exchange, hear } = setUp(undefined, (height) => heights.push(height))
    const told = (height: unknown) => ({ type: '@w3m-frame/HEIGHT', payload: { height } })
    hear(told(320.5))
    for (const height of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, '320', null, undefined]) hear(told(height))
    exchange.hear({ source: { other: true }, origin: ORIGIN, data: told(100) })
    exchange.hear({ source: frame, origin: 'https://evil.example', data: told(100) })
    expect(heights).toEqual([320.5])
  })

  const answers: Readonly<Record<AppEvent, unknown>> = {
    SWITCH_NETWORK: { chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' },
    CONNECT_EMAIL: { action: 'CONNECT' },
    CONNECT_DEVICE: undefined,
    CONNECT_OTP: undefined,
    CONNECT_SOCIAL: { ...USER, email: null, userName: 'ada', accounts: [{ address: ADDRESS, type: 'smartAccount' }] },
    GET_SOCIAL_REDIRECT_URI: { uri: 'https://social.example' },
    GET_FARCASTER_URI: { url: 'https://farcaster.example' },
    CONNECT_FARCASTER: { userName: 'ada' },
    GET_USER: { ...USER, chainId: '137', smartAccountDeployed: true, preferredAccountType: 'eoa' },
    SIGN_OUT: undefined,
    IS_CONNECTED: { isConnected: true },
    GET_CHAIN_ID: { chainId: 1 },
    GET_SMART_ACCOUNT_ENABLED_NETWORKS: { smartAccountEnabledNetworks: [1, 137] },
    SET_PREFERRED_ACCOUNT: { type: 'smartAccount', address: ADDRESS },
    RPC_REQUEST: ['0x1'],
    UPDATE_EMAIL: { action: 'VERIFY_SECONDARY_OTP' },
    UPDATE_EMAIL_PRIMARY_OTP: undefined,
    UPDATE_EMAIL_SECONDARY_OTP: { newEmail: 'b@b.co' },
    SYNC_THEME: undefined,
    SYNC_DAPP_DATA: undefined,
    RELOAD: undefined,
  }
  test.each(Object.entries(answers))('%s is settled by SUCCESS or ERROR with its id', async (name, payload) => {
    const { exchange, posted, hear, ready } = setUp()
    ready()
    const asked = [1, 2].map(() => exchange.ask(name as AppEvent))
    const ended = Promise.allSettled(asked)
    const [first, second] = posted
    // A field of a later version is no reason to refuse the answer.
    const told = typeof payload === 'object' && !Array.isArray(payload) ? { ...payload, later: 1 } : payload
    hear({ type: `@w3m-frame/${name}_ERROR`, id: second?.id, payload: { message: 'Not today' } })
    hear({ type: `@w3m-frame/${name}_SUCCESS`, id: first?.id, payload: told })
    expect(await ended).toMatchObject([
      { status: 'fulfilled', value: payload },
      { status: 'rejected', reason: { code: 'FRAME_ERROR', message: 'Not today' } },
    ])
    expect([first?.type, second?.type, exchange.open()]).toEqual([`@w3m-app/${name}`, `@w3m-app/${name}`, 0])
  })

  test('an e-mail address with an apostrophe is accepted', async () => {
    const { exchange, posted, hear, ready } = setUp()
    ready()
    const asked = exchange.ask('GET_USER')
    hear({ type: '@w3m-frame/GET_USER_SUCCESS', id: posted[0]?.id, payload: { ...USER, email: "o'brien@example.org" } })
    expect(exchange.open()).toBe(0)
    expect(await asked).toMatchObject({ email: "o'brien@example.org" })
  })

  test('fault 41, error: the frame’s error text is limited to 200 characters; without one ours is used', async () => {
    const { exchange, posted, hear, ready } = setUp()
    ready()
    const blocked = "Failed to read the 'localStorage' property from 'Window': Access is denied for this document."
    const answers = [`<b>x</b> ${'x'.repeat(1_000_000)}`, undefined, blocked].map(async (message, at) => {
      const asked = exchange.ask('GET_USER').catch((error: WalletError) => error)
      hear({ type: '@w3m-frame/GET_USER_ERROR', id: posted[at]?.id, ...(message && { payload: { message } }) })
      return (await asked) as WalletError
    })
    const [long, none, storage] = await Promise.all(answers)
    expect(long).toMatchObject({ code: 'FRAME_ERROR', message: expect.stringMatching(/^<b>x<\/b> x+…$/) })
    expect([...(long?.message ?? '')].length).toBeLessThanOrEqual(200)
    expect(none).toMatchObject({ code: 'FRAME_ERROR', message: 'An error occurred' })
    expect(storage).toMatchObject({
      code: 'FRAME_STORAGE_BLOCKED',
      message: expect.stringMatching(/^Your browser blocks e-mail login here/),
    })
  })

  test.each([
    ['RPC_REQUEST', 'User rejected the request', 'USER_REJECTED'],
    ['CONNECT_SOCIAL', 'The person denied access', 'USER_REJECTED'],
    ['CONNECT_FARCASTER', 'Declined', 'USER_REJECTED'],
    ['CONNECT_EMAIL', 'This address was rejected: no mail reaches it', 'FRAME_ERROR'],
    ['CONNECT_EMAIL', 'Invalid email', 'EMAIL_INVALID'],
    ['UPDATE_EMAIL', 'Error: invalid email address', 'EMAIL_INVALID'],
    ['CONNECT_OTP', 'Code denied: it has run out', 'FRAME_ERROR'],
    ['CONNECT_DEVICE', 'The device was declined', 'FRAME_ERROR'],
  ] as const)('faults 41 and 48, error: %s that fails with "%s" is %s', async (name, message, code) => {
    const { exchange, posted, hear, ready } = setUp()
    ready()
    const asked = exchange.ask(name as AppEvent)
    hear({ type: `@w3m-frame/${name}_ERROR`, id: posted[0]?.id, payload: { message } })
    await expect(asked).rejects.toMatchObject({ code, ...(code === 'FRAME_ERROR' && { message }) })
  })

  test('faults 42 and 43, error: an aborted RPC request is REQUEST_ABORTED, any other is REQUEST_FAILED', async () => {
    const { exchange, ready } = setUp()
    ready()
    const stop = new AbortController()
    const codes = [
      codeOf(exchange.ask('RPC_REQUEST', { method: 'personal_sign' }, { signal: stop.signal })),
      codeOf(exchange.ask('GET_USER', {}, { signal: stop.signal })),
    ]
    stop.abort()
    expect(await Promise.all(codes)).toEqual(['REQUEST_ABORTED', 'REQUEST_FAILED'])
  })

  test('error: what was given up before it is asked, as while its approval view opened, is never posted', async () => {
    const { exchange, posted, ready } = setUp()
    ready()
    const signal = AbortSignal.abort()
    const codes = [
      codeOf(exchange.ask('RPC_REQUEST', { method: 'personal_sign' }, { signal, once: true })),
      codeOf(exchange.ask('GET_USER', {}, { signal })),
    ]
    exchange.fail('EMBEDDED_WALLET_TIMEOUT')
    expect([await Promise.all(codes), posted]).toEqual([['REQUEST_ABORTED', 'REQUEST_FAILED'], []])
  })

  test('a posted request that was given up may have been approved: it ends when the frame restarts, or with an answer before', async () => {
    const { exchange, posted, hear, ready } = setUp()
    ready()
    const stop = new AbortController()
    const limits = { once: true, signal: stop.signal }
    const [paid, left] = [1, 2].map(() => exchange.ask('RPC_REQUEST', { method: 'eth_sendTransaction' }, limits))
    const code = codeOf(left ?? Promise.resolve())
    stop.abort()
    hear({ type: '@w3m-frame/RPC_REQUEST_SUCCESS', id: posted[0]?.id, payload: '0xhash' })
    expect([await paid, exchange.open()]).toEqual(['0xhash', 1])
    exchange.restart()
    expect(await code).toBe('REQUEST_ABORTED')
  })

  test('after a restart the frame gets reads again, and of the writes only those that it had not got', async () => {
    const { exchange, posted, ready } = setUp()
    ready()
    const sends = { method: 'eth_sendRawTransaction' }
    const read = codeOf(exchange.ask('RPC_REQUEST', { method: 'eth_call' }))
    const sent = codeOf(exchange.ask('RPC_REQUEST', sends, { once: true }))
    exchange.restart()
    expect(await sent).toBe('REQUEST_ABORTED')
    const held = codeOf(exchange.ask('RPC_REQUEST', sends, { once: true }))
    posted.length = 0
    ready()
    expect(posted.map(({ payload }) => payload)).toEqual([{ method: 'eth_call' }, sends])
    exchange.fail('REQUEST_FAILED')
    expect(await Promise.all([read, held])).toEqual(['REQUEST_FAILED', 'REQUEST_FAILED'])
  })

  test('a frame that restarts as requested, without an answer, is ready again', async () => {
    const { exchange, posted, ready } = setUp()
    ready()
    const sent = codeOf(exchange.ask('RPC_REQUEST', { method: 'personal_sign' }, { once: true }))
    const asked = exchange.ask('RELOAD')
    const read = codeOf(exchange.ask('IS_CONNECTED'))
    posted.length = 0
    ready()
    expect([await asked, await sent, exchange.ready()]).toEqual([undefined, 'REQUEST_ABORTED', true])
    expect(posted.map(({ type }) => type)).toEqual(['@w3m-app/IS_CONNECTED'])
    exchange.fail('REQUEST_FAILED')
    expect(await read).toBe('REQUEST_FAILED')
  })

  test.each(['with a word', 'without one'])(
    'a frame about to restart, %s, gets sign-in steps and writes only afterwards',
    async (way) => {
      const { exchange, posted, hear, ready } = setUp()
      ready()
      const left = exchange.ask('RELOAD')
      const again = exchange.ask('RELOAD')
      const steps = [
        exchange.ask('GET_FARCASTER_URI'),
        exchange.ask('CONNECT_EMAIL', { email: 'ada@example.org' }),
        exchange.ask('UPDATE_EMAIL_PRIMARY_OTP', { otp: '123456' }),
        exchange.ask('RPC_REQUEST', { method: 'eth_sendRawTransaction' }, { once: true }),
      ].map(codeOf)
      const leaving = exchange.ask('SIGN_OUT')
      const names = () => posted.map(({ type }) => type.replace('@w3m-app/', ''))
      // Signing out does not wait.
      expect(names()).toEqual(['RELOAD', 'RELOAD', 'SIGN_OUT'])
      hear({ type: '@w3m-frame/SIGN_OUT_SUCCESS', id: posted[2]?.id })
      await leaving
      if (way === 'with a word') hear({ type: '@w3m-frame/RELOAD_SUCCESS', id: posted[0]?.id })
      ready()
      await Promise.all([left, again])
      expect(names().slice(3)).toEqual(['GET_FARCASTER_URI', 'CONNECT_EMAIL', 'UPDATE_EMAIL_PRIMARY_OTP', 'RPC_REQUEST'])
      exchange.fail('REQUEST_FAILED')
      expect(new Set(await Promise.all(steps))).toEqual(new Set(['REQUEST_FAILED']))
    },
  )

  test(`promise 2, every id is used once: 0 duplicates in ${ids} ids`, () => {
    const { exchange, posted, ready } = setUp()
    ready()
    for (let at = 0; at < ids; at++) void exchange.ask('IS_CONNECTED').catch(() => {})
    exchange.fail('REQUEST_FAILED')
    expect(new Set(posted.map(({ id }) => id)).size).toBe(ids)
    // Random, not counted (RFC 9562, version 4).
    const chance = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/
    expect(posted.filter(({ id }) => !chance.test(String(id)))).toEqual([])
  })
})
