import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { embedded } from '../state/embedded'
import { resetStores } from '../state/store'
import EmailVerifyOtp from './EmailVerifyOtp'

afterEach(resetStores)

test('an address too long for its line is parted at its sign: of one of 40 letters the last stood alone below', () => {
  embedded.mailedTo = '"at@home".lovelace@example.org'
  const shown = renderToStaticMarkup(<EmailVerifyOtp />).match(/<bdi>(.*?)<\/bdi>/)?.[1]
  expect(shown).toBe('&quot;at@home&quot;.lovelace<wbr/>@example.org')
})
