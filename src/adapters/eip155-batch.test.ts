import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Network } from '../lib/network'
import { rpcCodes } from '../lib/rpc-errors'
import { batchOf, capableOfBatch, outcomeOfBatch, sendBatch } from './eip155-batch'
import { CAPABILITIES_LIMIT_MS } from './eip155-capabilities'
import examples from './vectors/eip5792_examples.json'
import tables from './vectors/error_codes_1193_5792.json'

const user = `0x${'1'.repeat(40)}` as const
const network: Network = {
  ...{ id: 0x2105, caipNetworkId: 'eip155:8453', chainNamespace: 'eip155', name: 'Base', rpcUrls: [] },
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
}
const HASH = `0x${'ab'.repeat(32)}`
const wallet = (answers: Record<string, (params: unknown) => unknown>) => ({
  request: async ({ method, params }: { method: string; params?: unknown }) => answers[method]?.(params),
})
const batch = batchOf(network, [{ from: user, to: user, value: 0n, data: '0x' }])

afterEach(() => void vi.useRealTimers())

describe('capableOfBatch', () => {
  const saying = (answer: unknown) => capableOfBatch(wallet({ wallet_getCapabilities: () => answer }), network, user)
  test('the standard’s example is understood (vectors/rpc)', async () => {
    const [example] = examples.filter(({ section }) => section.includes('including `atomic`'))
    expect(await saying(example?.value)).toBe(true)
    expect(await saying({ '0x14A34': { atomic: { status: 'supported' } } })).toBe(false)
  })
  test.each([
    [{ '0x2105': { atomic: { status: 'ready' } } }, true],
    [{ '0x002105': { atomic: { status: 'supported' } } }, true],
    [{ '0x0': { atomic: { status: 'supported' } } }, true],
    [{ '0x2105': { atomic: { status: 'unsupported' } } }, false],
    [{ '0x2105': { atomicBatch: { supported: true } } }, false],
    [null, false],
    ['yes', false],
  ])('%j: %s', async (answer, capable) => expect(await saying(answer)).toBe(capable))

  test('error: a wallet that refuses or hangs cannot batch', async () => {
    const refuses = wallet({
      wallet_getCapabilities: () => {
        throw Object.assign(new Error('no'), { code: 4100 })
      },
    })
    expect(await capableOfBatch(refuses, network, user)).toBe(false)
    vi.useFakeTimers()
    const hanging = capableOfBatch({ request: () => new Promise(() => {}) }, network, user)
    await vi.advanceTimersByTimeAsync(CAPABILITIES_LIMIT_MS)
    expect(await hanging).toBe(false)
  })
})

describe('outcomeOfBatch', () => {
  test('of a batch sent as several transactions the last one counts: the first may only be the approval', async () => {
    const receipts = [{ transactionHash: `0x${'cd'.repeat(32)}` }, { transactionHash: HASH }]
    const told = wallet({ wallet_getCallsStatus: () => ({ status: 200, receipts }) })
    expect(await outcomeOfBatch(told, '0x1')).toEqual({ status: 'confirmed', hash: HASH, isReverted: false })
  })
})

describe('sendBatch', () => {
  test('is sent once and resolves to the hash of its last transaction', async () => {
    const asked: unknown[] = []
    const answers = {
      wallet_sendCalls: (params: unknown) => {
        asked.push(params)
        return { id: '0x1' }
      },
      wallet_getCallsStatus: () => ({ status: 200, receipts: [{ transactionHash: HASH }] }),
    }
    expect(await sendBatch(wallet(answers), batch)).toBe(HASH)
    expect(asked).toEqual([
      [
        {
          version: '2.0.0',
          from: user,
          chainId: '0x2105',
          atomicRequired: true,
          calls: [{ to: user, value: '0x0', data: '0x' }],
        },
      ],
    ])
  })

  test('error: a confirmed batch without a transaction hash is done, and is no longer waited for', async () => {
    vi.useFakeTimers()
    const answers = { wallet_sendCalls: () => ({ id: '0x1' }), wallet_getCallsStatus: () => ({ status: 200 }) }
    const sending = sendBatch(wallet(answers), batch)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await sending).toBe('')
  })

  test('a receipt may arrive a little after the confirmation', async () => {
    vi.useFakeTimers()
    let looks = 0
    const told = () => ({ status: 200, ...(++looks > 3 && { receipts: [{ transactionHash: HASH }] }) })
    const sending = sendBatch(wallet({ wallet_sendCalls: () => ({ id: '0x1' }), wallet_getCallsStatus: told }), batch)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await sending).toBe(HASH)
  })

  test('while the wallet reports the batch as pending, it is waited for: the account’s other owners may take their time', async () => {
    vi.useFakeTimers()
    let looks = 0
    let told: unknown = { status: 100 }
    const answers = { wallet_sendCalls: () => ({ id: '0x1' }), wallet_getCallsStatus: () => ++looks && told }
    const sending = sendBatch(wallet(answers), batch)
    await vi.advanceTimersByTimeAsync(3_600_000)
    // At most four times a minute.
    expect(looks).toBeLessThan(300)
    told = { status: 200, receipts: [{ transactionHash: HASH }] }
    await vi.advanceTimersByTimeAsync(15_000)
    expect(await sending).toBe(HASH)
  })

  const naming = { id: '0x1', capabilities: { caip345: { caip2: 'eip155:8453', transactionHashes: [HASH] } } }
  test.each([
    ['does not report on the batch', 'junk'],
    ['reports it as pending', { status: 100 }],
  ])('if a wallet names its transaction at once and then %s, that transaction is followed', async (_, told) => {
    expect(await sendBatch(wallet({ wallet_sendCalls: () => naming, wallet_getCallsStatus: () => told }), batch)).toBe(HASH)
  })

  test('error: a batch that failed has failed, even if its transaction was named at once', async () => {
    const failed = wallet({ wallet_sendCalls: () => naming, wallet_getCallsStatus: () => ({ status: 500 }) })
    await expect(sendBatch(failed, batch)).rejects.toMatchObject({ code: 'TRANSACTION_FAILED' })
  })

  test('error: a wallet that never reports on a batch is not waited for for ever', async () => {
    vi.useFakeTimers()
    const silent = wallet({ wallet_sendCalls: () => ({ id: '0x1' }), wallet_getCallsStatus: () => 'junk' })
    const ended = expect(sendBatch(silent, batch)).rejects.toMatchObject({ code: 'TRANSACTION_UNCONFIRMED' })
    await vi.advanceTimersByTimeAsync(300_000)
    await ended
  })

  test.each([-32601, 4200])('error: a wallet without wallet_getCallsStatus (%i) is not waited for', async (code) => {
    const silent = wallet({
      wallet_sendCalls: () => ({ id: '0x1' }),
      wallet_getCallsStatus: () => {
        throw Object.assign(new Error('no'), { code })
      },
    })
    await expect(sendBatch(silent, batch)).rejects.toMatchObject({ code: 'TRANSACTION_UNCONFIRMED' })
  })

  const forgets = (looks: number, until: number) => {
    if (looks <= until) throw Object.assign(new Error('No matching bundle found'), { code: 5730 })
    return { status: 200, receipts: [{ transactionHash: HASH }] }
  }
  test.each([0, 600_000])(
    'error: a batch that the wallet no longer knows, as after a refusal (MetaMask), is not waited for long, after %i ms either',
    async (ms) => {
      vi.useFakeTimers()
      let known: unknown = { status: 100 }
      const told = () => known ?? forgets(0, 0)
      const sending = sendBatch(wallet({ wallet_sendCalls: () => ({ id: '0x1' }), wallet_getCallsStatus: told }), batch)
      const ended = expect(sending).rejects.toMatchObject({ code: 'TRANSACTION_UNCONFIRMED' })
      await vi.advanceTimersByTimeAsync(ms)
      known = undefined
      await vi.advanceTimersByTimeAsync(40_000)
      await ended
    },
  )

  test('a batch that the wallet knows only after a while is waited for', async () => {
    vi.useFakeTimers()
    let looks = 0
    const told = () => forgets(++looks, 8)
    const sending = expect(
      sendBatch(wallet({ wallet_sendCalls: () => ({ id: '0x1' }), wallet_getCallsStatus: told }), batch),
    ).resolves.toBe(HASH)
    await vi.advanceTimersByTimeAsync(20_000)
    await sending
  })

  test('error: a wallet that has reported on a batch, and then once answers that it has no such method, is asked again', async () => {
    vi.useFakeTimers()
    let looks = 0
    const answers = {
      wallet_sendCalls: () => ({ id: '0x1' }),
      wallet_getCallsStatus: () => {
        if (++looks === 2)
          throw Object.assign(new Error('Internal error'), { code: -32603, data: { originalError: { code: -32601 } } })
        return looks === 1 ? { status: 100 } : { status: 200, receipts: [{ transactionHash: HASH }] }
      },
    }
    const sending = expect(sendBatch(wallet(answers), batch)).resolves.toBe(HASH)
    await vi.advanceTimersByTimeAsync(10_000)
    await sending
  })

  const named = Object.entries(rpcCodes).filter(([code]) => Number(code) >= 5700 && Number(code) < 5800)
  test.each(named)('fault 69: %s is reported as %s, and the batch is sent once', async (code, name) => {
    let count = 0
    const refuses = wallet({
      wallet_sendCalls: () => {
        count++
        throw Object.assign(new Error('refused'), { code: Number(code) })
      },
    })
    await expect(sendBatch(refuses, batch)).rejects.toMatchObject({ code: name })
    expect(count).toBe(1)
  })

  test('every error number of the standards is mapped (vectors/rpc)', () => {
    const numbers = [...tables.eip1193, ...tables.eip5792].map(({ code }) => code).filter((code) => code >= 4000)
    expect(numbers.filter((code) => !rpcCodes[code])).toEqual([])
  })

  test('error: a failed batch', async () => {
    const failed = wallet({ wallet_sendCalls: () => ({ id: '0x1' }), wallet_getCallsStatus: () => ({ status: 400 }) })
    await expect(sendBatch(failed, batch)).rejects.toMatchObject({ code: 'SWAP_FAILED' })
    await expect(sendBatch(failed, batch, 'SEND_FAILED')).rejects.toMatchObject({ code: 'SEND_FAILED' })
  })

  test.each([
    [500, 'TRANSACTION_FAILED'],
    [600, 'SEND_FAILED'],
  ])('error: a batch that was mined but failed (%i) is %s, whatever receipt comes with it', async (status, code) => {
    const told = { status, receipts: [{ transactionHash: HASH, status: '0x0' }] }
    const reverted = wallet({ wallet_sendCalls: () => ({ id: '0x1' }), wallet_getCallsStatus: () => told })
    await expect(sendBatch(reverted, batch, 'SEND_FAILED')).rejects.toMatchObject({ code })
  })
})
