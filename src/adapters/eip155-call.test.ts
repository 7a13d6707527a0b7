import { createTestClient, getAddress, type Hex, http, parseEther, parseGwei, toHex } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startAnvil } from '../../demo/stack/anvil'
import { freePort, type Piece } from '../../demo/stack/listen'
import { DEV_MNEMONIC } from '../../demo/stack/networks'
import type { Network } from '../lib/network'
import { prepareCall } from './eip155-call'
import { networks } from './eip155-networks'
import { transferCall, transfers } from './eip155-transfers'

// A chain whose fee has an L1 part.
const network = networks.find(({ id }) => id === 10) as Network
const ORACLE = '0x420000000000000000000000000000000000000F'
const L1_FEE = 123_456_789n
/** Wei per unit of gas. */
const OPERATOR_FEE = 7n
const from = mnemonicToAccount(DEV_MNEMONIC).address
const to = mnemonicToAccount(DEV_MNEMONIC, { addressIndex: 1 }).address

/** Bytecode that returns this word for every call. */
const answering = (word: bigint): Hex => `0x7f${word.toString(16).padStart(64, '0')}5f5260205ff3`
/** Code of the contract that tells both fees: one of them as it is, the operator's for so much gas as the call names. */
const telling = (fee: bigint, perGas: bigint): Hex =>
  `0x5f3560e01c63275aedd214603557${answering(fee).slice(2)}5b60043560${perGas.toString(16).padStart(2, '0')}025f5260205ff3`
let chain: Piece
let client: ReturnType<typeof createTestClient>
beforeAll(async () => {
  chain = await startAnvil(10, await freePort())
  client = createTestClient({ mode: 'anvil', transport: http(chain.url) })
  await client.setCode({ address: ORACLE, bytecode: telling(L1_FEE, OPERATOR_FEE) })
})
afterAll(() => chain.stop())
const context = () => ({ urls: [chain.url], batch: 1000 })
const odd = (digit: string) => getAddress(`0x${digit.repeat(40)}`)
const prepare = (amount: bigint, token?: string) => prepareCall(network, transferCall({ from, to, amount, token }), context())

describe('prepareCall', () => {
  test('gives an EIP-1559 fee with the chain’s L1 part and its operator’s fee, and the balance changes; without the latter a node refused what Max had left, as on Mantle', async () => {
    await client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('3') })
    await client.mine({ blocks: 1 })
    const { fee, maxFee, deposit, request, changes } = await prepare(parseEther('1'))
    expect(Object.isFrozen(request)).toBe(true)
    expect(request).toMatchObject({ from, to, value: toHex(parseEther('1')), data: '0x', chainId: '0xa', gas: '0x5208' })
    const [most, tip] = [BigInt(request.maxFeePerGas ?? 0), BigInt(request.maxPriorityFeePerGas ?? 0)]
    const base = (most - tip) / 2n
    const others = L1_FEE + 21_000n * OPERATOR_FEE
    expect([fee, maxFee, deposit]).toEqual([21_000n * (base + tip) + others, 21_000n * most + others, 0n])
    expect(changes).toEqual([{ token: undefined, amount: -parseEther('1') }])
  })

  test('if a node gives no tip on a chain without a base fee, as BNB Chain’s, its gas price is offered instead of nothing', async () => {
    const own = globalThis.fetch
    vi.stubGlobal('fetch', async (input: string | URL, init: { body: string }) => {
      const answer = (await (await own(input, init)).json()) as { id: number }[]
      const calls = JSON.parse(init.body) as { id: number; method: string }[]
      const isTip = (id: number) => [calls].flat().some((call) => call.id === id && call.method === 'eth_maxPriorityFeePerGas')
      const told = [answer]
        .flat()
        .map((each) => (isTip(each.id) ? { id: each.id, error: { code: -32601, message: 'no' } } : each))
      return Response.json(Array.isArray(answer) ? told : told[0])
    })
    await client.setNextBlockBaseFeePerGas({ baseFeePerGas: 0n })
    await client.mine({ blocks: 1 })
    const { request } = await prepare(1n)
    expect(BigInt(request.maxPriorityFeePerGas ?? 0)).toBeGreaterThan(0n)
    expect(BigInt(request.maxFeePerGas ?? 0)).toBeGreaterThan(0n)
    // The base fee’s part of the gas price is not a tip.
    await client.setNextBlockBaseFeePerGas({ baseFeePerGas: 10n ** 9n })
    await client.mine({ blocks: 1 })
    const { request: based } = await prepare(1n)
    vi.unstubAllGlobals()
    const wanted = BigInt(await client.request({ method: 'eth_gasPrice' as never }))
    expect(BigInt(based.maxPriorityFeePerGas ?? 0)).toBeLessThan(wanted)
  })

  test('fault 65: a fee that the chain does not give is unknown, and is not made up', async () => {
    await client.setCode({ address: ORACLE, bytecode: '0x' })
    await expect(prepare(1n)).rejects.toMatchObject({ code: 'FEE_UNKNOWN', message: 'Could not estimate the fee' })
    await client.setCode({ address: ORACLE, bytecode: telling(L1_FEE, OPERATOR_FEE) })
  })

  test.each([
    ['no answer', undefined, 'FEE_UNKNOWN'],
    ['too many requests', { code: -32005, message: 'limit exceeded' }, 'FEE_UNKNOWN'],
    ['that the contract has no such function', { code: 3, message: 'execution reverted', data: '0x' }, 'none'],
    ['another error', { code: -32015, message: 'VM execution error.' }, 'none'],
  ])('error: an operator’s fee that is not read for lack of an answer is unknown, not none: %s', async (_, error, outcome) => {
    const own = globalThis.fetch
    vi.stubGlobal('fetch', async (input: string | URL, init: { body: string }) => {
      if (!init.body.includes('0x275aedd2')) return own(input, init)
      if (!error) throw new TypeError('Failed to fetch')
      const asked = JSON.parse(init.body) as { id: number } | { id: number }[]
      const told = [asked].flat().map(({ id }) => ({ jsonrpc: '2.0', id, error }))
      return Response.json(Array.isArray(asked) ? told : told[0])
    })
    const made = await prepare(1n).then(
      ({ maxFee, request }) => (maxFee === 21_000n * BigInt(request.maxFeePerGas ?? 0) + L1_FEE ? 'none' : 'some'),
      ({ code }) => code,
    )
    vi.unstubAllGlobals()
    expect(made).toBe(outcome)
  })

  test('error: a call that fails in simulation is not offered', async () => {
    await client.setCode({ address: odd('e'), bytecode: '0xfe' })
    await expect(prepare(1n, odd('e'))).rejects.toMatchObject({ code: 'TRANSACTION_WOULD_FAIL' })
  })
})

describe('tokens that deviate from the standard', () => {
  test('one that returns nothing can be sent', async () => {
    await client.setCode({ address: odd('a'), bytecode: '0x00' })
    expect(await prepare(1n, odd('a'))).toMatchObject({ changes: [], request: { to: odd('a'), value: '0x0' } })
  })

  test('error: one that returns false instead of failing cannot', async () => {
    await client.setCode({ address: odd('b'), bytecode: answering(0n) })
    await expect(prepare(1n, odd('b'))).rejects.toMatchObject({ code: 'TRANSACTION_WOULD_FAIL' })
  })

  test.each([0x64, 0x62])('one that delivers %i of 100 is shown with that amount', async (given) => {
    const topic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
    const share = `6064 60${given.toString(16)} 6024 35 02 04 5f 52`
    const code = `${share} 6004 35 33 7f${topic} 6020 5f a3 6001 5f 52 6020 5f f3`
    await client.setCode({ address: odd('f'), bytecode: `0x${code.replaceAll(' ', '')}` })
    const { arrives, changes } = await transfers.prepare(network, { from, to, amount: 100n, token: odd('f') }, context())
    expect([arrives, changes]).toEqual([BigInt(given), [{ token: odd('f').toLowerCase(), amount: -BigInt(given) }]])
  })

  test('one that returns true can', async () => {
    await client.setCode({ address: odd('c'), bytecode: answering(1n) })
    await expect(prepare(1n, odd('c'))).resolves.toMatchObject({ changes: [] })
  })
})

test('an account with code is a smart account; one that delegates (EIP-7702) is an EOA', async () => {
  const isSmart = (address: string) => transfers.smart?.isSmart(network, address, context())
  await client.setCode({ address: odd('d'), bytecode: `0xef0100${'1'.repeat(40)}` })
  expect(await Promise.all([isSmart(odd('a')), isSmart(to), isSmart(odd('d'))])).toEqual([true, false, false])
})

test.each([
  ['supported', odd('9'), true],
  // It has to be upgraded first, for which its key pays.
  ['ready', odd('9'), false],
  ['unsupported', odd('9'), false],
  ['supported', to, false],
  // A key's own account, which lends itself to code.
  ['supported', odd('d'), false],
])(
  'an account whose wallet says of batches that they are %s (%s) is a smart account that has still to be made: %s; without coins it could send nothing, though others may pay its fee',
  async (status, address, isSmart) => {
    const request = async ({ method }: { method: string }) => {
      expect(method).toBe('wallet_getCapabilities')
      return { '0xa': { atomic: { status } } }
    }
    expect(await transfers.smart?.isSmart(network, address, context(), undefined, () => ({ request }))).toBe(isSmart)
  },
)

test('error: where there is no wallet nobody says so', async () => {
  const gone = () => {
    throw new Error('It is gone')
  }
  expect(await transfers.smart?.isSmart(network, odd('9'), context(), undefined, gone)).toBe(false)
})

describe.each([
  ['Scroll', 534352, '0x5300000000000000000000000000000000000002', 'FEE_UNKNOWN'],
  ['Blast, with an earlier release of the OP stack', 81457, ORACLE, true],
] as const)('%s, added by the host', (_, id, oracle, without) => {
  const added = { ...network, id, caipNetworkId: `eip155:${id}` } as const
  let other: Piece
  beforeAll(async () => {
    other = await startAnvil(id, await freePort())
  })
  afterAll(() => other.stop())
  const cost = () => prepareCall(added, transferCall({ from, to, amount: 1n }), { urls: [other.url], batch: 1000 })

  test('gets its L1 fee from a contract that is asked for more bytes than the call has', async () => {
    const at = createTestClient({ mode: 'anvil', transport: http(other.url) })
    // It knows no other call, and returns as many wei as the call has bytes.
    await at.setCode({ address: oracle, bytecode: '0x5f3560e01c6349948e0e146011575f5ffd5b6024355f5260205ff3' })
    const { fee, request } = await cost()
    const block =
      BigInt(request.gas ?? 0) * ((BigInt(request.maxFeePerGas ?? 0) + BigInt(request.maxPriorityFeePerGas ?? 0)) / 2n)
    expect(fee - block).toBeGreaterThanOrEqual(150n)
    expect(fee - block).toBeLessThanOrEqual(192n)
  })

  test('fault 65: without an answer the fee is unknown if the chain must have an L1 part', async () => {
    const at = createTestClient({ mode: 'anvil', transport: http(other.url) })
    await at.setCode({ address: oracle, bytecode: '0x' })
    expect(
      await cost().then(
        ({ fee }) => fee > 0n,
        ({ code }) => code,
      ),
    ).toBe(without)
  })
})

describe('a chain that is not in our table', () => {
  const added = { ...network, id: 1301, caipNetworkId: 'eip155:1301' } as const
  let other: Piece
  beforeAll(async () => {
    other = await startAnvil(1301, await freePort())
  })
  afterAll(() => other.stop())
  const cost = async () => {
    const { fee } = await prepareCall(added, transferCall({ from, to, amount: 1n }), { urls: [other.url], batch: 1000 })
    return fee
  }

  test('has an L1 part if it has the contract that calculates it', async () => {
    const at = createTestClient({ mode: 'anvil', transport: http(other.url) })
    await at.setCode({ address: ORACLE, bytecode: answering(10n ** 20n) })
    expect(await cost()).toBeGreaterThan(10n ** 20n)
    // An occasional failure does not tell whether the chain has one.
    await at.setCode({ address: ORACLE, bytecode: '0xfe' })
    expect(await cost()).toBeLessThan(10n ** 20n)
    await at.setCode({ address: ORACLE, bytecode: answering(10n ** 20n) })
    expect(await cost()).toBeGreaterThan(10n ** 20n)
    await at.setCode({ address: ORACLE, bytecode: '0x' })
    expect(await cost()).toBeLessThan(10n ** 20n)
  })
})
