import type { Locator, Page } from '@playwright/test'
import { PNG } from 'pngjs'
import { expect, test } from './fixtures'
import { openState } from './gallery'

test.use({ viewport: { width: 390, height: 844 }, contextOptions: { reducedMotion: 'reduce' } })

/** The rightmost dark pixel between two rows of a picture; -1 without one. */
function inkTo(picture: PNG, from: number, to: number): number {
  for (let x = picture.width - 1; x >= 0; x--)
    for (let y = from; y < to; y++) if ((picture.data[(y * picture.width + x) * 4] ?? 255) < 128) return x
  return -1
}

test('a long Latin name has its ellipsis at its own end, on the right', async ({ page }) => {
  await openState(page, 'connect-long')
  await page.evaluate(() => Object.assign(document.documentElement, { lang: 'ar', dir: 'rtl' }))
  const dialog = page.locator('wallet-modal-views').getByRole('dialog')
  await expect(dialog).toHaveAttribute('lang', 'ar')
  const name = dialog.locator('.list-row-title', { hasText: 'A wallet whose name is longer' })
  await expect(name).toHaveCSS('-webkit-line-clamp', '2')
  const picture = PNG.sync.read(await name.screenshot({ animations: 'disabled', scale: 'css' }))
  const line = picture.height / 2
  // The ellipsis is at the bottom of the line, with nothing above it.
  const letters = inkTo(picture, Math.round(line * 1.1), Math.round(line * 1.5))
  const all = inkTo(picture, Math.round(line * 1.1), Math.round(line * 1.85))
  expect(all).toBeGreaterThan(letters + 6)
  // The name is aligned to the side where its row starts, like a short one.
  expect(all).toBeGreaterThan(picture.width - 6)
})

const inArabic = async (page: Page, state: string) => {
  await openState(page, state)
  await page.evaluate(() => Object.assign(document.documentElement, { lang: 'ar', dir: 'rtl' }))
  const dialog = page.locator('wallet-modal-views').getByRole('dialog')
  await expect(dialog).toHaveAttribute('lang', 'ar')
  return dialog
}

test('the address that signs in is aligned to the start of the line, under its label', async ({ page }) => {
  const dialog = await inArabic(page, 'sign-in')
  const groups = dialog.locator('.sign-in .address-groups')
  await expect(groups).toBeVisible()
  const gap = await groups.evaluate((node) => {
    const ends = [...node.querySelectorAll('[aria-hidden]')].map((group) => group.getBoundingClientRect().right)
    return node.getBoundingClientRect().right - Math.max(...ends)
  })
  expect(gap).toBeLessThan(2)
})

test('the words before the name of a session’s function come first in reading order', async ({ page }) => {
  const dialog = await inArabic(page, 'sessions-details')
  const named = dialog.locator('.session-details[open] p', { hasText: 'mint' })
  // The words of sessions come in a file of their own.
  await expect(named).toContainText(/\p{Script=Arabic}/u)
  const places = await named.evaluate((node) => {
    const at = (text: RegExp) => {
      const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
      for (let each = walker.nextNode(); each; each = walker.nextNode()) {
        const found = text.exec(each.textContent ?? '')
        if (!found) continue
        const range = document.createRange()
        range.setStart(each, found.index)
        range.setEnd(each, found.index + found[0].length)
        return range.getBoundingClientRect().left
      }
      throw new Error(`There is no ${text}`)
    }
    return { words: at(/\p{Script=Arabic}+/u), name: at(/mint/) }
  })
  expect(places.name).toBeLessThan(places.words)
})

test('the currency is spaced from the amount, as is usual in Arabic', async ({ page }) => {
  const gap = (place: Locator) => place.evaluate((node) => Number.parseFloat(getComputedStyle(node).columnGap) || 0)
  await openState(page, 'buy')
  expect(await gap(page.getByRole('dialog').locator('.amount-input-figure'))).toBe(0)
  const dialog = await inArabic(page, 'buy')
  await expect(dialog.locator('.amount-input-figure')).toContainText('US$')
  expect(await gap(dialog.locator('.amount-input-figure'))).toBeGreaterThan(3)
})

test('amount and unit at the end of a row are both aligned to its end', async ({ page }) => {
  const dialog = await inArabic(page, 'account-activity')
  const ends = dialog.locator('.list-row-end').filter({ hasText: /^\+\dNFT$/ })
  await expect(ends).not.toHaveCount(0)
  const lefts = await ends.evaluateAll((all) =>
    all.map((end) =>
      [...end.children].map((line) => {
        const range = document.createRange()
        range.selectNodeContents(line)
        return Math.round(range.getBoundingClientRect().left - end.getBoundingClientRect().left)
      }),
    ),
  )
  for (const each of lefts) expect(each).toEqual([0, 0])
})

test('the lines of a wrapped address all start at the right', async ({ page }) => {
  const dialog = await inArabic(page, 'sessions-details')
  for (const each of await dialog.locator('details').all()) await each.evaluate((node) => node.setAttribute('open', ''))
  const spreads = await dialog.locator('.inline-address').evaluateAll((all) =>
    all.flatMap((address) => {
      const lines = new Map<number, number>()
      for (const group of address.querySelectorAll('span')) {
        const { top, right } = group.getBoundingClientRect()
        lines.set(Math.round(top), Math.max(right, lines.get(Math.round(top)) ?? 0))
      }
      const ends = [...lines.values()]
      // The first line may start later, after the words of the sentence before it.
      return ends.length < 3 ? [] : [Math.max(...ends.slice(1)) - Math.min(...ends.slice(1))]
    }),
  )
  expect(spreads.length).toBeGreaterThan(0)
  expect(Math.max(...spreads)).toBeLessThan(2)
})

for (const state of ['social-blocked', 'farcaster-failed'])
  test(`${state}: the error message is right to left, with its full stop at the end`, async ({ page }) => {
    const dialog = await inArabic(page, state)
    const said = dialog.getByRole('alert').getByText(/[\u0600-\u06ff]/)
    await expect(said.first()).toBeVisible()
    expect(await said.evaluateAll((all) => all.map((each) => getComputedStyle(each).direction))).not.toContain('ltr')
  })
