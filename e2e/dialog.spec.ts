import type { Page } from '@playwright/test'
import { expectFault, followWayOut } from './faults/expect-fault'
import {
  details,
  expect,
  first,
  injectHeadless,
  openBare,
  openHtml,
  openModal,
  SCRIPT,
  test,
  told,
  untilTold,
  Web3RequestKind,
} from './fixtures'
import { openSite, show } from './site'

test.describe('the dialog', () => {
  test('is in the top layer, above whatever the page has', async ({ page, urls, stackAttributes }) => {
    await openBare(page, urls, stackAttributes)
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(
        'body::after { content: ""; position: fixed; inset: 0; z-index: 2147483647; background: red; } wallet-modal { transform: scale(0.1); overflow: hidden }',
      )
      document.adoptedStyleSheets.push(sheet)
    })
    await page.evaluate(() => document.querySelector('wallet-modal')?.show())
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    expect(await dialog.evaluate((node) => node.matches(':modal'))).toBe(true)
    expect(await page.evaluate(() => document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.localName)).toBe('wallet-modal')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
  })

  test('keeps the page in place: nothing scrolls or shifts', async ({ playwright, launchOptions, urls, stackAttributes }) => {
    // A separate browser with classic scrollbars, which take up space.
    const browser = await playwright.chromium.launch({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] })
    const page = await browser.newPage()
    const html = `${SCRIPT}<style>body { margin: 0; height: 5000px } #bar { position: fixed; inset-inline: 0; top: 0 }</style>
      <div id="bar">bar</div><p id="text">text</p><wallet-modal {{attributes}}></wallet-modal>`
    await openHtml(page, urls, stackAttributes, html)
    await page.mouse.move(600, 300)
    await page.mouse.wheel(0, 700)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(700)
    const places = () =>
      page.evaluate(() => [
        ...['#bar', '#text'].map((id) => JSON.stringify(document.querySelector(id)?.getBoundingClientRect())),
        String(scrollY),
      ])
    const before = await places()
    expect(await page.evaluate(() => innerWidth - document.documentElement.clientWidth)).toBeGreaterThan(0)
    await page.evaluate(() => document.querySelector('wallet-modal')?.show())
    expect(await places()).toEqual(before)
    await page.mouse.move(20, 300)
    await page.mouse.wheel(0, 400)
    await page.keyboard.press('End')
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    expect(await places()).toEqual(before)
    await page.evaluate(() => document.querySelector('wallet-modal')?.close())
    await expect(page.getByRole('dialog')).toBeHidden()
    expect(await places()).toEqual(before)
    expect(await page.evaluate(() => document.documentElement.getAttribute('style'))).toBeNull()
    await browser.close()
  })

  test('keeps sticky elements in place, also if only the page’s body has an overflow', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    const html = `${SCRIPT}<div id="long"><div id="bar">bar</div></div><wallet-modal {{attributes}}></wallet-modal>`
    await openHtml(page, urls, stackAttributes, html)
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('#long { height: 5000px } #bar { position: sticky; top: 0 }')
      document.adoptedStyleSheets.push(sheet)
      document.body.style.cssText = 'margin: 0px; overflow-x: hidden'
    })
    await page.mouse.move(20, 300)
    await page.mouse.wheel(0, 700)
    const places = () => page.evaluate(() => [document.querySelector('#bar')?.getBoundingClientRect().top, scrollY])
    await expect.poll(places).toEqual([0, 700])
    await page.evaluate(() => document.querySelector('wallet-modal')?.show())
    await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).overflowY)).toBe('hidden')
    expect(await places()).toEqual([0, 700])
    await page.mouse.wheel(0, 400)
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    expect(await places()).toEqual([0, 700])
    await page.evaluate(() => document.querySelector('wallet-modal')?.close())
    await expect(page.getByRole('dialog')).toBeHidden()
    expect(await page.evaluate(() => document.body.style.cssText)).toBe('margin: 0px; overflow-x: hidden;')
    await page.mouse.wheel(0, 100)
    await expect.poll(places).toEqual([0, 800])
  })

  test('scrolls even if the page blocks all scrolling outside its own dialog', async ({ page, urls, stackAttributes }) => {
    await openBare(page, urls, stackAttributes)
    // As frameworks' dialogs do while they are open; a visitor may connect from one.
    await page.evaluate(() => {
      for (const type of ['wheel', 'touchmove'])
        document.addEventListener(type, (event) => event.preventDefault(), { passive: false })
    })
    await page.evaluate(() => document.querySelector('wallet-modal')?.show({ view: 'AllWallets' }))
    const dialog = page.locator('wallet-modal-views').getByRole('dialog')
    const grid = dialog.locator('.wallet-grid')
    await expect(dialog.getByRole('button', { name: 'Amber Purse', exact: true })).toBeVisible()
    await grid.hover()
    await page.mouse.wheel(0, 200)
    await expect.poll(() => grid.evaluate((node) => node.scrollTop)).toBeGreaterThan(100)
  })

  test('takes the focus, holds it, and gives it back to the opener', async ({ page, urls, stackAttributes }) => {
    await openBare(page, urls, stackAttributes)
    await page.evaluate(() => document.body.append(document.createElement('input')))
    const opener = page.getByRole('button', { name: 'Connect wallet' })
    await opener.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Connect to Test Bakery' })
    await expect(dialog).toBeVisible()
    const inside = () => page.evaluate(() => document.activeElement?.localName === 'wallet-modal')
    await expect.poll(inside).toBe(true)
    await expect(dialog.getByRole('button', { name: /WalletConnect/ })).toBeVisible()
    const controls = await dialog.getByRole('button').count()
    for (let press = 0; press < controls + 3; press += 1) {
      await page.keyboard.press('Tab')
      expect(await inside(), `after ${press + 1} tabs`).toBe(true)
    }
    for (let press = 0; press < controls + 3; press += 1) {
      await page.keyboard.press('Shift+Tab')
      expect(await inside(), `after ${press + 1} tabs back`).toBe(true)
    }
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()
  })

  const ways: readonly (readonly [source: string, close: (page: Page) => Promise<unknown>])[] = [
    ['button', (page) => page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()],
    ['escape', (page) => page.keyboard.press('Escape')],
    ['backdrop', (page) => page.mouse.click(5, 5)],
    ['api', (page) => page.evaluate(() => document.querySelector('wallet-modal')?.close())],
  ]
  for (const [source, close] of ways)
    test(`closes by ${source}, unless the host refuses`, async ({ page, urls, stackAttributes }) => {
      await openBare(page, urls, stackAttributes)
      const dialog = await openModal(page)
      await page.evaluate(() =>
        document.addEventListener('wallet-close-request', (event) => event.preventDefault(), { once: true }),
      )
      await close(page)
      await untilTold(page, 'wallet-close-request')
      await expect(dialog).toBeVisible()
      await expect(page.locator('wallet-modal')).toHaveAttribute('open')
      await close(page)
      await expect(dialog).toBeHidden()
      expect(await details(page, 'wallet-close-request')).toEqual([{ source }, { source }])
      expect(await told(page, 'wallet-close')).toHaveLength(1)
    })

  test('stays where a double click opens it: the second one is no press outside, nor on the button again', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    await openBare(page, urls, stackAttributes)
    const button = page.getByRole('button', { name: 'Connect wallet' })
    const dialog = page.locator('wallet-modal-views').getByRole('dialog')
    // Its code comes with the first opening, and is there at the second.
    for (const opening of [1, 2]) {
      await button.dblclick()
      await expect(dialog, `opening ${opening}`).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    }
    expect(await details(page, 'wallet-close-request')).toEqual([{ source: 'escape' }, { source: 'escape' }])
  })

  test('opened again shows the same nodes as before, and re-applies no style sheet', async ({ page, urls, stackAttributes }) => {
    await openBare(page, urls, stackAttributes)
    const dialog = await openModal(page)
    const row = await dialog.getByRole('button', { name: /^Scan with your phone/ }).elementHandle()
    // The count has loaded: a later change would outdate the rendered view.
    await expect(dialog.getByRole('button', { name: /^All wallets/ })).toHaveText(/\d/)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    // Removing and re-adding the sheets would recompute every style of the modal; a part that loads late only adds its own.
    await page.evaluate(() => {
      const root = document.querySelector('wallet-modal')?.shadowRoot
      const set = Object.getOwnPropertyDescriptor(ShadowRoot.prototype, 'adoptedStyleSheets')
      if (!root || !set) throw new Error('no shadow root')
      const taken: CSSStyleSheet[] = []
      Object.assign(globalThis, { taken })
      Object.defineProperty(root, 'adoptedStyleSheets', {
        get: () => set.get?.call(root),
        set: (sheets) => {
          const before: CSSStyleSheet[] = set.get?.call(root) ?? []
          taken.push(...before.filter((sheet) => !sheets.includes(sheet)))
          set.set?.call(root, sheets)
        },
      })
    })
    await page.evaluate(() => {
      const moved: string[] = []
      Object.assign(globalThis, { moved })
      document.querySelector('wallet-modal')?.shadowRoot?.addEventListener('animationstart', (event) => {
        if (event instanceof AnimationEvent) moved.push(event.animationName)
      })
    })
    // Open within the same task: an already queued task finds the dialog open.
    const rows = await page.evaluate(
      () =>
        new Promise((resolve) => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => {
            const shown = document.querySelector('wallet-modal')?.shadowRoot?.querySelector('dialog[open]')
            resolve([...(shown?.querySelectorAll('.list-row') ?? [])].filter((each) => each.checkVisibility()).length)
          }
          port2.postMessage(0)
          void document.querySelector('wallet-modal')?.show()
        }),
    )
    expect(rows).toBeGreaterThan(1)
    await expect(dialog).toBeVisible()
    const moved = () => page.evaluate(() => Reflect.get(globalThis, 'moved'))
    await expect.poll(moved).toContain('dialog-in')
    // Its content is in the first frame, without a view transition.
    expect(await moved()).not.toContain('view-in')
    expect(await row?.evaluate((node) => node.isConnected && node.checkVisibility())).toBe(true)
    expect(await page.evaluate(() => Reflect.get(globalThis, 'taken').length)).toBe(0)
  })

  test('that the host keeps open stays, however often Escape is pressed', async ({ page, urls, stackAttributes }) => {
    await openBare(page, urls, stackAttributes)
    const dialog = await openModal(page)
    await page.evaluate(() => document.addEventListener('wallet-close-request', (event) => event.preventDefault()))
    for (let press = 0; press < 4; press += 1) await page.keyboard.press('Escape')
    await expect(dialog).toBeVisible()
    expect(await dialog.evaluate((node) => node.matches(':modal'))).toBe(true)
    expect(await page.evaluate(() => document.querySelector('wallet-modal')?.close())).toBe(false)
    await expect(page.locator('wallet-modal')).toHaveAttribute('open')
  })

  test('is part of the page when it is embedded (fault 78)', async ({ page, urls, stackAttributes }) => {
    const wallet = await injectHeadless(page, urls)
    await openBare(page, urls, { ...stackAttributes, embedded: true })
    const dialog = page.getByRole('dialog', { name: 'Connect to Test Bakery' })
    await expect(dialog).toBeVisible()
    expect(await dialog.evaluate((node) => node.matches(':modal'))).toBe(false)
    await expect(dialog.getByRole('button', { name: 'Close' })).toHaveCount(0)
    await dialog.getByRole('button', { name: wallet.name }).click()
    await wallet.approve(Web3RequestKind.RequestAccounts)
    const account = page.getByRole('dialog', { name: first.short })
    await expect(account).toContainText('10,000 ETH')
    await account.getByRole('button', { name: 'Disconnect' }).click()
    await expect(dialog).toBeVisible()
    const since = Date.now()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeVisible()
    await expectFault(page, '78', since)
    await followWayOut(page, '78')
  })
})

test('an account’s view that the host opens without a connection offers to connect', async ({ page }) => {
  await openSite(page)
  const dialog = page.getByRole('dialog')
  for (const view of ['Receive', 'YourAccount', 'UnsupportedChain', 'UpdateEmail', 'SmartSessionList', 'ApproveTransaction']) {
    await show(page, view)
    await expect(dialog.getByRole('heading', { name: 'No wallet is connected' }), view).toBeVisible()
    await dialog.getByRole('button', { name: 'Connect wallet' }).click()
    await expect(dialog.getByRole('button', { name: /All wallets/ }), view).toBeVisible()
  }
})
