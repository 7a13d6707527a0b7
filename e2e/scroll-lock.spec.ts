import type { Page } from '@playwright/test'
import { expect, openBare, openHtml, SCRIPT, test } from './fixtures'

type Root = 'body' | 'documentElement'

/** As dialogs of other libraries do: the inline style is remembered, and restored at the end. */
const lockPage = (page: Page, root: Root) =>
  page.evaluate((name) => {
    const { style } = document[name]
    const before = style.overflow
    style.overflow = 'hidden'
    document.addEventListener('unlock', () => Object.assign(style, { overflow: before }), { once: true })
  }, root)
const unlockPage = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('unlock')))
const open = (page: Page) => page.evaluate(() => document.querySelector('wallet-modal')?.show())
const close = async (page: Page) => {
  await page.evaluate(() => document.querySelector('wallet-modal')?.close())
  await expect(page.getByRole('dialog')).toBeHidden()
}
/** The overflow of the page's roots: the window scrolls if neither hides it. */
const overflow = (page: Page) =>
  page.evaluate(() => [document.documentElement, document.body].map((root) => getComputedStyle(root).overflowY))
const isLocked = (page: Page) => expect.poll(async () => (await overflow(page)).includes('hidden')).toBe(true)

for (const root of ['documentElement', 'body'] as const) {
  test(`a dialog of the page that holds its ${root} and closes while the modal is open: then the page scrolls again`, async ({
    page,
    urls,
    stackAttributes,
  }) => {
    await openBare(page, urls, stackAttributes)
    await lockPage(page, root)
    await open(page)
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100))))
    await unlockPage(page)
    await isLocked(page)
    await close(page)
    expect(await overflow(page)).toEqual(['visible', 'visible'])
  })

  test(`a dialog of the page that opens over the modal, holds the ${root} and closes after it: then the page scrolls again`, async ({
    page,
    urls,
    stackAttributes,
  }) => {
    await openBare(page, urls, stackAttributes)
    await open(page)
    await isLocked(page)
    await lockPage(page, root)
    await close(page)
    expect(await overflow(page)).toContain('hidden')
    await unlockPage(page)
    expect(await overflow(page)).toEqual(['visible', 'visible'])
  })
}

test('a page that keeps the room of a scrollbar on both sides does not move', async ({
  playwright,
  launchOptions,
  urls,
  stackAttributes,
}) => {
  // A separate browser with classic scrollbars, which take up space.
  const browser = await playwright.chromium.launch({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] })
  const page = await browser.newPage()
  const style = '<style>html { scrollbar-gutter: stable both-edges } body { height: 5000px }</style>'
  await openHtml(
    page,
    urls,
    stackAttributes,
    `${SCRIPT}${style}<p id="text">text</p><wallet-modal {{attributes}}></wallet-modal>`,
  )
  const place = () => page.evaluate(() => JSON.stringify(document.getElementById('text')?.getBoundingClientRect()))
  const before = await place()
  await open(page)
  await isLocked(page)
  expect(await place()).toBe(before)
  await browser.close()
})
