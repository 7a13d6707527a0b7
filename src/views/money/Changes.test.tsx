import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Changes } from './Changes'

const TOKEN = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test('a simulated change is shown to its last digit, also of a token with more decimals than usual; it was cut at 36', () => {
  const amount = `0.${'1'.repeat(60)}2`
  const drawn = renderToStaticMarkup(<Changes changes={[{ symbol: 'TINY', amount: `-${amount}`, token: TOKEN }]} />)
  expect(drawn.replace(/<[^>]+>/g, '')).toContain(amount)
})
