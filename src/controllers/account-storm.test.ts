import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearApiCache } from '../api/call'
import { configureApi } from '../api/settings'
import type { CaipAddress } from '../lib/caip'
import { account } from '../state/account'
import { chainOf, chains } from '../state/chains'
import { resetStores } from '../state/store'
import { tokens } from '../state/tokens'
import { followAccount } from './account-watch'
import { configure } from './config'
import { onChange } from './on-change'
import { showAccount } from './shown-account'

const first = 'eip155:56:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const second = 'eip155:56:0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const ENDPOINT = 'https://rpc.example/'

/** The addresses that the chain and the provider were asked about. */
const asked: { readonly chain: string[]; readonly provider: string[] } = { chain: [], provider: [] }

type Call = { readonly id: number; readonly method: string; readonly params: readonly string[] }
const answer = ({ id, method, params }: Call) => {
  if (method === 'eth_getBalance') asked.chain.push(String(params[0]))
  return { jsonrpc: '2.0', id, result: method === 'eth_chainId' ? '0x38' : '0xde0b6b3a7640000' }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  vi.stubGlobal('window', new EventTarget())
  configureApi({ projectId: 'key' })
  configure({ networks: ['eip155:56'], rpcUrl: { 'eip155:56': [ENDPOINT] } })
  vi.stubGlobal('fetch', async (target: string | URL | Request, init?: RequestInit) => {
    const url = new URL(target instanceof Request ? target.url : target)
    if (url.href === ENDPOINT) {
      const body: Call | Call[] = JSON.parse(String(init?.body))
      return Response.json(Array.isArray(body) ? body.map(answer) : answer(body))
    }
    if (url.pathname === '/v1/supported-chains') return Response.json({ http: ['eip155:56'], ws: [] })
    const [, owner] = /\/v1\/account\/(\w+)\/balance/.exec(url.pathname) ?? []
    if (owner) asked.provider.push(owner)
    return Response.json({ balances: [] })
  })
})
afterEach(() => {
  resetStores()
  clearApiCache()
  configureApi({ projectId: undefined })
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('promise 23, fault 22: a wallet that changes its account four times a second has it read once a second, and the last one is read', async () => {
  const is = (caipAddress: CaipAddress) =>
    Object.assign(chainOf('eip155'), { status: 'connected', networkId: 'eip155:56', caipAddress, accounts: [caipAddress] })
  is(first)
  const stopFollowing = onChange([chains], () => chains.active.caipAddress, followAccount)
  const stop = showAccount()
  // The code that reads loads once; from then on the clock is faked.
  await vi.waitFor(() => expect([asked.chain.length, asked.provider.length]).toEqual([1, 1]), { timeout: 20_000 })
  await vi.advanceTimersByTimeAsync(3_000)

  for (let change = 0; change < 21; change++) {
    is(change % 2 ? first : second)
    await vi.advanceTimersByTimeAsync(250)
  }
  await vi.advanceTimersByTimeAsync(1_500)
  // Once at the start, once a second for 5.25 seconds, and once for the regular read every ten seconds.
  for (const owners of [asked.chain, asked.provider]) {
    expect(owners.length - 1).toBeGreaterThanOrEqual(5)
    expect(owners.length - 1).toBeLessThanOrEqual(8)
    expect(owners.at(-1)).toBe(second.split(':')[2])
  }
  expect([account.owner, account.balance, tokens.owner]).toEqual([second, '1', second])
  stop()
  stopFollowing()
})
