import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { embedded } from '../state/embedded'
import { resetStores } from '../state/store'
import ConnectingFarcaster from './ConnectingFarcaster'

afterEach(resetStores)

const drawn = () => renderToStaticMarkup(<ConnectingFarcaster />)

test('the error of an address typed before is not shown here', () => {
  Object.assign(embedded, { code: 'EMAIL_INVALID', words: 'Invalid email. Try again.', wrongIn: 'EmailLogin' })
  expect(drawn()).not.toContain('role="alert"')
  // Its own error is; outside of a modal the view is named Connect.
  Object.assign(embedded, { code: 'SOCIAL_LOGIN_FAILED', words: 'Something went wrong', wrongIn: 'Connect' })
  expect(drawn()).toContain('role="alert"')
})
