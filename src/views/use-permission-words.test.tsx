import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, test } from 'vitest'
import type { SmartPermission } from '../lib/smart-session'
import { smartSessions } from '../state/smart-sessions'
import { resetStores } from '../state/store'
import { usePermissionWords } from './use-permission-words'

afterEach(resetStores)

const contract = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const call = { kind: 'call', contract, functions: ['mint'], value: 0n } as const
const drawn = (say: (words: ReturnType<typeof usePermissionWords>) => string) => {
  const Words = () => say(usePermissionWords())
  return renderToStaticMarkup(<Words />)
}
const leftOf = (...all: SmartPermission[]) => drawn(({ left }) => left(all).text)

describe('usePermissionWords', () => {
  test('a session that only calls needs no limit', () => {
    expect(leftOf(call)).toBe('No spending limit needed')
  })

  test('the coins that calls may send are shown with them, and "no limit needed" is not', () => {
    const paid = { ...call, value: 5n * 10n ** 17n }
    expect(drawn(({ right }) => right(paid))).toContain(`Use the contract ${contract} · ≤ 0.5`)
    expect(leftOf(paid)).toBe('')
  })

  test('an unknown permission shows nothing', () => {
    expect(leftOf(call, { kind: 'other', type: 'everything' })).toBe('')
  })

  test('an allowance is shown exactly in the token’s units, with its period and the rest', () => {
    const token = contract
    smartSessions.tokens = { [token.toLowerCase()]: { symbol: 'DUSD', decimals: 6 } }
    const spend = (more: object) =>
      ({ kind: 'spend', token, allowance: 10_000_000n, period: 86_400, spent: 2_500_001n, ...more }) as const
    expect(drawn(({ right }) => right(spend({})))).toBe('Spend up to 10 DUSD a day')
    expect(leftOf(spend({}))).toBe('7.499999 DUSD of 10 DUSD left')
    expect(leftOf(spend({ spent: 10_000_001n }))).toBe('0 DUSD of 10 DUSD left')
    // To the last digit, as in the reviews of what is signed.
    smartSessions.tokens = { [token.toLowerCase()]: { symbol: 'TINY', decimals: 60 } }
    expect(leftOf(spend({ spent: 9_999_999n }))).toContain(`0.${'0'.repeat(59)}1 TINY of`)
    smartSessions.tokens = { [token.toLowerCase()]: { symbol: 'DUSD', decimals: 6 } }
    expect(leftOf(spend({ spent: undefined }))).toBe('')
    const periods = [0, 3_600, 7 * 86_400, 14 * 86_400].map((period) => drawn(({ right }) => right(spend({ period }))))
    expect(periods).toEqual(['in all', 'an hour', 'a week', 'every 14 days'].map((period) => `Spend up to 10 DUSD ${period}`))
    // Of an unknown token: its base units, and its address.
    expect(drawn(({ right }) => right(spend({ token: other })))).toBe(`Spend up to 10,000,000 ${other} a day`)
  })

  test('a session meant never to expire has an expiry date', () => {
    expect(drawn(({ when }) => when((2 ** 48 - 1) * 1000))).toContain('275760')
  })
})
