import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { embedded } from '../state/embedded'
import { resetStores } from '../state/store'
import EmbeddedAccount from './EmbeddedAccount'

afterEach(resetStores)
afterEach(() => vi.unstubAllGlobals())

test('an address is changed by whoever came by it; that of a social network, which is changed there, only stands there', () => {
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
