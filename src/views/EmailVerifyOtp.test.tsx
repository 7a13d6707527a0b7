import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Mailbox } from './EmailVerifyOtp'

test('an address too long for its line is parted at its sign: of one of 40 letters the last stood alone below', () => {
  const shown = renderToStaticMarkup(<Mailbox address={'"at@home".lovelace@example.org'} />).match(/<bdi>(.*?)<\/bdi>/)?.[1]
  expect(shown).toBe('&quot;at@home&quot;.lovelace<wbr/>@example.org')
})
