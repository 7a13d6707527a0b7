import { expectFault } from './faults/expect-fault'
import { expect, openModal, test } from './fixtures'
import { startNodeWallet } from './node-wallet'
import { expectEvent, openSite, phone, show, startSigning, urls } from './site'
import { openWallet } from './wallet-page'

// The browser takes `birchvault://wc` for a URL with the host `wc`.
test.use({ ...phone, otherHosts: ['wc'] })

test('a wallet’s row is a button whose deep link is complete before the tap', async ({ page, context }) => {
  await page.addInitScript(noteOpened)
  await openSite(page, { attributes: { 'featured-wallets': await idOf('Birch Vault') } })
  const dialog = await openModal(page)
  const row = dialog.getByRole('button', { name: /Birch Vault/ })
  await expect(row).toHaveAttribute('href', /^birchvault:\/\/wc\?uri=wc%3A[\da-f]{64}%402/)
  await expect(row).toHaveAttribute('target', '_self')
  await row.press('Space')
  await expect(page.getByRole('dialog', { name: 'Birch Vault' })).toBeVisible()
  // No such app is installed here: the press led nowhere, and the screen says so as for its own link.
  await expect(page.getByRole('heading', { name: 'Did your wallet open?' })).toBeVisible()
  // The universal link also works in browsers that follow no custom schemes.
  const again = page.getByRole('button', { name: 'Try again', exact: true })
  await expect(again).toHaveAttribute('href', /^https:\/\/birch-vault\.example\/wc\?uri=wc%3A[\da-f]{64}%402/)
  // The browser reads the href only after the click handlers have run.
  await page.evaluate(() => addEventListener('click', (event) => event.preventDefault(), { once: true }))
  await again.click()
  expect(await again.getAttribute('href')).toMatch(/^https:/)

  // So does what is to be signed there later.
  const wallet = await openWallet(context)
  await wallet.pair(new URL((await again.getAttribute('href')) ?? '').searchParams.get('uri') ?? '')
  await wallet.approve('Connection request')
  await page.bringToFront()
  await expectEvent(page, 'wallet-connected')
  const signed = await startSigning(page, 'Hello, app')
  await expect(page.locator('html')).toHaveAttribute('data-opened', /^https:\/\/birch-vault\.example\/wc\?requestId=/)
  await wallet.approve('Sign a message')
  expect(await signed()).toMatch(/^0x/)
})

test('a wallet from the host, present in every browser, does not take the deep links from the others', async ({ page }) => {
  await openSite(page, { attributes: { 'featured-wallets': await idOf('Birch Vault') } })
  await page.evaluate(() => {
    const own = { id: 'own', name: 'Own Wallet', provider: { request: async () => [] } }
    Object.assign(document.querySelector('wallet-modal') ?? {}, { externalConnectors: [own] })
  })
  const dialog = await openModal(page)
  await expect(dialog.getByRole('button', { name: /Own Wallet/ })).toBeVisible()
  await expect(dialog.getByRole('button', { name: /Birch Vault/ })).toHaveAttribute('href', /^birchvault:/)
})

test('the WalletConnect view opened by the host offers the wallet apps, not only a code', async ({ page }) => {
  await openSite(page)
  await show(page, 'ConnectingWalletConnectBasic')
  const apps = page.getByRole('dialog', { name: 'WalletConnect' }).getByRole('list', { name: 'Wallet apps' })
  await expect(apps.getByRole('button')).toHaveCount(4)
})

test('after three seconds a link that opened nothing brings "Did your wallet open?", with all other ways (fault 37)', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  // As on a phone without the app: the tap leads nowhere.
  await page.addInitScript(() =>
    window.addEventListener('click', (event) => {
      const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement)
      if (link?.protocol === 'dunepurse:') event.preventDefault()
    }),
  )
  await page.clock.install()
  await openSite(page)
  const dialog = await openModal(page)
  await dialog.getByRole('button', { name: /All wallets/ }).click()
  await dialog.getByRole('searchbox').fill('dune purse')
  await dialog.getByRole('button', { name: 'Dune Purse' }).click()
  const open = dialog.getByRole('link', { name: 'Open Dune Purse' })
  await expect(open).toHaveAttribute('href', /^dunepurse:\/\/wc\?uri=wc%3A/)
  const since = Date.now()
  await open.tap()
  await expect(dialog.getByRole('heading', { name: 'Did your wallet open?' })).toBeVisible()
  await expectFault(page, '37', since)
  await expect(dialog.getByRole('link', { name: 'Get Dune Purse' })).toHaveAttribute('href', /^https:\/\/play\.google\.com\//)
  await expect(dialog.getByRole('button', { name: 'Show the QR code' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Copy link' }).tap()
  await expect(dialog.getByRole('status').filter({ hasText: 'Copied the link' })).toHaveCount(1)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^wc:/)

  // iOS freezes the page behind the app: after the return it waits five seconds for the wallet's answer.
  const see = (hidden: boolean) =>
    page.evaluate((now) => {
      Object.defineProperty(navigator, 'userAgent', {
        configurable: true,
        get: () => 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)',
      })
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => now })
      document.dispatchEvent(new Event('visibilitychange'))
    }, hidden)
  const again = dialog.getByRole('button', { name: 'Try again', exact: true })
  await again.tap()
  await see(true)
  await see(false)
  const waits = dialog.getByRole('button', { name: 'Connecting', exact: true })
  await expect(waits).toHaveAttribute('aria-busy', 'true')
  await expect(dialog.getByRole('button', { name: 'Copy link' })).toHaveAttribute('aria-disabled', 'true')
  await page.clock.fastForward(5_000)
  await expect(again).toBeVisible()
  await expect(dialog.getByRole('heading', { name: 'Continue in Dune Purse' })).toBeVisible()
})

test('a signature request opens the app in which the wallet was connected', async ({ page, context }) => {
  await page.addInitScript(noteOpened)
  await openSite(page, { attributes: { 'featured-wallets': await idOf('Birch Vault') } })
  const row = (await openModal(page)).locator('a', { hasText: 'Birch Vault' })
  const uri = new URL((await row.getAttribute('href')) ?? '').searchParams.get('uri') ?? ''
  await row.tap()
  const wallet = await openWallet(context)
  await wallet.pair(uri)
  await wallet.reject('Connection request')
  await page.bringToFront()
  // A second tap that is declined again shows the message again.
  const dialog = page.getByRole('dialog', { name: 'Birch Vault' })
  const declined = dialog.getByRole('heading', { name: 'Request declined' })
  const open = dialog.getByRole('link', { name: /Birch Vault/ })
  const codeOf = async () => new URL((await open.getAttribute('href')) ?? '').searchParams.get('uri') ?? ''
  await expect(declined).toBeVisible()
  const second = await codeOf()
  await open.tap()
  await expect(declined).toHaveCount(0)
  await wallet.pair(second)
  await wallet.reject('Connection request')
  await page.bringToFront()
  await expect(declined).toBeVisible()
  await wallet.pair(await codeOf())
  await wallet.approve('Connection request')
  await page.bringToFront()
  await expectEvent(page, 'wallet-connected')
  await page.reload()
  await expectEvent(page, 'wallet-connected', { restored: true })
  const signed = await startSigning(page, 'Hello, app')
  await expect(page.locator('html')).toHaveAttribute('data-opened', /^birchvault:\/\/wc\?requestId=\d+&sessionTopic=[\da-f]{64}$/)
  await wallet.approve('Sign a message')
  expect(await signed()).toMatch(/^0x/)
})

test('a pairing approved in the app while the page was discarded connects when the page is back', async ({ page }) => {
  await openSite(page, { attributes: { 'featured-wallets': await idOf('Birch Vault') } })
  const row = (await openModal(page)).locator('a', { hasText: 'Birch Vault' })
  const uri = new URL((await row.getAttribute('href')) ?? '').searchParams.get('uri') ?? ''
  await row.tap()
  await expect(page.getByRole('dialog', { name: 'Birch Vault' })).toBeVisible()
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await page.goto('about:blank')
  const wallet = await startNodeWallet()
  await wallet.pair(uri)
  await expect.poll(() => wallet.sessions()).toBe(1)
  await page.goto(`${urls.demo}bare.html`)
  await expectEvent(page, 'wallet-connected', { restored: false })
  await expect(page.getByRole('button', { name: /Connect wallet/ })).toHaveCount(0)
  await wallet.stop()
})

test('an app without WalletConnect on Solana is opened with the page in its own browser', async ({ page }) => {
  const wallet = 'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393'
  await openSite(page, { attributes: { networks: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'featured-wallets': wallet } })
  const row = (await openModal(page)).getByRole('button', { name: /Phantom/ })
  await expect(row).toHaveAttribute('href', /^https:\/\/phantom\.app\/ul\/browse\/http%3A.*bare\.html\?ref=http%3A/)
  await page.evaluate((id) => document.querySelector('wallet-modal')?.show({ view: 'ConnectingWallet', wallet: id }), wallet)
  await expect(page.getByRole('link', { name: 'Open Phantom' })).toHaveAttribute('href', /^https:\/\/phantom\.app\/ul/)
})

test('in a wallet’s own browser its wallet connects in the page, without a link', async ({ page }) => {
  await openSite(page, { announced: true })
  const dialog = await openModal(page)
  await dialog.getByRole('button', { name: /Demo Wallet/ }).tap()
  await page.getByRole('dialog', { name: 'Demo Wallet' }).getByRole('button', { name: 'Approve' }).tap()
  await expectEvent(page, 'wallet-connected', { restored: false })
})

/** Runs in the page: it goes nowhere, and keeps which link it would have opened. */
function noteOpened(): void {
  window.open = (href) => {
    document.documentElement.dataset.opened = String(href)
    return null
  }
}

async function idOf(name: string): Promise<string> {
  const found = await (await fetch(`${urls.provider}getWallets?search=${encodeURIComponent(name)}`)).json()
  return found.data[0].id
}
