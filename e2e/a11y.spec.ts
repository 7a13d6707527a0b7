import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { announce, expect, openModal, test } from './fixtures'
import { openState } from './gallery'
import { clippedRings, oneSense } from './senses'
import { openSite, phone, show, urls } from './site'

/** Announces wallets that approve, refuse, fail and stay silent. */
async function announceAll(page: Page): Promise<void> {
  await announce(page, { name: 'Willing Wallet', rdns: 'test.willing' }, () => window.scriptedWallet())
  await announce(page, { name: 'Silent Wallet', rdns: 'test.silent' }, () =>
    window.scriptedWallet({ eth_requestAccounts: () => new Promise(() => {}) }),
  )
  await announce(page, { name: 'Refusing Wallet', rdns: 'test.refusing' }, () =>
    window.scriptedWallet({
      eth_requestAccounts: () => {
        throw { code: 4001, message: 'No' }
      },
    }),
  )
  await announce(page, { name: 'Broken Wallet', rdns: 'test.broken' }, () =>
    window.scriptedWallet({ eth_requestAccounts: () => ['nonsense'] }),
  )
  await announce(page, { name: 'Far Wallet', rdns: 'test.far' }, () => window.scriptedWallet({ eth_chainId: () => '0x89' }))
}

/** How many tests share the gallery; each takes every 13th state. */
const PARTS = 13
const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

type Axed = typeof window & { axe: { run(where: Document, options: RunOptions): Promise<AxeResults> } }

/** The axe rules that the page violates, each with its nodes; `rules` limits which are checked. */
const broken = (page: Page, rules?: string[]): Promise<string[]> =>
  page.evaluate(async (values) => {
    const { violations } = await (window as Axed).axe.run(document, {
      resultTypes: ['violations'],
      ...(values && { runOnly: { type: 'rule', values } }),
    })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`)}`)
  }, rules)

/** Problems for touch and small screens in the current viewport. */
const stumbles = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    // An overlay over a place in the view follows it one frame later.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const roots: (Document | ShadowRoot)[] = [document]
    for (const root of roots) for (const node of root.querySelectorAll('*')) if (node.shadowRoot) roots.push(node.shadowRoot)
    const all = <Kind extends HTMLElement>(selector: string) =>
      roots.flatMap((root) => [...root.querySelectorAll<Kind>(selector)]).filter((node) => node.checkVisibility())
    const nameOf = (node: HTMLElement) => node.ariaLabel || node.textContent || node.className
    const told: string[] = []
    // A hit area is a pseudo-element that is larger than what is drawn; links inside a sentence are exempt (WCAG 2.5.8).
    for (const node of all('button, a[href], input, textarea, summary, [role="tab"]')) {
      if (node.closest('[inert], p, footer, .visually-hidden, main')) continue
      const label = node.closest('label') ?? node
      const { width, height } = label.getBoundingClientRect()
      const hit = ['::before', '::after']
        .map((pseudo) => getComputedStyle(node, pseudo))
        .filter(({ content }) => content !== 'none')
      const size = (side: 'width' | 'height', own: number) =>
        Math.max(own, ...hit.map((style) => Number.parseFloat(style[side]) || 0))
      const [wide, high] = [size('width', width), size('height', height)]
      if (wide < 43.5 || high < 43.5) told.push(`${nameOf(node)} is ${Math.round(wide)} by ${Math.round(high)}`)
    }
    // A phone zooms in on a smaller text field.
    for (const node of all('input:not([type="checkbox"]), textarea'))
      if (Number.parseFloat(getComputedStyle(node).fontSize) < 16) told.push(`${nameOf(node)} is set in less than 16 px`)
    const limit = document.documentElement.clientWidth + 0.5
    if (document.documentElement.scrollWidth > limit) told.push('The page scrolls sideways')
    for (const node of all('dialog *')) {
      if (node.closest('.visually-hidden, .engraving, [aria-hidden="true"]')) continue
      const scrolls = ['auto', 'scroll'].includes(getComputedStyle(node).overflowX)
      if (scrolls && node.scrollWidth > node.clientWidth + 1) told.push(`${node.className} scrolls sideways`)
      const { left, right, width } = node.getBoundingClientRect()
      if (width > 0 && (right > limit || left < -0.5)) told.push(`${node.className || node.localName} stands out of the screen`)
    }
    for (const panel of all('[part="dialog"]')) {
      const { top, bottom } = panel.getBoundingClientRect()
      if (top < -0.5 || bottom > innerHeight + 0.5) told.push('The dialog stands out of the screen')
    }
    // Without its style sheet a row is not laid out as one.
    for (const node of all('.list-row')) if (getComputedStyle(node).display !== 'flex') told.push(`${nameOf(node)} is not styled`)
    for (const dialog of all('dialog, [role="dialog"]')) {
      const headings = [...dialog.querySelectorAll('h2')].filter((node) => !node.closest('[inert]'))
      const named = dialog.getAttribute('aria-labelledby')
      if (headings.length !== 1 || headings[0]?.id !== named || !headings[0]?.textContent)
        told.push('The dialog has not its name')
    }
    return told
  })

test.describe('every state in the gallery', () => {
  const { viewport, hasTouch, isMobile } = phone
  test.use({ viewport, hasTouch, isMobile, contextOptions: { reducedMotion: 'reduce' }, otherHosts: ['localhost:1'] })

  for (let part = 0; part < PARTS; part++) {
    test(`axe finds nothing, every target is large enough, nothing overflows 320 px or depends on hover or colour alone, part ${part + 1}`, async ({
      page,
    }) => {
      test.slow()
      await page.addInitScript({ path: axePath })
      await page.goto(`${urls.demo}gallery.html?only=nothing`)
      const states = (await page.locator('html').getAttribute('data-states'))?.split(' ') ?? []
      expect(states.length).toBeGreaterThan(60)
      const found: string[] = []
      let rings = 0
      for (const state of states.filter((_, index) => index % PARTS === part)) {
        const note = (look: string, list: readonly string[]) => found.push(...list.map((each) => `${state}, ${look}: ${each}`))
        await page.setViewportSize(viewport)
        await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' })
        await openState(page, state)
        note('light', await broken(page))
        const { hover, colour, figures } = await oneSense(page)
        note('by hovering alone', hover)
        note('by its colour alone', colour)
        note('not in tabular numerals', figures)
        const { clipped, seen } = await clippedRings(page)
        note('a ring that is cut off', clipped)
        rings += seen
        await page.setViewportSize({ width: 320, height: 640 })
        note('320 wide', await stumbles(page))
        await page.setViewportSize({ width: 640, height: 320 })
        note('landscape', await stumbles(page))
        await page.setViewportSize(viewport)
        await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
        note('text at 200 %', await stumbles(page))
        await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
        await page.emulateMedia({ forcedColors: 'active' })
        note('forced colours', await broken(page, ['color-contrast']))
        await page.setViewportSize({ width: 1280, height: 800 })
        await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'none' })
        await page.evaluate(() => Object.assign(document.documentElement, { lang: 'ar', dir: 'rtl' }))
        await expect(page.locator('wallet-modal [lang="ar"]').first()).toBeAttached()
        note('dark and right to left', await broken(page))
      }
      expect(found).toEqual([])
      expect(rings).toBeGreaterThan(25)
    })
  }
})

test('with text at 200 % no amount is cut off, and a button’s word is not broken', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openState(page, 'account')
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  const dialog = page.getByRole('dialog')
  const sums = dialog.locator('.list-row-sub').filter({ hasText: /^[\d,.]+ (DEMO|DUSD|ETH)$/ })
  await expect(sums).toHaveCount(3)
  const cut = (nodes: Element[]) => nodes.filter((node) => node.scrollWidth > node.clientWidth).map((node) => node.textContent)
  expect(await sums.evaluateAll(cut)).toEqual([])
  const lines = await dialog.getByRole('button', { name: 'Disconnect' }).evaluate((button) => {
    const word = document.createRange()
    word.selectNodeContents(document.createTreeWalker(button, NodeFilter.SHOW_TEXT).nextNode() ?? button)
    return word.getClientRects().length
  })
  expect(lines).toBe(1)
})

test('with text at 200 % the label at the end of a row is not cut off', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openState(page, 'connect')
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  const row = page.getByRole('dialog').getByRole('button', { name: /WalletConnect/ })
  const texts = row.locator('.list-row-title, .list-row-meta')
  await expect(texts).toHaveCount(2)
  const cut = (nodes: Element[]) =>
    nodes
      .filter((node) => node.scrollWidth > node.clientWidth || node.scrollHeight > node.clientHeight)
      .map((node) => node.textContent)
  expect(await texts.evaluateAll(cut)).toEqual([])
})

test('on the narrowest phone the amount that a swap yields fits on one line', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await openState(page, 'swap-quoted')
  const got = page.getByRole('dialog').locator('output')
  await expect(got).toHaveText(/^[\d,]+\.\d{4}$/)
  const drawn = await got.evaluate((node) => {
    const figure = document.createRange()
    figure.selectNodeContents(node)
    return { lines: figure.getClientRects().length, cut: node.scrollWidth > node.clientWidth }
  })
  expect(drawn).toEqual({ lines: 1, cut: false })
})

test('a field’s text has room before its edge, and so has a two-line title below the top of the dialog', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const dialog = page.locator('wallet-modal [part="dialog"]')
  const between = async (state: string, inner: string, outer: string) => {
    await openState(page, state)
    const [inside, around] = [await dialog.locator(inner).boundingBox(), await dialog.locator(outer).boundingBox()]
    if (!inside || !around) throw new Error(`Nothing is drawn in ${state}`)
    return { above: inside.y - around.y, after: around.x + around.width - inside.x - inside.width }
  }
  expect((await between('watch', '.field-box > input', '.field-box')).after).toBeGreaterThan(12)
  // Text that does not fit ends in an ellipsis, not in half a letter.
  await expect(dialog.locator('.field-box > input')).toHaveCSS('text-overflow', 'ellipsis')
  await openState(page, 'send')
  await expect(dialog.locator('.amount-input-figure > input')).toHaveCSS('text-overflow', 'ellipsis')
  for (const state of ['connect-brand', 'connect-long'])
    expect((await between(state, '.header-title', '.panel-content')).above, state).toBeGreaterThan(8)
})

test('a temporary message stays while it is hovered or focused', async ({ page }) => {
  await page.clock.install()
  await openState(page, 'networks-declined')
  const snack = page.getByRole('dialog').locator('.snack')
  await snack.hover()
  await page.clock.fastForward(60_000)
  await expect(snack).toBeVisible()
  await page.mouse.move(5, 5)
  await snack.evaluate((node) => node.dispatchEvent(new FocusEvent('focusin', { bubbles: true })))
  await page.clock.fastForward(60_000)
  await expect(snack).toBeVisible()
  await snack.evaluate((node) => node.dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
  await page.clock.fastForward(60_000)
  await expect(snack).toHaveCount(0)
})

test('live regions announce what happens: copied, declined, loaded, found', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await announceAll(page)
  await openSite(page)
  const dialog = await openModal(page)
  await dialog.getByRole('button', { name: 'Refusing Wallet' }).click()
  await expect(dialog.getByRole('alert').filter({ hasText: 'Request declined' })).toHaveCount(1)
  await expect(dialog.getByRole('status').filter({ hasText: 'Declined, try again' })).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Back' }).click()
  await dialog.getByRole('button', { name: /All wallets/ }).click()
  await dialog.getByRole('searchbox').fill('indigo nest')
  await expect(dialog.getByRole('status').filter({ hasText: '1 wallet found' })).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Back' }).click()
  await dialog.getByRole('button', { name: /WalletConnect/ }).click()
  await expect(dialog.getByRole('status').filter({ hasText: /^QR code ready$/ })).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  await expect(dialog.getByRole('status').filter({ hasText: 'Copied the link' })).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Back' }).click()
  await dialog.getByRole('button', { name: 'Willing Wallet' }).click()
  await expect(dialog).toBeHidden()
  await show(page, 'Account')
  await expect(dialog.getByRole('status').filter({ hasText: 'Balances loaded' })).toHaveCount(1)
  await dialog.getByRole('button', { name: /^Copy address/ }).click()
  await expect(dialog.getByRole('status').filter({ hasText: 'Copied the address' })).toHaveCount(1)
})

test('failed balances are announced without the seconds until the next try', async ({ page }) => {
  await openState(page, 'account-failed')
  const said = page.getByRole('dialog').getByRole('alert').filter({ hasText: 'Token Balance Unavailable' })
  await expect(said).toHaveText('Token Balance Unavailable')
})

test('voice control can press a button by its visible words: its accessible name contains them', async ({ page }) => {
  await page.addInitScript({ path: axePath })
  for (const state of ['account', 'send-filled', 'swap-quoted', 'sessions-details', 'your-account']) {
    await openState(page, state)
    expect(await broken(page, ['label-content-name-mismatch']), state).toEqual([])
  }
})

test('the details of a session are read once: a label beside their words on screen made these a description', async ({
  page,
}) => {
  await openState(page, 'sessions')
  const browser = await page.context().newCDPSession(page)
  await browser.send('Accessibility.enable')
  const { nodes } = await browser.send('Accessibility.getFullAXTree')
  const details = nodes.filter(({ role, ignored }) => !ignored && role?.value === 'DisclosureTriangle')
  expect(details.map(({ name }) => name?.value)).toContain('Details What Orchard may do')
  expect(details.map(({ description }) => description?.value ?? '').filter(Boolean)).toEqual([])
})
