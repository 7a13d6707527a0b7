import fc from 'fast-check'
import { ref } from 'valtio/vanilla'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { inFull } from '../../.ci/in-full.mjs'
import { submitCall } from '../adapters/eip155-call'
import { type MockWallet, mockConnection, mockWallet } from '../connectors/test-wallet'
import { pendingKey } from '../lib/pending-transaction'
import { forget } from '../lib/storage'
import type { SwapAsset } from '../lib/swap-asset'
import { chains } from '../state/chains'
import { notice } from '../state/notice'
import { reset } from '../state/store'
import { emptySwap, swap } from '../state/swap'
// The reads after a transfer may outlive the test: their chunks are loaded before.
import './account'
import './network'
import './tokens'
import { connect } from './connection'
import { addConnector } from './discovery'
import { settlePending } from './pending'
import { cancelSwap, confirmSwap, guardSwap, reviewSwap } from './swap'
import { readQuote } from './swap-quotes'
import { beginSwapping, coin, dollar, NETWORK, on, ROUTER } from './test-swap'

const orders = inFull(5_000, 200)
const at = (digit: string) => on(`0x${digit.repeat(40)}`)
const other = at('b')
const HASH = `0x${'ab'.repeat(32)}`

type Request = { method: string; params?: unknown }
let signed: Request[] = []
let onSigned = () => {}
let mock: MockWallet
const wallet = {
  request: async (request: Request) => {
    if (request.method !== 'eth_sendTransaction') return '0x38'
    signed.push(request)
    onSigned()
    return HASH
  },
}

/** The number of approvals before the swap; and whether the wallet sends all as one batch. */
let approvals = 0
let batch = false
/** The allowance on chain; undefined if no node answers. */
let allowed: bigint | undefined
/** The ends of the requested paths. */
let asked: string[] = []

/** Reads from the chain and a service’s calls, without either: a call holds its order in its data. */
const swapper = {
  allowanceOf: async () => allowed,
  checkSwap: async (_: unknown, order: { from: string; to: string; amount: bigint; least: bigint }) => ({
    ...{ router: ROUTER, least: order.least, changes: undefined },
    calls: [
      ...Array(approvals).fill({ from: ROUTER, to: ROUTER, value: 0n, data: '0x' }),
      { from: ROUTER, to: ROUTER, value: order.amount, data: `0x${order.from.slice(2)}${order.to.slice(2)}` },
    ],
  }),
  prepare: async (_: unknown, { to, value, data }: { to: string; value: bigint; data: string }) => {
    await undefined
    return { request: Object.freeze({ to, value: `0x${value.toString(16)}`, data, chainId: '0x38' }), fee: 1n, maxFee: 1n }
  },
  capableOfBatch: async () => batch,
  batchOf: () => ({}),
  submitCall,
}

const assets: SwapAsset[] = [coin, dollar, other].map((address, index) => ({
  ...{ address, name: `Token ${index}`, symbol: `T${index}`, decimals: 18, iconUrl: undefined },
}))

const quoted = (out: string) => ({ quote: { amount: `15${'0'.repeat(17)}`, out, at: Date.now() } })
const filled = { from: coin, to: dollar, amount: '1.5', slippage: 1 }

function fill(): void {
  const held = Object.fromEntries(assets.map(({ address }) => [address, `1${'0'.repeat(20)}`]))
  reset(swap, { ...emptySwap(chains.active.caipAddress), ...filled, ...quoted('1000'), tokens: ref(assets), held })
}

/** What a host, a late answer or another view may change during a review; `undone` restores it. */
const changes = {
  nothing: () => {},
  amount: () => Object.assign(swap, { amount: '1.50' }),
  'the source token': () => {
    swap.from = other
  },
  'the target token': () => {
    swap.to = other
  },
  slippage: () => {
    swap.slippage = 2
  },
  'the output': () => Object.assign(swap, quoted('999')),
  undone: () => Object.assign(swap, filled, quoted('1000')),
}
type Change = keyof typeof changes
const real = (Object.keys(changes) as Change[]).filter((each) => each !== 'nothing' && each !== 'undone')

const form = () => JSON.stringify([swap.from, swap.to, swap.amount, swap.slippage, swap.quote?.out])

beginSwapping(swapper, (path) => {
  asked.push(path)
  // The service does not see the approval yet.
  const tx = { from: at('1'), to: on(ROUTER), data: '0x00', amount: '1000', value: '0' }
  return Response.json({ allowance: '0', tx })
})
beforeEach(async () => {
  mock = mockWallet({}, { connections: [mockConnection(NETWORK, undefined, wallet)] })
  addConnector(mock.connector)
  await connect({ wallet: 'mock' })
  signed = []
  onSigned = () => {}
  ;[approvals, batch] = [0, false]
  allowed = undefined
  asked = []
})
afterEach(() => forget(pendingKey))

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await undefined
}

test('the fee of a batched approval and swap is that of both: the estimated approval, and a usual swap', async () => {
  approvals = 1
  batch = true
  fill()
  swap.gasPrice = '1000000000'
  await reviewSwap()
  expect(swap.review).toMatchObject({ step: 'both', fee: '0.000150000000000001' })
})

test.each([
  ['a service that lags behind an approval is not believed: the chain’s allowance counts', 15n * 10n ** 17n, false],
  ['the chain’s allowance is too low', 1n, true],
  ['without an answer of a node, the service is believed', undefined, true],
])('%s', async (_, onChain, isAsked) => {
  allowed = onChain
  fill()
  Object.assign(swap, { from: dollar, to: other })
  await reviewSwap()
  expect([swap.code, swap.review?.amount]).toEqual([undefined, '1.5'])
  expect(asked.includes('build-approve')).toBe(isAsked)
})

test('for a token that needs its allowance reset first, the button says so, and then asks for the amount', async () => {
  approvals = 2
  fill()
  await reviewSwap()
  expect(swap.review).toMatchObject({ step: 'approve', amount: '1.5', allows: '0' })
  approvals = 1
  const confirming = confirmSwap()
  await vi.waitFor(() => expect(swap.status).toBe('approving'))
  settlePending(HASH, 'confirmed')
  expect(await confirming).toBe(true)
  expect(swap.review).toMatchObject({ step: 'approve', amount: '1.5', allows: '1.5' })
  expect(signed).toHaveLength(1)
})

test.each([false, true])('error: an account that changes while an approval is asked for or mined (%s)', async (mined) => {
  onTestFinished(guardSwap())
  approvals = 1
  fill()
  await reviewSwap()
  const change = () => mock.emit({ type: 'change', connections: [mockConnection(NETWORK, `0x${'2'.repeat(40)}`, wallet)] })
  if (!mined) onSigned = change
  const confirming = confirmSwap()
  await vi.waitFor(() => expect(swap.status).toBe('approving'))
  if (mined) change()
  await vi.waitFor(() => expect(swap.review === undefined).toBe(mined))
  settlePending(HASH, 'confirmed')
  // Its message does not say that nothing was sent.
  expect([await confirming, swap.status, swap.review, notice.snack?.help]).toEqual([mined, 'editing', undefined, ''])
})

test('error: if the swap after an approval cannot be built, the form is back, and the approval is not asked for again', async () => {
  approvals = 1
  fill()
  await reviewSwap()
  expect(swap.review?.step).toBe('approve')
  const confirming = confirmSwap()
  await vi.waitFor(() => expect(swap.status).toBe('approving'))
  const others = globalThis.fetch
  vi.stubGlobal('fetch', (url: string | URL) =>
    new URL(url).pathname.endsWith('/build-transaction') ? Response.json({}, { status: 500 }) : others(url),
  )
  settlePending(HASH, 'confirmed')
  expect(await confirming).toBe(false)
  expect([swap.status, swap.review, swap.code, swap.amount]).toEqual(['editing', undefined, 'API_UNAVAILABLE', '1.5'])
  await confirmSwap()
  expect(signed).toHaveLength(1)
})

describe('confirmSwap', () => {
  test('promise 10: what was reviewed goes to the wallet unchanged', async () => {
    fill()
    await reviewSwap()
    expect(swap).toMatchObject({ status: 'reviewing', code: undefined, review: { amount: '1.5', step: 'swap' } })
    await confirmSwap.run()
    expect(signed).toMatchObject([{ params: [{ to: ROUTER, value: `0x${(15n * 10n ** 17n).toString(16)}` }] }])
  })

  test('promise 12: a second press during the prompt asks the wallet nothing', async () => {
    fill()
    await reviewSwap()
    await Promise.all([confirmSwap(), confirmSwap()])
    expect(signed).toHaveLength(1)
  })

  test.each([
    ['empties the form', '1.5', ''],
    ['keeps an amount typed since', '2', '2'],
  ])('a swap that the wallet sends after its review was left %s', async (_, typed, left) => {
    fill()
    await reviewSwap()
    onSigned = () => {
      cancelSwap()
      swap.amount = typed
    }
    await confirmSwap.run()
    expect([signed.length, swap.status, swap.from, swap.amount]).toEqual([1, 'editing', coin, left])
  })

  test.each(real)(
    'promise 10, error: %s that changes after the review: nothing is signed, and the visitor is told',
    async (change) => {
      fill()
      await reviewSwap()
      changes[change]()
      await expect(confirmSwap.run()).rejects.toMatchObject({ code: 'TRANSACTION_CHANGED' })
      expect([signed, swap.status, swap.code, swap.review]).toEqual([[], 'editing', 'TRANSACTION_CHANGED', undefined])
    },
  )

  test.each(real)('promise 10, error: %s that changes while the swap is prepared: the result is not shown', async (change) => {
    fill()
    const reviewing = reviewSwap()
    await turns(2)
    expect(swap.status).toBe('preparing')
    changes[change]()
    await reviewing
    // The price only where it did.
    const code = change === 'the output' ? 'PRICE_CHANGED' : 'TRANSACTION_CHANGED'
    expect([swap.status, swap.code, swap.review]).toEqual(['editing', code, undefined])
  })

  test('a quote requested before the review that arrives after it does not replace it', async () => {
    const answer = vi.fn<(value: Response) => void>()
    const others = globalThis.fetch
    vi.stubGlobal('fetch', (url: string | URL) =>
      new URL(url).pathname.endsWith('/quotes') ? new Promise<Response>((done) => answer.mockImplementation(done)) : others(url),
    )
    fill()
    readQuote(0)
    await vi.waitFor(() => expect(answer.getMockImplementation()).toBeDefined())
    const reviewing = reviewSwap()
    const late = { fromAmount: `15${'0'.repeat(17)}`, fromAccount: coin, toAmount: '999', toAccount: dollar }
    answer(Response.json({ quotes: [late] }))
    await reviewing
    expect([swap.status, swap.code, swap.quote?.out]).toEqual(['reviewing', undefined, '1000'])
  })

  test(`promise 10: ${orders} orders of changes to a swap's form around the review and the click: nothing else is ever signed`, async () => {
    const stop = guardSwap()
    const kinds = fc.constantFrom(...(Object.keys(changes) as Change[]))
    const when = (max: number) => fc.array(fc.record({ change: kinds, after: fc.integer({ min: 0, max }) }), { maxLength: 3 })
    let [mismatches, sent] = [0, 0]
    await fc.assert(
      fc.asyncProperty(when(10), kinds, when(20), async (making, between, sending) => {
        fill()
        const asked = form()
        signed = []
        const play = async (steps: readonly { change: Change; after: number }[]) => {
          for (const { change, after } of steps) {
            await turns(after)
            if (signed.length === 0) changes[change]()
          }
        }
        await Promise.all([reviewSwap(), play(making)])
        if (swap.status !== 'reviewing') return
        changes[between]()
        onSigned = () => {
          if (form() !== asked) mismatches++
          sent++
        }
        await Promise.all([confirmSwap.run().catch(() => undefined), play(sending)])
      }),
      { numRuns: orders },
    )
    expect(mismatches).toBe(0)
    expect(sent).toBeGreaterThan(0)
    stop()
  })
})
