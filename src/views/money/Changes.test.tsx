import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { enMoney } from '../../locales/en-money'
import { Changes } from './Changes'

const TOKEN = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test('a simulated change is shown to its last digit, also of a token with more decimals than usual; it was cut at 36', () => {
  const amount = `0.${'1'.repeat(60)}2`
  const drawn = renderToStaticMarkup(<Changes changes={[{ symbol: 'TINY', amount: `-${amount}`, token: TOKEN }]} />)
  expect(drawn.replace(/<[^>]+>/g, '')).toContain(amount)
})

test('what is given and what is got have their signs, also a token whose units are not known; without a simulation it says so', () => {
  const change = (symbol: string, amount: string, token: string) => ({ symbol, amount, token })
  const changes = [change('DUSD', '-12.5', '0x1'), change('ETH', '0.25', '0x2'), change('', '-', '0x3'), change('', '', '0x4')]
  const textOf = (given: typeof changes | undefined) => renderToStaticMarkup(<Changes changes={given} />).split(/<[^>]+>/)
  expect(textOf(changes).filter((each) => /^[+−]/.test(each))).toEqual(['−12.5', '+0.25', '−', '+'])
  expect(textOf(changes)).toEqual(expect.arrayContaining([enMoney.send.unknownToken('0x3'), enMoney.send.unknownToken('0x4')]))
  expect(textOf(undefined)).toContain(enMoney.send.unchecked)
})
