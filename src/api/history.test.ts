import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isSpam } from '../lib/transaction'
import { clearApiCache } from './call'
import { getHistory } from './history'
import { configureApi } from './settings'

const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const asked = { networkId: 'eip155:1', address } as const
const BITCOIN = 'bip122:000000000019d6689c085ae165831e93'
const usdc = {
  fungible_info: { name: 'USD Coin', symbol: 'USDC', icon: { url: 'https://cdn.example/usdc.png' } },
  nft_info: null,
  direction: 'out',
  quantity: { numeric: '25.5' },
  value: 25.49,
  price: 0.9998,
}
const metadata = {
  ...{ operationType: 'send', hash: '0x8c', minedAt: '2025-05-02T09:14:11Z', sentFrom: address, sentTo: '0x1f98', nonce: 4 },
  ...{ status: 'confirmed', application: null, chain: 'eip155:1' },
}
const item = { id: '5a1f', metadata, transfers: [usdc] }
const nft = (is_spam: boolean) => ({
  fungible_info: null,
  nft_info: { name: 'Rosette 211', content: { preview: { url: 'https://img.example/1.png' }, detail: null }, flags: { is_spam } },
  direction: 'in',
  quantity: { numeric: '1' },
})

function serve(answer: unknown) {
  const urls: URL[] = []
  vi.stubGlobal('fetch', async (target: string | URL) => {
    const url = new URL(target)
    if (url.pathname === '/v1/supported-chains') return new Response(JSON.stringify({ http: ['eip155:1', BITCOIN], ws: [] }))
    urls.push(url)
    return new Response(JSON.stringify(answer))
  })
  return urls
}
const read = async (...data: unknown[]) => {
  serve({ data, next: null })
  return (await getHistory(asked))?.transactions ?? []
}

beforeEach(() => configureApi({ projectId: 'key' }))
afterEach(() => {
  clearApiCache()
  configureApi({ projectId: undefined })
  vi.unstubAllGlobals()
})

describe('getHistory', () => {
  test('error: if not even the networks can be requested it fails, instead of giving an empty history', async () => {
    vi.stubGlobal('fetch', async () => new Response('<html>', { status: 200 }))
    await expect(getHistory(asked)).rejects.toMatchObject({ code: 'API_RESPONSE_INVALID' })
    serve({ data: [item], next: null })
    expect(await getHistory({ ...asked, networkId: 'eip155:31337' })).toBeUndefined()
    configureApi({ projectId: undefined })
    expect(await getHistory(asked)).toBeUndefined()
  })

  test('a transaction that names no network is of the one that was asked for', async () => {
    const { chain: _, ...unnamed } = metadata
    expect(await read({ ...item, metadata: unnamed }, { ...item, metadata: { ...metadata, chain: 'eip155:137' } })).toMatchObject(
      [{ hash: '0x8c', networkId: 'eip155:1' }],
    )
  })

  test('returns one page and the next one’s cursor', async () => {
    const urls = serve({ data: [item], next: 'eyJ9' })
    expect(await getHistory({ ...asked, cursor: 'abc' })).toEqual({
      next: 'eyJ9',
      transactions: [
        {
          ...{ id: '5a1f', hash: '0x8c', networkId: 'eip155:1', kind: 'sent', status: 'confirmed', from: address, to: '0x1f98' },
          at: Date.UTC(2025, 4, 2, 9, 14, 11),
          application: undefined,
          transfers: [
            {
              ...{
                type: 'token',
                direction: 'out',
                name: 'USD Coin',
                symbol: 'USDC',
                amount: '25.5',
                value: '25.49',
                spam: false,
              },
              imageUrl: 'https://cdn.example/usdc.png',
            },
          ],
        },
      ],
    })
    expect(urls[0]?.pathname).toBe(`/v1/account/${address}/history`)
    expect(Object.fromEntries(urls[0]?.searchParams ?? [])).toMatchObject({ cursor: 'abc', chainId: 'eip155:1' })
  })

  test('the last page has no cursor', async () => {
    for (const next of [null, undefined, '']) {
      serve({ data: [], next })
      expect(await getHistory(asked)).toEqual({ transactions: [], next: undefined })
      clearApiCache()
    }
  })

  test('a transaction is spam only if every transfer is flagged; an approval is not', async () => {
    const all = await read(
      { ...item, id: '1', transfers: [nft(true), nft(true)] },
      { ...item, id: '2', transfers: [nft(true), usdc] },
      { ...item, id: '3', transfers: [] },
      { ...item, id: '4', transfers: null },
      { ...item, id: '5', transfers: [nft(false)] },
    )
    expect(all.filter((each) => !isSpam(each)).map(({ id }) => id)).toEqual(['2', '3', '4', '5'])
  })

  test('transactions of another network are dropped', async () => {
    const all = await read({ ...item, metadata: { ...metadata, chain: 'eip155:137' } }, { ...item, id: 'b' })
    expect(all.map(({ id }) => id)).toEqual(['b'])
  })

  test.each([
    ['trade', 'swapped'],
    ['receive', 'received'],
    ['approve', 'approved'],
    ['mint', 'minted'],
    ['buy', 'bought'],
    ['something new', 'sent'],
    ['toString', 'sent'],
  ])('%s is %s', async (operationType, kind) =>
    expect((await read({ ...item, metadata: { ...metadata, operationType } }))[0]?.kind).toBe(kind),
  )

  test.each([
    ['gave and got something', [usdc, { ...usdc, direction: 'in' }], 'swapped'],
    ['got something', [{ ...usdc, direction: 'in' }], 'received'],
    ['moved nothing', [], 'executed'],
  ])('an operation that the provider has no name for and that %s is told by that', async (_, transfers, kind) =>
    expect((await read({ ...item, metadata: { ...metadata, operationType: 'execute' }, transfers }))[0]?.kind).toBe(kind),
  )

  test('a collectible has its small picture, else its large one; a token without a name its symbol', async () => {
    const [small, large] = ['https://img.example/small.png', 'https://img.example/large.png'].map((url) => ({ url }))
    const pictured = (content: object) => ({ ...nft(false), nft_info: { name: 'Rosette 211', content } })
    const nameless = { ...usdc, fungible_info: { symbol: 'USDC' } }
    const transfers = [pictured({ preview: small, detail: large }), pictured({ preview: null, detail: large }), nameless]
    const [transaction] = await read({ ...item, transfers })
    expect(transaction?.transfers).toMatchObject([{ imageUrl: small?.url }, { imageUrl: large?.url }, { name: 'USDC' }])
  })

  test.each([
    ['ONRAMP_TRANSACTION_STATUS_SUCCESS', 'confirmed'],
    ['ONRAMP_TRANSACTION_STATUS_IN_PROGRESS', 'pending'],
    ['ONRAMP_TRANSACTION_STATUS_FAILED', 'failed'],
    ['pending', 'pending'],
  ])('%s is %s', async (status, expected) =>
    expect((await read({ ...item, metadata: { ...metadata, status } }))[0]?.status).toBe(expected),
  )

  test('a token creator’s text cannot break the page, and is cleaned', async () => {
    const hostile = {
      ...usdc,
      fungible_info: {
        name: 'U\u202ESDC'.repeat(5_000),
        symbol: '<img src=x onerror=alert(1)>',
        icon: { url: 'javascript:alert(1)' },
      },
      quantity: { numeric: '-1e999' },
      value: -5,
    }
    const [transaction] = await read({ ...item, transfers: [hostile, { direction: 'sideways' }, null, 7] })
    const [transfer] = transaction?.transfers ?? []
    expect(transaction?.transfers).toHaveLength(1)
    expect(transfer).toMatchObject({ amount: undefined, value: undefined, imageUrl: undefined })
    expect(transfer?.name.length).toBeLessThanOrEqual(60)
    expect(transfer?.name).not.toContain('\u202E')
    expect(transfer?.symbol).toHaveLength(20)
  })

  test.each([
    ['no id', { ...item, id: undefined }],
    ['no date', { ...item, metadata: { ...metadata, minedAt: 'yesterday' } }],
    ['nothing at all', null],
  ])('a transaction with %s is left out, the others stay', async (_, broken) =>
    expect((await read(broken, item)).map(({ id }) => id)).toEqual([item.id]),
  )

  test.each([
    ['no list', { data: {} }],
    ['no id', { data: [{ ...item, id: undefined }] }],
    ['no date', { data: [{ ...item, metadata: { ...metadata, minedAt: 'yesterday' } }] }],
    ['no hash', { data: [{ ...item, metadata: { ...metadata, hash: 7 } }] }],
    ['a cursor that is not a string', { data: [], next: 5 }],
  ])('error: %s makes the answer invalid', async (_, answer) => {
    serve(answer)
    await expect(getHistory(asked)).rejects.toMatchObject({ code: 'API_RESPONSE_INVALID' })
  })

  test.each([
    ['an unserved network', 'eip155:31337'],
    ['Bitcoin, which is served by RPC alone,', BITCOIN],
  ] as const)('of %s nothing is known', async (_, networkId) => {
    const urls = serve({ data: [item] })
    expect(await getHistory({ networkId, address })).toBeUndefined()
    expect(urls).toEqual([])
  })
})
