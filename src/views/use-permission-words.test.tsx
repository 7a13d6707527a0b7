import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, describe, expect, test } from 'vitest'
import type { SmartPermission } from '../lib/smart-session'
import { resetStores } from '../state/store'
import { usePermissionWords } from './use-permission-words'

beforeEach(resetStores)

const contract = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
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

  test('the coins that may go with calls stand beside them, and no limit is said not to be needed', () => {
    const paid = { ...call, value: 5n * 10n ** 17n }
    expect(drawn(({ right }) => right(paid))).toContain(`Use the contract ${contract} · ≤ 0.5`)
    expect(leftOf(paid)).toBe('')
  })

  test('of a right that is not known nothing is said', () => {
    expect(leftOf(call, { kind: 'other', type: 'everything' })).toBe('')
  })

  test('a session that is meant never to end has a date to its end', () => {
    expect(drawn(({ when }) => when((2 ** 48 - 1) * 1000))).toContain('275760')
  })
})
