import { encodeFunctionData, erc20Abi, getAddress, type Hex, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { type CaipAddress, COIN } from '../lib/caip'
import { type SwapOrder, verifyApproval, verifyChanges, verifySwap } from './swap-calldata'

const at = (digit: string) => `0x${digit.repeat(40)}`
const [user, token, other, router] = [at('1'), at('a'), at('b'), at('c')] as const
const on = (address: string): CaipAddress => `eip155:56:${address}`
const order: SwapOrder = { networkId: 'eip155:56', user, from: token, to: other, amount: 1_000n, least: 990n }
const plain = parseAbi(['function swap(address,address,uint256,uint256,address)'])
const aggregated = parseAbi([
  'function swap(address, (address,address,address,address,uint256,uint256,uint256), bytes)',
  'function unoswap(uint256,uint256,uint256,uint256)',
])
const swapData = (from = token, to = other, amount = 1_000n, least = 990n, receiver = user) =>
  encodeFunctionData({
    abi: plain,
    functionName: 'swap',
    args: [from as Hex, to as Hex, amount, least, receiver as Hex],
  })
const built = (data: string, change: object = {}) => ({ from: on(user), to: on(router), data, ...change })
const oneInch = (flags = 0n, receiver = user) =>
  encodeFunctionData({
    abi: aggregated,
    functionName: 'swap',
    args: [router as Hex, [token as Hex, other as Hex, router as Hex, receiver as Hex, 1_000n, 990n, flags], '0x1234'],
  })
const unverified = expect.objectContaining({ code: 'SWAP_UNVERIFIED', message: 'This swap could not be verified' })

describe('verifySwap', () => {
  test('accepts calldata that does what was shown', () => {
    const data = swapData()
    expect(verifySwap(order, built(data))).toEqual({
      call: { from: getAddress(user), to: getAddress(router), value: 0n, data },
      least: 990n,
      known: false,
    })
  })

  test('coins are sent as the value', () => {
    const coins = { ...order, from: COIN }
    expect(verifySwap(coins, built(swapData(COIN))).call.value).toBe(1_000n)
  })

  test('the public router’s calls are read too', () => {
    const known = { to: on('0x111111125421ca6dc452d289314280a0f8842a65') }
    expect(verifySwap(order, built(oneInch(), known))).toMatchObject({ least: 990n, known: true })
    const pools = encodeFunctionData({ abi: aggregated, functionName: 'unoswap', args: [BigInt(token), 1_000n, 990n, 1n] })
    // It names no target token: a simulation has to show it.
    expect(verifySwap(order, built(pools, known))).toMatchObject({ least: 990n, known: false })
  })

  test('error: of the public provider only its own router is accepted: a contract of another’s may act otherwise than in a simulation', () => {
    const own = { ...order, isPublic: true }
    const known = { to: on('0x111111125421cA6dc452d289314280a0f8842A65') }
    expect(verifySwap(own, built(oneInch(), known))).toMatchObject({ known: true })
    for (const data of [swapData(), oneInch()]) expect(() => verifySwap(own, built(data))).toThrow(unverified)
    expect(() => verifySwap({ ...own, from: COIN }, built(swapData(COIN)))).toThrow(unverified)
  })

  test('on ZKsync Era, whose nodes simulate nothing, the public router has an address of its own; no swap could be verified there', () => {
    const [usual, era] = ['0x111111125421ca6dc452d289314280a0f8842a65', '0x6fd4383cb451173d5f9304f041c7bcbf27d561ff']
    const isKnown = (networkId: `eip155:${number}`, to: string) =>
      verifySwap({ ...order, networkId }, { from: `${networkId}:${user}`, to: `${networkId}:${to}`, data: oneInch() }).known
    expect([isKnown('eip155:324', era), isKnown('eip155:324', usual), isKnown('eip155:56', era)]).toEqual([true, false, false])
  })

  test.each([
    ['another source token', swapData(other)],
    ['another target token', swapData(token, token)],
    ['more is given', swapData(token, other, 1_001n)],
    ['less may come', swapData(token, other, 1_000n, 989n)],
    ['another receiver', swapData(token, other, 1_000n, 990n, router)],
    ['partial fills allowed', oneInch(1n)],
    ['another receiver at the public router', oneInch(0n, router)],
    ['an unknown call', '0x12345678'],
    ['nothing is called', '0x'],
    ['more than the call', `${swapData()}00`],
    ['another first character, which no chain reads', swapData().replace('0x', '\u200bx')],
    ['an invalid digit', `${swapData().slice(0, -1)}g`],
  ])('error: %s', (_, data) => expect(() => verifySwap(order, built(data))).toThrow(unverified))

  test.each([
    ['another chain', { to: `eip155:1:${router}` }],
    ['another sender', { from: on(other) }],
    ['no contract', { to: on(at('0')) }],
    ['the token itself', { to: on(token) }],
    ['the target token', { to: on(other) }],
    ['the account itself', { to: on(user) }],
    ['no account', { to: router }],
  ])('error: %s', (_, change) => expect(() => verifySwap(order, built(swapData(), change) as never)).toThrow(unverified))
})

describe('verifyApproval', () => {
  const approve = (spender = router, amount = 1_000n) =>
    encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender as Hex, amount] })
  const approval = (data: string, change: object = {}) => ({ from: on(token), to: on(other), data, value: '0', ...change })
  const verify = (data: string, change?: object) => verifyApproval(order, getAddress(router), approval(data, change))

  test('accepts exactly the amount, for the router, at the token', () =>
    expect(verify(approve())).toEqual({ from: getAddress(user), to: getAddress(token), value: 0n, data: approve() }))

  test.each([
    ['without a limit', approve(router, 2n ** 256n - 1n), {}],
    ['more than the amount', approve(router, 1_001n), {}],
    ['less than the amount', approve(router, 999n), {}],
    ['for another spender', approve(other), {}],
    ['at another token', approve(), { from: on(other) }],
    ['on another chain', approve(), { from: `eip155:1:${token}` }],
    ['with coins', approve(), { value: '1' }],
    ['with an invalid amount', approve(), { value: '\0' }],
    ['a transfer', encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [router as Hex, 1_000n] }), {}],
    ['another first character, which no chain reads', approve().replace('0x', '\u200bx'), {}],
  ])('error: %s', (_, data, change) => expect(() => verify(data, change)).toThrow(unverified))
})

describe('verifyChanges', () => {
  const swap = verifySwap(order, built(swapData()))
  const right = [
    { token, amount: -1_000n },
    { token: other, amount: 995n },
  ]
  test('accepts the source leaving and the target arriving', () => expect(() => verifyChanges(order, swap, right)).not.toThrow())

  test('error: something has to come also where the least, rounded down, is nothing', () => {
    const few = { ...order, least: -1n }
    const none = verifySwap(few, built(swapData(token, other, 1_000n, 0n)))
    expect(() => verifyChanges(few, none, right.slice(0, 1))).toThrow(unverified)
    expect(() =>
      verifyChanges(few, none, [
        { token, amount: -1_000n },
        { token: other, amount: 1n },
      ]),
    ).not.toThrow()
  })

  test.each([
    ['', -995n],
    [', and it is more than what is swapped', 4n],
    [', and it is as much', 0n],
  ])(
    'a token that logs its interest as arriving with each transfer, as Aave’s, can be swapped: less of it leaves%s',
    (_, amount) => {
      const kept = amount === 0n ? [] : [{ token, amount }]
      expect(() => verifyChanges(order, swap, [...kept, { token: other, amount: 995n }])).not.toThrow()
    },
  )

  test.each([
    ['less comes than the least', [right[0], { token: other, amount: 989n }]],
    ['more leaves', [{ token, amount: -1_001n }, right[1]]],
    ['something else leaves too', [...right, { token: at('d'), amount: -1n }]],
    ['something else leaves, and the source stays', [{ token: at('d'), amount: -1n }, right[1]]],
    ['coins leave too', [...right, { token: undefined, amount: -1n }]],
    ['nothing comes', [right[0]]],
    ['no simulation', undefined],
  ])('error: %s', (_, changes) => expect(() => verifyChanges(order, swap, changes as never)).toThrow(unverified))
})
