import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { inFull } from '../../.ci/in-full.mjs'
import { submitCall } from '../adapters/eip155-call'
import { type MockWallet, mockConnection, mockWallet } from '../connectors/mock'
import { WalletError } from '../lib/errors'
import { pendingKey } from '../lib/pending-transaction'
import { forget } from '../lib/storage'
import { account } from '../state/account'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { pending } from '../state/pending'
import { resetStores } from '../state/store'
import { abandonConnections, connect } from './connection'
import { addConnector, forgetConnectors } from './discovery'
import { onStep } from './host-consent'
import { type Submission, sender, submit } from './submission'

const orders = inFull(5_000, 300)
const clicks = inFull(200, 20)
const tries = inFull(100, 5)
const A = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const B = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const HASH = `0x${'ab'.repeat(32)}`
const OURS = '0x7a69'
const OTHER = '0x38'

type Request = { method: string; params?: unknown }
type World = { chain: string; holds: boolean; asked: Request[]; answer: (request: Request) => unknown; mock: MockWallet }
let world: World

const provider = {
  request: async (request: Request) => {
    world.asked.push(request)
    if (request.method === 'eth_chainId') return world.chain
    return world.answer(request)
  },
}
const connectionOn = (networkId: `eip155:${number}`, address = A) => mockConnection(networkId, address, provider)
/** What was handed to the wallet to be signed. */
const signed = () => world.asked.filter(({ method }) => method === 'eth_sendTransaction')

/** The wallet's own doing, told or not. */
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
  world = { chain: OURS, holds: true, asked: [], answer: () => HASH, mock }
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
  Object.assign(world, { chain: OURS, holds: true, asked: [], answer: () => HASH })
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

  test('error: a batch that was mined and undone is told to the host too, and what its fee left is read anew', async () => {
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

  test('error: without a network the wallet is not asked (fault 77)', async () => {
    vi.stubGlobal('navigator', { onLine: false })
    await expect(submit(frozen())).rejects.toMatchObject({ code: 'OFFLINE' })
    vi.unstubAllGlobals()
    expect(world.asked).toEqual([])
    expect(await submit(frozen())).toBe(HASH)
  })

  test('a host that refuses ends it, and no wallet is asked', async () => {
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

  test(`promise 10: ${orders} orders of what may change between the look and the click: nothing else is ever signed`, async () => {
    const kinds = fc.constantFrom(...(Object.keys(changes) as Change[]))
    const steps = fc.array(fc.record({ change: kinds, after: fc.integer({ min: 0, max: 12 }) }), { maxLength: 4 })
    let mismatches = 0
    await fc.assert(
      fc.asyncProperty(steps, kinds, async (during, before) => {
        await renew()
        const submission = frozen()
        changes[before]()
        world.answer = ({ params }) => {
          const same = JSON.stringify(params) === JSON.stringify([request])
          const isOurs = chains.active.caipAddress === submission.owner && world.holds
          if (!same || !isOurs) mismatches++
          return HASH
        }
        const sending = submit(submission).catch(() => undefined)
        for (const { change, after } of during) {
          await turns(after)
          if (signed().length === 0) changes[change]()
        }
        await sending
        // Before the click: it never goes. A change that only the wallet knows of is seen by asking it.
        if (before !== 'nothing' && signed().length > 0) mismatches++
      }),
      { numRuns: orders },
    )
    expect(mismatches).toBe(0)
  })

  test.each([0, 1, 2, 3, 4, 6, 8, 12])(
    `promise 11, P25: a chain that changes %i turns after the click is never sent on, ${clicks} times`,
    async (point) => {
      let elsewhere = 0
      for (let run = 0; run < clicks; run++) {
        await renew()
        // A wallet that keeps to the chain that it is asked for (EIP-1193 names none: the request does).
        world.answer = ({ params }) => {
          const [given] = params as [typeof request]
          if (given.chainId !== world.chain) throw Object.assign(new Error('Wrong chain'), { code: -32602 })
          if (world.chain !== OURS) elsewhere++
          return HASH
        }
        const sending = submit(frozen()).catch(() => undefined)
        await turns(point)
        changes[run % 2 === 0 ? 'chain' : 'silently']()
        await sending
      }
      expect(elsewhere).toBe(0)
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
  ])('P54, error: %s is no answer', async (_, answer) => {
    world.answer = () => answer
    await expect(submit(frozen())).rejects.toMatchObject({ code: 'WALLET_ANSWER_INVALID' })
  })
})
