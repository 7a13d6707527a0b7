import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { skipPauses } from '../../.ci/skip-pauses'
import { isSignedBy, keyOfSeed } from '../../demo/stack/ed25519'
import { freePort } from '../../demo/stack/listen'
import { type SolanaChain, startSolana } from '../../demo/stack/solana'
import { fromBase58, toBase58 } from '../lib/base58'
import { adapter } from './solana'
import { networks } from './solana-networks'
import type { WalletProvider } from './types'

const [mainnet, devnet, testnet] = networks
if (!mainnet || !devnet || !testnet) throw new Error('Three clusters are expected')
const ADDRESS = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'
const signal = () => new AbortController().signal

describe('on a node', () => {
  let chain: SolanaChain
  beforeAll(async () => {
    chain = await startSolana(await freePort())
  })
  afterAll(() => chain.stop())
  const context = (...urls: string[]) => ({ urls: urls.length ? urls : [chain.url], batch: 1000 })

  test('a balance is exact, an unused address has zero', async () => {
    expect(await adapter.getBalance(devnet, ADDRESS, context(), signal())).toBe('1000')
    expect(await adapter.getBalance(devnet, toBase58(new Uint8Array(32).fill(7)), context(), signal())).toBe('0')
  })

  test('the next endpoint is used if one does not answer', async () => {
    const closed = `http://localhost:${await freePort()}`
    expect(await adapter.getBalance(devnet, ADDRESS, context(closed, chain.url), signal())).toBe('1000')
  })

  test('any read is passed on, and the node’s refusal is mapped', async () => {
    expect(await adapter.read(devnet, { method: 'getHealth' }, context())).toBe('ok')
    await expect(adapter.read(devnet, { method: 'getNothing' }, context())).rejects.toMatchObject({
      code: 'RPC_METHOD_NOT_FOUND',
    })
  })

  test('error: an endpoint of another cluster is never used', async () => {
    await expect(adapter.getBalance(mainnet, ADDRESS, context(), signal())).rejects.toMatchObject({ code: 'RPC_UNAVAILABLE' })
  })

  test('error: an aborted signal rejects with ABORTED', async () => {
    const given = new AbortController()
    given.abort()
    await expect(adapter.getBalance(devnet, ADDRESS, context(), given.signal)).rejects.toMatchObject({ code: 'ABORTED' })
  })
})

describe('with a misbehaving node', () => {
  let server: Server
  let url: string
  let asked: string[]
  let answer: (method: string) => { status?: number; body: string }
  beforeEach(async () => {
    skipPauses()
    asked = []
    server = createServer(async (request, response) => {
      let text = ''
      for await (const part of request) text += part
      const { method } = JSON.parse(text) as { method: string }
      asked.push(method)
      const genesis: { status?: number; body: string } = {
        body: '{"jsonrpc":"2.0","id":1,"result":"EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG"}',
      }
      const { status = 200, body } = method === 'getGenesisHash' ? genesis : answer(method)
      response.writeHead(status, { 'content-type': 'application/json' }).end(body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    server.closeAllConnections()
    server.close()
  })
  const context = () => ({ urls: [url], batch: 1000 })
  const result = (value: string) => ({ body: `{"jsonrpc":"2.0","id":1,"result":${value}}` })
  const balance = () => adapter.getBalance(devnet, ADDRESS, context(), signal())

  test('more lamports than a JavaScript number holds are exact', async () => {
    answer = () => result('{"context":{"slot":"a:1234567890123456789"},"value":500000000123456789}')
    expect(await balance()).toBe('500000000.123456789')
  })

  test('a read is retried, a transaction is not', async () => {
    answer = () => ({ status: 503, body: '' })
    await expect(balance()).rejects.toMatchObject({ code: 'RPC_UNAVAILABLE' })
    expect(asked.filter((method) => method === 'getBalance')).toHaveLength(4)
    await expect(adapter.read(devnet, { method: 'sendTransaction', params: [''] }, context())).rejects.toThrow()
    expect(asked.filter((method) => method === 'sendTransaction')).toHaveLength(1)
  })

  test.each(['{"value":-1}', '{"value":1.5}', '{"value":"many"}', '{}', 'null', '[]'])(
    'error: %s is not a balance',
    async (value) => {
      answer = () => result(value)
      await expect(balance()).rejects.toMatchObject({ code: 'RPC_UNAVAILABLE' })
    },
  )

  test.each(['', '<html>', '[]', '{"error":"no"}', '{"jsonrpc":"2.0","id":1}'])(
    'error: %s is not a valid answer',
    async (body) => {
      answer = () => ({ body })
      await expect(balance()).rejects.toMatchObject({ code: 'RPC_UNAVAILABLE' })
    },
  )
})

describe('with a wallet', () => {
  const key = keyOfSeed(new Uint8Array(32).fill(9))
  const address = toBase58(key.publicKey)
  const answering = (answers: Record<string, (params: never) => unknown>): WalletProvider => ({
    request: async ({ method, params }) => answers[method]?.(params as never),
  })
  const signing = answering({
    solana_signMessage: ({ message, pubkey }: { message: string; pubkey: string }) => {
      if (pubkey !== address) throw Object.assign(new Error('not mine'), { code: 4100 })
      return { signature: toBase58(key.sign(fromBase58(message) ?? new Uint8Array())) }
    },
  })

  test.each(['Hello', 'héllo ✓', '0x48656c6c6f'])('the signature of %s is over its bytes', async (message) => {
    const signature = await adapter.signMessage(signing, address, message)
    const bytes = new TextEncoder().encode(message)
    expect(isSignedBy(key.publicKey, bytes, fromBase58(signature) ?? new Uint8Array())).toBe(true)
  })

  test.each([undefined, null, '', {}, { signature: '' }, { signature: '0x00' }, { signature: toBase58(new Uint8Array(63)) }])(
    'error: %j is not a signature',
    async (answer) => {
      const wallet = answering({ solana_signMessage: () => answer })
      await expect(adapter.signMessage(wallet, address, 'Hello')).rejects.toMatchObject({ code: 'WALLET_ANSWER_INVALID' })
    },
  )

  test('error: a refusal is USER_REJECTED', async () => {
    const refusing = answering({
      solana_signMessage: () => {
        throw new Error('User rejected the request.')
      },
    })
    await expect(adapter.signMessage(refusing, address, 'Hello')).rejects.toMatchObject({ code: 'USER_REJECTED' })
  })

  test('the network is set in the wallet, and read back', async () => {
    let network = devnet.caipNetworkId
    const wallet = answering({
      wallet_getNetwork: () => network,
      wallet_setNetwork: ({ networkId }: { networkId: typeof network }) => {
        network = networkId
        return null
      },
    })
    expect(await adapter.getChainId(wallet)).toBe('EtWTRABZaYq6iMfeYKouRu166VU2xqa1')
    await adapter.switchNetwork(wallet, testnet)
    expect(await adapter.getChainId(wallet)).toBe('4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z')
  })

  test('error: a network that the wallet does not support', async () => {
    const wallet = answering({
      wallet_setNetwork: () => {
        throw new Error('no')
      },
    })
    await expect(adapter.switchNetwork(wallet, testnet)).rejects.toMatchObject({ code: 'CHAIN_NOT_SUPPORTED' })
    await expect(adapter.getChainId(answering({ wallet_getNetwork: () => 'eip155:1' }))).rejects.toMatchObject({
      code: 'CHAIN_UNSUPPORTED',
    })
  })

  test('addresses are not changed', () => {
    expect(adapter.normalizeAddress(ADDRESS)).toBe(ADDRESS)
    expect(adapter.normalizeAddress(ADDRESS.toLowerCase())).toBe(undefined)
    expect(adapter.normalizeAddress(` ${ADDRESS}`)).toBe(undefined)
  })
})
