import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { inFull } from '../../.ci/in-full.mjs'
import { adapters, type NamespaceEntry } from '../adapters'
import { submitCall } from '../adapters/eip155-call'
import type { TransferOrder, Transfers } from '../adapters/transfers'
import { type MockWallet, mockConnection, mockWallet } from '../connectors/test-wallet'
import { pendingKey } from '../lib/pending-transaction'
import { forget } from '../lib/storage'
import type { TokenBalance } from '../lib/token'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { notice } from '../state/notice'
import { emptySend, send } from '../state/send'
import { reset, resetStores } from '../state/store'
import { tokens } from '../state/tokens'
// The reads after a transfer may outlive the test: their chunks are loaded before.
import './account'
import './network'
import './tokens'
import { abandonConnections, connect } from './connection'
import { addConnector, forgetConnectors } from './discovery'
import { confirmSend, guardReview, reviewSend } from './send'
import { circumstances } from './send-form'
import { sendProblem } from './send-problem'

const orders = inFull(5_000, 300)
const B = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const C = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const TOKEN = 'eip155:31337:0x5FbDB2315678afecb367f032d93F642f64180aa3'
const HASH = `0x${'ab'.repeat(32)}`

type Request = { method: string; params?: unknown }
let mock: MockWallet
/** The wallet’s answer to `eth_chainId`. */
let chain = '0x7a69'
let signed: Request[] = []
let onSigned = () => {}
const wallet = {
  request: async (request: Request) => {
    if (request.method !== 'eth_sendTransaction') return chain
    signed.push(request)
    onSigned()
    return HASH
  },
}

/** The maximum fee of each prepared transfer, the last one repeated; and the block after which it expires. */
let costs: bigint[] = []
let lastValidBlockHeight: number | undefined
/** The account’s balance of coins and of each token. */
let has = 10n ** 21n
/** A chain with plenty of everything that takes a few turns to answer. */
const plenty: Transfers = {
  readAddress: (address) => ({ address }),
  held: async () => ({ units: has, decimals: 18 }),
  inspect: async () => [],
  estimate: async () => ({ fee: 1n, maxFee: 1n, deposit: 0n }),
  async prepare(_, { from, to, amount, token = '' }: TransferOrder) {
    await undefined
    const request = Object.freeze({ from, to, value: `0x${amount.toString(16)}`, data: token || '0x', chainId: '0x7a69' })
    const maxFee = (costs.length > 1 ? costs.shift() : costs[0]) ?? 1n
    return { request, fee: 1n, maxFee, deposit: 0n, changes: undefined, ...(lastValidBlockHeight && { lastValidBlockHeight }) }
  },
  submit: (_, provider, request) => submitCall(provider, request),
}

const listed: TokenBalance[] = [
  { name: 'Ether', symbol: 'ETH', price: '2' },
  { name: 'Dollar', symbol: 'USD', price: '1', address: TOKEN },
].map((each) => ({ ...each, quantity: { decimals: '18', numeric: '1000' } })) as unknown as TokenBalance[]

const filled = { amount: '1.5', receiver: B, receiverStatus: 'found', warnings: [], coin: `1${'0'.repeat(21)}` } as const

function fill(): void {
  reset(send, {
    ...emptySend(chains.active.caipAddress),
    ...filled,
    found: { address: B, name: undefined },
    held: { tokenId: 'native', units: `1${'0'.repeat(21)}`, decimals: 18 },
    cost: { fee: '1', maxFee: '1', deposit: '0', least: '0' },
  } as ReturnType<typeof emptySend>)
}

/** What a host, a late answer or another view may change during a review; `undone` restores it. */
const changes = {
  nothing: () => {},
  amount: () => {
    send.amount = '1.50'
  },
  receiver: () => {
    Object.assign(send, { receiver: C, found: { address: C, name: undefined } })
  },
  'the name’s address': () => {
    send.found = { address: C, name: 'ada.eth' }
  },
  token: () => Object.assign(send, { tokenId: TOKEN }),
  unit: () => Object.assign(send, { unit: 'fiat' }),
  undone: () => Object.assign(send, { tokenId: 'native', unit: 'token', ...filled, found: { address: B, name: undefined } }),
}
type Change = keyof typeof changes
const form = () => JSON.stringify([send.tokenId, send.amount, send.unit, send.receiver, send.found?.address])

let eip155: NamespaceEntry | undefined
beforeEach(async () => {
  resetStores()
  config.mode = 'localhost'
  eip155 = adapters.eip155
  adapters.eip155 = { ...eip155, transfers: async () => ({ transfers: plenty }) } as NamespaceEntry
  mock = mockWallet({}, { connections: [mockConnection('eip155:31337', undefined, wallet)] })
  addConnector(mock.connector)
  await connect({ wallet: 'mock' })
  Object.assign(tokens, { owner: chains.active.caipAddress, list: listed })
  signed = []
  onSigned = () => {}
  costs = []
  chain = '0x7a69'
  has = 10n ** 21n
  lastValidBlockHeight = undefined
})
afterEach(() => {
  vi.useRealTimers()
  if (eip155) adapters.eip155 = eip155
  abandonConnections()
  forgetConnectors()
  forget(pendingKey)
})

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await undefined
}

describe('confirmSend', () => {
  test('promise 10: what was reviewed goes to the wallet unchanged', async () => {
    fill()
    await reviewSend()
    expect(send.review).toMatchObject({ amount: '1.5', to: B, symbol: 'ETH' })
    await confirmSend.run()
    expect(signed).toMatchObject([{ params: [{ to: B, value: `0x${(15n * 10n ** 17n).toString(16)}`, data: '0x' }] }])
  })

  test.each((Object.keys(changes) as Change[]).filter((each) => each !== 'nothing' && each !== 'undone'))(
    'promise 10, error: %s that changes after the review: nothing is signed, and the visitor is told',
    async (change) => {
      fill()
      await reviewSend()
      changes[change]()
      await expect(confirmSend.run()).rejects.toMatchObject({ code: 'TRANSACTION_CHANGED' })
      expect([signed, send.status, send.code, send.review]).toEqual([[], 'editing', 'TRANSACTION_CHANGED', undefined])
    },
  )

  test.each((Object.keys(changes) as Change[]).filter((each) => each !== 'nothing' && each !== 'undone'))(
    'promise 10, error: %s that changes while the transaction is prepared: the result is not shown',
    async (change) => {
      fill()
      const reviewing = reviewSend()
      await turns(2)
      expect(send.status).toBe('preparing')
      changes[change]()
      await reviewing
      expect([send.status, send.code, send.review]).toEqual(['editing', 'TRANSACTION_CHANGED', undefined])
    },
  )

  test.each(['the name’s address', 'unit'] as const)(
    'promise 10: %s that changes and changes back while the transaction is prepared never gets into it',
    async (change) => {
      let shown = 0
      for (let after = 0; after < 20; after++) {
        fill()
        const reviewing = reviewSend()
        changes[change]()
        await turns(after)
        changes.undone()
        await reviewing
        if (send.status !== 'reviewing') continue
        shown++
        expect([after, send.review]).toMatchObject([after, { amount: '1.5', to: B }])
      }
      expect(shown).toBeGreaterThan(3)
    },
  )

  test.each([[[5n]], [[5n, 9n, 7n]]])(
    'promise 9: Max leaves the maximum fee at the time of preparation, even if it rises (%s)',
    async (rising) => {
      fill()
      Object.assign(send, { max: true, amount: '999.999999999999999999' })
      costs = [...rising]
      await reviewSend()
      await confirmSend.run()
      const left = 10n ** 21n - (rising.length > 1 ? 9n : 5n)
      expect(signed).toMatchObject([{ params: [{ value: `0x${left.toString(16)}` }] }])
    },
  )

  test('error: CHAIN_MISMATCH stays visible after the page has followed the wallet to its network', async () => {
    const stop = guardReview()
    fill()
    await reviewSend()
    chain = '0x38'
    expect(await confirmSend()).toBe(false)
    expect([signed, send.status, send.code]).toEqual([[], 'reviewing', 'CHAIN_MISMATCH'])
    mock.emit({ type: 'change', connections: [mockConnection('eip155:56', undefined, wallet)] })
    await vi.waitFor(() => expect(send.review).toBeUndefined())
    expect(notice.snack).toMatchObject({ kind: 'error', code: 'CHAIN_MISMATCH' })
    stop()
  })

  test.each([
    ['a refusal: the first account’s review is dropped', 4001, undefined],
    ['an unknown outcome: it is reported, as the form is gone', -32603, 'SEND_FAILED'],
  ])('error: an account that changes during the prompt, and %s', async (_, code, said) => {
    onTestFinished(guardReview())
    fill()
    await reviewSend()
    onSigned = () => {
      mock.emit({ type: 'change', connections: [mockConnection('eip155:31337', C, wallet)] })
      throw Object.assign(new Error('No'), { code })
    }
    expect(await confirmSend()).toBe(false)
    expect([send.status, send.review, notice.snack?.code]).toEqual(['editing', undefined, said])
  })

  test('error: coins that have left the account since the form was opened are missing in the form, with a message', async () => {
    fill()
    has = 10n ** 18n
    await reviewSend()
    expect([send.status, send.code, send.coin]).toEqual(['editing', 'SEND_INCOMPLETE', String(has)])
    expect(sendProblem(send, circumstances(send))).toBe('amount-too-much')
  })

  test('error: coins that no longer cover the fee are reported before the wallet is asked; the form says how much is missing', async () => {
    fill()
    Object.assign(send, { amount: '999' })
    costs = [2n * 10n ** 18n]
    await reviewSend()
    expect([send.status, send.code, send.review]).toEqual(['editing', 'TRANSACTION_WOULD_FAIL', undefined])
    expect(sendProblem(send, circumstances(send))).toBe('no-gas')
    expect(send.cost?.maxFee).toBe(String(2n * 10n ** 18n))
  })

  test.each([
    ['on Solana until shortly before its last block', 1, 45],
    ['too long ago for its fee and simulation', undefined, 600],
  ])('a transfer reviewed %s is prepared again', async (_, height, life) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    lastValidBlockHeight = height
    for (const seconds of [life - 5, life + 5]) {
      fill()
      await reviewSend()
      vi.setSystemTime(Date.now() + seconds * 1_000)
      expect(await confirmSend()).toBe(seconds < life)
    }
    // The form shows it; a snackbar above would repeat it.
    expect([signed.length, notice.snack?.code]).toEqual([1, undefined])
    expect(send).toMatchObject({ status: 'editing', code: 'TRANSACTION_CHANGED', amount: '1.5' })
  })

  test(`promise 10: ${orders} orders of form changes around the review and the click: nothing else is ever signed`, async () => {
    const stop = guardReview()
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
        await Promise.all([reviewSend(), play(making)])
        if (send.status !== 'reviewing' || !send.review) return
        const shown = send.review
        changes[between]()
        onSigned = () => {
          const [{ to, value, data }] = (signed.at(-1)?.params ?? [{}]) as [{ to: string; value: string; data: string }]
          const [whole, cents = ''] = shown.amount.split('.')
          const units = BigInt(`${whole}${cents.padEnd(18, '0')}`)
          const isShown = to === shown.to && BigInt(value) === units && (data === '0x') === (shown.symbol === 'ETH')
          if (!isShown || form() !== asked) mismatches++
          sent++
        }
        await Promise.all([confirmSend.run().catch(() => undefined), play(sending)])
      }),
      { numRuns: orders },
    )
    expect(mismatches).toBe(0)
    expect(sent).toBeGreaterThan(0)
    stop()
  })
})
