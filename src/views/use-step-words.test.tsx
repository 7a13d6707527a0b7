import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, test } from 'vitest'
import { embedded } from '../state/embedded'
import { messages } from '../state/messages'
import { resetStores } from '../state/store'
import { useStepWords } from './use-step-words'

afterEach(resetStores)

const OURS = 'Dieser Code gilt nicht. Verwenden Sie den neuesten.'
const drawn = (ours?: string) => {
  const Words = () => useStepWords(ours)
  return renderToStaticMarkup(<Words />)
}

describe('useStepWords', () => {
  test('an error of the code is shown in the visitor’s language, instead of the frame’s English', () => {
    Object.assign(messages, { locale: 'de' })
    Object.assign(embedded, { code: 'LOGIN_STEP_FAILED', words: 'Invalid OTP', wrongIn: 'Connect' })
    expect(drawn(OURS)).toBe(OURS)
  })

  test('an error of another view is not shown here', () => {
    Object.assign(embedded, { code: 'LOGIN_STEP_FAILED', words: 'That code has expired', wrongIn: 'EmailVerifyOtp' })
    expect(drawn()).toBe('')
  })

  test('in English the frame’s own text is shown', () => {
    Object.assign(embedded, { code: 'LOGIN_STEP_FAILED', words: 'That code has expired', wrongIn: 'Connect' })
    expect(drawn('This code does not work.')).toBe('That code has expired')
  })

  test('for anything but the code the frame’s text is shown, and errors with a code of ours keep our text', () => {
    Object.assign(messages, { locale: 'de' })
    Object.assign(embedded, { code: 'LOGIN_STEP_FAILED', words: 'This address is in use', wrongIn: 'Connect' })
    expect(drawn()).toBe('This address is in use')
    Object.assign(embedded, { code: 'FRAME_STORAGE_BLOCKED', words: 'Blocked', wrongIn: 'Connect' })
    expect(drawn(OURS)).toBe('Blocked')
  })
})
