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
  test('what the frame says of a code is told in the chosen language, which it does not speak', () => {
    Object.assign(messages, { locale: 'de' })
    Object.assign(embedded, { code: 'LOGIN_STEP_FAILED', words: 'Invalid OTP', wrongIn: 'Connect' })
    expect(drawn(OURS)).toBe(OURS)
  })

  test('what went wrong in another view is not told while this one is drawn', () => {
    Object.assign(embedded, { code: 'LOGIN_STEP_FAILED', words: 'That code has expired', wrongIn: 'EmailVerifyOtp' })
    expect(drawn()).toBe('')
  })

  test('in English the frame says it best', () => {
    Object.assign(embedded, { code: 'LOGIN_STEP_FAILED', words: 'That code has expired', wrongIn: 'Connect' })
    expect(drawn('This code does not work.')).toBe('That code has expired')
  })

  test('of anything but a code the frame’s words stay, and of what has a code of its own ours stay', () => {
    Object.assign(messages, { locale: 'de' })
    Object.assign(embedded, { code: 'LOGIN_STEP_FAILED', words: 'This address is in use', wrongIn: 'Connect' })
    expect(drawn()).toBe('This address is in use')
    Object.assign(embedded, { code: 'FRAME_STORAGE_BLOCKED', words: 'Blocked', wrongIn: 'Connect' })
    expect(drawn(OURS)).toBe('Blocked')
  })
})
