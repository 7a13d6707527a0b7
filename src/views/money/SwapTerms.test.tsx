import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import type { SwapAsset } from '../../lib/swap-asset'
import { enMoney } from '../../locales/en-money'
import { enRest } from '../../locales/en-rest'
import { messages } from '../../state/messages'
import { resetStores } from '../../state/store'
import { swap } from '../../state/swap'
import Terms from './SwapTerms'

afterEach(resetStores)

const terms = (from: string, to: string, isSmart = false) => {
  const token = (symbol: string) => ({ symbol, decimals: 18 }) as SwapAsset
  const values = { from: token(from), to: token(to), out: '1700', impact: undefined, isHigh: false, isSmart }
  return renderToStaticMarkup(<Terms {...values} />)
}

test('the fee of a contract’s swap may be paid by others, as Send says; one was named', () => {
  swap.gasPrice = '1000000000'
  for (const isSmart of [true, false]) expect(terms('ETH', 'DUSD', isSmart).includes(enMoney.send.noFeeNeeded)).toBe(isSmart)
})

test('both sides of a rate use the language’s digits', () => {
  messages.locale = 'fa'
  swap.amount = '0.5'
  expect(terms('ETH', 'DUSD')).toContain('۱ ETH = ۳٬۴۰۰ DUSD')
})

test('what one gets at least is the output less the slippage limit, cut to the token’s decimals and never rounded up', () => {
  Object.assign(swap, { amount: '1', slippage: 3 })
  const to = { symbol: 'DUSD', decimals: 6 } as SwapAsset
  const values = { from: { symbol: 'ETH', decimals: 18 } as SwapAsset, to, impact: undefined, isHigh: false, isSmart: false }
  // 97 % of it are 1649.97077697.
  const drawn = renderToStaticMarkup(<Terms {...values} out="1701.000801" />)
  expect(drawn).toContain('1,649.970776 DUSD')
})

test('error: where a token has no price its loss is said to be unknown for that, once the prices were read; a dash stood there, as while they load', () => {
  const [from, to] = ['ETH', 'DUSD'].map((symbol) => ({ address: symbol, symbol, decimals: 18 }) as unknown as SwapAsset)
  if (!from || !to) throw new Error('No tokens')
  const impact = { percent: 0.5, lost: '1' }
  const told = (out: string | undefined, known?: typeof impact) => {
    const values = { from, to, out, impact: known, isHigh: false, isSmart: false }
    return /impact<\/dt><dd>(?:<bdi[^>]*>)?([^<]+)/.exec(renderToStaticMarkup(<Terms {...values} />))?.[1]
  }
  swap.amount = '1'
  expect(told('1700')).toBe('–')
  swap.held = { ETH: '1', DUSD: '1' }
  swap.prices = { ETH: '3400' }
  expect([told(undefined), told('1700'), told('1700', impact)]).toEqual(['–', enRest.account.noPrice, '0.50%'])
  // Both prices are known, but the amount is worth less than can be reckoned with.
  swap.prices = { ETH: '3400', DUSD: '1' }
  expect(told('1700')).toBe('–')
})
