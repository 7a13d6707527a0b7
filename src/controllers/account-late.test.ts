import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearApiCache } from '../api/call'
import { configureApi } from '../api/settings'
import { account } from '../state/account'
import { chainOf } from '../state/chains'
import { resetStores } from '../state/store'
import { refreshAccount } from './account'
import { followAccount } from './account-watch'
import { configure } from './config'

const NAME = 'adalove.reown.id'
const ENDPOINT = 'https://rpc.example/'
const first = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const second = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const be = (address: string) =>
  Object.assign(chainOf('eip155'), { status: 'connected', networkId: 'eip155:56', caipAddress: `eip155:56:${address}` })

/** Reads of an account wait for this. */
let answered = Promise.resolve()
let waiting = 0
beforeEach(() => {
  waiting = 0
  configureApi({ projectId: 'key' })
  configure({ networks: ['eip155:56'], rpcUrl: { 'eip155:56': [ENDPOINT] } })
  vi.stubGlobal('fetch', async (target: string | URL | Request, init?: RequestInit) => {
    const { href, pathname } = new URL(target instanceof Request ? target.url : target)
    if (href === ENDPOINT) {
      const calls = [JSON.parse(String(init?.body))].flat()
      if (calls.some(({ method }) => method === 'eth_getBalance')) {
        waiting++
        await answered
      }
      const answers = calls.map(({ id, method }) => ({ jsonrpc: '2.0', id, result: method === 'eth_chainId' ? '0x38' : '0x1' }))
      return Response.json(String(init?.body).startsWith('[') ? answers : answers[0])
    }
    if (pathname === '/v1/supported-chains') return Response.json({ http: ['eip155:56'], ws: [] })
    if (pathname === `/v1/profile/account/${NAME}`) return Response.json({ name: NAME, addresses: { 60: { address: first } } })
    if (!pathname.startsWith('/v1/identity/')) return Response.json([])
    waiting++
    await answered
    return Response.json({ name: NAME, avatar: null })
  })
})
afterEach(() => {
  resetStores()
  clearApiCache()
  configureApi({ projectId: undefined })
  vi.unstubAllGlobals()
})

test('a late answer about one account is not shown for the account that replaced it', async () => {
  be(first)
  await refreshAccount()
  expect([account.profileName, account.balance]).toEqual([NAME, '0.000000000000000001'])
  resetStores()
  clearApiCache()
  configure({ networks: ['eip155:56'], rpcUrl: { 'eip155:56': [ENDPOINT] } })
  let tell = () => {}
  answered = new Promise((resolve) => {
    tell = resolve
  })
  be(first)
  const reading = refreshAccount()
  await vi.waitFor(() => expect(waiting).toBe(4), { timeout: 10_000 })
  be(second)
  followAccount()
  tell()
  await reading
  expect(account).toMatchObject({ owner: `eip155:56:${second}`, profileName: undefined, balance: undefined })
})
