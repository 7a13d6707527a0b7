import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AmountInput } from './AmountInput'

const drawn = (value: string, locale = 'en') =>
  renderToStaticMarkup(<AmountInput label="You pay" value={value} locale={locale} onChange={() => {}} other="" />)

test('an amount of more than nine digits is smaller: beside a four-letter token the next one was cut off', () => {
  expect(drawn('1700.73226')).not.toContain('data-long')
  expect(drawn('1700.732267')).toContain('data-long')
})

test('an amount that was not typed is in the visitor’s format: Max and Switch tokens wrote a decimal point in each language', () => {
  expect(drawn('1700.5', 'de')).toContain('value="1700,5"')
})

test('an empty field has a zero in the visitor’s digits', () => {
  expect(drawn('', 'fa')).toContain('placeholder="۰"')
  const told = renderToStaticMarkup(<AmountInput label="You get" value="" locale="fa" other="" />)
  expect(told).toContain('>۰</output>')
})

test('what is held is heard as that, in its unit; it was a figure without either', () => {
  const words = { chooseToken: 'Choose', max: 'Max', youHave: 'You have' }
  const max = { onMax: () => {} }
  const shown = renderToStaticMarkup(
    <AmountInput label="Amount" value="" locale="en" token={{ symbol: 'ETH' }} balance="1.25" other="" {...{ words, max }} />,
  )
  expect(shown).toContain('<span class="visually-hidden">You have ETH</span><bdi>1.25</bdi>')
})

type Field = ReactElement<ComponentProps<'input'>>
const fieldIn = (node: ReactNode): Field | undefined => {
  if (typeof node !== 'object' || !node) return undefined
  const { type, props } = node as Field
  return type === 'input' ? (node as Field) : [props?.children].flat().map(fieldIn).find(Boolean)
}

/** The amount read after an edit of this kind, if the field with our `value` now has this text. */
function read(value: string, text: string, inputType: string): string | undefined {
  let told: string | undefined
  let field: Field | undefined
  const Drawn = () => {
    field = fieldIn(AmountInput({ label: 'You pay', value, locale: 'de', onChange: (amount) => (told = amount), other: '' }))
    return null
  }
  renderToStaticMarkup(<Drawn />)
  field?.props.onChange?.({ target: { value: text }, nativeEvent: { inputType } } as never)
  return told
}

test.each([
  ['deleteContentBackward', '1.2345', '1,234', '1.234'],
  ['insertText', '1.50', '1,500', '1.500'],
  // Pasted text is not in our format: a thousand and a half became one and a half.
  ['insertFromPaste', '1.5', '1,500', '1,500'],
  ['insertFromDrop', '1.5', '1,500', '1,500'],
  ['insertFromPaste', '1.5', '12,5', '12.5'],
])('in German %s, which turns our %s into %s, is read as %s', (inputType, value, text, amount) => {
  expect(read(value, text, inputType)).toBe(amount)
})
