import { expect, test } from 'vitest'
import type { TokenBalance } from '../lib/token'
import { tokens } from '../state/tokens'
import { reviewOf } from './send-review'
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
