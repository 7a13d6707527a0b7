import { announce, details, expect, openModal } from './fixtures'
import { type Order, openAt, test } from './own-provider'
import { passUntil } from './pass-until'
import { expectEvent, show, urls } from './site'

const TEN_MB = `{"count":1,"data":[],"more":"${'x'.repeat(10_000_000)}"}`

const faults: readonly [string, Omit<Order, 'path'>][] = [
  ['answers with a page', { body: '<!doctype html><title>Sign in to the network</title>', contentType: 'text/html' }],
  ['answers 500', { status: 500, body: { status: 'FAILURE', reasons: [{ name: '', description: 'Down' }] } }],
  ['answers with ten megabytes', { body: TEN_MB, contentType: 'application/json' }],
  ['answers with another shape', { body: { count: 'many', data: { wallets: null } } }],
  ['never answers', { delayMs: 60_000, status: 500 }],
]
for (const [what, fault] of faults) {
  test(`error: a provider that ${what} leaves the bundled wallets, a note and a retry`, async ({ page, provider }) => {
    await provider.order({ path: '/getWallets', ...fault })
    if (fault.delayMs) await page.clock.install()
    await openAt(page, provider)
    const dialog = await openModal(page)
    // Installed wallets work whatever happens to the list.
    await expect(dialog.getByRole('button', { name: /Demo Wallet/ })).toBeVisible()
    await dialog.getByRole('button', { name: /All wallets/ }).click()
    const note = dialog.getByRole('status').filter({ hasText: 'The full list did not load.' })
    if (fault.delayMs) await passUntil(page, note)
    await expect(note).toBeVisible({ timeout: 13_000 })
    await expect(dialog.getByRole('list', { name: 'Wallets' }).getByRole('button', { name: /MetaMask/ })).toBeVisible()
    expect((await details(page, 'wallet-error')).map(({ code }) => code)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^API_(UNAVAILABLE|RESPONSE_INVALID)$/)]),
    )

    await provider.order({ reset: true })
    await note.getByRole('button', { name: 'Try again' }).click()
    await expect(dialog.getByRole('button', { name: 'Amber Purse' })).toBeVisible()
    await expect(note).toHaveCount(0)
  })
}

test('a provider that sends Retry-After is asked again after that time, not before', async ({ page, provider }) => {
  await provider.order({ path: '/getWallets', status: 429, headers: { 'retry-after': '1' }, body: {}, times: 1 })
  // Measured by the page's clock: under SES that is Playwright's, which lags behind the server's.
  const asked: number[] = []
  await page.route(`${provider.url}/getWallets*`, async (route) => {
    asked.push(await page.evaluate(() => performance.now()))
    await route.fallback()
  })
  await openAt(page, provider)
  const dialog = await openModal(page)
  await expect(dialog.getByRole('button', { name: /All wallets.*\d+0\+/ })).toBeVisible()
  const [first = 0, second = 0] = asked
  expect(second - first).toBeGreaterThanOrEqual(1_000)
})

test.describe('a balance that cannot be read', () => {
  test('error: says so, is not retried for thirty seconds, and then loads by itself', async ({ page, provider }) => {
    const chain = urls.rpc['eip155:31337'] ?? ''
    await page.clock.install()
    await page.route(`${chain}/**`, (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Not a node</h1>' }))
    await announce(page, { name: 'Odd Wallet' }, () => window.scriptedWallet())
    await openAt(page, provider)
    const dialog = await openModal(page)
    await dialog.getByRole('button', { name: /Odd Wallet/ }).click()
    await expectEvent(page, 'wallet-connected')
    await page.clock.runFor(1_500)
    await expect(dialog).toBeHidden()
    await show(page, 'Account')
    await page.clock.runFor(5_000)
    await expect(dialog.getByText('Token Balance Unavailable')).toBeVisible()
    await expectEvent(page, 'wallet-error', { code: 'BALANCE_UNAVAILABLE' })
    const retry = dialog.getByRole('button', { name: 'Try again' })
    await expect(retry).toBeDisabled()
    await expect(dialog.getByText(/Trying again in \d+ seconds/)).toBeVisible()
    // The rest of the account works.
    await expect(dialog.getByRole('button', { name: 'Disconnect' })).toBeEnabled()

    await page.unroute(`${chain}/**`)
    await page.clock.runFor(30_000)
    // A request from before the node was back may fail once more, and wait again.
    await expect(async () => {
      await page.clock.runFor(2_000)
      await expect(dialog.getByText(/10,000 ETH/).first()).toBeVisible({ timeout: 1_000 })
      await expect(dialog.getByText('Token Balance Unavailable')).toHaveCount(0, { timeout: 1_000 })
    }).toPass({ timeout: 20_000 })
  })
})

test('error: the account and networks work without names and supported chains from the provider', async ({ page, provider }) => {
  await provider.order({ path: '/v1', status: 500, body: '<html>Bad gateway</html>', contentType: 'text/html' })
  await announce(page, { name: 'Odd Wallet' }, () => window.scriptedWallet())
  await openAt(page, provider)
  const dialog = await openModal(page)
  await dialog.getByRole('button', { name: /Odd Wallet/ }).click()
  await expectEvent(page, 'wallet-connected')
  await expect(dialog).toBeHidden()
  await show(page, 'Account')
  await expect(page.getByRole('dialog', { name: /0xf39F…2266/ })).toContainText('10,000 ETH')
  await show(page, 'Networks')
  await expect(page.getByRole('dialog', { name: 'Networks' }).getByRole('button', { name: /Localhost/ })).toBeVisible()
})

test('error: a search that fails says so and can be tried again', async ({ page, provider }) => {
  await openAt(page, provider)
  const dialog = await openModal(page)
  await dialog.getByRole('button', { name: /All wallets/ }).click()
  await expect(dialog.getByRole('button', { name: 'Amber Purse' })).toBeVisible()
  await provider.order({ path: '/getWallets', status: 400, body: { message: 'No' } })
  await dialog.getByRole('searchbox').fill('kestrel')
  const note = dialog.getByRole('status').filter({ hasText: 'The full list could not be searched.' })
  await expect(note).toBeVisible()
  await provider.order({ reset: true })
  await note.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('button', { name: 'Kestrel Satchel' })).toBeVisible()
  await expect(note).toHaveCount(0)
})
