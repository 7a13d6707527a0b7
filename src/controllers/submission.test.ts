import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { inFull } from '../../.ci/in-full.mjs'
import { sendBatch } from '../adapters/eip155-batch'
import { submitCall } from '../adapters/eip155-call'
import { callsRequest } from '../adapters/eip155-wallet-calls'
import { type MockWallet, mockConnection, mockWallet } from '../connectors/test-wallet'
import { WalletError } from '../lib/errors'
import { pendingKey } from '../lib/pending-transaction'
import { forget, read } from '../lib/storage'
import { account } from '../state/account'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { pending } from '../state/pending'
import { resetStores } from '../state/store'
import { abandonConnections, connect } from './connection'
import { addConnector, forgetConnectors } from './discovery'
import { onStep } from './host-consent'
import { networkOf } from './network-list'
import { type Submission, sender, submit } from './submission'

const orders = inFull(5_000, 300)
const clicks = inFull(200, 20)
const tries = inFull(100, 5)
const A = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const B = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const HASH = `0x${'ab'.repeat(32)}`
const OURS = '0x7a69'
const OTHER = '0x38'

type Wallet = Parameters<Submission['send']>[0]
type Request = { method: string; params?: unknown }
type World = {
  chain: string
  holds: boolean
  asked: Request[]
  said: string[]
  answer: (request: Request) => unknown
  mock: MockWallet
}
let world: World

const provider = {
  request: async (request: Request) => {
    world.asked.push(request)
    if (request.method === 'eth_chainId') {
      world.said.push(world.chain)
      return world.chain
    }
    return world.answer(request)
  },
}
const connectionOn = (networkId: `eip155:${number}`, address = A) => mockConnection(networkId, address, provider)
/** The transactions that the wallet was asked to sign. */
const signed = () => world.asked.filter(({ method }) => method === 'eth_sendTransaction')

/** Changes made by the wallet, announced or not. */
const changes = {
  nothing: () => {},
  account: () => world.mock.emit({ type: 'change', connections: [connectionOn('eip155:31337', B)] }),
  chain: () => {
    world.chain = OTHER
    world.mock.emit({ type: 'change', connections: [connectionOn('eip155:56')] })
  },
  silently: () => {
    world.chain = OTHER
  },
  gone: () => world.mock.emit({ type: 'disconnect', reason: 'wallet' }),
  form: () => {
    world.holds = false
  },
}
type Change = keyof typeof changes

beforeEach(async () => {
  resetStores()
  config.mode = 'localhost'
  const mock = mockWallet({}, { connections: [connectionOn('eip155:31337')] })
  world = { chain: OURS, holds: true, asked: [], said: [], answer: () => HASH, mock }
  addConnector(mock.connector)
  await connect({ wallet: 'mock' })
})
afterEach(() => {
  abandonConnections()
  forgetConnectors()
  forget(pendingKey)
})

const request = Object.freeze({ from: A, to: B, value: '0x1', data: '0x', chainId: OURS, gas: '0x5208' })
function frozen(): Submission {
  const own = sender()
  if (!own) throw new Error('A wallet is expected')
  return {
    kind: 'send',
    ...own,
    request,
    holds: () => world.holds,
    send: (wallet) => submitCall(wallet, request),
    note: { to: B, amount: '1' },
  }
}

/** Lets that many turns of the microtask queue pass. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await undefined
}

async function renew(): Promise<void> {
  Object.assign(world, { chain: OURS, holds: true, asked: [], said: [], answer: () => HASH })
  if (chains.active.status !== 'connected') await connect({ wallet: 'mock' })
  world.mock.emit({ type: 'change', connections: [connectionOn('eip155:31337')] })
  pending.list = []
}

describe('submit', () => {
  test('promise 10: hands the wallet exactly what was shown, tells the host, and is in Activity', async () => {
    const told: unknown[] = []
    const stop = onStep((step) => {
      told.push(step)
      return true
    })
    expect(await submit(frozen())).toBe(HASH)
    expect(signed()).toEqual([{ method: 'eth_sendTransaction', params: [request] }])
    expect(told).toEqual([
      { type: 'before-transaction', kind: 'send', networkId: 'eip155:31337', request },
      { type: 'transaction', kind: 'send', networkId: 'eip155:31337', hash: HASH, status: 'submitted' },
    ])
    expect(pending.list).toMatchObject([{ hash: HASH, kind: 'send', to: B, amount: '1', status: 'pending' }])
    stop()
  })

  test('error: a batch that was mined and reverted is in Activity as failed, under the transaction that the wallet names', async () => {
    const told: unknown[] = []
    const stop = onStep((step) => {
      told.push(step)
      return true
    })
    const answers: Record<string, unknown> = {
      wallet_sendCalls: { id: '0x1' },
      wallet_getCallsStatus: { status: 500, receipts: [{ transactionHash: HASH, status: '0x0' }] },
    }
    world.answer = ({ method }) => answers[method]
    const batch = callsRequest(networkOf('eip155:31337'), { from: A, calls: [{ to: B }] })
    const undone = { ...frozen(), kind: 'calls' as const, request: batch, send: (wallet: Wallet) => sendBatch(wallet, batch) }
    await expect(submit(undone)).rejects.toMatchObject({ code: 'TRANSACTION_FAILED' })
    expect(pending.list).toMatchObject([{ hash: HASH, kind: 'calls', status: 'failed', to: B }])
    expect(read(pendingKey)).toMatchObject([{ hash: HASH, status: 'failed' }])
    expect(told.slice(1)).toEqual([
      { type: 'transaction', kind: 'calls', networkId: 'eip155:31337', hash: HASH, status: 'failed' },
    ])
    stop()
  })

  test('error: a batch that was mined and reverted is reported to the host too, and the balance is read again', async () => {
    const told: unknown[] = []
    const stop = onStep((step) => {
      told.push(step)
      return true
    })
    const undone = { ...frozen(), kind: 'calls' as const, send: () => Promise.reject(new WalletError('TRANSACTION_FAILED')) }
    account.balanceStatus = 'idle'
    await expect(submit(undone)).rejects.toMatchObject({ code: 'TRANSACTION_FAILED' })
    expect(told.slice(1)).toEqual([{ type: 'transaction', kind: 'calls', networkId: 'eip155:31337', status: 'failed' }])
    expect(pending.list).toEqual([])
    await vi.waitFor(() => expect(account.balanceStatus).not.toBe('idle'), { timeout: 10_000 })
    stop()
  })

  test('error: offline the wallet is not asked (fault 77)', async () => {
    vi.stubGlobal('navigator', { onLine: false })
    await expect(submit(frozen())).rejects.toMatchObject({ code: 'OFFLINE' })
    vi.unstubAllGlobals()
    expect(world.asked).toEqual([])
    expect(await submit(frozen())).toBe(HASH)
  })

  test('if the host refuses, no wallet is asked', async () => {
    const stop = onStep(({ type }) => type !== 'before-transaction')
    expect(await submit(frozen())).toBeUndefined()
    expect(world.asked).toEqual([])
    stop()
  })

  test('promise 11: a wallet on another network is asked for nothing', async () => {
    world.chain = OTHER
    await expect(submit(frozen())).rejects.toMatchObject({ code: 'CHAIN_MISMATCH' })
    expect(signed()).toEqual([])
  })

  test(`promise 10: ${orders} orders of changes between the review and the click: nothing else is ever signed`, async () => {
    const kinds = fc.constantFrom(...(Object.keys(changes) as Change[]))
    const steps = fc.array(fc.record({ change: kinds, after: fc.integer({ min: 0, max: 12 }) }), { maxLength: 4 })
    let [mismatches, sends] = [0, 0]
    await fc.assert(
      fc.asyncProperty(steps, kinds, async (during, before) => {
        await renew()
        const submission = frozen()
        changes[before]()
        world.answer = ({ params }) => {
          const isOurs = chains.active.caipAddress === submission.owner && world.holds
          if (!isOurs || JSON.stringify(params) !== JSON.stringify([request])) mismatches++
          sends++
          return HASH
        }
        const sending = submit(submission).catch(() => undefined)
        for (const { change, after } of during) {
          await turns(after)
          if (signed().length === 0) changes[change]()
        }
        await sending
        // A change before the click: it is never sent. One known only to the wallet is found by asking it.
        if (before !== 'nothing' && signed().length > 0) mismatches++
      }),
      { numRuns: orders },
    )
    expect([mismatches, sends > 0]).toEqual([0, true])
  })

  /** Turns from the click until the wallet is asked for its chain, and for the transaction. */
  async function course() {
    await submit(frozen())
    await renew()
    const sending = submit(frozen())
    const course = { reads: 0, asks: 0 }
    for (let turn = 0; signed().length === 0; turn++) {
      if (world.said.length === 0) course.reads = turn + 1
      course.asks = turn + 1
      await undefined
    }
    await sending
    return course
  }

  test.each([
    ['at the click', () => 0],
    ['while it is made ready', ({ reads }) => reads >> 1],
    ['just before the wallet is asked for its chain', ({ reads }) => reads - 2],
    ['when the wallet has said its chain', ({ reads }) => reads - 1],
    ['as the answer comes', ({ reads }) => reads],
    ['as the answer is read', ({ asks }) => asks - 2],
    ['just before the wallet is asked to send', ({ asks }) => asks - 1],
    ['when the wallet has been asked to send', ({ asks }) => asks],
  ] satisfies [string, (course: { reads: number; asks: number }) => number][])(
    `promise 11, P25: a chain that changes %s is never sent on, ${clicks} times`,
    async (_, pointIn) => {
      const between = await course()
      expect(between.asks).toBeGreaterThan(between.reads)
      const point = pointIn(between)
      let [sends, elsewhere] = [0, 0]
      for (let run = 0; run < clicks; run++) {
        await renew()
        const submission = frozen()
        // A wallet that signs on any chain: its last answer and its last event are all that one can know.
        world.answer = ({ params }) => {
          const [given] = params as [typeof request]
          sends++
          const isOurs = world.said.at(-1) === OURS && chains.active.caipAddress === submission.owner
          if (!isOurs || given.chainId !== OURS) elsewhere++
          return HASH
        }
        const sending = submit(submission).catch(() => undefined)
        await turns(point)
        changes[run % 2 === 0 ? 'chain' : 'silently']()
        await sending
      }
      expect(elsewhere).toBe(0)
      // Before the wallet answers with its chain every change is seen; once it was asked to send, none can be.
      if (point < between.reads - 1) expect(sends).toBe(0)
      if (point === between.asks) expect(sends).toBe(clicks)
    },
  )

  test.each([
    ['an internal error', { code: -32603, message: 'Internal error' }],
    ['a limit', { code: -32005, message: 'Too many requests' }],
    ['a server error', { code: -1, message: 'HTTP 500' }],
    ['a time-out', { name: 'TimeoutError', message: 'timed out' }],
    ['a refusal', { code: 4001, message: 'User rejected the request.' }],
  ])(`promise 12, fault 61: %s is asked for once, ${tries} times`, async (_, error) => {
    for (let run = 0; run < tries; run++) {
      await renew()
      world.answer = () => {
        throw Object.assign(new Error(error.message), error)
      }
      await expect(submit(frozen())).rejects.toThrow()
      expect(signed()).toHaveLength(1)
      expect(pending.list).toEqual([])
    }
  })

  test.each([
    ['no hash', 'ok'],
    ['nothing', null],
    ['half a hash', '0x12'],
  ])('P54, error: %s is not accepted as an answer', async (_, answer) => {
    world.answer = () => answer
    await expect(submit(frozen())).rejects.toMatchObject({ code: 'WALLET_ANSWER_INVALID' })
  })
})
