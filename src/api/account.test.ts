import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getBalances } from './account'
import { clearApiCache } from './call'
import { getIdentity } from './identity'
import { configureApi } from './settings'

const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const owner = { networkId: 'eip155:1', address } as const
const usdc = 'eip155:1:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48' as const
const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const BITCOIN = 'bip122:000000000019d6689c085ae165831e93'
const ether = {
  ...{ name: 'Ether', symbol: 'ETH', chainId: 'eip155:1', value: 512.3, price: 3412.55, iconUrl: 'https://cdn.example/eth.png' },
  quantity: { decimals: '18', numeric: '0.1501' },
}

/** Answers the supported-networks request, and every other path with the next of `answers`, the last one repeatedly. */
function serve(...answers: unknown[]) {
  const asked: URL[] = []
  vi.stubGlobal('fetch', async (address: string | URL) => {
    const url = new URL(address)
    if (url.pathname === '/v1/supported-chains')
      return new Response(JSON.stringify({ http: ['eip155:1', SOLANA, BITCOIN], ws: [] }))
    asked.push(url)
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    return answer instanceof Response ? answer : new Response(JSON.stringify(answer))
  })
  return asked
}

beforeEach(() => {
  vi.useFakeTimers()
  configureApi({ projectId: 'key' })
})
afterEach(() => {
  clearApiCache()
  configureApi({ projectId: undefined })
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('getBalances', () => {
  test('returns amounts as decimal strings and cleaned texts', async () => {
    const asked = serve({
      balances: [ether, { ...ether, name: 'U\u202ESD\n Coin', symbol: 'US\u202EDC', address: usdc, value: 1e-7, price: 1 }],
    })
    expect(await getBalances(owner)).toEqual([
      { ...ether, address: undefined, value: '512.3', price: '3412.55' },
      { ...ether, name: 'USD Coin', symbol: 'USDC', address: usdc, value: '0.0000001', price: '1' },
    ])
    expect(asked[0]?.pathname).toBe(`/v1/account/${address}/balance`)
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toMatchObject({ currency: 'usd', chainId: 'eip155:1' })
    expect(asked[0]?.searchParams.get('sv')).toBeTruthy()
  })

  test('tokens of another network and tokens without decimals are dropped', async () => {
    const none = { ...ether, quantity: { decimals: '0', numeric: '5' } }
    const { chainId: _, ...unnamed } = ether
    serve({ balances: [{ ...ether, chainId: 'eip155:137' }, none, { ...unnamed, symbol: 'HERE' }] })
    expect((await getBalances(owner))?.map(({ symbol }) => symbol)).toEqual(['HERE'])
  })

  test('error: a token of another network is dropped, even if its row names no network', async () => {
    const { chainId: _, ...unnamed } = ether
    const elsewhere = 'eip155:137:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
    serve({
      balances: [
        { ...unnamed, address: elsewhere },
        { ...unnamed, address: usdc, symbol: 'HERE' },
      ],
    })
    expect((await getBalances(owner))?.map(({ symbol }) => symbol)).toEqual(['HERE'])
  })

  test('error: a server that still answers for the previous network is asked once more, bypassing its cache', async () => {
    const elsewhere = { balances: [{ ...ether, chainId: 'eip155:137' }] }
    const asked = serve(elsewhere, { balances: [ether] })
    expect((await getBalances(owner))?.map(({ symbol }) => symbol)).toEqual(['ETH'])
    expect(asked[1]?.searchParams.get('forceUpdate')).toBe(`eip155:1:0x${'e'.repeat(40)}`)
    await getBalances(owner)
    expect(asked).toHaveLength(2)
    // The account is empty, or the server does not understand the parameter.
    for (const answer of [elsewhere, new Response('{}', { status: 400 })]) {
      clearApiCache()
      const tries = serve(elsewhere, answer)
      expect([await getBalances(owner), tries.length]).toEqual([[], 2])
    }
  })

  test('error: a caller who leaves meanwhile is not told that the account is empty', async () => {
    const asked = serve({ balances: [{ ...ether, chainId: 'eip155:137' }] }, new Response(new ReadableStream()))
    const left = new AbortController()
    const told = getBalances(owner, { signal: left.signal }).catch(({ code }) => code)
    await vi.waitFor(() => expect(asked).toHaveLength(2))
    left.abort()
    expect(await told).toBe('ABORTED')
  })

  test('on Solana, where the server takes no token list, it is asked once', async () => {
    const asked = serve({ balances: [{ ...ether, chainId: 'eip155:137' }] })
    expect(await getBalances({ networkId: SOLANA, address: 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96' })).toEqual([])
    expect(asked).toHaveLength(1)
  })

  test.each(['eip155:1:0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', 'solana:1:So11111111111111111111111111111111111111111'])(
    'the coin has no address, even if the server writes it as %s',
    async (address) => {
      serve({ balances: [{ ...ether, address }] })
      expect(await getBalances(owner)).toMatchObject([{ symbol: 'ETH', address: undefined }])
    },
  )

  test('an answer is cached for 30 s, a refresh bypasses it', async () => {
    const asked = serve({ balances: [ether] }, { balances: [] })
    for (const _ of ['asked', 'kept']) expect(await getBalances(owner)).toHaveLength(1)
    expect(asked).toHaveLength(1)
    expect(await getBalances(owner, { refresh: true })).toEqual([])
    vi.advanceTimersByTime(29_999)
    expect(await getBalances(owner)).toEqual([])
    expect(asked).toHaveLength(2)
    vi.advanceTimersByTime(1)
    await getBalances(owner)
    expect(asked).toHaveLength(3)
  })

  test('a forced update names its tokens and renews the cache', async () => {
    const asked = serve({ balances: [] }, { balances: [ether] })
    await getBalances(owner)
    await getBalances({ ...owner, forceUpdate: [usdc, usdc] })
    expect(asked[1]?.searchParams.get('forceUpdate')).toBe(`${usdc},${usdc}`)
    expect(await getBalances(owner)).toHaveLength(1)
    expect(asked).toHaveLength(2)
  })

  test('on Solana, where the server takes no token list, a forced update omits it, and renews the cache', async () => {
    const solana = {
      networkId: SOLANA,
      address: 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96',
    } as const
    const asked = serve({ balances: [] })
    await getBalances(solana)
    await getBalances({ ...solana, forceUpdate: [`${solana.networkId}:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v`] })
    expect(asked.map(({ searchParams }) => searchParams.get('forceUpdate'))).toEqual([null, null])
  })

  test('missing price, value and icon are undefined, and so is an icon with a forbidden URL', async () => {
    serve({ balances: [{ ...ether, value: undefined, price: null, iconUrl: 'javascript:alert(1)' }] })
    expect((await getBalances(owner))?.[0]).toMatchObject({ value: undefined, price: undefined, iconUrl: undefined })
  })

  test.each([
    ['a price in a string', { price: '1' }, { price: undefined, value: '512.3' }],
    ['a negative price', { price: -1 }, { price: undefined, value: '512.3' }],
    ['a negative worth', { value: -1 }, { price: '3412.55', value: undefined }],
  ])('%s is dropped, and the token stays', async (_, change, told) => {
    serve({ balances: [{ ...ether, ...change }] })
    expect(await getBalances(owner)).toMatchObject([{ symbol: 'ETH', quantity: ether.quantity, ...told }])
  })

  const unreadable: [string, Record<string, unknown>][] = [
    ['an exponent', { quantity: { decimals: '18', numeric: '1e18' } }],
    ['grouping', { quantity: { decimals: '18', numeric: '1,000' } }],
    ['a negative amount', { quantity: { decimals: '18', numeric: '-1' } }],
    ['an amount as a number', { quantity: { decimals: '18', numeric: 1 } }],
    ['decimals as a number', { quantity: { decimals: 18, numeric: '1' } }],
    ['impossible decimals', { quantity: { decimals: '256', numeric: '1' } }],
    ['decimals with a leading zero', { quantity: { decimals: '06', numeric: '1' } }],
    ['no quantity', { quantity: undefined }],
    ['a name that is not a string', { name: { toString: 'x' } }],
    ['an invalid CAIP-10 id', { address: '0xa0b8' }],
    ['an invalid CAIP-2 id', { chainId: 1 }],
  ]

  test.each(unreadable)('a row with %s is left out, the others stay', async (_, change) => {
    serve({ balances: [null, { ...ether, ...change }, ether] })
    expect(await getBalances(owner)).toMatchObject([{ symbol: 'ETH', quantity: ether.quantity, value: '512.3' }])
  })

  test.each(unreadable)('error: an answer of nothing but rows with %s is invalid', async (_, change) => {
    const asked = serve({ balances: [{ ...ether, ...change }] }, { balances: [ether] })
    await expect(getBalances(owner)).rejects.toMatchObject({ code: 'API_RESPONSE_INVALID' })
    expect(await getBalances(owner)).toHaveLength(1)
    expect(asked).toHaveLength(2)
  })

  test('error: fault 58: HTML, a list and more than 1 MB are invalid', async () => {
    for (const answer of [new Response('<html>'), [], new Response(`"${'x'.repeat(1_100_000)}"`)]) {
      serve(answer)
      await expect(getBalances(owner)).rejects.toMatchObject({ code: 'API_RESPONSE_INVALID' })
    }
  })

  test('as many tokens as fill more than 1 MB, which other answers may not, are read', async () => {
    serve({ balances: Array.from({ length: 5_000 }, () => ({ ...ether, name: 'x'.repeat(60) })) })
    expect(await getBalances(owner)).toHaveLength(5_000)
  })

  test('error: if not even the networks can be requested it fails, instead of giving no tokens', async () => {
    vi.stubGlobal('fetch', async () => new Response('<html>'))
    await expect(getBalances(owner)).rejects.toMatchObject({ code: 'API_RESPONSE_INVALID' })
  })

  test('of a network that the provider does not serve, or only its RPC, nothing is known', async () => {
    const asked = serve({ balances: [ether] })
    for (const networkId of ['eip155:31337', BITCOIN] as const) expect(await getBalances({ networkId, address })).toBeUndefined()
    expect(asked).toEqual([])
  })

  test('error: one caller’s abort leaves the answer to the others', async () => {
    serve({ balances: [ether] })
    const controller = new AbortController()
    const left = getBalances(owner, { signal: controller.signal })
    const stays = getBalances(owner)
    controller.abort()
    await expect(left).rejects.toMatchObject({ code: 'ABORTED' })
    expect(await stays).toHaveLength(1)
  })
})

describe('getIdentity', () => {
  test('returns a cleaned name and a safe picture, cached for 300 s', async () => {
    const asked = serve({ name: 'vita\u200Blik.eth', avatar: 'https://img.example/a.png', resolvedAt: 'x' })
    expect(await getIdentity({ ...owner, sender: address })).toEqual({ name: 'vitalik.eth', avatar: 'https://img.example/a.png' })
    vi.advanceTimersByTime(299_999)
    await getIdentity({ ...owner, sender: address })
    expect(asked).toHaveLength(1)
    expect([asked[0]?.pathname, asked[0]?.searchParams.get('sender')]).toEqual([`/v1/identity/${address}`, address])
    vi.advanceTimersByTime(1)
    await getIdentity({ ...owner, sender: address })
    expect(asked).toHaveLength(2)
  })

  test('an account without a name, an unserved network and another namespace have none', async () => {
    serve({ name: null, avatar: null })
    const nobody = { name: undefined, avatar: undefined }
    expect(await getIdentity(owner)).toEqual(nobody)
    expect(await getIdentity({ networkId: 'eip155:31337', address })).toEqual(nobody)
    expect(await getIdentity({ networkId: SOLANA, address: 'x' })).toEqual(nobody)
  })

  test('error: a picture with a forbidden URL is left out, an answer of another type is invalid', async () => {
    serve({ name: '', avatar: 'data:text/html,<script>' }, { name: 7 })
    expect(await getIdentity(owner)).toEqual({ name: undefined, avatar: undefined })
    await expect(getIdentity(owner, { refresh: true })).rejects.toMatchObject({ code: 'API_RESPONSE_INVALID' })
  })
})
