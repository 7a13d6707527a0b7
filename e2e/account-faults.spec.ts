import { addressOf, NETWORK, openAccount, openTab, row } from './account-page'
import { expectFault, followWayOut } from './faults/expect-fault'
import { details, expect } from './fixtures'
import { test } from './own-provider'

test.describe('the provider', () => {
  const list = (...symbols: string[]) => ({
    balances: symbols.map((symbol, index) => ({
      ...{ name: `Token ${symbol}`, symbol, chainId: NETWORK, address: `${NETWORK}:0x${String(index + 1).padStart(40, '0')}` },
      ...{ value: 5, price: 5, quantity: { decimals: '18', numeric: '1' }, iconUrl: '' },
    })),
  })

  test('error: fault 57: is down: the last values stay, greyed, with their age and the seconds until the next try', async ({
    page,
    provider,
  }) => {
    await page.clock.install()
    const dialog = await openAccount(page, provider, [addressOf(8)])
    await expect(dialog).toContainText('$34,125,500.00')
    const since = Date.now()
    await provider.order({ path: '/v1/account', status: 503, body: 'no' })
    await page.clock.fastForward(10_000)
    await expect(dialog.getByText('Token Balance Unavailable')).toBeVisible({ timeout: 20_000 })
    await expect(dialog).toContainText('$34,125,500.00')
    await expect(dialog).toContainText(/These are from \d+ seconds ago/)
    await expect(dialog).toContainText(/Trying again in (2\d|30) seconds/)
    await expectFault(page, '57', since)
    await expect(dialog.getByRole('button', { name: 'Try again' })).toBeDisabled()
    // A service that is down is not asked before its time.
    const before = await provider.asked('/v1/account')
    await page.clock.fastForward(12_000)
    await expect(dialog).toContainText(/Trying again in 1\d seconds/)
    expect(await provider.asked('/v1/account')).toBe(before)
    await page.clock.fastForward(30_000)
    await expect(dialog.getByRole('button', { name: 'Try again' })).toBeEnabled()
    await page.clock.fastForward(20_000)
    expect(await provider.asked('/v1/account')).toBe(before)
    const opened = Date.now()
    await openTab(dialog, 'Activity')
    await expect(dialog.getByText('Failed to fetch transactions')).toBeVisible({ timeout: 15_000 })
    await expectFault(page, '56', opened)
    await provider.order({ reset: true })
    await dialog.getByRole('tabpanel').getByRole('button', { name: 'Try again' }).click()
    await expect(dialog.getByText('Failed to fetch transactions')).toHaveCount(0)
    await followWayOut(page, '57')
  })

  test('error: fault 58: answers with ten megabytes, other types or a page: the coin is shown, and the missing tokens are reported', async ({
    page,
    provider,
  }) => {
    await page.clock.install()
    const path = `/v1/account/${addressOf(8)}/balance`
    const wrong = [
      { body: `{"balances":[],"x":"${'x'.repeat(10_000_000)}"}`, contentType: 'application/json' },
      { body: { balances: [{ name: {}, quantity: 5 }] } },
      { body: '<h1>Sign in</h1>', contentType: 'text/html' },
    ]
    await provider.order({ path, ...wrong[0] })
    let since = Date.now()
    const dialog = await openAccount(page, provider, [addressOf(8)])
    for (const index of wrong.keys()) {
      await expect.poll(async () => (await details(page, 'wallet-error')).length).toBe(index + 1)
      await expectFault(page, '58', since)
      await expect(dialog).toContainText('10,000 ETH')
      const after = wrong[index + 1]
      if (after) await provider.order({ path, ...after })
      since = Date.now()
      await page.clock.fastForward(31_000)
    }
    await followWayOut(page, '58')
  })

  test('error: promise 18: lies in every text of a service: tokens of another chain, hostile names and absurd sums are harmless', async ({
    page,
    provider,
  }) => {
    const [own, other] = list('OWN', 'OTHER').balances
    const hostile = {
      ...own,
      address: `${NETWORK}:0x${'a'.repeat(40)}`,
      name: `\u202E<img src=x onerror=alert(1)>\u200B${'W'.repeat(10_000)}`,
      symbol: 'javascript:alert(1)',
      price: 1e60,
      quantity: { decimals: '36', numeric: `${'9'.repeat(78)}.${'1'.repeat(36)}` },
      iconUrl: `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(2)</script></svg>')}`,
    }
    const none = { ...own, name: 'Wholes', address: `${NETWORK}:0x${'b'.repeat(40)}`, quantity: { decimals: '0', numeric: '5' } }
    const balances = [own, { ...other, chainId: 'eip155:1' }, hostile, none]
    await provider.order({ path: `/v1/account/${addressOf(9)}/balance`, body: { balances } })
    const bait = (id: number, type: 'fungible_info' | 'nft_info') => ({
      id: `hostile-${id}`,
      metadata: {
        ...{ operationType: 'receive', hash: `0x${id}`, status: 'confirmed', chain: NETWORK, minedAt: new Date().toISOString() },
        ...{ sentFrom: hostile.name.slice(0, 200), sentTo: addressOf(9), application: { name: hostile.name } },
      },
      transfers: [
        {
          ...{
            fungible_info: null,
            nft_info: null,
            direction: 'in',
            quantity: { numeric: hostile.quantity.numeric },
            value: 1e300,
          },
          [type]: {
            ...{ name: hostile.name, symbol: hostile.symbol, icon: { url: hostile.symbol }, flags: { is_spam: false } },
            content: { preview: { url: hostile.iconUrl }, detail: { url: hostile.symbol } },
          },
        },
        { fungible_info: 'no', direction: 'in', quantity: { numeric: '-5' }, value: -5 },
      ],
    })
    const data = [bait(1, 'fungible_info'), bait(2, 'nft_info')]
    await provider.order({ path: `/v1/account/${addressOf(9)}/history`, body: { data, next: null } })
    const ran: string[] = []
    page.on('dialog', (each) => {
      ran.push(each.message())
      void each.dismiss()
    })
    const dialog = await openAccount(page, provider, [addressOf(9)])
    const isInside = async () => {
      const { scrollWidth, clientWidth } = await dialog
        .locator('[part=body]')
        .evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }))
      expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
    }
    await expect(row(dialog, 'Tokens', 'Token OWN')).toBeVisible()
    await expect(dialog.getByText('>999T').first()).toBeVisible()
    for (const text of ['Token OTHER', 'Wholes']) await expect(dialog.getByText(text)).toHaveCount(0)
    await isInside()
    await openTab(dialog, 'NFTs')
    await expect(dialog.getByRole('tabpanel').getByText('<img src=x onerror=alert(1)>').first()).toBeVisible()
    await isInside()
    await openTab(dialog, 'Activity')
    await expect(dialog.getByRole('list', { name: 'Activity' }).getByRole('button')).toHaveCount(2)
    await isInside()
    expect(await dialog.locator('a[href^="javascript:"], script, [src="x"]').count()).toBe(0)
    expect(ran).toEqual([])
  })

  test('error: an endless history is not read to its end for collectibles: after ten pages the visitor is asked', async ({
    page,
    provider,
  }) => {
    let asked = 0
    await page.route(`**/v1/account/${addressOf(9)}/history**`, (route) => {
      asked++
      const metadata = {
        ...{
          operationType: 'receive',
          hash: `0x${asked}`,
          status: 'confirmed',
          chain: NETWORK,
          minedAt: new Date().toISOString(),
        },
        ...{ sentFrom: addressOf(8), sentTo: addressOf(9) },
      }
      const coin = { name: 'Ether', symbol: 'ETH', icon: null, flags: { is_spam: false } }
      const transfer = { fungible_info: coin, nft_info: null, direction: 'in', quantity: { numeric: '1' }, value: 1 }
      const json = { data: [{ id: `${asked}`, metadata, transfers: [transfer] }], next: `page${asked}` }
      return route.fulfill({ headers: { 'access-control-allow-origin': '*' }, json })
    })
    const dialog = await openAccount(page, provider, [addressOf(9)])
    await openTab(dialog, 'NFTs')
    const older = dialog.getByRole('tabpanel').getByRole('button', { name: 'Show older' })
    // The first page is read for the history, ten more for collectibles.
    await expect.poll(() => asked, { timeout: 20_000 }).toBe(11)
    await expect(older).toBeVisible()
    await older.click()
    await expect.poll(() => asked).toBe(12)
    await expect(older).toBeVisible()
    expect(asked).toBe(12)
  })
})
