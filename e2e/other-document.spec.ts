import type { Page } from '@playwright/test'
import { expect, openHtml, SCRIPT, stateOf, test } from './fixtures'

const html = `${SCRIPT}<iframe></iframe><wallet-modal {{attributes}}></wallet-modal>`
/** Moves the element into the document of the frame, of the same origin, or back. */
const move = (page: Page, { into }: { into: 'frame' | 'page' }) =>
  page.evaluate((place) => {
    const frame = document.querySelector('iframe')?.contentDocument
    const modal = [document, frame].map((each) => each?.querySelector('wallet-modal')).find(Boolean)
    if (modal) (place === 'frame' ? frame : document)?.body.append(modal)
  }, into)

test('in the document of a frame the modal says that it shows nothing there; back in the page it opens', async ({
  page,
  urls,
  stackAttributes,
}) => {
  const warnings: string[] = []
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
  await openHtml(page, urls, stackAttributes, html)
  await page.evaluate(() => document.querySelector('wallet-modal')?.ready)
  await move(page, { into: 'frame' })
  const help = 'The element is not in the document of its script.'
  await expect.poll(() => warnings).toContain(`<wallet-modal>: ${help}`)
  const refused = await page.evaluate(async () => {
    const modal = document.querySelector('iframe')?.contentDocument?.querySelector('wallet-modal')
    return modal?.show().catch(({ code, help }) => ({ code, help }))
  })
  expect(refused).toEqual({ code: 'VIEW_UNAVAILABLE', help })
  await move(page, { into: 'page' })
  await page.evaluate(() => document.querySelector('wallet-modal')?.show())
  await expect(page.getByRole('dialog', { name: 'Connect to Test Bakery' })).toBeVisible()
})

test('moved into the document of a frame while it is open, the modal closes, and the page scrolls again', async ({
  page,
  urls,
  stackAttributes,
}) => {
  await openHtml(page, urls, stackAttributes, html)
  await page.evaluate(() => document.querySelector('wallet-modal')?.show())
  const dialog = page.getByRole('dialog', { name: 'Connect to Test Bakery' })
  await expect(dialog).toBeVisible()
  const overflow = () => page.evaluate(() => getComputedStyle(document.documentElement).overflowY)
  await expect.poll(overflow).toBe('hidden')
  await move(page, { into: 'frame' })
  await expect.poll(overflow).toBe('visible')
  await move(page, { into: 'page' })
  expect((await stateOf(page))?.open).toBe(false)
  await expect(dialog).toBeHidden()
  await page.evaluate(() => document.querySelector('wallet-modal')?.show())
  await expect(dialog).toHaveCSS('position', 'fixed')
})

test('an embedded element that comes back from the document of a frame is drawn as before', async ({
  page,
  urls,
  stackAttributes,
}) => {
  await openHtml(page, urls, { ...stackAttributes, embedded: true }, html)
  const dialog = page.getByRole('dialog', { name: 'Connect to Test Bakery' })
  await expect(dialog).toBeVisible()
  await move(page, { into: 'frame' })
  await expect(page.frameLocator('iframe').getByRole('dialog')).toHaveCount(0)
  await move(page, { into: 'page' })
  await expect(dialog).toBeVisible()
  await expect(dialog).toHaveCSS('max-width', '480px')
})
