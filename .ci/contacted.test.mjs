import { describe, expect, test } from 'vitest'
import { planProblems } from './contacted.mjs'

const plan = [
  { host: 'relay.example', feature: 'WalletConnect' },
  { host: 'one.example', feature: 'chain RPC' },
  { host: 'two.example', feature: 'chain RPC' },
]

describe('planProblems', () => {
  test('are none if each feature was used and no other host was contacted', () => {
    expect(planProblems(plan, ['relay.example', 'two.example', 'page.example'], ['page.example'])).toEqual([])
  })
  test('error: an unused feature', () => {
    expect(planProblems(plan, ['one.example'], [])).toEqual([expect.stringContaining('"WalletConnect"')])
  })
  test('error: a host outside the plan', () => {
    expect(planProblems(plan, ['relay.example', 'one.example', 'tracker.example'], [])).toEqual([
      'tracker.example was contacted, and networkPlan() does not name it',
    ])
  })
})
