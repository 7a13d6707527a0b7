import { beforeEach, describe, expect, test } from 'vitest'
import type { SwapAsset } from '../lib/swap-asset'
import { chainOf } from '../state/chains'
import { resetStores } from '../state/store'
import { swap } from '../state/swap'
import { reviewSwap } from './swap'

const COIN = `eip155:1:0x${'e'.repeat(40)}` as const
const TOKEN = `eip155:1:0x${'a'.repeat(40)}` as const
const asset = (symbol: string, address: SwapAsset['address']): SwapAsset => ({
  ...{ symbol, name: symbol, decimals: 18, iconUrl: undefined, address },
})

beforeEach(() => {
  resetStores()
  chainOf('eip155')
  Object.assign(swap, {
    ...{ tokens: [asset('ETH', COIN), asset('DUSD', TOKEN)], tokensStatus: 'ready', from: COIN, to: TOKEN, amount: '0.5' },
    ...{ held: { [COIN]: String(10n ** 18n) }, quote: { amount: String(5n * 10n ** 17n), out: '1600', at: Date.now() } },
  })
})

describe('reviewSwap', () => {
  test('prepares a form without problems', async () => {
    const done = reviewSwap()
    expect(swap.status).toBe('preparing')
    await done
  })

  test.each([
    ['a slippage that was not accepted', { slippage: 5 }],
    ['more than the balance', { held: { [COIN]: '1' } }],
    ['a quote of another amount', { amount: '0.4' }],
  ])('error: %s is not prepared, whoever asks for it', async (_, change) => {
    Object.assign(swap, change)
    const done = reviewSwap()
    expect(swap.status).toBe('editing')
    await done
    expect(swap.code).toBeUndefined()
  })
})
