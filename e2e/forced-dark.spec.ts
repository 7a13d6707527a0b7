import { expect, openHtml, SCRIPT, test } from './fixtures'
import { scanned } from './qr'

test('on a phone whose browser darkens light pages itself, the code of a light theme can be read', async ({
  page,
  urls,
  stackAttributes,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setAutoDarkModeOverride', { enabled: true })
  await openHtml(page, urls, { ...stackAttributes, theme: 'light' }, `${SCRIPT}<wallet-modal {{attributes}}></wallet-modal>`)
  await page.evaluate(() => document.querySelector('wallet-modal')?.show({ view: 'ConnectingWalletConnectBasic' }))
  expect(await scanned(page)).toMatch(/^wc:/)
})
