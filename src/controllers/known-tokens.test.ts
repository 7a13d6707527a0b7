import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CaipAddress } from '../lib/caip'
import type { TokenBalance } from '../lib/token'
import { account } from '../state/account'
import { chainOf } from '../state/chains'
import { resetStores } from '../state/store'
import { tokens } from '../state/tokens'
import { keepAccount, SNAPSHOT_LIFE_MS } from './account-snapshot'
import { showKnownTokens } from './known-tokens'

const first = 'eip155:1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const second = 'eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const token = (symbol: string, iconUrl?: string): TokenBalance => ({
  name: symbol,
  symbol,
  chainId: 'eip155:1',
  address: 'eip155:1:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  value: '1',
  price: '1',
  quantity: { decimals: '6', numeric: '1' },
  iconUrl,
})

/** What is shown after a reload, with this account. */
function shown(owner: CaipAddress) {
  resetStores()
  Object.assign(chainOf('eip155'), { status: 'connected', caipAddress: owner })
  account.owner = owner
  showKnownTokens()
  return tokens.list.map(({ symbol }) => symbol)
}

let stored: Map<string, string>
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const map = new Map<string, string>()
  stored = map
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => map.get(name) ?? null,
    setItem: (name: string, text: string) => void map.set(name, text),
    removeItem: (name: string) => void map.delete(name),
    key: (index: number) => [...map.keys()][index] ?? null,
    get length() {
      return map.size
    },
  })
  Object.assign(account, { owner: first, balance: '5', balanceSymbol: 'ETH' })
})
afterEach(() => {
  resetStores()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('after a reload within 30 s the values are there at once, for this account only', () => {
  keepAccount(first, [token('A')])
  expect(shown(second)).toEqual([])
  vi.advanceTimersByTime(SNAPSHOT_LIFE_MS - 1)
  expect([shown(first), tokens.status, account.balance]).toEqual([['A'], 'ready', '5'])
  vi.advanceTimersByTime(1)
  expect(shown(first)).toEqual([])
})

test('error: where the clock has been set back since, their age is not known, and they are not shown', () => {
  keepAccount(first, [token('A')])
  vi.setSystemTime(Date.now() - 1)
  expect(shown(first)).toEqual([])
})

test('error: the coins of another account are not stored as this one’s', () => {
  keepAccount(second, [token('A')])
  expect([shown(second), account.balance]).toEqual([['A'], undefined])
})

test('a picture that is inside its address would fill the storage, and comes with the next read', () => {
  const remote = 'https://icons.example/a.png'
  keepAccount(first, [token('A', 'data:image/png;base64,AAAA'), token('B', remote)])
  expect(shown(first)).toEqual(['A', 'B'])
  expect(tokens.list.map(({ iconUrl }) => iconUrl)).toEqual([undefined, remote])
})

test.each([
  ['without a quantity', { name: 7 }],
  ['with an amount that is no number', { quantity: { decimals: '6', numeric: 'NaN' } }],
  ['with decimals that are none', { quantity: { decimals: 'six', numeric: '1' } }],
])('error: a stored token %s is not shown', (_, broken) => {
  keepAccount(first, [token('A')])
  const [name = ''] = stored.keys()
  stored.set(name, `1 ${JSON.stringify({ owner: first, at: Date.now(), tokens: [broken, token('B')] })}`)
  expect(shown(first)).toEqual(['B'])
})
