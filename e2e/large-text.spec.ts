import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures'
import { openState } from './gallery'

// The narrowest phone with the largest text that is supported (DESIGN §13).
test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true })

async function open(page: Page, state: string): Promise<Locator> {
  await openState(page, state)
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  return page.locator('wallet-modal [part="dialog"]')
}

/** How many lines an element's text takes, and whether it is cut off. */
const drawn = (place: Locator) =>
  place.evaluate((node) => {
    const text = document.createRange()
    text.selectNodeContents(node)
    const lines = new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size
    return { lines, cut: node.scrollWidth > node.clientWidth || node.scrollHeight > node.clientHeight + 1 }
  })

test('the receiver’s address fits in the review', async ({ page }) => {
  const dialog = await open(page, 'send-review')
  // Measured at once: the view may still be moving in.
  const beyond = await dialog.locator('.ticket').evaluate((ticket) => {
    const groups = [...ticket.querySelectorAll('.address-groups > [aria-hidden]')]
    const edge = ticket.getBoundingClientRect().right
    return groups.map((each) => each.getBoundingClientRect().right - edge)
  })
  expect(beyond).toHaveLength(11)
  expect(Math.max(...beyond)).toBeLessThan(0)
})

test('whose account support views covers less than half of the page; its words broke beside the button that ends it', async ({
  page,
}) => {
  await openState(page, 'support')
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  const banner = page.locator('wallet-modal .assist-banner')
  const [whole, words, end] = await Promise.all(
    [banner, banner.locator('span'), banner.getByRole('button')].map((part) => part.boundingBox()),
  )
  expect(whole?.height).toBeLessThan(320)
  expect(end?.y).toBeGreaterThanOrEqual((words?.y ?? 0) + (words?.height ?? Number.NaN))
})

test('a typed address fits in its field', async ({ page }) => {
  const dialog = await open(page, 'send-look-alike')
  expect(await drawn(dialog.getByRole('textbox', { name: 'Receiver' }))).toMatchObject({ cut: false })
  // The two look-alike addresses fit too, in letters enlarged as much.
  const compared = dialog.locator('.address-compare-text').first()
  const { size, over } = await compared.evaluate((node) => {
    const edge = node.closest('.address-compare')?.getBoundingClientRect().right ?? 0
    const end = Math.max(...[...node.children].map((group) => group.getBoundingClientRect().right))
    return { size: Number.parseFloat(getComputedStyle(node).fontSize), over: end - edge }
  })
  expect(size).toBeGreaterThan(15)
  expect(over).toBeLessThan(0)
})

test('a token’s amount and value fit in its row', async ({ page }) => {
  const dialog = await open(page, 'account')
  const row = dialog.getByRole('listitem').filter({ hasText: 'Demo Token' })
  await expect(row).toContainText('$')
  for (const part of ['.list-row-sub', '.list-row-end > .list-row-title'])
    expect(await drawn(row.locator(part).first())).toEqual({ lines: 1, cut: false })
})

test('the account’s actions are not broken or cut, also with long words', async ({ page }) => {
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
    // A hairline separates the two rows.
    await expect(actions.last(), `${width}`).toHaveCSS('box-shadow', /0px -1px 0px 0px$/)
  }
})

test('the tabs of smart sessions and a session’s rights are not broken or cut', async ({ page }) => {
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
    // "Использовать", beside an equally long button, stays one word.
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

test('a network’s name and "Approve in …" are both readable', async ({ page }) => {
  const dialog = await open(page, 'networks-asked')
  const row = dialog.getByRole('button', { name: /Approve in/ })
  expect(await drawn(row.locator('.list-row-title'))).toEqual({ lines: 1, cut: false })
  expect(await drawn(row.locator('.list-row-meta'))).toMatchObject({ cut: false })
})

test('the label at the end of a row is not broken, also on a page with overflow-wrap: anywhere', async ({ page }) => {
  const dialog = await open(page, 'connect')
  await page.evaluate(() => document.body.style.setProperty('overflow-wrap', 'anywhere'))
  const row = dialog.getByRole('button', { name: /WalletConnect/ })
  expect(await drawn(row.locator('.list-row-meta'))).toEqual({ lines: 1, cut: false })
  // Nor in a language with longer words, with the reason why the row is disabled.
  for (const state of ['connect', 'connect-terms']) {
    await open(page, state)
    await page.evaluate(() => document.documentElement.setAttribute('lang', 'de'))
    await expect(row).toContainText('Mit dem Handy scannen')
    for (const part of ['.list-row-title', '.list-row-meta'])
      expect(await drawn(row.locator(part)), `${state} ${part}`).toMatchObject({ cut: false })
  }
  // The trailing icon is at the end of the row, also beside a short word.
  await open(page, 'get-a-wallet')
  const store = dialog.getByRole('link', { name: /Demo Wallet/ })
  const [whole, trail] = await Promise.all([store.boundingBox(), store.locator('.list-row-trail').boundingBox()])
  expect(trail?.x).toBeGreaterThan((whole?.x ?? 0) + (whole?.width ?? 0) * 0.8)
})

test('a wallet’s name is not broken beside a long badge, and the trailing icon is at the end of the row', async ({ page }) => {
  const dialog = await open(page, 'connect')
  await page.evaluate(() => document.documentElement.setAttribute('lang', 'ru'))
  const row = dialog.getByRole('button', { name: /Harbour/ })
  await expect(row).toContainText('Установлен')
  expect(await drawn(row.locator('.list-row-title'))).toEqual({ lines: 1, cut: false })
  const [whole, trail] = await Promise.all([row.boundingBox(), row.locator('.list-row-trail').boundingBox()])
  expect(trail?.x).toBeGreaterThan((whole?.x ?? 0) + (whole?.width ?? 0) * 0.8)
})

test('the amount that a swap yields fits on one line', async ({ page }) => {
  const dialog = await open(page, 'swap-quoted')
  await expect(dialog.locator('output')).toHaveText(/^[\d,]+\.\d{4}$/)
  expect(await drawn(dialog.locator('output'))).toMatchObject({ lines: 1 })
  const review = await open(page, 'swap-review')
  const least = review.locator('.facts dd > .amount').first()
  expect(await drawn(least)).toMatchObject({ lines: 1 })
  // On a wider phone also in a language with longer labels.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.evaluate(() => document.documentElement.setAttribute('lang', 'de'))
  await expect(review).toContainText('Sie erhalten mindestens')
  expect(await drawn(least)).toMatchObject({ lines: 1 })
})

test('two buttons whose labels do not fit side by side are stacked, so that no label is broken', async ({ page }) => {
  for (const [state, name] of [
    ['sign-in-declined', 'Anmelden'],
    ['swap-review', /tauschen/],
  ] as const) {
    const dialog = await open(page, state)
    await page.evaluate(() => document.documentElement.setAttribute('lang', 'de'))
    const way = dialog.locator('.button-pair').getByRole('button', { name })
    await expect(way).toBeVisible()
    expect(await drawn(way), state).toEqual({ lines: 1, cut: false })
    // As laid out: while the view moves in, boxes on the screen differ by a millionth of a pixel.
    const widthOf = (place: Locator) => place.evaluate((node: HTMLElement) => node.offsetWidth)
    expect(await widthOf(way), state).toBe(await widthOf(dialog.locator('.button-pair')))
  }
})

test.describe('on a wider phone, where a page’s own size is larger still', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  const openLarger = async (page: Page, state: string) => {
    await openState(page, state)
    await page.evaluate(() => document.documentElement.style.setProperty('--wm-size', '32px'))
    return page.locator('wallet-modal [part="dialog"]')
  }
  /** How far the groups of an address reach beyond the end of its box, at most; in px. */
  const beyond = (groups: Locator, box: string) =>
    groups.evaluateAll((all, around) => {
      const ends = all.map((each) => each.getBoundingClientRect().right)
      return Math.max(...ends) - (all[0]?.closest(around)?.getBoundingClientRect().right ?? 0)
    }, box)

  test('all groups of the receiver’s address, and of one that looks like it, are in their boxes', async ({ page }) => {
    const review = await openLarger(page, 'send-review')
    expect(await beyond(review.locator('.address-groups > [aria-hidden]'), '.ticket')).toBeLessThan(0)
    const form = await openLarger(page, 'send-look-alike')
    const compared = form.locator('.address-compare-text > [aria-hidden]')
    await expect(compared).toHaveCount(22)
    expect(await beyond(compared, '.address-compare')).toBeLessThan(0)
  })

  test('a token’s name, amount and value are whole in its row', async ({ page }) => {
    const dialog = await openLarger(page, 'account')
    const row = dialog.getByRole('listitem').filter({ hasText: 'Demo Token' })
    await expect(row).toContainText('$')
    for (const part of ['.list-row-text > .list-row-title', '.list-row-sub', '.list-row-end > .list-row-title'])
      expect(await drawn(row.locator(part).first()), part).toEqual({ lines: 1, cut: false })
  })
})
