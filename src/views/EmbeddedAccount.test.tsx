import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { embedded } from '../state/embedded'
import { resetStores } from '../state/store'
import EmbeddedAccount from './EmbeddedAccount'

afterEach(resetStores)
afterEach(() => vi.unstubAllGlobals())

test('an e-mail address can be changed after an e-mail sign-in; a social network’s is only shown, as it is changed there', () => {
  vi.stubGlobal('location', new URL('https://shop.example'))
  const row = () =>
    renderToStaticMarkup(<EmbeddedAccount />)
      .split('<li')
      .find((each) => each.includes('ada@example.org'))
  embedded.email = 'ada@example.org'
  expect(row()).toContain('<button')
  embedded.via = 'google'
  expect([row(), row()?.includes('<button')]).toEqual([expect.stringContaining('ada@example.org'), false])
})
