import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { pairing } from '../state/pairing'
import { resetStores } from '../state/store'
import { PairingCode } from './PairingCode'

afterEach(resetStores)

test('the desktop app is not opened with an expired code', () => {
  const listed = { id: 'harbor', name: 'Harbor', desktopLink: 'harbor-desktop://' }
  const drawn = () => renderToStaticMarkup(<PairingCode listed={listed} logo={undefined} />)
  Object.assign(pairing, { status: 'ready', uri: 'wc:1@2', expiresAt: Date.now() + 200_000 })
  expect(drawn()).toContain('href="harbor-desktop://')
  pairing.expiresAt = Date.now() + 5_000
  expect(drawn()).not.toContain('harbor-desktop://')
})
