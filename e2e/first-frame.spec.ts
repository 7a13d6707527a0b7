import type { Page } from '@playwright/test'
import { announce, announceNow, asked, details, expect, openBare, openModal, test, untilTold } from './fixtures'

type Drawing = { rows: (string | null)[]; focused: string | undefined; height: number; tree: string }

const drawings = (page: Page) => page.evaluate(() => Reflect.get(window, 'drawings') as Drawing[])
/** The chunk with React in it. */
const views = /chunks\/modal-/

/** Records each dialog's content: when it is shown, and again once all its rows are there. */
function recordDrawings() {
  const noted: Drawing[] = []
  Object.assign(window, { drawings: noted })
  const ids: string[] = []
  const tree = (node: Element, depth = 0): string => {
    const attributes = [...node.attributes].flatMap(({ name, value }) => {
      if (/^(loading|autofocus|data-still)$/.test(name) || (name === 'style' && !value)) return []
      if (!/^(id|aria-labelledby)$/.test(name)) return `${name}="${value}"`
      if (name === 'id') ids.push(value)
      return `${name}=${ids.indexOf(value) < 0 ? 'later' : 'told'}`
    })
    const inside = [...node.childNodes].map((each) =>
      each instanceof Element ? tree(each, depth + 1) : '\n'.padEnd(depth + 2) + each.textContent,
    )
    return '\n'.padEnd(depth + 1) + [node.localName, ...attributes.sort()].join(' ') + inside.join('')
  }
  const note = (dialog: HTMLDialogElement) => {
    const panel = dialog.querySelector('.panel-content')
    noted.push({
      rows: [...dialog.querySelectorAll('.list-row-title')].map(({ textContent }) => textContent),
      focused: document.querySelector('wallet-modal')?.shadowRoot?.activeElement?.textContent ?? undefined,
      // The layout height: the dialog is scaled while it appears.
      height: dialog.querySelector<HTMLElement>('.panel')?.offsetHeight ?? 0,
      tree: panel ? tree(panel) : '',
    })
  }
  const { showModal } = HTMLDialogElement.prototype
  HTMLDialogElement.prototype.showModal = function () {
    showModal.call(this)
    note(this)
    if (this.querySelectorAll('.list-row').length > 1) return
    const observer = new MutationObserver(() => {
      if (this.querySelectorAll('.list-row').length < 3) return
      observer.disconnect()
      note(this)
    })
    observer.observe(this, { childList: true, subtree: true })
  }
}

test.describe('the first frame', () => {
  // Playwright's clock notes no requests.
  test.use({ movesClock: false })
  test.beforeEach(({ page }) => announce(page, {}, () => window.scriptedWallet()))

  test('is there before React, and React renders the same', async ({ page, urls, stackAttributes }) => {
    await page.addInitScript(recordDrawings)
    await openBare(page, urls, stackAttributes)
    await openModal(page)
    await expect.poll(() => drawings(page)).toHaveLength(3)
    const [first, whole, byReact] = await drawings(page)
    expect(first).toMatchObject({ rows: ['Odd Wallet'], focused: 'Connect to Test Bakery' })
    expect(first?.height).toBeGreaterThan(100)
    expect(whole).toMatchObject({
      rows: ['Odd Wallet', 'Scan with your phone', 'All wallets'],
      focused: 'Connect to Test Bakery',
      height: first?.height,
    })
    expect(byReact).toEqual(whole)
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await expect(page.getByRole('heading', { name: 'Connect to Test Bakery' })).toBeFocused()
  })

  test('is rendered before React is requested', async ({ page, urls, stackAttributes }) => {
    await page.addInitScript(() => {
      const { showModal } = HTMLDialogElement.prototype
      HTMLDialogElement.prototype.showModal = function () {
        showModal.call(this)
        // Only the first dialog: React shows its own later.
        requestAnimationFrame(() => Reflect.get(window, 'drawn') ?? Object.assign(window, { drawn: performance.now() }))
      }
    })
    await openBare(page, urls, stackAttributes)
    const asking = page.waitForRequest(views)
    await page.evaluate(() => document.querySelector('wallet-modal')?.show())
    await asking
    const waited = () =>
      page.evaluate(() => {
        const asked = performance.getEntriesByType('resource').find(({ name }) => /chunks\/modal-/.test(name))
        return asked && asked.startTime - Number(Reflect.get(window, 'drawn'))
      })
    // The resource entry appears once the response is in.
    await expect.poll(waited).toBeDefined()
    expect(await waited()).toBeGreaterThan(0)
  })

  test('has the system’s font faces loaded before it is laid out', async ({ page, urls, stackAttributes }) => {
    await page.addInitScript(() => {
      const ready = new Set<string>()
      const late = new Set<string>()
      Object.assign(window, { faces: { ready, late } })
      const { measureText } = OffscreenCanvasRenderingContext2D.prototype
      OffscreenCanvasRenderingContext2D.prototype.measureText = function (text) {
        ready.add(this.font.replace(' system-ui', ''))
        return measureText.call(this, text)
      }
      const { showModal } = HTMLDialogElement.prototype
      HTMLDialogElement.prototype.showModal = function () {
        showModal.call(this)
        HTMLDialogElement.prototype.showModal = showModal
        for (const each of this.querySelectorAll('.panel :not(.wallet-icon-letter)')) {
          if (![...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE)) continue
          const { fontWeight, fontSize } = getComputedStyle(each)
          const face = `${fontWeight === '400' ? '' : `${fontWeight} `}${fontSize}`
          if (!ready.has(face)) late.add(face)
        }
      }
    })
    let go = () => {}
    const gate = new Promise<void>((resolve) => {
      go = resolve
    })
    await page.route(/chunks\/first-/, async (route) => {
      await gate
      await route.continue()
    })
    await openBare(page, urls, stackAttributes)
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    // The fonts are measured while the chunk loads.
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'faces').ready.size)).toBe(4)
    go()
    await expect(page.getByRole('dialog', { name: 'Connect to Test Bakery' })).toBeVisible()
    const faces = await page.evaluate(() => {
      const { ready, late } = Reflect.get(window, 'faces') as Record<'ready' | 'late', Set<string>>
      return { ready: ready.size, late: [...late] }
    })
    expect(faces).toEqual({ ready: 4, late: [] })
  })

  test('reserves no space for rows that will not follow', async ({ page, urls, stackAttributes }) => {
    await announce(page, { name: 'Even Wallet', rdns: 'test.even' }, () => window.scriptedWallet())
    await page.addInitScript(recordDrawings)
    await openBare(page, urls, { ...stackAttributes, 'all-wallets': 'hide', 'exclude-wallets': 'walletConnect' })
    await openModal(page)
    const [first, byReact] = await drawings(page)
    expect(first?.rows).toEqual(['Odd Wallet', 'Even Wallet'])
    // The icons come with React.
    expect(byReact).toEqual({ ...first, tree: byReact?.tree })
  })

  test('is there within the click if React’s rendered view is outdated', async ({ page, urls, stackAttributes }) => {
    await openBare(page, urls, stackAttributes)
    const dialog = await openModal(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await announceNow(page, { name: 'Late Wallet', rdns: 'test.late' }, () => window.scriptedWallet())
    const shown = await page.evaluate(() => {
      document.querySelector('wallet-button')?.shadowRoot?.querySelector('button')?.click()
      return document.querySelector('wallet-modal')?.shadowRoot?.querySelector('dialog[open]')?.textContent
    })
    expect(shown).toContain('Late Wallet')
    await expect(page.locator('wallet-modal-views').getByRole('button', { name: 'Late Wallet' })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(1)
  })

  test('shows the number of wallets with the plus behind it in a right-to-left page', async ({ page, urls, stackAttributes }) => {
    await openBare(page, urls, { ...stackAttributes, locale: 'ar' })
    await page.evaluate(() => document.querySelector('wallet-modal')?.show())
    const dialog = page.locator('wallet-modal-views').getByRole('dialog')
    await expect(dialog.locator('.list-row-meta', { hasText: /^\d+\+$/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await announceNow(page, { name: 'Late Wallet', rdns: 'test.late' }, () => window.scriptedWallet())
    const { inside, sign, figure } = await page.evaluate(async () => {
      document.querySelector('wallet-button')?.shadowRoot?.querySelector('button')?.click()
      const first = document.querySelector('wallet-modal')?.shadowRoot?.querySelector('dialog[open]') ?? document.body
      const countIn = () => [...first.querySelectorAll('.list-row-meta')].find((each) => /^\d+\+$/.test(each.textContent ?? ''))
      // The rows after the installed wallets follow a moment later.
      const count = await new Promise<Element>((resolve) => {
        const look = () => {
          const found = countIn()
          if (found) resolve(found)
        }
        new MutationObserver(look).observe(first, { childList: true, subtree: true })
        look()
      })
      const text = document.createTreeWalker(count, NodeFilter.SHOW_TEXT).nextNode() as Text
      const leftOf = (at: number) => {
        const range = document.createRange()
        range.setStart(text, at)
        range.setEnd(text, at + 1)
        return range.getBoundingClientRect().left
      }
      return { inside: first.textContent, sign: leftOf(text.length - 1), figure: leftOf(text.length - 2) }
    })
    expect(inside).toContain('Late Wallet')
    expect(sign).toBeGreaterThan(figure)
  })

  test('handles presses before React has loaded', async ({ page, urls, stackAttributes }) => {
    const held: (() => void)[] = []
    await page.route(views, (route) => void held.push(() => route.continue()))
    await openBare(page, urls, stackAttributes)
    const opener = page.getByRole('button', { name: 'Connect wallet' })
    await opener.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Connect to Test Bakery' })
    await expect(dialog.getByRole('button', { name: 'Odd Wallet' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(opener).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('button', { name: 'All wallets' })).toBeVisible()
    await announceNow(page, { name: 'Late Wallet', rdns: 'test.late' }, () => window.scriptedWallet())
    await expect(dialog.getByRole('button', { name: 'Late Wallet' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Connect to Test Bakery' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(dialog.getByRole('button', { name: 'Odd Wallet' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect.poll(() => asked(page)).toContain('eth_requestAccounts')
    await untilTold(page, 'wallet-connected')
    for (const go of held) go()
    // Connected: the dialog closes, and React opens no other.
    await expect(page.locator('wallet-modal-views')).toBeAttached()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(await details(page, 'wallet-connected')).toMatchObject([{ wallet: { name: 'Odd Wallet' } }])
  })

  test('a press counts during which the list of wallets changes', async ({ page, urls, stackAttributes }) => {
    await page.route(views, () => {})
    await openBare(page, urls, stackAttributes)
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    const dialog = page.getByRole('dialog', { name: 'Connect to Test Bakery' })
    await expect(dialog.getByRole('button', { name: 'All wallets' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Odd Wallet' }).hover()
    await page.mouse.down()
    await announceNow(page, { name: 'Late Wallet', rdns: 'test.late' }, () => window.scriptedWallet())
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    await page.mouse.up()
    await expect.poll(() => asked(page)).toContain('eth_requestAccounts')
  })

  test('keeps the focus when React takes over, and closes when React does not load', async ({ page, urls, stackAttributes }) => {
    const held: { go(): void; fail(): void }[] = []
    await page.route(views, (route) => void held.push({ go: () => route.continue(), fail: () => route.abort() }))
    await openBare(page, urls, stackAttributes)
    const opener = page.getByRole('button', { name: 'Connect wallet' })
    const dialog = page.getByRole('dialog', { name: 'Connect to Test Bakery' })
    await opener.click()
    await expect(dialog.getByRole('button', { name: 'All wallets' })).toBeVisible()
    for (const { fail } of held.splice(0)) fail()
    await expect(dialog).toHaveCount(0)
    expect(await details(page, 'wallet-error')).toMatchObject([{ code: 'VIEW_UNAVAILABLE' }])
    await opener.click()
    await expect(dialog.getByRole('button', { name: 'All wallets' })).toBeVisible()
    for (const key of ['Tab', 'Tab', 'Tab']) await page.keyboard.press(key)
    const scan = dialog.getByRole('button', { name: /Scan with your phone/ })
    await expect(scan).toBeFocused()
    await expect.poll(() => held.length).toBeGreaterThan(0)
    for (const { go } of held) go()
    await expect(page.locator('wallet-modal-views').getByRole('dialog')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await expect(scan).toBeFocused()
  })

  test('keeps its height when React once more commits it hidden', async ({ page, urls, stackAttributes }) => {
    await page.addInitScript(() => {
      const { showModal } = HTMLDialogElement.prototype
      const heights: Promise<number>[] = []
      Object.assign(window, { heights })
      HTMLDialogElement.prototype.showModal = function () {
        showModal.call(this)
        // As React does between showing the dialog and the frame in which it is notified.
        for (const each of this.querySelector('.panel-content')?.children ?? [])
          (each as HTMLElement).style.setProperty('display', 'none', 'important')
        const height = () => this.querySelector('.panel')?.getBoundingClientRect().height ?? 0
        heights.push(new Promise((resolve) => requestAnimationFrame(() => resolve(height()))))
      }
    })
    // Nothing loads later that would outdate the rendered view.
    await openBare(page, urls, { ...stackAttributes, 'all-wallets': 'hide', 'exclude-wallets': 'walletConnect' })
    await page.getByRole('button', { name: 'Connect wallet' }).hover()
    await expect(page.locator('wallet-modal-views').locator('.list-row')).toHaveCount(1)
    await openModal(page)
    const heights = await page.evaluate(() => Promise.all(Reflect.get(window, 'heights') as Promise<number>[]))
    expect(heights).toHaveLength(1)
    expect(heights[0]).toBeGreaterThan(100)
  })
})
