import type { ComponentProps, ReactElement, ReactNode } from 'react'
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

test('where nothing is typed yet a nought stands in the visitor’s digits', () => {
  expect(drawn('', 'fa')).toContain('placeholder="۰"')
  const told = renderToStaticMarkup(<AmountInput label="You get" value="" locale="fa" other="" />)
  expect(told).toContain('>۰</output>')
})

type Field = ReactElement<ComponentProps<'input'>>
const fieldIn = (node: ReactNode): Field | undefined => {
  if (typeof node !== 'object' || !node) return undefined
  const { type, props } = node as Field
  return type === 'input' ? (node as Field) : [props?.children].flat().map(fieldIn).find(Boolean)
}

/** What is read where the field, in which `value` of ours stands, has this text after an edit of this kind. */
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
  // What comes from elsewhere is not what we have written: a thousand and a half became one and a half.
  ['insertFromPaste', '1.5', '1,500', '1,500'],
  ['insertFromDrop', '1.5', '1,500', '1,500'],
  ['insertFromPaste', '1.5', '12,5', '12.5'],
])('in German %s, which makes %s of ours %s, is read as %s', (inputType, value, text, amount) => {
  expect(read(value, text, inputType)).toBe(amount)
})
