import fc from 'fast-check'
import { ref } from 'valtio/vanilla'
import { encodeFunctionData, erc20Abi, type Hex, parseAbi } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { inFull } from '../../.ci/in-full.mjs'
import { type SwapOrder, verifyApproval, verifyChanges, verifySwap } from '../adapters/swap-calldata'
import { mockConnection, mockWallet } from '../connectors/test-wallet'
import { COIN } from '../lib/caip'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { reset } from '../state/store'
import { emptySwap, swap } from '../state/swap'
import { connect } from './connection'
import { addConnector } from './discovery'
import { reviewSwap } from './swap'
import { beginSwapping, NETWORK, on } from './test-swap'

const answers = inFull(2_000, 400)
const at = (digit: string): Hex => `0x${digit.repeat(40)}`
const [user, token, other, router] = [at('1'), at('a'), at('b'), at('c')]
const KNOWN = '0x111111125421ca6dc452d289314280a0f8842a65'
const [AMOUNT, LEAST, OUT] = [1_000n, 990n, 1_000n]
const abi = parseAbi([
  'function swap(address,address,uint256,uint256,address)',
  'function swap(address, (address,address,address,address,uint256,uint256,uint256), bytes)',
  'function unoswap(uint256,uint256,uint256,uint256)',
  'function ethUnoswap(uint256,uint256)',
])
const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [router, AMOUNT] })
const plain = (from: Hex) => encodeFunctionData({ abi, functionName: 'swap', args: [from, other, AMOUNT, LEAST, user] })
const terms = [token, other, KNOWN, user, AMOUNT, LEAST, 0n] as const
const aggregated = encodeFunctionData({ abi, functionName: 'swap', args: [router, terms, '0x1234'] })
const pools = encodeFunctionData({ abi, functionName: 'unoswap', args: [BigInt(token), AMOUNT, LEAST, 1n] })
const coinPools = encodeFunctionData({ abi, functionName: 'ethUnoswap', args: [LEAST, 1n] })

/** A service’s answers for each kind of swap: the call, and the approval that lets the exchange take the token before. */
type Tx = { from: unknown; to: unknown; data: unknown; amount?: unknown; value?: unknown }
type Answers = { swap: Tx; approval?: Tx }
const tx = (to: string, data: string): Tx => ({ from: on(user), to: on(to), data, amount: `${OUT}` })
const approval: Tx = { from: on(token), to: on(other), data: approve, value: '0' }
const approveKnown = { ...approval, data: approve.replace(router.slice(2), KNOWN.slice(2)) }
type Case = { from: string; answers: Answers; least: number; same: readonly number[] }
const forms = {
  coins: { from: COIN, answers: { swap: tx(router, plain(COIN)) }, least: 3, same: [0, 1, 2, 4] },
  'a token, approved first': {
    from: token,
    answers: { swap: tx(router, plain(token)), approval },
    least: 3,
    same: [0, 1, 2, 4],
  },
  'the public router': {
    from: token,
    answers: { swap: tx(KNOWN, aggregated), approval: approveKnown },
    least: 6,
    same: [1, 2, 4, 5],
  },
  'the public router’s pools': {
    from: token,
    answers: { swap: tx(KNOWN, pools), approval: approveKnown },
    least: 2,
    same: [0, 1],
  },
  'coins in the public router’s pools': { from: COIN, answers: { swap: tx(KNOWN, coinPools) }, least: 0, same: [] },
} satisfies Record<string, Case>
type Form = keyof typeof forms

let given: Answers
/** The calls that would be offered to the wallet. */
let offered: { to: string; value: bigint; data: string }[] = []

const swapper = {
  allowanceOf: async () => undefined,
  // The product’s own parsing and comparison; the simulation returns what the answer says.
  checkSwap: async (_: unknown, order: SwapOrder, built: { swap: never; approval?: never }) => {
    const verified = verifySwap(order, built.swap)
    const first = built.approval && verifyApproval(order, verified.call.to, built.approval)
    const trial = [order.from, order.to].map((each, index) => ({
      ...{ token: each === COIN ? undefined : each, amount: index === 0 ? -order.amount : OUT },
    }))
    verifyChanges(order, verified, trial)
    offered = [...(first ? [first] : []), verified.call]
    return { calls: offered, router: verified.call.to, least: verified.least, changes: trial }
  },
  prepare: async () => ({ request: {}, fee: 1n, maxFee: 1n }),
  capableOfBatch: async () => false,
}

beginSwapping(swapper, (path) =>
  path === 'allowance'
    ? Response.json({ allowance: '0' })
    : Response.json({ tx: path === 'build-approve' ? given.approval : given.swap }),
)
beforeEach(async () => {
  const { connector } = mockWallet({}, { connections: [mockConnection(NETWORK, user)] })
  addConnector(connector)
  await connect({ wallet: 'mock' })
})

/** Fills the form, reads the service’s answers, and returns the outcome. */
async function look(form: Form, change: Answers) {
  const { from }: Case = forms[form]
  const assets = [from, other].map((each) => ({ address: on(each), name: each, symbol: each, decimals: 0, iconUrl: undefined }))
  reset(swap, {
    ...emptySwap(chains.active.caipAddress),
    ...{ tokens: ref(assets), from: on(from), to: on(other), amount: `${AMOUNT}` },
    held: Object.fromEntries(assets.map(({ address }) => [address, `${AMOUNT}000`])),
    quote: { amount: `${AMOUNT}`, out: `${OUT}`, at: Date.now() },
  })
  given = change
  offered = []
  // The public provider trades through its router alone; one of the host's may have another.
  config.providerUrl = isPublic(form) ? undefined : 'https://provider.example'
  await reviewSwap()
  return { status: swap.status, code: swap.code, review: swap.review }
}

const isPublic = (form: Form) => /public/.test(form)
const wordOf = (data: string, index: number) => BigInt(`0x${data.slice(10 + index * 64, 74 + index * 64)}`)

describe('promise 17: the calls that a service builds', () => {
  test.each(Object.keys(forms) as Form[])('%s: a correct answer is shown for review', async (form) => {
    const { answers: right }: Case = forms[form]
    expect(await look(form, right)).toMatchObject({ status: 'reviewing', code: undefined, review: { amount: '1000' } })
    expect(offered.map(({ data }) => data)).toEqual([...(right.approval ? [right.approval.data] : []), right.swap.data])
  })

  /** A member of an answer is replaced, loses or gains a character, or changes type. */
  const hex = fc.constantFrom(...'0123456789abcdefABCDEF')
  const mutation = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.tuple(
        fc.constant('letter' as const),
        fc.nat(),
        fc.oneof({ weight: 9, arbitrary: hex }, { weight: 1, arbitrary: fc.string() }),
      ),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(fc.constant('length' as const), fc.nat(), fc.constantFrom('', '00', '0'.repeat(64), 'f'.repeat(64))),
    },
    {
      weight: 3,
      arbitrary: fc.tuple(
        fc.constant('whole' as const),
        fc.nat(),
        fc.oneof(
          fc.constantFrom(
            on(at('d')),
            on(user),
            on(token),
            on(other),
            on(at('0')),
            `eip155:1:${router}`,
            router,
            COIN,
            '0x',
            approve,
          ),
          fc.constantFrom('0', '1', '-1', '1e9', '0x1', '989', '1001', `${2n ** 256n}`, null, undefined, 0, 1_000, true, [], {}),
          fc.string(),
        ),
      ),
    },
  )

  test(`promise 17: of ${answers} answers with a changed member of either call 0 are offered that mean something else`, async () => {
    let [kept, refused] = [0, 0]
    const cases = fc.tuple(fc.constantFrom(...(Object.keys(forms) as Form[])), fc.boolean(), fc.nat(), mutation)
    await fc.assert(
      fc.asyncProperty(cases, async ([form, inApproval, member, [kind, place, text]]) => {
        const { answers: right, least, same, from }: Case = forms[form]
        const which = inApproval && right.approval ? 'approval' : 'swap'
        const whole: Record<string, unknown> = { ...right[which] }
        const names = Object.keys(whole)
        const name = names[member % names.length] ?? ''
        const before = String(whole[name])
        const spot = place % (before.length + 1)
        if (kind === 'whole') whole[name] = text
        else whole[name] = before.slice(0, spot) + text + before.slice(spot + (kind === 'letter' ? 1 : 2))
        const { status, code } = await look(form, { ...right, [which]: whole })
        if (status === 'editing') {
          refused++
          expect(['SWAP_UNVERIFIED', 'API_RESPONSE_INVALID', 'PRICE_CHANGED']).toContain(code)
          return
        }
        kept++
        const call = offered.at(-1)
        const data = call?.data ?? ''
        // Both calls name this chain, and neither sends coins along.
        for (const account of [given.swap.from, given.swap.to, given.approval?.from ?? given.swap.from])
          expect(String(account)).toMatch(new RegExp(`^${NETWORK}:`))
        expect(Number(given.approval?.value ?? 0)).toBe(0)
        // The same call of the same exchange, for no more and no less; only a host's provider may name another for coins.
        expect(data.slice(0, 10)).toBe(String(right.swap.data).slice(0, 10))
        for (const index of same) expect(wordOf(data, index)).toBe(wordOf(String(right.swap.data), index))
        // No flag that lets the router keep a part of the input.
        if (form === 'the public router') expect(wordOf(data, 7) & 1n).toBe(0n)
        expect(wordOf(data, least)).toBeGreaterThanOrEqual(LEAST - 1n)
        expect(call?.value).toBe(from === COIN ? AMOUNT : 0n)
        if (isPublic(form)) expect(call?.to.toLowerCase()).toBe(KNOWN)
        if (!right.approval) return
        expect(on(call?.to ?? '').toLowerCase()).toBe(right.swap.to)
        expect(offered[0]).toMatchObject({ value: 0n, data: right.approval.data })
        expect(offered[0]?.to.toLowerCase()).toBe(token)
      }),
      { numRuns: answers },
    )
    expect([kept > 0, refused > 0]).toEqual([true, true])
  })
})
