import { DEMO_WALLET } from '../demo/stack/wallet-list'
import { announce, expect, openModal, test } from './fixtures'
import { hold } from './hold'
import { openSite, show, urls } from './site'

const pagesAsked = (requests: readonly string[]) =>
  requests
    .filter((url) => url.includes('/getWallets') && url.includes('entries=40'))
    .map((url) => Number(new URL(url).searchParams.get('page')))

test.describe('All wallets', () => {
  test('loads forty at a time on scrolling, down to the last', async ({ page, witness }) => {
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
    // Only the visible rows are in the document.
    expect(await list.getByRole('button').count()).toBeLessThan(60)
  })

  test('a search finds by name, announces the number, and offers a way out if there is no result', async ({ page, witness }) => {
    await openSite(page)
    const dialog = await openModal(page)
    await dialog.getByRole('button', { name: /All wallets/ }).click()
    const search = page.getByRole('dialog', { name: 'All wallets' }).getByRole('searchbox', { name: /Search/ })
    const searched = () => witness.requests.filter((url) => url.includes('search='))
    await search.fill('c')
    await expect(dialog.getByRole('button', { name: 'Amber Purse' })).toBeVisible()
    expect(searched()).toEqual([])

    // The eleventh wallet with that name supports none of the app's chains.
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

  test('Enter, like a phone’s Search key, moves to the first result', async ({ page }) => {
    await openSite(page)
    await show(page, 'AllWallets')
    const dialog = page.getByRole('dialog', { name: 'All wallets' })
    const search = dialog.getByRole('searchbox')
    await search.fill('zzqq')
    await expect(dialog.getByRole('heading', { name: /No wallet called/ })).toBeVisible()
    await search.press('Enter')
    await expect(search).toBeFocused()
    await search.fill('cobalt p')
    await expect(dialog.getByRole('status').filter({ hasText: '2 wallets found' })).toHaveCount(1)
    await page.evaluate(() => {
      document.body.dataset.clicks = ''
      addEventListener('click', () => (document.body.dataset.clicks += 'click '), true)
    })
    await search.press('Enter')
    // The same key press must not also choose the result.
    expect(await page.evaluate(() => document.body.dataset.clicks)).toBe('')
    await expect(dialog.getByRole('button', { name: 'Cobalt Purse' })).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(dialog.getByRole('button', { name: 'Cobalt Pocket' })).toBeFocused()
  })

  test('a new search starts at the top, even if the previous results were scrolled', async ({ page }) => {
    await openSite(page)
    await show(page, 'AllWallets')
    const dialog = page.getByRole('dialog', { name: 'All wallets' })
    const grid = dialog.locator('.wallet-grid')
    const places = dialog.getByRole('list', { name: 'Wallets' }).getByRole('listitem')
    await expect(dialog.getByRole('button', { name: 'Amber Purse' })).toBeVisible()
    await dialog.getByRole('searchbox').fill('er')
    await expect.poll(() => grid.evaluate((node) => node.scrollHeight - node.clientHeight)).toBeGreaterThan(200)
    await grid.evaluate((node) => node.scrollTo(0, 200))
    await dialog.getByRole('searchbox').fill('ber')
    await expect(dialog.getByRole('status').filter({ hasText: '20 wallets found' })).toHaveCount(1)
    await expect(places.first()).toHaveAttribute('aria-posinset', '1')
    expect(await grid.evaluate((node) => node.scrollTop)).toBe(0)
  })

  test('a wallet focused by keyboard is above the fade at the end of the grid', async ({ page }) => {
    await openSite(page)
    await show(page, 'AllWallets')
    const dialog = page.getByRole('dialog', { name: 'All wallets' })
    const first = dialog.getByRole('list', { name: 'Wallets' }).getByRole('button').first()
    await expect(dialog.getByRole('button', { name: 'Amber Purse' })).toBeVisible()
    await first.focus()
    for (let row = 1; row < 7; row++) {
      await page.keyboard.press('ArrowDown')
      const cell = dialog.locator('.wallet-cell:focus')
      await expect(cell).toHaveAttribute('data-index', String(row * 4))
      const fade = await cell.evaluate((node) => {
        const edge = node.closest('.wallet-grid')?.getBoundingClientRect().bottom ?? 0
        return edge - node.getBoundingClientRect().bottom
      })
      expect(fade, `row ${row}`).toBeGreaterThan(47)
    }
  })

  test('error: if the list is down, the bundled wallets are shown, with a note and a retry', async ({ page }) => {
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

  test('a listed wallet has its own QR code', async ({ page }) => {
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
  test('an excluded wallet is listed nowhere, even if installed', async ({ page }) => {
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

  test('with walletConnect excluded no QR code is offered: not in All wallets, after a search, nor in Get a wallet', async ({
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

  test('an include list leaves out all others, even if installed', async ({ page }) => {
    await announce(page, { name: 'Odd Wallet', rdns: 'test.odd' }, () => window.scriptedWallet())
    await openSite(page, { announced: true, attributes: { 'include-wallets': DEMO_WALLET.id } })
    const dialog = await openModal(page)
    await expect(dialog.getByRole('button', { name: /Demo Wallet/ })).toBeVisible()
    await expect(dialog.getByRole('button', { name: /Odd Wallet/ })).toHaveCount(0)
    await dialog.getByRole('button', { name: /All wallets/ }).click()
    await expect(dialog.getByRole('list', { name: 'Wallets' }).getByRole('button')).toHaveText([/Demo Wallet/])
  })

  test('a featured wallet comes first, among the installed ones and among the rest', async ({ page }) => {
    await announce(page, { name: 'Odd Wallet', rdns: 'test.odd' }, () => window.scriptedWallet())
    await announce(page, { name: 'Plain Wallet', rdns: 'test.plain' }, () => window.scriptedWallet())
    const found = await (await fetch(`${urls.provider}getWallets?search=Indigo%20Nest`)).json()
    await openSite(page, { attributes: { 'featured-wallets': `test.plain ${found.data[0].id}` } })
    const dialog = await openModal(page)
    const row = dialog.getByRole('listitem').getByRole('button', { name: /Plain Wallet|Odd Wallet|Indigo Nest/ })
    await expect(row).toHaveText([/Plain Wallet/, /Odd Wallet/, /Indigo Nest/])
  })
})

test('nothing moves while the modal opens, nor when the list of wallets arrives', async ({ page }) => {
  const answer = await hold(page, `${urls.provider}getWallets**`)
  await page.addInitScript(() => {
    let moved = 0
    const observer = new PerformanceObserver((list) => add(list.getEntries()))
    // Also counts shifts right after input, which the usual metric leaves out.
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
  // Waits until the page itself has settled.
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
