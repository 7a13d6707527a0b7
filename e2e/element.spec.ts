import type { WalletModalElement } from '../elements/wallet-modal'
import { expectFault, followWayOut } from './faults/expect-fault'
import {
  connectHeadless,
  details,
  expect,
  first,
  injectHeadless,
  openBare,
  openHtml,
  openModal,
  SCRIPT,
  stateOf,
  test,
  told,
  untilTold,
  Web3RequestKind,
} from './fixtures'
import { startSigning } from './site'

test.describe('an element', () => {
  test('that is moved while open stays open, in the top layer', async ({ page, urls, stackAttributes }) => {
    await openBare(page, urls, stackAttributes)
    const dialog = await openModal(page)
    await page.evaluate(() => {
      const place = document.body.appendChild(document.createElement('section'))
      place.append(...document.querySelectorAll('wallet-modal'))
    })
    await expect(dialog).toBeVisible()
    expect(await dialog.evaluate((node) => node.matches(':modal'))).toBe(true)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
    expect(await told(page, 'wallet-close')).toHaveLength(1)
  })

  test('that is moved keeps its connection', async ({ page, urls, stackAttributes }) => {
    const wallet = await injectHeadless(page, urls)
    await openBare(page, urls, stackAttributes)
    await connectHeadless(page, wallet)
    await page.evaluate(() => document.body.prepend(...document.querySelectorAll('wallet-modal')))
    expect(await stateOf(page)).toMatchObject({ status: 'connected', account: { address: first.address } })
    const signature = await startSigning(page, 'Moved')
    await wallet.approve(Web3RequestKind.SignMessage)
    expect(await signature()).toMatch(/^0x[\da-f]{130}$/)
    expect(await told(page, 'wallet-disconnected')).toEqual([])
  })

  test('that is removed while open takes the modal along and releases the page', async ({ page, urls, stackAttributes }) => {
    await openBare(page, urls, stackAttributes)
    const before = await page.evaluate(() => document.documentElement.outerHTML.match(/<html[^>]*>/)?.[0])
    const dialog = await openModal(page)
    await page.evaluate(() => {
      const modal = document.querySelector('wallet-modal')
      Object.assign(window, { gone: modal })
      modal?.remove()
    })
    await expect(dialog).toHaveCount(0)
    expect(await page.evaluate(() => (window as typeof window & { gone: WalletModalElement }).gone.hasAttribute('open'))).toBe(
      false,
    )
    await expect.poll(() => page.evaluate(() => document.documentElement.outerHTML.match(/<html[^>]*>/)?.[0])).toBe(before)
  })

  test('that is removed while connecting abandons the request; the late answer counts for nothing (fault 8)', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    const wallet = await injectHeadless(page, urls)
    await openBare(page, urls, stackAttributes)
    const dialog = await openModal(page)
    await dialog.getByRole('button', { name: wallet.name }).click()
    await wallet.untilAsked(Web3RequestKind.RequestAccounts)
    const since = Date.now()
    await page.evaluate(() => {
      const modal = document.querySelector('wallet-modal')
      Object.assign(window, { gone: modal })
      modal?.remove()
    })
    await wallet.backend.authorize(Web3RequestKind.RequestAccounts)
    await page.evaluate(() => document.body.append((window as typeof window & { gone: Element }).gone))
    await untilTold(page, 'wallet-ready', 2)
    expect(await stateOf(page)).toMatchObject({ status: 'disconnected', open: false })
    expect(await told(page, 'wallet-connected')).toEqual([])
    await expectFault(page, '8', since)
    await followWayOut(page, '8')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await connectHeadless(page, wallet)
  })

  test('that is cloned shares its state with the original', async ({ page, urls, stackAttributes }) => {
    const wallet = await injectHeadless(page, urls)
    await openBare(page, urls, stackAttributes)
    await connectHeadless(page, wallet)
    await page.evaluate(() => document.body.append(document.querySelector('wallet-modal')?.cloneNode(true) ?? ''))
    const states = await page.evaluate(() =>
      [...document.querySelectorAll('wallet-modal')].map(({ state }) => state.account?.address),
    )
    expect(states).toEqual([first.address, first.address])
    await page.evaluate(() => [...document.querySelectorAll('wallet-modal')].at(-1)?.show())
    await expect(page.getByRole('dialog', { name: first.short })).toHaveCount(1)
    expect(await told(page, 'wallet-error')).toEqual([])
  })

  test('promise 33: has one open shadow root, and adds nothing outside of it', async ({ page, urls, stackAttributes }) => {
    await openBare(page, urls, stackAttributes)
    await openModal(page)
    const seen = await page.evaluate(() => {
      const modal = document.querySelector('wallet-modal')
      const inner = [...(modal?.shadowRoot?.querySelectorAll('*') ?? [])]
      return {
        mode: modal?.shadowRoot?.mode,
        nested: inner.filter((node) => node.shadowRoot).length,
        light: modal?.childNodes.length,
        body: [...document.body.children].map(({ localName }) => localName),
        head: document.head.querySelectorAll('style, link').length,
      }
    })
    expect(seen).toEqual({ mode: 'open', nested: 0, light: 0, body: ['wallet-modal', 'wallet-button'], head: 0 })
  })

  test('shows the page’s current title at the next opening', async ({ page, urls, stackAttributes }) => {
    const { 'app-name': _, ...unnamed } = stackAttributes
    await openBare(page, urls, unnamed)
    const heading = (await openModal(page)).getByRole('heading', { level: 2 })
    await page.keyboard.press('Escape')
    await expect(heading).toBeHidden()
    await page.evaluate(() => {
      document.title = 'Second Bakery'
    })
    await openModal(page)
    await expect(heading).toContainText('Second Bakery')
    await expect(heading).toBeFocused()
  })
})

test('twenty elements share one account: each shows it, fires its event once, and disconnects with the others', async ({
  page,
  urls,
  stackAttributes,
}) => {
  const wallet = await injectHeadless(page, urls)
  const pair = (at: number) =>
    `<wallet-modal id="e${at}" {{attributes}}></wallet-modal><wallet-button for="e${at}"></wallet-button>`
  await openHtml(page, urls, stackAttributes, SCRIPT + Array.from({ length: 20 }, (_, at) => pair(at)).join(''))
  const states = () =>
    page.evaluate(() => [...document.querySelectorAll('wallet-modal')].map(({ state }) => state.account?.address ?? state.status))
  await page.getByRole('button', { name: 'Connect wallet' }).nth(13).click()
  await page.getByRole('dialog').getByRole('button', { name: wallet.name }).click()
  await wallet.approve(Web3RequestKind.RequestAccounts)
  await expect(page.getByRole('button', { name: `Account ${first.short}` })).toHaveCount(20)
  expect(new Set(await states())).toEqual(new Set([first.address]))
  await untilTold(page, 'wallet-connected', 20)
  expect(new Set((await told(page, 'wallet-connected')).map(({ target }) => target)).size).toBe(20)
  await page.evaluate(() => document.querySelector<WalletModalElement>('#e19')?.disconnect())
  await expect(page.getByRole('button', { name: 'Connect wallet' })).toHaveCount(20)
  expect(await states()).toEqual(Array.from({ length: 20 }, () => 'disconnected'))
})

test.describe('two elements', () => {
  const two = `${SCRIPT}<wallet-modal id="a" {{attributes}}></wallet-modal><wallet-modal id="b" {{attributes}}></wallet-modal>
    <wallet-button id="for-a" for="a"></wallet-button><wallet-button id="for-b" for="b"></wallet-button>`

  test('share the account, and both fire its events', async ({ page, urls, stackAttributes }) => {
    const wallet = await injectHeadless(page, urls)
    await openHtml(page, urls, stackAttributes, two)
    await page.locator('#for-b').getByRole('button').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: wallet.name }).click()
    await wallet.approve(Web3RequestKind.RequestAccounts)
    await untilTold(page, 'wallet-connected', 2)
    expect((await told(page, 'wallet-connected')).map(({ target }) => target)).toEqual(['a', 'b'])
    expect((await told(page, 'wallet-open')).map(({ target }) => target)).toEqual(['b'])
    await expect(page.getByRole('button', { name: `Account ${first.short}` })).toHaveCount(2)
    const states = await page.evaluate(() => [...document.querySelectorAll('wallet-modal')].map(({ state }) => state.status))
    expect(states).toEqual(['connected', 'connected'])
  })

  test('show one modal: opening the second moves it from the first', async ({ page, urls, stackAttributes }) => {
    await openHtml(page, urls, stackAttributes, two)
    await page.locator('#for-a').getByRole('button').click()
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await page.evaluate(() => document.querySelector<WalletModalElement>('#b')?.show())
    await expect(page.getByRole('dialog')).toHaveCount(1)
    const open = await page.evaluate(() =>
      [...document.querySelectorAll('wallet-modal')].map((each) => each.hasAttribute('open')),
    )
    expect(open).toEqual([false, true])
    const seen = (await told(page))
      .filter(({ type }) => /-(open|close)$/.test(type))
      .map(({ type, target }) => `${type} ${target}`)
    expect(seen).toEqual(['wallet-open a', 'wallet-close a', 'wallet-open b'])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('with conflicting settings report it, and the first one’s apply', async ({ page, urls, stackAttributes }) => {
    const html = `${SCRIPT}<wallet-modal id="a" {{attributes}}></wallet-modal><wallet-modal id="b" app-name="Other"></wallet-modal>`
    await openHtml(page, urls, stackAttributes, html)
    await untilTold(page, 'wallet-ready', 2)
    const errors = await details(page, 'wallet-error')
    expect(errors[0]).toMatchObject({ code: 'CONFIG_CONFLICT', message: 'Two elements disagree about appName' })
    await page.evaluate(() => document.querySelector<WalletModalElement>('#b')?.show())
    await expect(page.getByRole('dialog', { name: 'Connect to Test Bakery' })).toBeVisible()
  })

  test('the second one’s settings apply when the first is removed', async ({ page, urls, stackAttributes }) => {
    const html = `${SCRIPT}<wallet-modal id="a" app-name="First"></wallet-modal><wallet-modal id="b" {{attributes}}></wallet-modal>`
    await openHtml(page, urls, stackAttributes, html)
    await untilTold(page, 'wallet-ready', 2)
    await page.evaluate(() => document.querySelector('#a')?.remove())
    await page.evaluate(() => document.querySelector('wallet-modal')?.show())
    await expect(page.getByRole('dialog', { name: 'Connect to Test Bakery' })).toBeVisible()
  })
})

test('the open attribute opens and closes the modal, and reflects its state', async ({ page, urls, stackAttributes }) => {
  await openBare(page, urls, { ...stackAttributes, open: true })
  const modal = page.locator('wallet-modal')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await expect(modal).not.toHaveAttribute('open')
  await modal.evaluate((element: WalletModalElement) => element.show())
  await expect(modal).toHaveAttribute('open')
  await modal.evaluate((element) => element.setAttribute('open', 'false'))
  await expect(dialog).toBeHidden()
  await expect(modal).not.toHaveAttribute('open')
  await modal.evaluate((element: WalletModalElement) => {
    element.open = true
  })
  await expect(dialog).toBeVisible()
  expect(await modal.evaluate((element: WalletModalElement) => element.open)).toBe(true)
  await modal.evaluate((element) => element.removeAttribute('open'))
  await expect(dialog).toBeHidden()
})
