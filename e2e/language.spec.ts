import type { Page } from '@playwright/test'
import { announce, details, expect, openModal, test } from './fixtures'
import { openSite } from './site'

const titled = (page: Page, name: string) => expect(page.getByRole('dialog', { name })).toBeVisible()

test('the modal speaks the language of the page, follows it live, and comes back to English', async ({ page }) => {
  await openSite(page, { html: { lang: 'ja' }, title: 'Bakery', attributes: { 'app-name': 'Bakery' } })
  await page.getByRole('button', { name: 'ウォレットを接続' }).click()
  await titled(page, 'Bakery に接続')
  const speak = (lang: string) => page.evaluate((tag) => document.documentElement.setAttribute('lang', tag), lang)
  await speak('de-AT')
  await expect(page.getByRole('dialog')).toHaveAttribute('lang', 'de')
  await speak('zh-TW')
  await titled(page, '連接到 Bakery')
  await speak('ar')
  await expect(page.getByRole('dialog')).toHaveAttribute('dir', 'rtl')
  await expect(page.getByRole('dialog')).toHaveAttribute('lang', 'ar')
  await speak('tlh')
  await titled(page, 'Connect to Bakery')
  await expect(page.getByRole('dialog')).toHaveAttribute('dir', 'ltr')
})

test('a page in another language loads the words for what opens later with the first opening', async ({ page, witness }) => {
  const words = () => witness.requests.filter((url) => /\/chunks\/de-/.test(url)).length
  await openSite(page, { html: { lang: 'de' } })
  const button = page.getByRole('button', { name: 'Wallet verbinden' })
  await expect(button).toBeVisible()
  await page.evaluate(() => document.querySelector('wallet-modal')?.ready)
  expect(words()).toBe(1)
  await button.click()
  await expect(page.getByRole('dialog')).toHaveAttribute('lang', 'de')
  await expect.poll(words).toBe(2)
})

test('the nearest lang and dir apply, in a shadow root too, and are followed live; the locale attribute overrides both', async ({
  page,
}) => {
  await openSite(page)
  await page.evaluate(() => {
    const part = Object.assign(document.createElement('section'), { lang: 'he' })
    const shop = document.createElement('my-shop')
    part.append(shop)
    document.querySelector('main')?.append(part)
    const modal = document.querySelector('wallet-modal')
    if (modal) shop.attachShadow({ mode: 'open' }).append(modal)
  })
  const button = page.locator('wallet-button').getByRole('button')
  const speak = (place: string, name: string, value: string) =>
    page.locator(place).evaluate((node, [attribute, given]) => node.setAttribute(attribute, given), [name, value] as const)
  await page.locator('wallet-modal').evaluate((modal) => (modal as HTMLElementTagNameMap['wallet-modal']).show())
  const dialog = page.getByRole('dialog')
  await expect(dialog).toHaveAttribute('lang', 'he')
  await expect(dialog).toHaveAttribute('dir', 'rtl')
  await speak('section', 'lang', 'de')
  await expect(button).toHaveText('Wallet verbinden')
  await expect(dialog).toHaveAttribute('dir', 'ltr')
  await speak('my-shop', 'dir', 'rtl')
  await expect(dialog).toHaveAttribute('dir', 'rtl')
  await speak('html', 'lang', 'ja')
  await speak('wallet-modal', 'lang', 'fr')
  await expect(dialog).toHaveAttribute('lang', 'fr')
  await speak('wallet-modal', 'locale', 'ar')
  await expect(dialog).toHaveAttribute('lang', 'ar')
  await speak('wallet-modal', 'locale', 'es')
  await expect(dialog).toHaveAttribute('dir', 'ltr')
  // Moved out of there, the modal uses the page's language.
  await page.evaluate(() => {
    const modal = document.querySelector('my-shop')?.shadowRoot?.querySelector('wallet-modal')
    for (const name of ['locale', 'lang']) modal?.removeAttribute(name)
    if (modal) document.body.append(modal)
  })
  await expect(button).toHaveText('ウォレットを接続')
})

test('right to left, icons with a direction are mirrored and others are not', async ({ page }) => {
  await openSite(page)
  const dialog = await openModal(page)
  await dialog.getByRole('button', { name: /WalletConnect/ }).click()
  const turned = (part: string) =>
    page.locator(`wallet-modal [part~=${part}] svg`).evaluate((icon) => getComputedStyle(icon).transform)
  await expect(page.locator('wallet-modal [part~=back]')).toBeVisible()
  expect([await turned('back'), await turned('close')]).toEqual(['none', 'none'])
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
  await expect(page.getByRole('dialog')).toHaveAttribute('dir', 'rtl')
  expect([await turned('back'), await turned('close')]).toEqual(['matrix(-1, 0, 0, 1, 0, 0)', 'none'])
})

test('a page’s own messages, logo and title replace ours, also after a change of language', async ({ page }) => {
  await announce(page, { name: 'Willing Wallet', rdns: 'test.willing' }, () => window.scriptedWallet())
  await openSite(page, { title: 'Bakery', attributes: { 'app-name': 'Bakery' } })
  await page.evaluate(() => {
    const modal = document.querySelector('wallet-modal')
    if (!modal) throw new Error('A modal is expected')
    modal.messages = { page: { connectWallet: 'Join' }, connect: { title: 'Come in to {0}' }, nonsense: { a: 'b' } }
  })
  await expect(page.getByRole('button', { name: 'Join' })).toBeVisible()
  // Only the network button's message changes: this alone must re-render it.
  await page.evaluate(() => {
    const modal = document.querySelector('wallet-modal')
    if (!modal) throw new Error('A modal is expected')
    modal.messages = { page: { connectWallet: 'Join', network: 'Chain: {0}' }, connect: { title: 'Come in to {0}' } }
  })
  await expect(page.getByRole('button', { name: /^Chain: / })).toBeVisible()
  await page.getByRole('button', { name: 'Join' }).click()
  await titled(page, 'Come in to Bakery')
  const [told] = await details(page, 'wallet-error')
  expect(told).toMatchObject({ code: 'ATTRIBUTE_INVALID', message: 'Invalid attribute messages="nonsense"' })
  await page.evaluate(() => document.documentElement.setAttribute('lang', 'de'))
  await expect(page.getByRole('dialog')).toHaveAttribute('lang', 'de')
  await titled(page, 'Come in to Bakery')
  await page.evaluate(() => {
    const modal = document.querySelector('wallet-modal')
    const [logo, title] = [document.createElement('img'), document.createElement('b')]
    Object.assign(logo, { slot: 'logo', alt: 'A loaf', src: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>' })
    Object.assign(title, { slot: 'title', textContent: 'Fresh every day' })
    modal?.append(logo, title)
  })
  await titled(page, 'Fresh every day')
  const logo = page.getByRole('img', { name: 'A loaf' })
  await expect(logo).toBeVisible()
  expect((await logo.boundingBox())?.height).toBe(40)
  await page.evaluate(() => document.querySelector('wallet-modal')?.replaceChildren())
  await titled(page, 'Come in to Bakery')
  // A connected account's button is re-rendered by its message alone, too.
  await page.evaluate(() => document.querySelector('wallet-modal')?.connect({ wallet: 'test.willing' }))
  const account = page.locator('wallet-button').getByRole('button')
  await expect(account).toHaveAccessibleName(/^Konto /)
  for (const name of ['Me', 'You']) {
    await page.evaluate((word) => {
      const modal = document.querySelector('wallet-modal')
      if (modal) modal.messages = { page: { account: `${word}: {0}` } }
    }, name)
    await expect(account).toHaveAccessibleName(new RegExp(`^${name}: 0x`))
  }
})

test('error: if a language does not load, English stays', async ({ page }) => {
  await page.route(/\/chunks\/fr-/, (route) => route.abort())
  await openSite(page, { html: { lang: 'fr' } })
  await openModal(page)
  await titled(page, 'Connect to Test site')
})
