import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AmountInput } from './AmountInput'

const drawn = (value: string, locale = 'en') =>
  renderToStaticMarkup(<AmountInput label="You pay" value={value} locale={locale} onChange={() => {}} other="" />)

test('a figure past nine digits is smaller: beside a token of four letters the next one was cut', () => {
  expect(drawn('1700.73226')).not.toContain('data-long')
  expect(drawn('1700.732267')).toContain('data-long')
})

test('a sum that nobody has typed stands there in the visitor’s language: Max and Switch tokens wrote a point in each', () => {
  expect(drawn('1700.5', 'de')).toContain('value="1700,5"')
})
