import { DEMO_WALLET } from '../demo/stack/wallet-list'
import { expectFault } from './faults/expect-fault'
import { announce, expect, openModal, test } from './fixtures'
import { expectEvent, openSite, phone, show, startSigning, urls } from './site'
import { openWallet } from './wallet-page'

const pagesAsked = (requests: readonly string[]) =>
  requests
    .filter((url) => url.includes('/getWallets') && url.includes('entries=40'))
    .map((url) => Number(new URL(url).searchParams.get('page')))

test.describe('All wallets', () => {
  test('loads forty at a time while it scrolls, down to the last', async ({ page, witness }) => {
    await openSite(page)
    const dialog = await openModal(page)
    await dialog.getByRole('button', { name: /All wallets/ }).click()
    const list = page.getByRole('dialog', { name: 'All wallets' }).getByRole('list', { name: 'Wallets' })
    await expect(list.getByRole('button').first()).toBeVisible()
    expect(pagesAsked(witness.requests)).toEqual([1])

    const last = list.getByRole('button', { name: 'Kestrel Satchel' })
    await expect(async () => {
      await list.hover()
      await page.mouse.wheel(0, 1500)
      await expect(last).toBeVisible({ timeout: 300 })
    }).toPass()
    expect(pagesAsked(witness.requests)).toEqual([1, 2, 3])
    // Only what is in sight is in the document.
    expect(await list.getByRole('button').count()).toBeLessThan(60)
  })

  test('a search finds by name, tells how many, and has a way out of nothing', async ({ page, witness }) => {
    await openSite(page)
    const dialog = await openModal(page)
    await dialog.getByRole('button', { name: /All wallets/ }).click()
    const search = page.getByRole('dialog', { name: 'All wallets' }).getByRole('searchbox', { name: /Search/ })
    const searched = () => witness.requests.filter((url) => url.includes('search='))
    await search.fill('c')
    await expect(dialog.getByRole('button', { name: 'Amber Purse' })).toBeVisible()
    expect(searched()).toEqual([])

    // The eleventh of that name knows none of the app's chains.
    await search.fill('cobalt')
    await expect(dialog.getByRole('status').filter({ hasText: '10 wallets found' })).toHaveCount(1)
    await expect(dialog.getByRole('list', { name: 'Wallets' }).getByRole('button')).toHaveCount(10)
    await expect.poll(searched).toHaveLength(1)

    await search.fill('zzqq')
    await expect(dialog.getByRole('heading', { name: 'No wallet called “zzqq”' })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Scan with your phone' }).last()).toBeVisible()
    await dialog.getByRole('button', { name: 'Clear search' }).click()
    await expect(dialog.getByRole('button', { name: 'Amber Purse' })).toBeVisible()
  })

  test('error: a list that is down leaves the bundled one, with a note and a retry', async ({ page }) => {
    await page.route(`${urls.provider}getWallets**`, (route) => route.abort())
    await openSite(page)
    const dialog = await openModal(page)
    await dialog.getByRole('button', { name: /All wallets/ }).click()
    const note = dialog.getByRole('status').filter({ hasText: 'The full list did not load.' })
    await expect(note).toBeVisible()
    await expect(dialog.getByRole('list', { name: 'Wallets' }).getByRole('button', { name: /MetaMask/ })).toBeVisible()
    await dialog.getByRole('searchbox').fill('trust')
    await expect(dialog.getByRole('list', { name: 'Wallets' }).getByRole('button', { name: /Trust/ })).toBeVisible()
    await dialog.getByRole('searchbox').fill('')

    await page.unroute(`${urls.provider}getWallets**`)
    await note.getByRole('button', { name: 'Try again' }).click()
    await expect(dialog.getByRole('button', { name: 'Amber Purse' })).toBeVisible()
    await expect(note).toHaveCount(0)
  })

  test('a wallet of the list is asked for by its own code', async ({ page }) => {
    await openSite(page)
    const dialog = await openModal(page)
    await dialog.getByRole('button', { name: /All wallets/ }).click()
    await dialog.getByRole('button', { name: 'Birch Vault' }).click()
    await expect(page.getByRole('dialog', { name: 'Birch Vault' }).getByRole('img', { name: /QR.*Birch Vault/ })).toBeVisible()
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page.getByRole('dialog', { name: 'All wallets' }).getByRole('button', { name: 'Birch Vault' })).toBeFocused()
  })
})

test.describe('the host’s lists', () => {
  test('an excluded wallet is nowhere, also when it is installed', async ({ page }) => {
    await openSite(page, { announced: true, attributes: { 'exclude-wallets': DEMO_WALLET.rdns } })
    const dialog = await openModal(page)
    await expect(dialog.getByRole('button', { name: /All wallets/ })).toBeVisible()
    await expect(dialog.getByRole('button', { name: /Demo Wallet/ })).toHaveCount(0)
    await dialog.getByRole('button', { name: /All wallets/ }).click()
    await expect(dialog.getByRole('button', { name: 'Amber Purse' })).toBeVisible()
    await expect(dialog.getByRole('button', { name: /Demo Wallet/ })).toHaveCount(0)
    await dialog.getByRole('searchbox').fill('demo')
    await expect(dialog.getByRole('heading', { name: /No wallet called/ })).toBeVisible()
  })

  test('a code to scan that is excluded is offered nowhere: not beside all wallets, after a search, nor to who gets one', async ({
    page,
  }) => {
    await openSite(page, { attributes: { 'exclude-wallets': 'walletConnect' } })
    const dialog = await openModal(page)
    const scan = dialog.getByRole('button', { name: /Scan with your phone|WalletConnect/ })
    await dialog.getByRole('button', { name: /All wallets/ }).click()
    await dialog.getByRole('searchbox', { name: /Search/ }).fill('zzqq')
    await expect(dialog.getByText('Check the spelling.', { exact: true })).toBeVisible()
    await expect(scan).toHaveCount(0)
    await show(page, 'GetWallet')
    await expect(page.getByRole('dialog', { name: 'Get a wallet' }).getByRole('link').first()).toBeVisible()
    await expect(scan).toHaveCount(0)
  })

  test('an include list leaves the others out, also where they are installed', async ({ page }) => {
    await announce(page, { name: 'Odd Wallet', rdns: 'test.odd' }, () => window.scriptedWallet())
    await openSite(page, { announced: true, attributes: { 'include-wallets': DEMO_WALLET.id } })
    const dialog = await openModal(page)
    await expect(dialog.getByRole('button', { name: /Demo Wallet/ })).toBeVisible()
    await expect(dialog.getByRole('button', { name: /Odd Wallet/ })).toHaveCount(0)
    await dialog.getByRole('button', { name: /All wallets/ }).click()
    await expect(dialog.getByRole('list', { name: 'Wallets' }).getByRole('button')).toHaveText([/Demo Wallet/])
  })

  test('a featured wallet goes first, among the installed ones and among the rest', async ({ page }) => {
    await announce(page, { name: 'Odd Wallet', rdns: 'test.odd' }, () => window.scriptedWallet())
    await announce(page, { name: 'Plain Wallet', rdns: 'test.plain' }, () => window.scriptedWallet())
    const found = await (await fetch(`${urls.provider}getWallets?search=Indigo%20Nest`)).json()
    await openSite(page, { attributes: { 'featured-wallets': `test.plain ${found.data[0].id}` } })
    const dialog = await openModal(page)
    const row = dialog.getByRole('listitem').getByRole('button', { name: /Plain Wallet|Odd Wallet|Indigo Nest/ })
    await expect(row).toHaveText([/Plain Wallet/, /Odd Wallet/, /Indigo Nest/])
  })
})

test('nothing moves while the modal opens, nor when the wallets of the list come', async ({ page }) => {
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(`${urls.provider}getWallets**`, async (route) => {
    await held
    await route.continue()
  })
  await page.addInitScript(() => {
    let moved = 0
    const observer = new PerformanceObserver((list) => add(list.getEntries()))
    // Also what follows on a press, which is not counted otherwise.
    const add = (entries: PerformanceEntryList) => {
      for (const entry of entries as (PerformanceEntry & { value: number })[]) moved += entry.value
    }
    observer.observe({ type: 'layout-shift', buffered: true })
    const sum = async () => {
      for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame)
      add(observer.takeRecords())
      return moved
    }
    Object.assign(window, { moved: sum })
  })
  await openSite(page, { announced: true })
  const moved = () => page.evaluate(() => Reflect.get(window, 'moved')())
  // What the page itself does while it loads is over.
  await expect.poll(async () => (await moved()) - (await moved())).toBe(0)
  const before = await moved()
  const dialog = await openModal(page)
  await expect(dialog.getByRole('status').filter({ hasText: 'Loading wallets' })).toBeAttached()
  const rows = dialog.getByRole('list', { name: 'Somewhere else' }).getByRole('button')
  const waiting = await rows.count()
  answer()
  await expect(rows).toHaveCount(waiting + 1)
  expect((await moved()) - before).toBe(0)
})

test('a newcomer learns what a wallet is and where to get one', async ({ page }) => {
  await openSite(page)
  const dialog = await openModal(page)
  await dialog.getByRole('button', { name: 'Get one in a minute' }).click()
  const what = page.getByRole('dialog', { name: 'New to wallets?' })
  await expect(what.getByRole('heading', { level: 3 })).toHaveText([
    'It holds what you own',
    'It replaces passwords',
    'You stay in charge',
  ])
  await what.getByRole('button', { name: 'Choose a wallet app' }).click()
  const get = page.getByRole('dialog', { name: 'Get a wallet' })
  await expect(get.getByText('Reload this page once it is installed.')).toBeVisible()
  const links = get.getByRole('link', { name: /^Get .+ from (Chrome Web Store|Website)$/ })
  await expect(links).toHaveCount(5)
  for (const link of await links.all()) {
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
    await expect(link).toHaveAttribute('href', /^(https:\/\/|http:\/\/localhost)/)
  }
  await get.getByRole('button', { name: 'Back' }).click()
  await expect(what.getByRole('button', { name: 'Choose a wallet app' })).toBeFocused()
})

test.describe('on a phone', () => {
  // To the browser, `birchvault://wc` is an address of the host `wc`.
  test.use({ ...phone, otherHosts: ['wc'] })

  test('a wallet’s row is a button, and a link that is whole before the tap', async ({ page }) => {
    await openSite(page, { attributes: { 'featured-wallets': await idOf('Birch Vault') } })
    const dialog = await openModal(page)
    const row = dialog.getByRole('button', { name: /Birch Vault/ })
    await expect(row).toHaveAttribute('href', /^birchvault:\/\/wc\?uri=wc%3A[\da-f]{64}%402/)
    await expect(row).toHaveAttribute('target', '_self')
    await row.press('Space')
    await expect(page.getByRole('dialog', { name: 'Birch Vault' })).toBeVisible()
  })

  test('a site’s own way to WalletConnect leads to the apps too, not to a code alone', async ({ page }) => {
    await openSite(page)
    await show(page, 'ConnectingWalletConnectBasic')
    const apps = page.getByRole('dialog', { name: 'WalletConnect' }).getByRole('list', { name: 'Wallet apps' })
    await expect(apps.getByRole('button')).toHaveCount(4)
  })

  test('a link that opens nothing is doubted after three seconds, with every other way (fault 37)', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    // A phone without the app: the tap leads nowhere.
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

    // On iOS the page was frozen behind the app: for five seconds after the return it waits for what the wallet said.
    const see = (hidden: boolean) =>
      page.evaluate((now) => {
        Object.defineProperty(navigator, 'userAgent', {
          configurable: true,
          get: () => 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)',
        })
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => now })
        document.dispatchEvent(new Event('visibilitychange'))
      }, hidden)
    const again = dialog.getByRole('link', { name: 'Try again with Dune Purse' })
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

  test('what is to be signed leads to the app in which the wallet was connected', async ({ page, context }) => {
    await page.addInitScript(() => {
      window.open = (href) => {
        document.documentElement.dataset.opened = String(href)
        return null
      }
    })
    await openSite(page, { attributes: { 'featured-wallets': await idOf('Birch Vault') } })
    const row = (await openModal(page)).locator('a', { hasText: 'Birch Vault' })
    const uri = new URL((await row.getAttribute('href')) ?? '').searchParams.get('uri') ?? ''
    await row.tap()
    const wallet = await openWallet(context)
    await wallet.pair(uri)
    await wallet.approve('Connection request')
    await page.bringToFront()
    await expectEvent(page, 'wallet-connected')
    await page.reload()
    await expectEvent(page, 'wallet-connected', { restored: true })
    const signed = await startSigning(page, 'Hello, app')
    await expect(page.locator('html')).toHaveAttribute(
      'data-opened',
      /^birchvault:\/\/wc\?requestId=\d+&sessionTopic=[\da-f]{64}$/,
    )
    await wallet.approve('Sign a message')
    expect(await signed()).toMatch(/^0x/)
  })

  test('an app that takes no pairing on Solana is led to with the page', async ({ page }) => {
    const wallet = 'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393'
    await openSite(page, { attributes: { networks: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'featured-wallets': wallet } })
    const row = (await openModal(page)).getByRole('button', { name: /Phantom/ })
    await expect(row).toHaveAttribute('href', /^https:\/\/phantom\.app\/ul\/browse\/http%3A.*bare\.html\?ref=http%3A/)
    await page.evaluate((id) => document.querySelector('wallet-modal')?.show({ view: 'ConnectingWallet', wallet: id }), wallet)
    await expect(page.getByRole('link', { name: 'Open Phantom' })).toHaveAttribute('href', /^https:\/\/phantom\.app\/ul/)
  })

  test('the app’s wallet goes before the links, and connects in the page', async ({ page }) => {
    await openSite(page, { announced: true })
    const dialog = await openModal(page)
    await dialog.getByRole('button', { name: /Demo Wallet/ }).tap()
    await page.getByRole('dialog', { name: 'Demo Wallet' }).getByRole('button', { name: 'Approve' }).tap()
    await expectEvent(page, 'wallet-connected', { restored: false })
  })
})

async function idOf(name: string): Promise<string> {
  const found = await (await fetch(`${urls.provider}getWallets?search=${encodeURIComponent(name)}`)).json()
  return found.data[0].id
}
