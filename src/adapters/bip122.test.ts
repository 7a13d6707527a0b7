import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bitcoinAccounts, signerOf } from '../../demo/stack/bitcoin-keys'
import { type Esplora, startEsplora } from '../../demo/stack/esplora'
import { fromBase64 } from '../lib/base64'
import { adapter } from './bip122'
import { networks } from './bip122-networks'
import type { WalletProvider } from './types'

const [main, testnet] = networks
if (!main || !testnet) throw new Error('Two networks are expected')
const context = (...urls: string[]) => ({ urls, batch: 1000 })
const never = () => new AbortController().signal

let server: Esplora
let account: Awaited<ReturnType<typeof bitcoinAccounts>>
beforeAll(async () => {
  server = await startEsplora(0)
  account = await bitcoinAccounts()
})
afterAll(() => server.stop())

/** A server of the test chain that gives every path the same answer, except those that it refuses. */
async function answering(status: number, body: string, refuses = (_: string) => false) {
  let count = 0
  const http = createServer(({ url }, response) => {
    if (url === '/block-height/0') return response.end('000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943')
    count++
    return response.writeHead(refuses(url ?? '') ? 400 : status).end(body)
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  return { url, asked: () => count, stop: () => http.close() }
}

describe('getBalance', () => {
  const of = (address: string, ...urls: string[]) => adapter.getBalance(testnet, address, context(...urls), never())
  test('is the exact sum of unspent outputs, with eight decimals', async () => {
    expect([await of(account(0).payment, server.url), await of(account(1).payment, `${server.url}/`)]).toEqual([
      '0.5',
      '0.00012345',
    ])
    expect(await of(account(7).payment, server.url)).toBe('0')
  })
  test('error: an address with more outputs than a server lists still has its balance', async () => {
    const moved = (funded_txo_sum: number, spent_txo_sum: number) => ({ funded_txo_sum, spent_txo_sum, tx_count: 900 })
    const told = { chain_stats: moved(700_000_000, 123_456_789), mempool_stats: moved(0, 100_000_000) }
    const busy = await answering(200, JSON.stringify(told), (path) => path.endsWith('/utxo'))
    expect(await of('x', busy.url)).toBe('4.76543211')
    busy.stop()
  })
  test('error: without a configured server; no public one is a default', async () => {
    expect([main.rpcUrls, testnet.rpcUrls]).toEqual([[], []])
    await expect(of(account(0).payment)).rejects.toMatchObject({ code: 'RPC_UNAVAILABLE' })
  })
  test('error: a server of another chain is not used', async () => {
    const asked = adapter.getBalance(main, account(0).payment, context(server.url), never())
    await expect(asked).rejects.toMatchObject({ code: 'RPC_UNAVAILABLE' })
  })
  test('the next server is used if one fails', async () => {
    const broken = await answering(500, 'no')
    expect(await of(account(0).payment, broken.url, server.url)).toBe('0.5')
    broken.stop()
  })
  test('error: a failing read is tried four times, a refused one once', async () => {
    const [failing, refusing] = [await answering(503, ''), await answering(400, '')]
    await expect(of('x', failing.url)).rejects.toMatchObject({ code: 'RPC_UNAVAILABLE' })
    await expect(of('x', refusing.url)).rejects.toMatchObject({ code: 'RPC_UNAVAILABLE' })
    expect([failing.asked(), refusing.asked()]).toEqual([4, 1])
    failing.stop()
    refusing.stop()
  })
  test.each(['', '<html>', '{}', '-1', '0.5', '"1"'])('error: %s is not a valid answer', async (body) => {
    const [isSum, whole] = [/\d/.test(body), '{"funded_txo_sum":1,"spent_txo_sum":0}']
    const told = `{"chain_stats":{"funded_txo_sum":${body},"spent_txo_sum":0},"mempool_stats":${whole}}`
    const odd = await answering(200, isSum ? told : body)
    await expect(of('x', odd.url)).rejects.toMatchObject({ code: 'RPC_UNAVAILABLE' })
    odd.stop()
  })
  test('error: more spent than received is refused', async () => {
    const [less, none] = ['{"funded_txo_sum":1,"spent_txo_sum":2}', '{"funded_txo_sum":0,"spent_txo_sum":0}']
    const odd = await answering(200, `{"chain_stats":${less},"mempool_stats":${none}}`)
    const cause = { message: 'More spent than received' }
    await expect(of('x', odd.url)).rejects.toMatchObject({ code: 'RPC_UNAVAILABLE', cause })
    odd.stop()
  })
  test('error: an aborted signal rejects with ABORTED', async () => {
    const asked = adapter.getBalance(testnet, 'x', context(server.url), AbortSignal.abort())
    await expect(asked).rejects.toMatchObject({ code: 'ABORTED' })
  })
})

describe('signMessage', () => {
  const wallet = (answer: (params: Record<string, string>) => unknown): WalletProvider => ({
    request: async ({ method, params }) => (method === 'signMessage' ? answer(params as Record<string, string>) : null),
  })
  test.each([
    ['hex', (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')],
    ['0x-hex', (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}`],
    ['base64', (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')],
  ])('a signature in %s is returned in base64, and is the account’s', async (_, write) => {
    const { payment, signMessage } = account(0)
    const provider = wallet(({ message = '', address }) => {
      expect(address).toBe(payment)
      return { address, signature: write(signMessage(message)) }
    })
    const signature = await adapter.signMessage(provider, payment, 'Grüezi, Bitcoin')
    expect(signerOf('Grüezi, Bitcoin', fromBase64(signature) ?? new Uint8Array())).toBe(payment)
  })
  test.each([null, {}, { signature: '' }, { signature: 'ab' }, { signature: '%%%' }])(
    'error: %j is not a signature',
    async (answer) => {
      const asked = adapter.signMessage(
        wallet(() => answer),
        'x',
        'text',
      )
      await expect(asked).rejects.toMatchObject({ code: 'WALLET_ANSWER_INVALID' })
    },
  )
})

describe('normalizeAddress', () => {
  // BIP-173, BIP-350 and Base58Check; the testnet ones are the development accounts'.
  test.each([
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7',
  ])('%s', (address) => expect(adapter.normalizeAddress(address)).toBe(address))
  test('upper case is accepted', () => {
    expect(adapter.normalizeAddress('BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4')).toBe(
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    )
    expect([account(0).payment, account(0).ordinals].map(adapter.normalizeAddress)).toEqual([
      account(0).payment,
      account(0).ordinals,
    ])
  })
  test.each([
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5',
    'bC1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb',
    'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9',
    '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    '',
  ])('error: %s', (address) => expect(adapter.normalizeAddress(address)).toBeUndefined())
})
