import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { embedded } from '../../state/embedded'
import { resetStores } from '../../state/store'
import { EmailInput } from './EmailInput'

afterEach(resetStores)

const drawn = (value = '') =>
  renderToStaticMarkup(<EmailInput label="Email address" value={value} onChange={() => {}} onSubmit={() => {}} />)

test('the cooldown between mails counts down; a screen reader hears its start, and not each second', () => {
  Object.assign(embedded, { code: 'EMAIL_COOLDOWN', words: 'Please try again after 18 seconds', wrongIn: 'Connect', wait: 7 })
  expect(drawn()).toContain('<span dir="auto" role="timer">Please try again after 7 seconds</span>')
})

test('the error of an address stays', () => {
  Object.assign(embedded, { code: 'EMAIL_INVALID', words: 'Invalid email. Try again.', wrongIn: 'Connect', wait: 7 })
  expect(drawn()).toContain('<span dir="auto">Invalid email. Try again.</span>')
})

test('a long address is cut at its end in a right-to-left page, too; what stands for none reads as the page does', () => {
  const field = (value: string) => drawn(value).match(/<input[^>]*>/)?.[0]
  expect(field('ada.of.the.long.name@example.org')).toContain('dir="auto"')
  expect(field('')).not.toContain('dir=')
})
