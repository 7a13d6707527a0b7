import type { Page } from '@playwright/test'
import { type Attributes, expect, openHtml, SCRIPT, test } from './fixtures'

const open = (page: Page) => page.evaluate(() => document.querySelector('wallet-modal')?.show())

/** Opens a page with the element in a menu that can be hidden. */
async function openPage(page: Page, urls: Parameters<typeof openHtml>[1], attributes: Attributes, tag = 'div') {
  const menu = `<${tag} id="menu"><wallet-modal {{attributes}}></wallet-modal></${tag}>`
  await openHtml(page, urls, attributes, `${SCRIPT}<button>Read</button>${menu}`)
  const dialog = page.getByRole('dialog')
  return {
    dialog,
    turnMenu: (display: 'none' | '') =>
      page.evaluate((value) => document.getElementById('menu')?.style.setProperty('display', value), display),
    async isFree() {
      await page.getByRole('button', { name: 'Read' }).click({ timeout: 10_000 })
      await expect(page.getByRole('button', { name: 'Read' })).toBeFocused()
      await expect.poll(() => page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe('visible')
    },
    async isHeld() {
      await expect(dialog).toBeVisible()
      await expect.poll(() => dialog.evaluate((node) => node.matches(':modal'))).toBe(true)
      await expect.poll(() => page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe('hidden')
    },
  }
}

test('opened inside a hidden menu, the modal does not block the page; it appears when the menu opens', async ({
  page,
  urls,
  stackAttributes,
}) => {
  const { dialog, turnMenu, isFree, isHeld } = await openPage(page, urls, stackAttributes)
  await turnMenu('none')
  await open(page)
  await isFree()
  await turnMenu('')
  await isHeld()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await isFree()
})

test('a menu hidden while the modal is open releases the page, and the modal can be closed and opened as usual', async ({
  page,
  urls,
  stackAttributes,
}) => {
  const { dialog, turnMenu, isFree, isHeld } = await openPage(page, urls, stackAttributes)
  await open(page)
  await isHeld()
  await turnMenu('none')
  await isFree()
  await page.evaluate(() => document.querySelector('wallet-modal')?.close())
  await turnMenu('')
  await expect(dialog).toBeHidden()
  await isFree()
  await open(page)
  await isHeld()
})

test('opened inside closed <details>, the modal does not block the page; it appears when they open', async ({
  page,
  urls,
  stackAttributes,
}) => {
  const { isFree, isHeld } = await openPage(page, urls, stackAttributes, 'details')
  await open(page)
  await isFree()
  await page.locator('#menu').evaluate((menu) => menu.toggleAttribute('open', true))
  await isHeld()
})

test('a menu with visibility: hidden leaves the modal visible', async ({ page, urls, stackAttributes }) => {
  const { dialog } = await openPage(page, urls, stackAttributes)
  await page.evaluate(() => document.getElementById('menu')?.style.setProperty('visibility', 'hidden'))
  await open(page)
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
})
