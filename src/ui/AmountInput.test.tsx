import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AmountInput } from './AmountInput'

test('a figure past nine digits is smaller: beside a token of four letters the next one was cut', () => {
  const drawn = (value: string) =>
    renderToStaticMarkup(<AmountInput label="You pay" value={value} onChange={() => {}} other="" />)
  expect(drawn('1700.73226')).not.toContain('data-long')
  expect(drawn('1700.732267')).toContain('data-long')
})
