import { decodeFunctionData, encodeFunctionData, erc20Abi, type Hex, parseAbi, toHex } from 'viem'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CaipAddress } from '../lib/caip'
import type { Network } from '../lib/network'
import { allowanceOf, checkSwap } from './eip155-swap'
import type { SwapOrder } from './swap-calldata'

const network: Network = {
  ...{ id: 56, caipNetworkId: 'eip155:56', chainNamespace: 'eip155', name: 'BNB', rpcUrls: [] },
  nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
}
const context = { urls: ['https://rpc.example/'], batch: 1 }
const at = (digit: string) => `0x${digit.repeat(40)}` as const
const [user, token, other, router] = [at('1'), at('a'), at('b'), at('c')]
const on = (address: string): CaipAddress => `eip155:56:${address}`
const order: SwapOrder = { networkId: 'eip155:56', user, from: token, to: other, amount: 1_000n, least: 990n }
const abi = parseAbi(['function swap(address,address,uint256,uint256,address)'])
const approve = (amount: bigint) => encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [router, amount] })
const built = {
  swap: {
    ...{ from: on(user), to: on(router) },
    data: encodeFunctionData({ abi, functionName: 'swap', args: [token, other, 1_000n, 990n, user] }),
  },
  approval: { from: on(token), to: on(other), data: approve(1_000n), value: '0' },
}

/** The exchange’s allowance, and whether it must be zero before it can change, as USDT's. */
let allowed: bigint | undefined = 0n
let strict = false
/** The node answers only what is simulated. */
let lame = false
const word = (value: bigint) => toHex(value, { size: 32 })
const reverted = { error: { code: -32000, message: 'execution reverted' } }
const moved = (from: Hex, to: Hex, amount: bigint, address: Hex) => ({
  ...{ address, data: word(amount) },
  topics: ['0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', word(BigInt(from)), word(BigInt(to))],
})

/** A simulated chain with the token and the exchange; the calls run in order, and nothing is kept. */
function chain(): (call: { to: string; data: Hex }) => { status: Hex; returnData: Hex; logs: object[] } {
  let now = allowed ?? 0n
  const answering = (status: Hex, logs: object[] = []) => ({ status, returnData: '0x' as const, logs })
  return ({ to, data }) => {
    if (to.toLowerCase() === router) {
      const logs = [moved(user, router, 1_000n, token), moved(router, user, 1_000n, other)]
      return now < 1_000n ? answering('0x0') : answering('0x1', logs)
    }
    const [, amount = 0n] = decodeFunctionData({ abi: erc20Abi, data }).args as [Hex, bigint]
    if (strict && now > 0n && amount > 0n) return answering('0x0')
    now = amount
    return answering('0x1')
  }
}

function answer(method: string, params: readonly unknown[] = []) {
  const [first] = params as [{ to: string; data: Hex }]
  if (method === 'eth_chainId') return { result: '0x38' }
  if (method === 'eth_call' && first.data.startsWith('0xdd62ed3e'))
    return allowed === undefined ? reverted : { result: word(allowed) }
  if (method === 'eth_call' && lame) return { error: { code: -32000, message: 'missing trie node' } }
  if (method === 'eth_call') return chain()(first).status === '0x1' ? { result: '0x' } : reverted
  if (method !== 'eth_simulateV1') return reverted
  const [{ blockStateCalls }] = params as unknown as [{ blockStateCalls: { calls: { to: string; data: Hex }[] }[] }]
  return { result: [{ calls: blockStateCalls[0]?.calls.map(chain()) }] }
}

beforeEach(() => {
  allowed = 0n
  strict = lame = false
  vi.stubGlobal('fetch', async (_: unknown, { body }: { body: string }) => {
    const { id, method, params } = JSON.parse(body)
    return Response.json({ jsonrpc: '2.0', id, ...answer(method, params) })
  })
})
afterEach(() => void vi.unstubAllGlobals())

const calls = async (given: object = built) =>
  (await checkSwap(network, order, { ...built, allowed: allowed ?? 0n, ...given }, context)).calls.map(({ data }) => data)

describe('checkSwap', () => {
  test('an existing allowance is changed to the amount directly, if the token allows that', async () => {
    allowed = 5n
    expect(await calls()).toEqual([approve(1_000n), built.swap.data])
  })

  test('a token that requires a zero allowance first (USDT) gets a reset before', async () => {
    strict = true
    expect(await calls()).toEqual([approve(1_000n), built.swap.data])
    allowed = 5n
    expect(await calls()).toEqual([approve(0n), approve(1_000n), built.swap.data])
  })

  test('error: a node that cannot say whether a reset is needed does not lead to one, which would cost another fee', async () => {
    ;[allowed, lame] = [5n, true]
    expect(await calls()).toEqual([approve(1_000n), built.swap.data])
  })

  test('a sufficient allowance needs no approval', async () => {
    allowed = 1_000n
    expect(await calls({ approval: undefined })).toEqual([built.swap.data])
  })
})

describe('allowanceOf', () => {
  test('is read from the chain; undefined without an answer', async () => {
    allowed = 7n
    expect(await allowanceOf(network, order, on(router), context)).toBe(7n)
    allowed = undefined
    expect(await allowanceOf(network, order, on(router), context)).toBeUndefined()
  })

  test('error: an exchange of another network is refused', async () => {
    await expect(allowanceOf(network, order, `eip155:1:${router}`, context)).rejects.toMatchObject({ code: 'SWAP_UNVERIFIED' })
  })
})
