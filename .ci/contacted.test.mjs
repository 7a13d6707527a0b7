import { describe, expect, test } from 'vitest'
import { planProblems } from './contacted.mjs'

const plan = [
  { host: 'relay.example', feature: 'WalletConnect' },
  { host: 'one.example', feature: 'chain RPC' },
  { host: 'two.example', feature: 'chain RPC' },
]

describe('planProblems', () => {
  test('none where each feature was used and nothing else was asked', () => {
    expect(planProblems(plan, ['relay.example', 'two.example', 'page.example'], ['page.example'])).toEqual([])
  })
  test('error: a feature that nobody has used', () => {
    expect(planProblems(plan, ['one.example'], [])).toEqual([expect.stringContaining('"WalletConnect"')])
  })
  test('error: a host that is not planned', () => {
    expect(planProblems(plan, ['relay.example', 'one.example', 'tracker.example'], [])).toEqual([
      'tracker.example was contacted, and networkPlan() does not name it',
    ])
  })
})
