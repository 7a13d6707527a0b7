import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { httpRpc } from './rpc'

const asked = (url = 'https://node.example') => httpRpc(url)('eth_chainId', [], AbortSignal.timeout(10_000))
const answering = (answer: unknown, status = 200) => vi.stubGlobal('fetch', async () => Response.json(answer, { status }))
const right = { jsonrpc: '2.0', id: 1, result: '0x38' }

afterEach(() => vi.unstubAllGlobals())

describe('httpRpc', () => {
  test.each([right, { ...right, error: null }])('resolves to the result of %j', async (answer) => {
    answering(answer)
    expect(await asked()).toBe('0x38')
  })

  test.each<[string, unknown, number]>([
    ['that comes with an HTTP error', right, 500],
    ['to another question', { ...right, id: 2 }, 200],
    ['to none', { ...right, id: undefined }, 200],
    ['without a result', { ...right, result: undefined }, 200],
    ['that is empty', null, 200],
  ])('error: an answer %s is none', async (_, answer, status) => {
    answering(answer, status)
    await expect(asked()).rejects.toThrow(/RPC/)
  })

  test('the chain’s own error keeps its code and its words', async () => {
    answering({ jsonrpc: '2.0', id: 1, error: { code: 3, message: 'execution reverted' } })
    await expect(asked()).rejects.toMatchObject({ name: 'RpcError', code: 3, words: 'execution reverted' })
  })

  test('error: the rest of an answer that is too long is not fetched', async () => {
    const cancel = vi.fn()
    const pull = (stream: ReadableStreamDefaultController) => stream.enqueue(new Uint8Array(600_000))
    vi.stubGlobal('fetch', async () => new Response(new ReadableStream({ pull, cancel })))
    await expect(asked()).rejects.toThrow('too much')
    expect(cancel).toHaveBeenCalledOnce()
  })

  test('error: a redirect is not followed: whoever it leads to was not chosen to judge signatures', async () => {
    const paths: unknown[] = []
    const server = createServer(({ url }, answer) => {
      paths.push(url)
      if (url === '/') answer.writeHead(307, { location: '/elsewhere' }).end()
      else answer.end(JSON.stringify(right))
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    onTestFinished(() => void server.close())
    await expect(asked(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)).rejects.toThrow()
    expect(paths).toEqual(['/'])
  })
})
