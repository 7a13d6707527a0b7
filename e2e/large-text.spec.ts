import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures'
import { openState } from './gallery'

// The narrowest phone of somebody who has their text as large as we go along with (DESIGN §13).
test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true })

async function open(page: Page, state: string): Promise<Locator> {
  await openState(page, state)
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  return page.locator('wallet-modal [part="dialog"]')
}

/** How many lines its text takes, and whether some of it is out of sight. */
const drawn = (place: Locator) =>
  place.evaluate((node) => {
    const text = document.createRange()
    text.selectNodeContents(node)
    const lines = new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size
    return { lines, cut: node.scrollWidth > node.clientWidth || node.scrollHeight > node.clientHeight + 1 }
  })

test('the address that is sent to stands whole in the review', async ({ page }) => {
  const dialog = await open(page, 'send-review')
  const ends = await dialog
    .locator('.address-groups > [aria-hidden]')
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().right))
  expect(ends).toHaveLength(11)
  const ticket = await dialog.locator('.ticket').boundingBox()
  expect(Math.max(...ends)).toBeLessThan((ticket?.x ?? 0) + (ticket?.width ?? 0))
})

test('an address that is written stands whole in its field', async ({ page }) => {
  const dialog = await open(page, 'send-look-alike')
  expect(await drawn(dialog.getByRole('textbox', { name: 'Receiver' }))).toMatchObject({ cut: false })
  // So do the two that look alike, in letters that are as much larger.
  const compared = dialog.locator('.address-compare-text').first()
  const { size, over } = await compared.evaluate((node) => {
    const edge = node.closest('.address-compare')?.getBoundingClientRect().right ?? 0
    const end = Math.max(...[...node.children].map((group) => group.getBoundingClientRect().right))
    return { size: Number.parseFloat(getComputedStyle(node).fontSize), over: end - edge }
  })
  expect(size).toBeGreaterThan(15)
  expect(over).toBeLessThan(0)
})

test('how much there is of a token stands whole in its row, and so does what it is worth', async ({ page }) => {
  const dialog = await open(page, 'account')
  const row = dialog.getByRole('listitem').filter({ hasText: 'Demo Token' })
  await expect(row).toContainText('$')
  for (const part of ['.list-row-sub', '.list-row-end > .list-row-title'])
    expect(await drawn(row.locator(part).first())).toEqual({ lines: 1, cut: false })
})

test('what can be done with an account is in whole words, also where these are long', async ({ page }) => {
  const dialog = await open(page, 'account')
  await page.evaluate(() => document.documentElement.setAttribute('lang', 'de'))
  const actions = dialog.locator('.rail > button')
  await expect(actions).toHaveText(['Senden', 'Tauschen', 'Kaufen', 'Empfangen'])
  for (const [width, rows] of [
    [320, 2],
    [390, 2],
    [1280, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    for (const each of await actions.locator('span').all())
      expect(await drawn(each), `${width}`).toMatchObject({ lines: 1, cut: false })
    const tops = await actions.evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().top)))
    expect(new Set(tops).size, `${width}`).toBe(rows)
    // A hairline parts the two rows.
    await expect(actions.last(), `${width}`).toHaveCSS('box-shadow', /0px -1px 0px 0px$/)
  }
})

test('the tabs of smart sessions are in whole words, and so is what a session may do', async ({ page }) => {
  for (const [lang, words, rows] of [
    ['de', ['Aktiv', 'Abgelaufen', 'Entzogen'], 1],
    ['ru', ['Активные', 'Истёкшие', 'Отозванные'], 2],
  ] as const) {
    const dialog = await open(page, 'sessions')
    await page.evaluate((tag) => document.documentElement.setAttribute('lang', tag), lang)
    const tabs = dialog.getByRole('radio')
    await expect(tabs).toHaveText([...words])
    for (const each of await tabs.locator('span').all()) expect(await drawn(each), lang).toMatchObject({ lines: 1, cut: false })
    const places = await tabs.evaluateAll((all) => all.map((each) => each.getBoundingClientRect()))
    expect(new Set(places.map(({ top }) => Math.round(top))).size, lang).toBe(rows)
    const rail = await dialog.getByRole('radiogroup').boundingBox()
    for (const { left, right } of places) {
      expect(left).toBeGreaterThanOrEqual(rail?.x ?? 0)
      expect(right).toBeLessThanOrEqual((rail?.x ?? 0) + (rail?.width ?? 0) + 0.5)
    }
    if (lang !== 'ru') continue
    // "Использовать", beside a button as long, as far as it is one word.
    const right = dialog.locator('.session-rights').first()
    const lines = await right.evaluate((node) => {
      const words = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
      const counts: number[] = []
      while (words.nextNode())
        for (const { index, 0: word } of (words.currentNode.textContent ?? '').matchAll(/\p{L}{2,}/gu)) {
          const range = document.createRange()
          range.setStart(words.currentNode, index)
          range.setEnd(words.currentNode, index + word.length)
          counts.push(range.getClientRects().length)
        }
      return counts
    })
    expect(lines.length).toBeGreaterThan(2)
    expect(Math.max(...lines)).toBe(1)
  }
})

test('a network and where to approve the way to it can both be read', async ({ page }) => {
  const dialog = await open(page, 'networks-asked')
  const row = dialog.getByRole('button', { name: /Approve in/ })
  expect(await drawn(row.locator('.list-row-title'))).toEqual({ lines: 1, cut: false })
  expect(await drawn(row.locator('.list-row-meta'))).toMatchObject({ cut: false })
})

test('the word at the end of a row is in one piece, also in a page that breaks words anywhere', async ({ page }) => {
  const dialog = await open(page, 'connect')
  await page.evaluate(() => document.body.style.setProperty('overflow-wrap', 'anywhere'))
  const row = dialog.getByRole('button', { name: /WalletConnect/ })
  expect(await drawn(row.locator('.list-row-meta'))).toEqual({ lines: 1, cut: false })
  // In a language with longer words these, and why it cannot be pressed yet, are whole as well.
  for (const state of ['connect', 'connect-terms']) {
    await open(page, state)
    await page.evaluate(() => document.documentElement.setAttribute('lang', 'de'))
    await expect(row).toContainText('Mit dem Handy scannen')
    for (const part of ['.list-row-title', '.list-row-meta'])
      expect(await drawn(row.locator(part)), `${state} ${part}`).toMatchObject({ cut: false })
  }
  // Where a press leads is told at the end of the row, also beside a word that is short.
  await open(page, 'get-a-wallet')
  const store = dialog.getByRole('link', { name: /Demo Wallet/ })
  const [whole, trail] = await Promise.all([store.boundingBox(), store.locator('.list-row-trail').boundingBox()])
  expect(trail?.x).toBeGreaterThan((whole?.x ?? 0) + (whole?.width ?? 0) * 0.8)
})

test('a word of a name is in one piece beside a badge, in a language where that is long, and where the row leads stands at its end', async ({
  page,
}) => {
  const dialog = await open(page, 'connect')
  await page.evaluate(() => document.documentElement.setAttribute('lang', 'ru'))
  const row = dialog.getByRole('button', { name: /Harbour/ })
  await expect(row).toContainText('Установлен')
  expect(await drawn(row.locator('.list-row-title'))).toEqual({ lines: 1, cut: false })
  const [whole, trail] = await Promise.all([row.boundingBox(), row.locator('.list-row-trail').boundingBox()])
  expect(trail?.x).toBeGreaterThan((whole?.x ?? 0) + (whole?.width ?? 0) * 0.8)
})

test('what a swap brings stands in one line, whole', async ({ page }) => {
  const dialog = await open(page, 'swap-quoted')
  await expect(dialog.locator('output')).toHaveText(/^[\d,]+\.\d{4}$/)
  expect(await drawn(dialog.locator('output'))).toMatchObject({ lines: 1 })
  const review = await open(page, 'swap-review')
  const least = review.locator('.facts dd > .amount').first()
  expect(await drawn(least)).toMatchObject({ lines: 1 })
  // On a wider phone it is as true of a language with longer terms.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.evaluate(() => document.documentElement.setAttribute('lang', 'de'))
  await expect(review).toContainText('Sie erhalten mindestens')
  expect(await drawn(least)).toMatchObject({ lines: 1 })
})

test('the words of two buttons in a line are in one piece, or the buttons stand one below the other', async ({ page }) => {
  for (const [state, name] of [
    ['sign-in-declined', 'Anmelden'],
    ['swap-review', /tauschen/],
  ] as const) {
    const dialog = await open(page, state)
    await page.evaluate(() => document.documentElement.setAttribute('lang', 'de'))
    const way = dialog.locator('.button-pair').getByRole('button', { name })
    await expect(way).toBeVisible()
    expect(await drawn(way), state).toEqual({ lines: 1, cut: false })
    const [pair, back] = [await dialog.locator('.button-pair').boundingBox(), await way.boundingBox()]
    expect(back?.width, state).toBe(pair?.width)
  }
})
