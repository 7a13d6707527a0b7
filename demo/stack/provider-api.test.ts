import { erc20Abi, formatUnits } from 'viem'
import { describe, expect, test } from 'vitest'
import { pricesOf } from './prices'
import type { Balance } from './provider-balance'
import type { SeenRequest } from './provider-faults'
import { accountAt, ask, chain, client, json, mined, post, wallet } from './provider-world'
import type { ListedWallet } from './wallet-list'

describe('/v1/account/:address/balance', () => {
  const of = (index: number, query: string) =>
    json<{ balances: Balance[] }>(`/v1/account/${accountAt(index).address}/balance?${query}`)

  test('equals what the chain says, to the last digit', async () => {
    const [demo] = chain.tokens
    if (!demo) throw new Error('A token is expected')
    await mined(
      wallet(0).writeContract({
        address: demo.address,
        abi: erc20Abi,
        functionName: 'transfer',
        args: [accountAt(6).address, 123456789012345678901n],
      }),
    )
    await mined(wallet(6).sendTransaction({ to: accountAt(7).address, value: 1n }))
    const { balances } = await of(6, 'chainId=eip155:31337&sv=html-eip155-1.0.0')
    const coins = formatUnits(await client().getBalance({ address: accountAt(6).address }), 18)
    expect(balances.map(({ symbol, quantity }) => [symbol, quantity.numeric, quantity.decimals])).toEqual([
      ['ETH', coins, '18'],
      ['DEMO', '123.456789012345678901', '18'],
    ])
    expect(balances[1]?.address).toBe(`eip155:31337:${demo.address}`)
    expect(balances.every(({ price, value }) => price > 0 && value > 0)).toBe(true)
  })

  test('is empty for a caller that does not name its version', async () => {
    expect(await of(0, 'chainId=eip155:31337')).toEqual({ balances: [] })
  })

  test.each(['/v1/account/nobody/balance?sv=1', '/v1/identity/0x12', '/v1/account/0x12/history'])(
    'error: %s names the address',
    async (path) => {
      const response = await ask(path)
      expect(response.status).toBe(400)
      expect(await response.json()).toEqual({
        status: 'FAILED',
        reasons: [{ field: 'address', description: 'The address provided is invalid' }],
      })
    },
  )

  test('error: an unknown chain is refused', async () => {
    const response = await ask(`/v1/account/${accountAt(0).address}/balance?sv=1&chainId=eip155:1`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      reasons: [{ field: 'chainId', description: "We don't support the chainId you provided: eip155:1" }],
    })
  })
})

describe('/v1/profile', () => {
  const owner = accountAt(7)
  const COIN_TYPE = 0x80000000 + 31337
  const now = () => Math.floor(Date.now() / 1000)
  const sign = async (name: string, { timestamp = now(), by = owner, coin = COIN_TYPE } = {}) => {
    const message = JSON.stringify({ name, attributes: {}, timestamp })
    return { coin_type: coin, address: owner.address, message, signature: await by.signMessage({ message }) }
  }
  const register = async (body: object) => {
    const response = await post('/v1/profile/account', body)
    return { status: response.status, body: (await response.json()) as { reasons?: { description: string }[] } }
  }

  test('a name belongs to the account that signed for it: in lookup, reverse lookup, suggestions and identity', async () => {
    expect(await json('/v1/profile/account/marjorie.reown.id?apiVersion=2')).toEqual([])
    expect(await json(`/v1/profile/reverse/${owner.address}?apiVersion=2`)).toEqual([])
    expect((await register(await sign('marjorie.reown.id'))).status).toBe(200)
    const record = {
      name: 'marjorie.reown.id',
      addresses: { 60: { address: owner.address }, [COIN_TYPE]: { address: owner.address } },
    }
    expect(await json('/v1/profile/account/marjorie.reown.id?apiVersion=2')).toMatchObject(record)
    expect(await json(`/v1/profile/reverse/${owner.address}?apiVersion=2`)).toMatchObject([record])
    expect(await json('/v1/profile/suggestions/marjorie?zone=reown.id')).toMatchObject({
      suggestions: [
        { name: 'marjorie.reown.id', registered: true },
        { name: 'marjoriehub.reown.id', registered: false },
        {},
        {},
        {},
      ],
    })
    expect(await json(`/v1/identity/${owner.address}`)).toMatchObject({ name: 'marjorie.reown.id' })
    expect(await register(await sign('marjorie.reown.id'))).toMatchObject({
      status: 400,
      body: { reasons: [{ description: 'Name is already registered: marjorie.reown.id' }] },
    })
  })

  test.each([
    ['a name of three letters', () => sign('abc.reown.id'), 400, /length or format/],
    ['letters that no name has', () => sign('a_b_c_d.reown.id'), 400, /length or format/],
    ['another zone', () => sign('marjorie.evil.id'), 400, /zone/],
    ['no zone', () => sign('marjorie'), 400, /format/],
    ['an old signature', () => sign('ada-old.reown.id', { timestamp: now() - 11 }), 400, /too old/],
    ['the signature of somebody else', () => sign('ada-else.reown.id', { by: accountAt(1) }), 401, /Signature/],
    ['a chain that is not here', () => sign('ada-chain.reown.id', { coin: 0x80000000 + 5 }), 400, /coin type/],
    ['no message', async () => ({}), 400, /body/],
  ])('error: %s is refused', async (_, make, status, reason) => {
    const answer = await register(await make())
    expect(answer.status).toBe(status)
    expect(answer.body.reasons?.[0]?.description).toMatch(reason)
  })
})

describe('pricesOf', () => {
  test('drifts around the table within half a percent, stands still for ten seconds, and a dollar is a dollar', () => {
    const [still, drifting] = [pricesOf({ drift: false }), pricesOf({ drift: true })]
    const seen = Array.from({ length: 120 }, (_, i) => drifting('ETH', i * 10))
    expect(new Set(seen).size).toBeGreaterThan(30)
    for (const price of seen) expect(Math.abs(price / still('ETH') - 1)).toBeLessThanOrEqual(0.00501)
    expect(drifting('ETH', 100)).toBe(drifting('ETH', 109.9))
    expect([drifting('DUSD', 155), drifting('NONE')]).toEqual([1, 0])
  })
})

describe('/v1', () => {
  const rpc = (path: string, body: unknown) =>
    json(`${path}?chainId=eip155:31337&projectId=local`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'text/plain' },
    })

  test.each(['/v1', '/v1/'])('%s answers one call and a batch', async (path) => {
    const call = (id: number) => ({ jsonrpc: '2.0', id, method: 'eth_chainId', params: [] })
    expect(await rpc(path, call(7))).toEqual({ jsonrpc: '2.0', id: 7, result: '0x7a69' })
    expect(await rpc(path, [call(1), call(2)])).toEqual([1, 2].map((id) => ({ jsonrpc: '2.0', id, result: '0x7a69' })))
  })

  test.each(['eth_sendTransaction', 'eth_accounts', 'eth_signTypedData_v4', 'personal_sign', 'anvil_setBalance'])(
    'error: %s is refused by a public endpoint',
    async (method) => {
      expect(await rpc('/v1', { jsonrpc: '2.0', id: 1, method, params: [] })).toMatchObject({ id: 1, error: { code: -32601 } })
    },
  )

  test('error: an unknown chain is refused', async () => {
    expect((await post('/v1?chainId=eip155:1', {})).status).toBe(400)
  })
})

describe('/getWallets', () => {
  type List = { count: number; data: ListedWallet[] }

  test('has more than 120 wallets in pages, none twice', async () => {
    const pages = await Promise.all([1, 2, 3, 4].map((page) => json<List>(`/getWallets?page=${page}&entries=40`)))
    const ids = pages.flatMap(({ data }) => data.map(({ id }) => id))
    expect(ids.length).toBeGreaterThan(120)
    expect(new Set(ids).size).toBe(ids.length)
    expect(pages.map(({ count }) => count)).toEqual(pages.map(() => ids.length))
  })

  test('the first is the local wallet page', async () => {
    const { data } = await json<List>('/getWallets?entries=1')
    expect(data).toMatchObject([{ name: 'Demo Wallet', mobile_link: 'http://localhost:1/', webapp_link: 'http://localhost:1/' }])
  })

  test('search, include, exclude and chains narrow it', async () => {
    const { data } = await json<List>('/getWallets?search=%20aMbEr%20')
    expect(data.every(({ name }) => name.startsWith('Amber'))).toBe(true)
    const [one, two] = data
    expect(await json<List>(`/getWallets?include=${one?.id},${two?.id}&exclude=${one?.id}`)).toMatchObject({
      count: 1,
      data: [{ name: two?.name }],
    })
    const { data: solana } = await json<List>('/getWallets?chains=solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp&entries=100')
    expect(solana.length).toBeGreaterThan(5)
    expect(solana.every(({ chains }) => chains.includes('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'))).toBe(true)
  })

  test('each wallet has a picture', async () => {
    const { data } = await json<List>('/getWallets?entries=1')
    const response = await fetch(data[0]?.image_url ?? '')
    expect(response.headers.get('content-type')).toBe('image/svg+xml')
    expect(await response.text()).toMatch(/^<svg .*<\/svg>$/)
  })
})

describe('/control', () => {
  test('a fault counts for its path and as many times as it says', async () => {
    await post('/control', {
      path: '/v1/supported',
      status: 503,
      body: '<h1>no</h1>',
      contentType: 'text/html',
      headers: { 'retry-after': '7' },
      times: 1,
    })
    const first = await ask('/v1/supported-chains')
    expect([first.status, first.headers.get('content-type'), first.headers.get('retry-after'), await first.text()]).toEqual([
      503,
      'text/html',
      '7',
      '<h1>no</h1>',
    ])
    expect((await ask('/v1/supported-chains')).status).toBe(200)
  })

  test('a fault without times lasts until the reset', async () => {
    await post('/control', { path: '/getWallets', status: 200, body: { count: 'many' } })
    expect(await json('/getWallets')).toEqual({ count: 'many' })
    expect(await json('/getWallets')).toEqual({ count: 'many' })
    await post('/control', { reset: true })
    expect(await json('/getWallets?entries=1')).toMatchObject({ data: [{ name: 'Demo Wallet' }] })
  })

  test('the log lists the requests', async () => {
    await ask('/v1/supported-chains?sv=1', { headers: { origin: 'http://localhost:9' } })
    const log = await json<SeenRequest[]>('/control/log')
    expect(log).toMatchObject([{ method: 'GET', path: '/v1/supported-chains', query: { sv: '1' }, origin: 'http://localhost:9' }])
  })

  test.each([{}, { path: 'v1' }, { path: '/v1', status: 99 }, 'reset'])('error: the order %j is refused', async (order) => {
    expect((await post('/control', order)).status).toBe(400)
  })
})

describe('CORS', () => {
  test.each([
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://127.0.0.1:80', 'http://127.0.0.1:80'],
    ['https://evil.example', null],
    ['http://localhost.evil.example', null],
  ])('a page of %s may read: %s', async (origin, allowed) => {
    const response = await ask('/v1/supported-chains', { headers: { origin } })
    expect(response.headers.get('access-control-allow-origin')).toBe(allowed)
  })
})
