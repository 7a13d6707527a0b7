import { expect, test } from 'vitest'
import type { TokenBalance } from '../lib/token'
import type { SendReview } from '../state/send'
import { tokens } from '../state/tokens'
import { movesOnlyAmount, reviewOf } from './send-review'
import type { FormTransfer } from './send-transfer'

const [A, B] = ['a', 'b'].map((digit) => `0x${digit.repeat(40)}`)
const list = (...symbols: string[]) =>
  symbols.map((symbol, at) => ({ symbol, address: `eip155:1:${at ? B : A}`, quantity: { decimals: '6', numeric: '1' } }))

test.each([
  ['USDC', 'DAI', undefined],
  ['USDC', 'usdc', A],
  ['ETH', 'DAI', A],
])('%s beside %s and the coin ETH is reviewed with its address: %s', (symbol, other, address) => {
  tokens.list = list(symbol, other) as unknown as TokenBalance[]
  const network = { caipNetworkId: 'eip155:1', nativeCurrency: { symbol: 'ETH', decimals: 18 } }
  const token = { symbol, address: A, name: '', iconUrl: undefined }
  const transfer = {
    made: { cost: undefined, changes: undefined },
    network,
    token,
    found: { address: B },
    amount: 1n,
    decimals: 6,
  }
  expect(reviewOf(transfer as unknown as FormTransfer).token).toBe(address)
})

const change = (symbol: string, amount: string) => ({ symbol, amount, token: A })

test.each([
  ['the amount leaves', true, [change('DUSD', '-100.5')]],
  ['a token takes its fee beside the amount', false, [change('DUSD', '-110.55')]],
  ['as much of another token leaves', false, [change('WETH', '-100.5')]],
  ['a token of unknown units leaves', false, [change('', '-')]],
  ['more leaves than the token', false, [change('DUSD', '-100.5'), change('ETH', '-1')]],
  ['nothing changes', false, []],
  ['it could not be tried out', false, undefined],
])('where %s, only the amount moves: %s; any one change counted as that', (_, only, changes) => {
  expect(movesOnlyAmount({ symbol: 'DUSD', amount: '100.5', changes } as SendReview)).toBe(only)
})
