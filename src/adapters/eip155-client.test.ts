import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startAnvil } from '../../demo/stack/anvil'
import type { Network } from '../lib/network'
import { adapter } from './eip155'
import { eip155Client } from './eip155-client'
import { networks } from './eip155-networks'
import { RPC_TIMEOUT_MS } from './node-answer'
import { providerRpcUrl } from './provider-rpc'
import { answering, type Call, calls, endpoint, type Request, stops } from './test-endpoint'

const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const never = () => new AbortController().signal

const local = networks.find(({ id }) => id === 31337)
if (!local) throw new Error('The local chain is not in the table')
const network: Network = local

let chain: Awaited<ReturnType<typeof startAnvil>>

beforeAll(async () => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  chain = await startAnvil(31337, port)
})

afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  for (const stop of stops.splice(0)) await stop()
})

afterAll(() => chain.stop())

describe('getBalance', () => {
  test('is exact to the last unit', async () => {
    const setBalance = (wei: bigint) =>
      fetch(chain.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'anvil_setBalance', params: [account, `0x${wei.toString(16)}`] }),
      })
    const read = () => adapter.getBalance(network, account, { urls: [chain.url], batch: 1000 }, never())
    await setBalance(123456789012345678901n)
    expect(await read()).toBe('123.456789012345678901')
    await setBalance(1n)
    expect(await read()).toBe('0.000000000000000001')
    await setBalance(2n ** 128n)
    expect(await read()).toBe('340282366920938463463.374607431768211456')
  })

  test('uses the next endpoint if one answers with a web page (fault 60)', async () => {
    const page = await endpoint(() => ({
      headers: { 'content-type': 'text/html' },
      body: '<!doctype html><title>Sign in to the Wi-Fi</title>',
    }))
    expect(
      Number(await adapter.getBalance(network, other, { urls: [page.url, chain.url], batch: 1000 }, never())),
    ).toBeGreaterThan(0)
    expect(page.seen.length).toBe(1)
  })

  test('never uses an endpoint of another chain, which is asked once', async () => {
    const wrong = await endpoint((asked) => asked.map(({ id }) => ({ jsonrpc: '2.0', id, result: '0x1' })))
    const context = { urls: [wrong.url, chain.url], batch: 1000 }
    for (let i = 0; i < 3; i++) expect(Number(await adapter.getBalance(network, other, context, never()))).toBeGreaterThan(0)
    expect(calls(wrong.seen)).toEqual(['eth_chainId'])
  })

  test('error: fails with endpoints of another chain only (fault 60)', async () => {
    const wrong = await endpoint((asked) => asked.map(({ id }) => ({ jsonrpc: '2.0', id, result: '0x1' })))
    const read = () => adapter.getBalance(network, other, { urls: [wrong.url], batch: 1000 }, never())
    await expect(read()).rejects.toMatchObject({ code: 'RPC_UNAVAILABLE' })
    await expect(read()).rejects.toMatchObject({ code: 'RPC_UNAVAILABLE' })
    expect(calls(wrong.seen)).toEqual(['eth_chainId'])
  })

  test.each([null, '0x', '0xzz', 12, '12', {}, `0x${'f'.repeat(65)}`])('error: refuses a balance of %j', async (result) => {
    const odd = await endpoint(answering(result))
    const reading = adapter.getBalance(network, other, { urls: [odd.url], batch: 1000 }, never())
    await expect(reading).rejects.toMatchObject({ code: 'RPC_UNAVAILABLE' })
  })

  test('error: fails without an endpoint', async () => {
    const reading = adapter.getBalance(network, other, { urls: [], batch: 1000 }, never())
    await expect(reading).rejects.toMatchObject({ code: 'RPC_UNAVAILABLE' })
  })

  test('error: can be aborted while the endpoint hangs, at its first call or later', async () => {
    let hang = () => {}
    const hanging = new Promise<void>((resolve) => {
      hang = resolve
    })
    vi.stubGlobal('fetch', () => {
      hang()
      return new Promise(() => {})
    })
    const controller = new AbortController()
    const reading = adapter.getBalance(network, other, { urls: ['https://hanging.example/'], batch: 1000 }, controller.signal)
    await hanging
    controller.abort()
    await expect(reading).rejects.toMatchObject({ code: 'ABORTED' })
    const again = adapter.getBalance(network, other, { urls: [chain.url], batch: 1000 }, controller.signal)
    await expect(again).rejects.toMatchObject({ code: 'ABORTED' })
  })
})

describe('several endpoints', () => {
  test('the next read goes first to the better one, and each is asked once for its chain', async () => {
    const down = await endpoint((calls) =>
      calls.some(({ method }) => method === 'eth_chainId') ? answering('0x1')(calls) : { status: 503, body: '' },
    )
    const up = await endpoint(answering('0x2a'))
    const client = eip155Client(network, { urls: [down.url, up.url], batch: 1 })
    const methods = ({ seen }: { seen: Request[] }) => seen.flatMap(({ body }) => [body].flat()).map(({ method }) => method)
    expect(await client.request({ method: 'eth_gasPrice' })).toBe('0x2a')
    expect(await client.request({ method: 'eth_gasPrice' })).toBe('0x2a')
    expect(methods(down)).toEqual(['eth_chainId', 'eth_gasPrice'])
    expect(methods(up)).toEqual(['eth_chainId', 'eth_gasPrice', 'eth_gasPrice'])
  })
})

describe('eip155Client', () => {
  const readTwo = (client: ReturnType<typeof eip155Client>) => {
    const signal = never()
    return Promise.allSettled(
      [account, other].map((address) =>
        client.request({ method: 'eth_getBalance', params: [address as `0x${string}`, 'latest'] }, { signal }),
      ),
    )
  }

  test('a missing member of a batch fails only that call (fault 60)', async () => {
    const lossy = await endpoint((asked) =>
      asked.length > 1
        ? asked.slice(1).map(({ id }) => ({ jsonrpc: '2.0', id, result: '0x2' }))
        : asked.map(({ id, method }) =>
            method === 'eth_chainId' ? { id, result: '0x7a69' } : { id, error: { code: -32000, message: 'no' } },
          ),
    )
    const [first, second] = await readTwo(eip155Client(network, { urls: [lossy.url], batch: 1000 }))
    expect(first?.status).toBe('rejected')
    expect(second).toMatchObject({ status: 'fulfilled', value: '0x2' })
  })

  test('a missing member of a batch is read from the next endpoint', async () => {
    const lossy = await endpoint((asked) =>
      asked.length > 1 ? asked.slice(1).map(({ id }) => ({ jsonrpc: '2.0', id, result: '0x2' })) : answering('0x2')(asked),
    )
    const full = await endpoint(answering('0x1'))
    const [first, second] = await readTwo(eip155Client(network, { urls: [lossy.url, full.url], batch: 1000 }))
    expect(first).toMatchObject({ value: '0x1' })
    expect(second).toMatchObject({ value: '0x2' })
  })

  test('answers are matched by id, in any order, also if ids come back as strings', async () => {
    const shuffled = await endpoint((asked) =>
      asked
        .map(({ id, method, params }) => ({ id: String(id), result: method === 'eth_chainId' ? '0x7a69' : params?.[0] }))
        .reverse(),
    )
    const [first, second] = await readTwo(eip155Client(network, { urls: [shuffled.url], batch: 1000 }))
    expect(first).toMatchObject({ value: account })
    expect(second).toMatchObject({ value: other })
  })

  test('simultaneous calls share a request if batching is on, and a single call is not batched', async () => {
    const batching = await endpoint(answering('0x1'))
    await readTwo(eip155Client(network, { urls: [batching.url], batch: 1000 }))
    expect(batching.seen.map(({ body }) => (Array.isArray(body) ? body.length : 'single'))).toEqual(['single', 2])
    const single = await endpoint(answering('0x1'))
    await readTwo(eip155Client(network, { urls: [single.url], batch: 1 }))
    expect(single.seen.map(({ body }) => (Array.isArray(body) ? body.length : 'single'))).toEqual(['single', 'single', 'single'])
  })

  test('the provider gets plain text, other endpoints JSON', async () => {
    const plain = await endpoint(answering('0x1'))
    await readTwo(eip155Client(network, { urls: [providerRpcUrl(plain.url, 'eip155:31337', 'key')], batch: 1000 }))
    expect(plain.seen.map(({ headers }) => headers['content-type'])).toEqual(['text/plain', 'text/plain'])
    const json = await endpoint(answering('0x1'))
    await readTwo(eip155Client(network, { urls: [json.url], batch: 1000 }))
    expect(json.seen.map(({ headers }) => headers['content-type'])).toEqual(['application/json', 'application/json'])
  })

  test('error: an answer that is too large is refused', async () => {
    const flood = await endpoint((asked) =>
      asked[0]?.method === 'eth_chainId' ? answering('')(asked) : { status: 400, body: `"${'a'.repeat(6_000_000)}"` },
    )
    const client = eip155Client(network, { urls: [flood.url], batch: 1000 })
    const [first] = await readTwo(client)
    expect(first).toMatchObject({ status: 'rejected' })
    expect(String(first?.status === 'rejected' && first.reason)).toContain('too large')
  })
})

describe('retries', () => {
  const requests: { method: string; at: number; url: string }[] = []
  /** Stubs `fetch` and the clock; the chain id is right, and `reply` answers the rest. */
  function stub(reply: (url: string, signal: AbortSignal) => Response | Promise<Response>) {
    vi.useFakeTimers()
    requests.length = 0
    vi.stubGlobal('fetch', async (url: string, init: { body: string; signal: AbortSignal }) => {
      const { id, method }: Call = JSON.parse(init.body)
      if (method === 'eth_chainId') return Response.json({ id, result: '0x7a69' })
      requests.push({ method, at: Date.now(), url })
      const response = await reply(url, init.signal)
      return response.headers.has('x-error')
        ? Response.json({ id, error: { code: Number(response.headers.get('x-error')), message: '' } })
        : response
    })
  }
  const rpcError = (code: number) => new Response('', { headers: { 'x-error': String(code) } })
  let made = 0
  const urls = (count: number) => Array.from({ length: count }, () => `https://rpc-${++made}.example/`)
  const pauses = () => requests.slice(1).map(({ at }, index) => at - (requests[index]?.at ?? 0))
  const ask = async (method: string, count: number) => {
    const client = eip155Client(network, { urls: urls(count), batch: 1 })
    const asking = client.request({ method: method as 'eth_sendRawTransaction', params: ['0x00'] }).then(String, () => 'failed')
    await vi.runAllTimersAsync()
    return asking
  }

  test.each([-1, -32005, -32603])(
    'fault 61: a read that ends in %i is tried four times, after 150 ms, doubled each time',
    async (code) => {
      stub(() => rpcError(code))
      expect(await ask('eth_getBalance', 1)).toBe('failed')
      expect(pauses()).toEqual([150, 300, 600])
    },
  )

  test.each([403, 408, 413, 429, 500, 502, 503, 504])('a read that ends in HTTP %i is tried four times', async (status) => {
    stub(() => new Response('', { status }))
    expect(await ask('eth_getBalance', 1)).toBe('failed')
    expect(pauses()).toEqual([150, 300, 600])
  })

  test.each([-32602, -32601, 3, 4001])('a read that ends in %i is not tried again', async (code) => {
    stub(() => rpcError(code))
    expect(await ask('eth_getBalance', 1)).toBe('failed')
    expect(requests.length).toBe(1)
  })

  test.each([
    'eth_sendRawTransaction',
    'eth_sendTransaction',
    'personal_sign',
    'eth_signTypedData_v4',
    'wallet_sendCalls',
    'eth_anythingNew',
  ])('promise 12: %s is sent once, to one endpoint', async (method) => {
    for (const fault of [
      () => rpcError(-32603),
      () => rpcError(-1),
      () => new Response('', { status: 503 }),
      () => Promise.reject(new TypeError('failed')),
    ]) {
      stub(fault)
      expect(await ask(method, 2)).toBe('failed')
      expect(requests.length).toBe(1)
    }
  })

  test('Retry-After is respected, unless it is longer than anyone would wait', async () => {
    stub(() => new Response('', { status: 429, headers: requests.length === 1 ? { 'Retry-After': '2' } : {} }))
    expect(await ask('eth_getBalance', 1)).toBe('failed')
    expect(pauses()).toEqual([2000, 300, 600])
    stub(() => new Response('', { status: 429, headers: { 'Retry-After': '3600' } }))
    expect(await ask('eth_getBalance', 1)).toBe('failed')
    expect(requests.length).toBe(1)
  })

  test('an endpoint that hangs is given up after 10 s for the next', async () => {
    stub((url) => (url === requests[0]?.url ? new Promise<Response>(() => {}) : rpcError(-32602)))
    expect(await ask('eth_getBalance', 2)).toBe('failed')
    expect(new Set(requests.map(({ url }) => url)).size).toBe(2)
    expect(requests.length).toBe(2)
    expect(pauses()).toEqual([RPC_TIMEOUT_MS])
  })
})
