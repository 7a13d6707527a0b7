import { PNG } from 'pngjs'
import { expect, test } from './fixtures'
import { openState } from './gallery'

test('the engraving ends with the tabs: no strip of it shows between the tabs and their panel', async ({ page }) => {
  await openState(page, 'account-watched')
  const gap = await page.locator('wallet-modal .account-panel').evaluate((panel) => {
    const tabs = panel.closest('.body')?.querySelector('.tabs')
    return panel.getBoundingClientRect().top - (tabs?.getBoundingClientRect().bottom ?? 0)
  })
  expect(Math.abs(gap)).toBeLessThan(0.6)
})

for (const state of ['account', 'account-watched'])
  test(`${state}: the engraving fades out above the tabs instead of being cut off`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.emulateMedia({ colorScheme: 'light' })
    await openState(page, state)
    await expect(page.locator('wallet-modal .engraving')).toBeVisible()
    const [panel, tabs] = await Promise.all(
      ['[part="dialog"]', '[part="tabs"]'].map((each) => page.locator(`wallet-modal ${each}`).boundingBox()),
    )
    if (!panel || !tabs) throw new Error('Both are expected')
    // The gutter beside the actions, from the balance to the tabs, in strips of 6 px.
    const clip = { x: panel.x + panel.width - 18, y: tabs.y - 60, width: 15, height: 60 }
    const { data, width } = PNG.sync.read(await page.screenshot({ clip, animations: 'disabled', scale: 'css' }))
    const inkOf = (row: number) => {
      const shades = Array.from({ length: 6 * width }, (_, at) => 255 - (data[(row * width + at) * 4] ?? 255))
      return shades.reduce((sum, each) => sum + each, 0) / shades.length
    }
    expect(inkOf(0)).toBeGreaterThan(3)
    // The background itself is not quite white.
    expect(inkOf(54)).toBeLessThan(1.5)
  })

test('a symbol stays on one line beside an amount of two lines', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await openState(page, 'swap-review')
  const row = page.locator('wallet-modal .changes li').last()
  const lines = await row.evaluate((node) => {
    const [symbol, sum] = node.children
    if (!symbol || !sum) throw new Error('Both are expected')
    symbol.textContent = 'WSTETHX'
    sum.textContent = '+1,234,567.123456789012345678901234'
    return [symbol, sum].map((each) => {
      const text = document.createRange()
      text.selectNodeContents(each)
      return text.getClientRects().length
    })
  })
  expect(lines).toEqual([1, 2])
})

for (const [width, size] of [
  [390, '32px'],
  [320, '24px'],
] as const)
  test(`text of ${size} does not cut off wallets’ names on a screen of ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await openState(page, 'connect')
    await page.evaluate((wanted) => document.documentElement.style.setProperty('--wm-size', wanted), size)
    const names = page.locator('wallet-modal .list-row-title')
    await expect(names.filter({ hasText: 'Amber Wallet' })).toBeVisible()
    const cut = await names.evaluateAll((all) =>
      all
        .filter((node) => node.scrollHeight > node.clientHeight + 1 || node.scrollWidth > node.clientWidth + 1)
        .map((node) => node.textContent),
    )
    expect(cut).toEqual([])
    // Nor is a word broken.
    const broken = await names.evaluateAll((all) =>
      all
        .flatMap((node) => [...document.createTreeWalker(node, NodeFilter.SHOW_TEXT).root.childNodes])
        .flatMap((node) =>
          [...(node.textContent ?? '').matchAll(/\S+/g)].filter(({ 0: word, index }) => {
            const range = document.createRange()
            if (node.nodeType !== Node.TEXT_NODE) return false
            range.setStart(node, index)
            range.setEnd(node, index + word.length)
            return range.getClientRects().length > 1
          }),
        )
        .map(([word]) => word),
    )
    expect(broken).toEqual([])
  })

test('a watched account has a badge in the warning colour', async ({ page }) => {
  await openState(page, 'account-watched')
  const badge = page.locator('wallet-modal .account-watched .badge')
  const colours = await badge.evaluate((node) => {
    const { color, backgroundColor } = getComputedStyle(node)
    const role = (name: string) => getComputedStyle(node).getPropertyValue(name)
    return { is: [color, backgroundColor], wanted: [role('--wm-warn'), role('--wm-warn-soft')] }
  })
  expect(colours.is).toEqual(colours.wanted)
})

test('Buy: the labels have the same distance to the lists below them', async ({ page }) => {
  await openState(page, 'buy-seller')
  const gaps = await page.locator('wallet-modal .section-label').evaluateAll((all) =>
    all.map((label) => {
      const list = label.nextElementSibling
      return Math.round((list?.getBoundingClientRect().top ?? 0) - label.getBoundingClientRect().bottom)
    }),
  )
  expect(gaps).toEqual([0, 0])
})

test('the amount in Send’s review fits on one line, even if its value then does not', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openState(page, 'send-filled')
  const dialog = page.locator('wallet-modal-views').getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('0.123456789012345678')
  await dialog.getByRole('button', { name: 'Review' }).click()
  const sum = dialog.locator('.review-flow strong').first()
  await expect(sum).toHaveText('0.123456789012345678 ETH')
  await expect(dialog.locator('.review-flow > div > .review-sub')).toBeVisible()
  const lines = await sum.evaluate((node) => {
    const text = document.createTreeWalker(node, NodeFilter.SHOW_TEXT).nextNode() ?? node
    const figure = document.createRange()
    figure.setStart(text, 0)
    figure.setEnd(text, '0.123456789012345678'.length)
    return figure.getClientRects().length
  })
  expect(lines).toBe(1)
})

test('a failed paste looks like the receiver’s other errors', async ({ page }) => {
  await openState(page, 'send')
  await page.evaluate(() => {
    navigator.clipboard.readText = () => Promise.reject(new Error('Not allowed'))
  })
  const dialog = page.locator('wallet-modal-views').getByRole('dialog')
  await dialog.getByRole('button', { name: 'Paste' }).click()
  const told = dialog.getByRole('alert').filter({ hasText: 'clipboard' })
  await expect(told).toHaveCSS('font-size', '13px')
  const [is, wanted] = await told.evaluate((node) => {
    const style = getComputedStyle(node)
    return [style.color, style.getPropertyValue('--wm-bad')]
  })
  expect(is).toBe(wanted)
})

test('an embedded account’s network control is aligned with its rows, as there is no close button', async ({ page }) => {
  await openState(page, 'account')
  await page.evaluate(() => {
    const modal = document.querySelector('wallet-modal')
    modal?.close()
    modal?.setAttribute('embedded', '')
  })
  const place = page.locator('wallet-modal .embedded')
  await expect(place.locator('.header-pill')).toBeVisible()
  const ends = await place.evaluate((node) =>
    ['.header-pill', '.rail'].map((part) => node.querySelector(part)?.getBoundingClientRect().right),
  )
  expect(ends[0]).toBe(ends[1])
})

test('Send’s arrow points down to the receiver in both writing directions', async ({ page }) => {
  await openState(page, 'send')
  for (const [lang, dir] of [
    ['en', 'ltr'],
    ['ar', 'rtl'],
  ] as const) {
    await page.evaluate(([lang, dir]) => Object.assign(document.documentElement, { lang, dir }), [lang, dir])
    await expect(page.getByRole('dialog')).toHaveAttribute('dir', dir)
    const way = await page.locator('wallet-modal .duo-mid path').evaluate((drawn: SVGPathElement) => {
      const place = drawn.getScreenCTM()
      const [from, to] = [0, 15].map((along) => drawn.getPointAtLength(along).matrixTransform(place ?? undefined))
      return { across: Math.abs((to?.x ?? 0) - (from?.x ?? 0)), down: (to?.y ?? 0) - (from?.y ?? 0) }
    })
    expect(way.across, lang).toBeLessThan(0.5)
    expect(way.down, lang).toBeGreaterThan(8)
  }
})

test('all lines of a disabled row have the colour of its name', async ({ page }) => {
  await openState(page, 'connect-terms')
  const row = page.getByRole('dialog').getByRole('button', { name: /^Scan with your phone/ })
  const colours = await row
    .locator('.list-row-title, .list-row-meta')
    .evaluateAll((all) => all.map((each) => getComputedStyle(each).color))
  expect(colours).toHaveLength(2)
  expect(new Set(colours).size).toBe(1)
})

test('the note on the seller’s page is balanced: no line of a word or two', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await openState(page, 'buy-quoted')
  const note = page.locator('wallet-modal .money-reason')
  await expect(note).toContainText('opens in a new tab')
  const lines = await note.evaluate((node) => {
    const text = document.createRange()
    text.selectNodeContents(node)
    const ends = new Map<number, number[]>()
    for (const { bottom, left, right, width } of text.getClientRects())
      if (width > 1) ends.set(Math.round(bottom / 9), [...(ends.get(Math.round(bottom / 9)) ?? []), left, right])
    return [...ends.values()].map((all) => Math.max(...all) - Math.min(...all))
  })
  expect(lines.length).toBeGreaterThan(2)
  expect(Math.min(...lines) / Math.max(...lines)).toBeGreaterThan(0.5)
})

test('the parts of a transaction’s party, its label, address and copy button, start at the same edge', async ({ page }) => {
  await openState(page, 'transaction')
  for (const [lang, dir, side] of [
    ['en', 'ltr', 'left'],
    ['ar', 'rtl', 'right'],
  ] as const) {
    await page.evaluate(([lang, dir]) => Object.assign(document.documentElement, { lang, dir }), [lang, dir])
    await expect(page.getByRole('dialog')).toHaveAttribute('dir', dir)
    const starts = await page
      .locator('wallet-modal .transaction-party')
      .first()
      .evaluate((party, start) => [...party.children].map((part) => part.getBoundingClientRect()[start]), side)
    expect(starts.length).toBeGreaterThan(2)
    expect(Math.max(...starts) - Math.min(...starts), lang).toBeLessThan(1)
  }
})

test('a wrong network is marked as a warning: nothing has failed', async ({ page }) => {
  await openState(page, 'unsupported-chain')
  const mark = page.locator('wallet-modal .mark')
  const ground = (warned: string) =>
    mark.evaluate((node, colour) => {
      node.style.setProperty('background', colour)
      return getComputedStyle(node).backgroundColor
    }, warned)
  const drawn = await ground('')
  expect(drawn).toBe(await ground('var(--wm-warn)'))
  expect(drawn).not.toBe(await ground('var(--wm-bad)'))
})

test('what a developer may do about an error is in whole words, also where these are long', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openState(page, 'qr-without-project')
  await page.evaluate(() => document.documentElement.setAttribute('lang', 'ru'))
  const hide = page.locator('wallet-modal .developer-alert').getByRole('button', { name: 'Скрыть' })
  await expect(hide).toBeVisible()
  const lines = await hide.evaluate((button) => {
    const word = document.createRange()
    word.selectNodeContents(button)
    return new Set([...word.getClientRects()].map(({ top }) => Math.round(top))).size
  })
  expect(lines).toBe(1)
})

test('a button is as wide while it is busy: in German the other of a pair moved above it on the narrowest phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const places = async (state: string) => {
    await openState(page, state, '&lang=de')
    const pair = page.getByRole('dialog').locator('.button-pair > button')
    await expect(pair.last()).toContainText('Anmelden')
    return pair.evaluateAll((all) => all.map((each) => [each.getBoundingClientRect().x, each.clientWidth]))
  }
  const idle = await places('sign-in')
  expect(await places('sign-in-waiting')).toEqual(idle)
})

test('the sign for copying stands behind the last word, also where the words take two lines', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await openState(page, 'account', '&lang=ru')
  const copy = page.getByRole('dialog').locator('.copy-inline')
  await expect(copy).toContainText('адрес')
  const away = await copy.evaluate((button) => {
    const words = document.createRange()
    words.selectNodeContents(document.createTreeWalker(button, NodeFilter.SHOW_TEXT).nextNode() ?? button)
    const [last, sign] = [[...words.getClientRects()].at(-1), button.querySelector('.icon')?.getBoundingClientRect()]
    if (!last || !sign) throw new Error('Both are expected')
    return { lines: words.getClientRects().length, across: sign.left - last.right, down: Math.abs(sign.top - last.top) }
  })
  expect(away.lines).toBe(2)
  expect(away.across).toBeLessThan(8)
  expect(away.down).toBeLessThan(4)
})

test('on the narrowest phone a long name below a row’s title begins where the title does, not under the picture', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await openState(page, 'embedded-your-account')
  const row = page.getByRole('dialog').locator('.list-row', { hasText: '@example.org' })
  const [title, name] = await Promise.all(['.list-row-title', '.list-row-meta'].map((part) => row.locator(part).boundingBox()))
  expect(name?.y).toBeGreaterThan((title?.y ?? 0) + 10)
  expect(name?.x).toBeGreaterThanOrEqual(title?.x ?? Number.NaN)
})
