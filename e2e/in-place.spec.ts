import type { Page } from '@playwright/test'
import {
  expect,
  first,
  injectHeadless,
  openBare,
  openHtml,
  SCRIPT,
  stateOf,
  test,
  told,
  untilTold,
  Web3RequestKind,
} from './fixtures'
import { expectHeard, listen } from './heard'

const connectView = (page: Page) => page.getByRole('dialog', { name: 'Connect to Test Bakery' })
const accountView = (page: Page) => page.getByRole('dialog', { name: first.short })
const close = (page: Page) => page.evaluate(() => document.querySelector('wallet-modal')?.close())

test.describe('an embedded element (fault 78)', () => {
  test('returns to Connect when closed, whatever view was shown', async ({ page, urls, stackAttributes }) => {
    await openBare(page, urls, { ...stackAttributes, embedded: true })
    await page.evaluate(() => document.querySelector('wallet-modal')?.show({ view: 'Networks' }))
    await expect(page.getByRole('dialog', { name: 'Networks' })).toBeVisible()
    expect(await close(page)).toBe(true)
    await expect(connectView(page)).toBeVisible()
    expect((await stateOf(page))?.open).toBe(false)
  })

  test('returns to Connect when closed by the host at a code, which is given up', async ({ page, urls, stackAttributes }) => {
    await openBare(page, urls, { ...stackAttributes, embedded: true })
    await connectView(page)
      .getByRole('button', { name: /WalletConnect/ })
      .click()
    await expect(page.getByRole('img', { name: /QR/ })).toBeVisible()
    expect(await stateOf(page)).toMatchObject({ status: 'connecting', open: false })
    expect(await close(page)).toBe(true)
    await expect(connectView(page)).toBeVisible()
    await expect.poll(async () => (await stateOf(page))?.status).toBe('disconnected')
  })

  test('shows the account after the host’s connect(), and Connect after disconnecting', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    await page.addInitScript(listen)
    const wallet = await injectHeadless(page, urls)
    await openBare(page, urls, { ...stackAttributes, embedded: true })
    const connected = page.evaluate(() => document.querySelector('wallet-modal')?.connect())
    await untilTold(page, 'wallet-open')
    await connectView(page).getByRole('button', { name: wallet.name }).click()
    await wallet.approve(Web3RequestKind.RequestAccounts)
    expect(await connected).toMatchObject({ address: first.address })
    await expect(accountView(page)).toContainText('10,000 ETH')
    await expectHeard(page, 'status: Balances loaded$')
    await page.evaluate(() => document.querySelector('wallet-modal')?.show())
    await accountView(page).getByRole('button', { name: 'Disconnect' }).click()
    await expect(connectView(page)).toBeVisible()
    expect(await told(page, 'wallet-disconnected')).toHaveLength(1)
  })

  test('shows the restored account after a reload, again when closed at Networks, and Connect after disconnecting', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    const wallet = await injectHeadless(page, urls)
    await openBare(page, urls, { ...stackAttributes, embedded: true })
    await connectView(page).getByRole('button', { name: wallet.name }).click()
    await wallet.approve(Web3RequestKind.RequestAccounts)
    await expect(accountView(page)).toBeVisible()
    await page.reload()
    await expect(accountView(page)).toContainText('10,000 ETH')
    await page.evaluate(() => document.querySelector('wallet-modal')?.show({ view: 'Networks' }))
    await close(page)
    await expect(accountView(page)).toBeVisible()
    await page.evaluate(() => document.querySelector('wallet-modal')?.disconnect())
    await expect(connectView(page)).toBeVisible()
  })

  test('shows the account that the host watches by address', async ({ page, urls, stackAttributes }) => {
    await openBare(page, urls, { ...stackAttributes, embedded: true })
    await expect(connectView(page)).toBeVisible()
    const connect = (address: string) => document.querySelector('wallet-modal')?.connect({ wallet: 'watch', address })
    expect(await page.evaluate(connect, first.address)).toMatchObject({ address: first.address })
    await expect(accountView(page)).toContainText('Watch only')
  })

  test('is shown and hidden by its property as by its attribute', async ({ page, urls, stackAttributes }) => {
    await openBare(page, urls, stackAttributes)
    // As frameworks do: they set properties where an element has them.
    const embed = (embedded: boolean) =>
      page.evaluate((given) => Object.assign(document.querySelector('wallet-modal') ?? {}, { embedded: given }), embedded)
    await page.evaluate(() => document.querySelector('wallet-modal')?.show())
    await expect(connectView(page)).toBeVisible()
    await close(page)
    await expect(connectView(page)).toBeHidden()
    await embed(true)
    await expect(connectView(page)).toBeVisible()
    await embed(false)
    await expect(connectView(page)).toBeHidden()
  })
})

test.describe('beside other parts of a page', () => {
  const header = (modal: string) =>
    `${SCRIPT}<header><i>Shop</i>${modal}<wallet-button></wallet-button>${modal ? '' : '<wallet-modal {{attributes}}></wallet-modal>'}</header>`
  const lay = (page: Page, display: 'flex' | 'grid') =>
    page.evaluate((value) => {
      const { style } = document.querySelector('header') as HTMLElement
      Object.assign(style, { display: value, gap: '40px', gridTemplateColumns: 'auto auto', justifyContent: 'space-between' })
    }, display)
  const corner = (page: Page, name: string) =>
    page.evaluate((selector) => {
      const { right, bottom } = document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()
      return { right, bottom }
    }, name)

  for (const display of ['flex', 'grid'] as const)
    test(`a dialog takes no room in a ${display} container, closed or open`, async ({ page, urls, stackAttributes }) => {
      await openHtml(page, urls, stackAttributes, header(''))
      await lay(page, display)
      await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeVisible()
      expect(await corner(page, 'wallet-button')).toEqual(await corner(page, 'header'))
      await page.evaluate(() => document.querySelector('wallet-modal')?.show())
      await expect(connectView(page)).toBeVisible()
      expect(await corner(page, 'wallet-button')).toEqual(await corner(page, 'header'))
    })

  for (const way of ['attribute', 'property'] as const)
    test(`an element that is embedded by its ${way} has its place`, async ({ page, urls, stackAttributes }) => {
      await openHtml(page, urls, stackAttributes, header('<wallet-modal {{attributes}}></wallet-modal>'))
      await lay(page, 'flex')
      const modal = page.locator('wallet-modal')
      const width = () => modal.evaluate((element) => element.getBoundingClientRect().width)
      expect(await width()).toBe(0)
      await modal.evaluate((element, property) => {
        if (property) Object.assign(element, { embedded: true })
        else element.setAttribute('embedded', '')
      }, way === 'property')
      await expect(connectView(page)).toBeVisible()
      expect(await width()).toBeGreaterThan(300)
      await modal.evaluate((element) => Object.assign(element, { embedded: false }))
      await expect.poll(width).toBe(0)
    })
})
