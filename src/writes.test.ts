import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { inFull } from '../.ci/in-full.mjs'
import { eip155Client } from './adapters/eip155-client'
import { networks as evmNetworks } from './adapters/eip155-networks'
import { networks as solanaNetworks } from './adapters/solana-networks'
import { solanaRpc } from './adapters/solana-rpc'
import { clearApiCache } from './api/call'
import { buildApproval, buildSwap } from './api/convert'
import { loginClient } from './api/login'
import { postName } from './api/names'
import { getOnrampUrl, getSellerUrl } from './api/onramp'
import { configureApi } from './api/settings'
import { postRevoked } from './api/smart-sessions'
import type { CaipAddress } from './lib/caip'
import type { Network } from './lib/network'

const runs = inFull(100, 3)
const ADDRESS = `0x${'1'.repeat(40)}` as const
const networkId = 'eip155:56'
const on = (digit: string): CaipAddress => `eip155:56:0x${digit.repeat(40)}`
const evm = evmNetworks.find(({ id }) => id === 56) as Network
const solana = solanaNetworks.find(({ name }) => name === 'Solana') as Network

/** What a server does instead of answering. */
const faults = {
  'HTTP 500': (response: ServerResponse) => void response.writeHead(500).end('{}'),
  'HTTP 503 with Retry-After': (response: ServerResponse) => void response.writeHead(503, { 'retry-after': '1' }).end(),
  silence: () => {},
  // A node returns it with 200, a service that forwards it does not.
  '-32603': (response: ServerResponse, id: unknown) =>
    void response
      .writeHead(id === undefined ? 500 : 200)
      .end(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32603, message: 'Internal error' } })),
  'a broken line': (response: ServerResponse) => void response.destroy(),
}
type Fault = keyof typeof faults
let fault: Fault

/** Two local servers, each asked for what follows its chain: if one fails, the other must not get the write. */
const heard: string[] = []
const setUp = { eth_chainId: '0x38', getGenesisHash: solana.caipNetworkId.slice('solana:'.length) }
const servers = [0, 1].map(() =>
  createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    response.setHeader('content-type', 'application/json')
    if (pathname.endsWith('/supported-chains')) return response.end(JSON.stringify({ http: [networkId], ws: [] }))
    const { id, method = '' } = text ? JSON.parse(text) : {}
    if (Object.hasOwn(setUp, method))
      return response.end(JSON.stringify({ jsonrpc: '2.0', id, result: setUp[method as keyof typeof setUp] }))
    heard.push(`${request.method} ${method || pathname}`)
    return faults[fault](response, id)
  }),
)
let urls: string[]

beforeAll(async () => {
  for (const server of servers) await once(server.listen(0, '127.0.0.1'), 'listening')
  urls = servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
})
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

const realTimeout = setTimeout
beforeEach(() => {
  configureApi({ projectId: 'key', providerUrl: urls[0] })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  clearApiCache()
  configureApi({ projectId: undefined, providerUrl: undefined })
})

/** Calls, waits as long as anyone would, and returns the requests that the servers got. */
async function attempts(ask: () => Promise<unknown>): Promise<string[]> {
  heard.length = 0
  let outcome = ''
  const asked = ask().then(
    () => {
      outcome = 'answered'
    },
    () => {
      outcome = 'failed'
    },
  )
  // The connection is real and takes its time: until the request arrives, and in the seconds in which it might be sent again.
  const turn = () => new Promise((resolve) => realTimeout(resolve, 1))
  for (let turns = 0; heard.length === 0 && turns < 5_000; turns++) await turn()
  for (let seconds = 0; !outcome && seconds < 600; seconds++) {
    await vi.advanceTimersByTimeAsync(1_000)
    await turn()
  }
  await asked
  await vi.advanceTimersByTimeAsync(60_000)
  await turn()
  expect(outcome).toBe('failed')
  return [...heard]
}

const pair = { networkId, from: on('a'), to: on('b'), amount: '1000', user: on('1') } as const
const offer = { networkId, symbol: 'BNB', payment: 'USD', amount: '100', address: ADDRESS } as const
const signed = { challengeId: 'c', signature: '0x00', cacao: null }
const owner = on('1')
const login = () => loginClient(urls[0] ?? '')
const account = { address: ADDRESS, chain: networkId, accountType: 'eoa', ref: null } as const
const context = () => ({ urls, batch: 1 })
const toNode = (method: string) => () =>
  eip155Client(evm, context()).request({ method: method as 'eth_sendRawTransaction', params: ['0x00'] })

/** Every write to a server, as the server gets it. */
const writes: Record<string, () => Promise<unknown>> = {
  'GET /v1/convert/build-approve': () => buildApproval(pair),
  'POST /v1/convert/build-transaction': () => buildSwap({ ...pair, slippage: 1 }),
  'POST /v1/profile/account': () => postName({ networkId, coinType: 60, address: ADDRESS, message: '{}', signature: '0x00' }),
  [`POST /v1/sessions/${encodeURIComponent(owner)}/revoke`]: () => postRevoked(owner, 'pci', '0x00'),
  'POST /v1/generators/onrampurl': () =>
    getOnrampUrl({ networkId, address: ADDRESS, blockchain: 'bnb', symbol: 'BNB', fiat: 100 }),
  'POST /v1/onramp/widget': () => getSellerUrl({ ...offer, seller: 'DEMO' }),
  'POST /auth/login-dapp': () => login().challenge(account),
  'POST /auth/login-dapp with a signature': () => login().signIn(signed),
  'POST /auth/login-wallet-by-admin': () => login().assist({ ...signed, target: owner, reason: 'r', ttl: 60 }),
  // Its refresh is not one: the backend gives the same answer for 10 s (security/LOGIN.md), and api/login.test.ts counts it.
  'POST /auth/refresh-token at the end': () => login().signOut(),
  'POST eth_sendRawTransaction': toNode('eth_sendRawTransaction'),
  'POST eth_sendTransaction': toNode('eth_sendTransaction'),
  'POST eth_sendUserOperation': toNode('eth_sendUserOperation'),
  'POST personal_sign': toNode('personal_sign'),
  'POST eth_signTypedData_v4': toNode('eth_signTypedData_v4'),
  'POST wallet_sendCalls': toNode('wallet_sendCalls'),
  'POST wallet_grantPermissions': toNode('wallet_grantPermissions'),
  'POST sendTransaction': () => solanaRpc(solana, context(), { method: 'sendTransaction', params: ['AA=='] }),
}

describe.each(Object.keys(faults) as Fault[])('a server that answers with %s', (each) => {
  beforeEach(() => {
    fault = each
  })

  test.each(Object.entries(writes))(`promise 12: %s is heard once, ${runs} times`, async (name, ask) => {
    const [wanted] = name.split(/ (?:with|at) /)
    for (let run = 0; run < runs; run++) expect(await attempts(ask)).toEqual([wanted])
  })

  test('a read is sent again: the counts above do not depend on the servers', async () => {
    const read = () => eip155Client(evm, context()).request({ method: 'eth_getBalance', params: [ADDRESS, 'latest'] })
    expect((await attempts(read)).length).toBeGreaterThan(1)
  })
})
