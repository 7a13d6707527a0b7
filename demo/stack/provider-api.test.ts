import { createPublicClient, createWalletClient, erc20Abi, formatUnits, type Hash, http, parseUnits } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Chain, startChain } from './chain'
import { freePort, type Piece } from './listen'
import { DEV_MNEMONIC } from './networks'
import { pricesOf } from './prices'
import { startProviderApi } from './provider-api'
import type { Balance } from './provider-balance'
import type { SeenRequest } from './provider-faults'
import { seed } from './seed'
import type { ListedWallet } from './wallet-list'
import type { NftInfo } from './wire-history'

let chain: Chain
let provider: Piece
beforeAll(async () => {
  chain = await startChain(31337, await freePort())
  provider = await startProviderApi(0, { chains: [chain], walletUrl: 'http://localhost:1/', drift: false })
})
afterAll(async () => {
  await provider.stop()
  await chain.stop()
})

const ask = (path: string, init?: RequestInit) => fetch(`${provider.url}${path}`, init)
const json = async <T>(path: string, init?: RequestInit) => (await (await ask(path, init)).json()) as T
const post = (path: string, body: unknown) => ask(path, { method: 'POST', body: JSON.stringify(body) })
beforeEach(async () => {
  await post('/control', { reset: true })
})

const accountAt = (addressIndex: number) => mnemonicToAccount(DEV_MNEMONIC, { addressIndex })
const wallet = (index: number) => createWalletClient({ account: accountAt(index), chain: foundry, transport: http(chain.url) })
const client = () => createPublicClient({ transport: http(chain.url), pollingInterval: 20 })
/** The chain gives the hash of a transaction before it has the block. */
const mined = async (sent: Promise<Hash>): Promise<Hash> => {
  const hash = await sent
  await client().waitForTransactionReceipt({ hash })
  return hash
}

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

  test('error: a chain that is not here is refused', async () => {
    const response = await ask(`/v1/account/${accountAt(0).address}/balance?sv=1&chainId=eip155:1`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      reasons: [{ field: 'chainId', description: "We don't support the chainId you provided: eip155:1" }],
    })
  })
})

describe('/v1/account/:address/history', () => {
  type Page = {
    data: {
      metadata: { hash: string; operationType: string; status: string }
      transfers: { direction: string; quantity: { numeric: string }; nft_info: NftInfo | null }[]
    }[]
    next: string | null
  }

  test('comes in pages of 50, newest first, none twice and none left out', async () => {
    const sender = wallet(8)
    const hashes: string[] = []
    for (let value = 1n; value <= 60n; value++)
      hashes.push(await mined(sender.sendTransaction({ to: accountAt(9).address, value })))
    const path = `/v1/account/${accountAt(9).address}/history?chainId=eip155:31337`
    const first = await json<Page>(path)
    expect(first.data).toHaveLength(50)
    // A transaction between two pages shifts nothing.
    await mined(sender.sendTransaction({ to: accountAt(9).address, value: 61n }))
    const second = await json<Page>(`${path}&cursor=${first.next}`)
    expect(second.next).toBeNull()
    expect([...first.data, ...second.data].map(({ metadata }) => metadata.hash)).toEqual(hashes.toReversed())
    expect(first.data[0]?.transfers).toMatchObject([{ direction: 'in', quantity: { numeric: '0.00000000000000006' } }])
  })

  test('tells sends of tokens, approvals and failures apart', async () => {
    const [, dollar] = chain.tokens
    if (!dollar) throw new Error('A token is expected')
    const call = { address: dollar.address, abi: erc20Abi } as const
    await mined(
      wallet(0).writeContract({ ...call, functionName: 'transfer', args: [accountAt(5).address, parseUnits('2.5', 6)] }),
    )
    await mined(wallet(5).writeContract({ ...call, functionName: 'approve', args: [accountAt(4).address, 1n] }))
    await mined(
      wallet(5).writeContract({
        ...call,
        functionName: 'transfer',
        args: [accountAt(4).address, parseUnits('9', 6)],
        gas: 100_000n,
      }),
    )
    const { data } = await json<Page>(`/v1/account/${accountAt(5).address}/history?chainId=eip155:31337`)
    expect(
      data.map(({ metadata, transfers }) => [
        metadata.operationType,
        metadata.status,
        transfers.map(({ quantity }) => quantity.numeric),
      ]),
    ).toEqual([
      ['execute', 'failed', []],
      ['approve', 'confirmed', []],
      ['receive', 'confirmed', ['2.5']],
    ])
  })

  test('tells coins that a contract paid out, and collectibles of both kinds with what they say of themselves', async () => {
    const owner = accountAt(2)
    const { data } = await json<Page>(`/v1/account/${owner.address}/history?chainId=eip155:31337`)
    const minted = data.filter(({ metadata }) => metadata.operationType === 'mint')
    const told = minted.flatMap(({ transfers }) =>
      transfers.map(({ nft_info, quantity }) => [nft_info?.name, nft_info?.flags.is_spam, quantity.numeric]),
    )
    expect(told.sort()).toEqual([
      ['Claim your reward 3', true, '1'],
      ['Guilloche print 1', false, '3'],
      ['Guilloche print 2', false, '1'],
      ['Rosette 6', false, '1'],
    ])
    expect(minted[0]?.transfers[0]?.nft_info?.content.preview?.url).toMatch(/^data:image\/svg\+xml/)
    // A contract whose constructor sends on the coin that it is given: PUSH20 receiver, CALL with CALLVALUE.
    const data2 = `0x6000600060006000347300000000000000000000000000000000000f00d05af1` as const
    const payer = wallet(2)
    await mined(payer.sendTransaction({ data: data2, value: 7n }))
    const paid = await json<Page>('/v1/account/0x00000000000000000000000000000000000f00d0/history?chainId=eip155:31337')
    expect(paid.data[0]?.transfers).toMatchObject([{ direction: 'in', quantity: { numeric: '0.000000000000000007' } }])
  })

  test('what the on-ramp paid out is bought, and a send of who paid it', async () => {
    const owner = '0x00000000000000000000000000000000000b0b01'
    const paid = await ask('/pay', {
      method: 'POST',
      body: new URLSearchParams({ to: owner, asset: 'ETH', fiat: '100', outcome: 'pay' }),
    })
    expect(paid.status).toBe(200)
    const of = (address: string) => json<Page>(`/v1/account/${address}/history?chainId=eip155:31337`)
    const [bought] = (await of(owner)).data
    expect(bought).toMatchObject({ metadata: { operationType: 'buy', status: 'confirmed' }, transfers: [{ direction: 'in' }] })
    const { data } = await of(accountAt(9).address)
    expect(data.find(({ metadata }) => metadata.hash === bought?.metadata.hash)?.metadata.operationType).toBe('send')
  })

  test('follows a chain that was turned back', async () => {
    const path = `/v1/account/${accountAt(3).address}/history`
    const evm = async (method: string, params: unknown[] = []) =>
      (await (
        await fetch(chain.url, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        })
      ).json()) as { result: string }
    const { result: snapshot } = await evm('evm_snapshot')
    await mined(wallet(2).sendTransaction({ to: accountAt(3).address, value: 1n }))
    expect((await json<Page>(path)).data).toHaveLength(1)
    await evm('evm_revert', [snapshot])
    expect((await json<Page>(path)).data).toHaveLength(0)
  })

  test('error: a cursor that it has not given is refused', async () => {
    expect((await ask(`/v1/account/${accountAt(0).address}/history?cursor=junk`)).status).toBe(400)
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

  test('a name belongs to who signed for it: look-up, reverse, suggestions and identity say so', async () => {
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

describe('seed', () => {
  test('fills an account with tokens of its own and transactions, which the provider tells', async () => {
    const account = '0x00000000000000000000000000000000000abcde'
    await seed(chain.url, { account, transactions: 70, tokens: 60 })
    const { balances } = await json<{ balances: Balance[] }>(`/v1/account/${account}/balance?chainId=eip155:31337&sv=1`)
    expect(balances).toHaveLength(61)
    expect(balances).toContainEqual(
      expect.objectContaining({ name: 'Seeded 59', symbol: 'SEED59', quantity: { numeric: '10', decimals: '18' } }),
    )
    type Page = { data: { metadata: { operationType: string; status: string } }[]; next: string | null }
    const first = await json<Page>(`/v1/account/${account}/history`)
    const second = await json<Page>(`/v1/account/${account}/history?cursor=${first.next}`)
    const all = [...first.data, ...second.data].map(({ metadata }) => `${metadata.operationType} ${metadata.status}`)
    expect(all).toHaveLength(70)
    expect(new Set(all)).toEqual(new Set(['send confirmed', 'receive confirmed', 'approve confirmed', 'mint confirmed']))
  }, 20_000)
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
    'error: %s is not for a public endpoint',
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

  test('the log tells what was asked', async () => {
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
