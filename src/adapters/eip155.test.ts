import { afterEach, describe, expect, test, vi } from 'vitest'
import { adapter } from './eip155'
import type { WalletProvider } from './types'
import { APPROVAL_LIMIT_MS, READ_LIMIT_MS } from './wallet-request'

const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const answering = (answer: unknown): WalletProvider => ({ request: async () => answer })
const signature = `0x${'ab'.repeat(65)}`

/** Providers that break the rules of EIP-1193 (P09 to P17, P42 to P47). */
const broken: Record<string, unknown> = {
  'throws at once': {
    request: () => {
      throw new Error('now')
    },
  },
  'rejects undefined': { request: () => Promise.reject() },
  'rejects a string': { request: () => Promise.reject('no') },
  'has no request': { send() {} },
  'throws in every getter': new Proxy(
    {},
    {
      get() {
        throw new Error('getter')
      },
    },
  ),
  'rejects what throws in its message': {
    request: () =>
      Promise.reject({
        get message() {
          throw new Error('message')
        },
      }),
  },
  'answers a thenable that throws': {
    request: () => ({
      // biome-ignore lint/suspicious/noThenProperty: the fault is a broken thenable
      then() {
        throw new Error('then')
      },
    }),
  },
}

afterEach(() => void vi.useRealTimers())

describe('signMessage', () => {
  test('asks for the text in hex, the address after it', async () => {
    const asked: unknown[] = []
    const provider = {
      request: async (request: unknown) => {
        asked.push(request)
        return signature
      },
    }
    expect(await adapter.signMessage(provider, account, 'Login wallet ✓')).toBe(signature)
    expect(asked).toEqual([{ method: 'personal_sign', params: ['0x4c6f67696e2077616c6c657420e29c93', account] }])
  })

  test('a message that looks like hex is signed as text', async () => {
    const request = vi.fn(async () => signature)
    await adapter.signMessage({ request }, account, '0x1234')
    expect(request).toHaveBeenCalledWith({ method: 'personal_sign', params: ['0x307831323334', account] })
  })

  test.each([64, 65, 66, 1000])('accepts a signature of %i bytes (P48, P49, P50, P51)', async (bytes) => {
    const long = `0x${'0f'.repeat(bytes)}`
    expect(await adapter.signMessage(answering(long), account, 'hello')).toBe(long)
  })

  test.each([null, undefined, '', '0x', '0xabc', '0xzz', 'abcd', 7, [signature], { signature }, `0x${'ab'.repeat(1_000_000)}`])(
    'error: an answer that is not a signature (P53)',
    async (answer) => {
      await expect(adapter.signMessage(answering(answer), account, 'hello')).rejects.toMatchObject({
        code: 'WALLET_ANSWER_INVALID',
      })
    },
  )

  test.each([{ code: 4001 }, { code: '4001' }, 4001, { code: 5000 }])('error: refused with %j, asked once', async (error) => {
    const request = vi.fn(() => Promise.reject(error))
    await expect(adapter.signMessage({ request }, account, 'hello')).rejects.toMatchObject({ code: 'USER_REJECTED' })
    expect(request).toHaveBeenCalledOnce()
  })

  test('error: an internal error is not tried again', async () => {
    const request = vi.fn(() => Promise.reject({ code: -32603 }))
    await expect(adapter.signMessage({ request }, account, 'hello')).rejects.toMatchObject({ code: 'RPC_INTERNAL' })
    expect(request).toHaveBeenCalledOnce()
  })

  test.each(Object.keys(broken))('error: a wallet that %s', async (name) => {
    const signing = adapter.signMessage(broken[name] as WalletProvider, account, 'hello')
    await expect(signing).rejects.toMatchObject({ name: 'WalletError', code: 'REQUEST_FAILED' })
  })

  test('error: a wallet that never answers, ended by the limit and by the signal', async () => {
    vi.useFakeTimers()
    const hanging: WalletProvider = { request: () => new Promise(() => {}) }
    const limited = expect(adapter.signMessage(hanging, account, 'hello')).rejects.toMatchObject({ code: 'REQUEST_ABORTED' })
    const controller = new AbortController()
    const aborted = expect(adapter.signMessage(hanging, account, 'hello', controller.signal)).rejects.toMatchObject({
      code: 'ABORTED',
    })
    controller.abort()
    await aborted
    await vi.advanceTimersByTimeAsync(APPROVAL_LIMIT_MS)
    await limited
    expect(vi.getTimerCount()).toBe(0)
  })

  test('error: an aborted signal asks nothing', async () => {
    const request = vi.fn(async () => signature)
    await expect(adapter.signMessage({ request }, account, 'hello', AbortSignal.abort())).rejects.toMatchObject({
      code: 'ABORTED',
    })
    expect(request).not.toHaveBeenCalled()
  })
})

describe('getChainId', () => {
  test.each(['0x38', '0x038', '0X38', 56, '56', 56n, 'eip155:56'])('reads %s (P18, P19, P20)', async (answer) => {
    expect(await adapter.getChainId(answering(answer))).toBe(56)
  })

  test.each([
    '0xzz',
    '0x',
    '',
    null,
    {},
    [],
    -1,
    0,
    '0x0',
    1.5,
    Number.NaN,
    '0xffffffffffffffffffff',
    'bip122:56',
    `0x${'0'.repeat(99)}1`,
  ])('error: %j is not a chain (P21, P22, P23)', async (answer) => {
    await expect(adapter.getChainId(answering(answer))).rejects.toMatchObject({ code: 'CHAIN_UNSUPPORTED' })
  })

  test('error: no answer for 10 s', async () => {
    vi.useFakeTimers()
    const reading = expect(adapter.getChainId({ request: () => new Promise(() => {}) })).rejects.toMatchObject({
      code: 'REQUEST_ABORTED',
    })
    await vi.advanceTimersByTimeAsync(READ_LIMIT_MS)
    await reading
  })
})

describe('normalizeAddress', () => {
  test.each([account.toLowerCase(), `0x${account.slice(2).toUpperCase()}`, account])('%s becomes EIP-55', (address) => {
    expect(adapter.normalizeAddress(address)).toBe(account)
  })

  test.each(['0x0', 'not-hex', '', account.slice(2), `${account}0`, account.replace('x', 'X')])(
    'error: %j is not an address',
    (address) => {
      expect(adapter.normalizeAddress(address)).toBeUndefined()
    },
  )
})
