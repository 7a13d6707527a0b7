import type { Locator } from '@playwright/test'
import { type Address, createPublicClient, http } from 'viem'
import { expectFault, followWayOut } from './faults/expect-fault'
import { accountAt, connectHeadless, expect, injectHeadless, openBare, test, Web3RequestKind } from './fixtures'
import { expectAbove } from './places'
import { show, type Visit } from './site'

const NETWORK = 'eip155:31337'
/** How long a purchase is followed before "Nothing has arrived yet" (`controllers/buy.ts`). */
const PURCHASE_LIMIT_MS = 180_000

/** A page with a connected wallet of this development account, and Buy open. */
async function openBuy({ page, urls, stackAttributes }: Visit, key = 0): Promise<Locator> {
  const wallet = await injectHeadless(page, urls, { chainIds: [31337], keys: [key] })
  await openBare(page, urls, { ...stackAttributes, networks: NETWORK })
  await connectHeadless(page, wallet)
  await show(page, 'OnRamp')
  return page.getByRole('dialog')
}

test('coins are bought on the seller’s page, arrive on the chain, and are followed to the end', async ({
  page,
  context,
  urls,
  stackAttributes,
}) => {
  // An account of its own: other tests read the others' balances.
  const alice = accountAt(2).address as Address
  const chain = createPublicClient({ transport: http(urls.rpc[NETWORK]) })
  const dialog = await openBuy({ page, urls, stackAttributes }, 2)
  const amount = dialog.getByRole('textbox', { name: 'Amount in USD' })
  await amount.fill('5')
  await expect(dialog).toContainText('At least $10.00')
  await amount.fill('7501')
  await expect(dialog).toContainText('At most $7,500.00')
  // An amount that cannot be paid as typed is refused, never cut.
  await amount.fill('1234567890123')
  await expect(amount).toHaveValue('1234567890123')
  await expect(dialog).toContainText('At most $7,500.00')
  await amount.fill('99.90')
  await expect(dialog).toContainText('Enter 99 or 100')
  await amount.fill('')
  await context.setOffline(true)
  await expect(dialog.locator('.money-reason [role="status"]')).toHaveText('You are offline')
  await context.setOffline(false)
  await expect(dialog.getByRole('status').filter({ hasText: /^Enter an amount$/ })).toBeVisible()
  await expect(dialog.getByRole('radiogroup', { name: 'Amounts' }).getByRole('radio')).toHaveText([
    '$100',
    '$250',
    '$500',
    '$1,000',
  ])
  await dialog.getByRole('radio', { name: '$250' }).click()
  await expect(dialog.getByText('You get', { exact: true })).toBeVisible()
  // What follows on the seller's page is written there, but not announced again after each corrected amount.
  await expect(dialog.locator('.money-reason')).toContainText('may ask for ID')
  await expect(dialog.locator('.money-reason [role="status"]')).toHaveText('')
  // The sellers, best price first; the figures below are those of the picked one.
  const sellers = dialog.getByRole('list', { name: 'Sellers' }).getByRole('button')
  await expect(sellers).toHaveText([/localhost.*You get/, /Demo Bank.*You get/, /Demo Till.*You get/])
  await sellers.nth(1).click()
  await expect(dialog.getByText('Provider fee').locator('..')).toContainText('$5.00')
  // Only what the first one sells can be followed to its end.
  await sellers.first().click()
  await expect(sellers.first()).toHaveAttribute('aria-current', 'true')
  const link = dialog.getByRole('link', { name: /^Continue to/ })
  await expect(link).toHaveAttribute('rel', /noopener/)
  // The Continue link is in view from the start and never covers the focused control.
  await dialog.locator('[part="body"]').evaluate((body) => body.scrollTo(0, 0))
  await expect(link).toBeInViewport({ ratio: 1 })
  await sellers.nth(2).focus()
  await expectAbove(sellers.nth(2), link)
  await context.setOffline(true)
  await expect(dialog.getByRole('status').filter({ hasText: 'You are offline', visible: true })).toBeVisible()
  await expect(link).toHaveCount(0)
  await context.setOffline(false)
  const opening = context.waitForEvent('page')
  await link.click()
  const seller = await opening
  expect(await seller.evaluate(() => window.opener)).toBeNull()
  await expect(dialog.getByRole('status').filter({ hasText: 'Buy in progress' }).first()).toBeVisible()
  const before = await chain.getBalance({ address: alice })
  await seller.getByRole('button', { name: 'Pay' }).click()
  await expect(seller.getByRole('heading', { name: 'Paid' })).toBeVisible()
  await page.bringToFront()
  await expect(dialog.getByRole('status').filter({ hasText: 'Bought' })).toBeVisible({ timeout: 20_000 })
  expect(await chain.getBalance({ address: alice })).toBeGreaterThan(before)
})

test('fault 67: where the service says nothing, the specified currencies and limits are offered; an unlisted page is not opened', async ({
  page,
  urls,
  stackAttributes,
}) => {
  const cors = { 'access-control-allow-origin': '*' }
  for (const path of ['options', 'multi/quotes'])
    await page.route(`**/v1/onramp/${path}**`, (route) => route.fulfill({ status: 404, headers: cors, json: {} }))
  await page.route('**/v1/generators/onrampurl**', (route) =>
    route.fulfill({ headers: cors, json: { url: 'https://evil.example/pay' } }),
  )
  const since = Date.now()
  const dialog = await openBuy({ page, urls, stackAttributes })
  await expect(dialog.getByRole('radiogroup', { name: 'Currency' }).getByRole('radio')).toHaveText(['USD', 'EUR'])
  await expect(dialog).toContainText(/\$10\.00\W* to \W*\$7,500\.00/)
  await expect(dialog).toContainText(/\$10\.00\W* to \W*\$25,000\.00/)
  await expect(dialog.getByRole('alert').filter({ hasText: 'Buying is not available here' })).toBeVisible()
  await expectFault(page, '67', since)
  await followWayOut(page, '67')
  await expect(dialog.getByRole('link', { name: /^Continue/ })).toHaveCount(0)
})

test('each of many currencies and coins can be chosen, by keyboard too; Tab still reaches the presets after another amount was typed', async ({
  page,
  urls,
  stackAttributes,
}) => {
  const currencies = ['USD', 'EUR', 'GBP', 'CHF', 'JPY', 'BRL', 'TRY', 'INR']
  const coins = ['ETH', 'USDC', 'DAI', 'WBTC', 'LINK', 'UNI', 'AAVE']
  await page.route('**/v1/onramp/options**', async (route) => {
    const answer = await route.fetch()
    const { paymentCurrencies, purchaseCurrencies } = await answer.json()
    const json = {
      paymentCurrencies: currencies.map((id) => ({ ...paymentCurrencies[0], id })),
      purchaseCurrencies: coins.map((symbol) => ({ ...purchaseCurrencies[0], id: symbol, name: symbol, symbol })),
    }
    await route.fulfill({ response: answer, json })
  })
  const dialog = await openBuy({ page, urls, stackAttributes })
  const currency = dialog.getByRole('combobox', { name: 'Currency' })
  await expect(currency.getByRole('option')).toHaveText(currencies)
  await currency.selectOption('INR')
  await dialog.getByRole('textbox', { name: 'Amount in INR' }).fill('123')
  const coin = dialog.getByRole('combobox').nth(1)
  await coin.focus()
  await page.keyboard.press('A')
  await expect(coin).toHaveValue('AAVE')
  // No preset is checked.
  await dialog.getByRole('textbox', { name: 'Amount in INR' }).focus()
  await page.keyboard.press('Tab')
  const amounts = dialog.getByRole('radiogroup', { name: 'Amounts' }).getByRole('radio')
  await expect(amounts.first()).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(amounts.nth(1)).toBeChecked()
})

test('a purchase that has not arrived yet is not shown as failed, in words or icon, and can be waited for again', async ({
  page,
  context,
  urls,
  stackAttributes,
}) => {
  await page.clock.install()
  const dialog = await openBuy({ page, urls, stackAttributes }, 3)
  await dialog.getByRole('radio', { name: '$250' }).click()
  const opening = context.waitForEvent('page')
  await dialog.getByRole('link', { name: /^Continue to/ }).click()
  await (await opening).close()
  await expect(dialog.getByRole('status').filter({ hasText: 'Buy in progress' }).first()).toBeVisible()
  await page.clock.fastForward(PURCHASE_LIMIT_MS + 10_000)
  await expect(dialog.getByRole('alert').filter({ hasText: 'Nothing has arrived yet' })).toBeVisible()
  // A card in a grey ring: no cross, no exclamation mark.
  await expect(dialog.locator('.ring')).toHaveAttribute('data-status', 'idle')
  await expect(dialog.locator('.ring .mark')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Keep waiting' }).click()
  await expect(dialog.getByRole('status').filter({ hasText: 'Buy in progress' }).first()).toBeVisible()
})

test('a purchase from another seller is said not to be followed, and leads to the account', async ({
  page,
  context,
  urls,
  stackAttributes,
}) => {
  const dialog = await openBuy({ page, urls, stackAttributes }, 3)
  // As with the real service, which has no price for the first one: it can be picked again all the same.
  await page.route('**/v1/onramp/quote**', (route) => route.fulfill({ status: 404, json: {} }))
  await dialog.getByRole('radio', { name: '$250' }).click()
  const first = dialog.getByRole('button', { name: /The price is on the seller’s page/ })
  const till = dialog.getByRole('button', { name: /Demo Till/ })
  await till.click()
  await expect(till).toHaveAttribute('aria-current', 'true')
  await first.click()
  await expect(first).toHaveAttribute('aria-current', 'true')
  await till.click()
  const opening = context.waitForEvent('page')
  await dialog.getByRole('link', { name: /^Continue to/ }).click()
  await (await opening).close()
  const told = dialog.getByRole('status').filter({ hasText: 'Buy in progress' }).first()
  await expect(told).toContainText('arrives without this screen')
  await dialog.getByRole('button', { name: 'Go to your account' }).click()
  await expect(dialog.getByRole('tab', { name: 'Tokens' })).toBeVisible()
})

test('after a declined purchase Try again leads back to the form', async ({ page, context, urls, stackAttributes }) => {
  const dialog = await openBuy({ page, urls, stackAttributes }, 4)
  const opening = context.waitForEvent('page')
  await dialog.getByRole('link', { name: /^Continue to/ }).click()
  const seller = await opening
  await expect(dialog.getByRole('status').filter({ hasText: 'Buy in progress' }).first()).toBeVisible()
  await seller.locator('button:not([value="pay"])').click()
  await expect(seller.getByRole('heading', { name: 'Declined' })).toBeVisible()
  await page.bringToFront()
  await expect(dialog.getByRole('alert').filter({ hasText: 'Buy failed' })).toBeVisible({ timeout: 20_000 })
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Amount in USD' })).toBeVisible()
  await dialog.getByRole('radio', { name: '$250' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Amount in USD' })).toHaveValue('250')
})

test('if the seller delivers on another network than the active one, that network is named', async ({
  page,
  urls,
  stackAttributes,
}) => {
  const wallet = await injectHeadless(page, urls, { chainIds: [56, 42161] })
  await openBare(page, urls, { ...stackAttributes, networks: 'eip155:56 eip155:42161', 'default-network': 'eip155:56' })
  await connectHeadless(page, wallet)
  await show(page, 'OnRamp')
  const dialog = page.getByRole('dialog')
  const ordered = page.waitForRequest('**/v1/generators/onrampurl**')
  await dialog.getByRole('radio', { name: '$250' }).click()
  expect((await ordered).postDataJSON()).toMatchObject({ defaultNetwork: 'ethereum' })
  await expect(dialog.getByRole('radiogroup', { name: 'What to buy on Ethereum' })).toBeVisible()
  await expect(dialog.locator('.money-reason')).toContainText('sends ETH (Ethereum) to')

  await page.evaluate(() => {
    void document.querySelector('wallet-modal')?.switchNetwork('eip155:42161')
  })
  await wallet.approve(Web3RequestKind.SwitchEthereumChain)
  await expect(dialog.getByRole('radiogroup', { name: 'What to buy on Arbitrum One' })).toBeVisible()
  await expect(dialog.locator('.money-reason')).toContainText('sends ETH to')
})

test('preset amounts are written properly in every currency and language', async ({ page, urls, stackAttributes }) => {
  const payment_method_limits = [{ id: 'card', min: '1', max: '100000' }]
  const paymentCurrencies = ['KWD', 'JPY', 'CHF', 'USD'].map((id) => ({ id, payment_method_limits }))
  const networks = [{ name: 'ethereum-mainnet', display_name: 'Ethereum', chain_id: '1', contract_address: '' }]
  const purchaseCurrencies = [{ id: 'eth', name: 'Ether', symbol: 'ETH', networks }]
  await page.route('**/v1/onramp/options**', (route) =>
    route.fulfill({ json: { paymentCurrencies, purchaseCurrencies }, headers: { 'access-control-allow-origin': '*' } }),
  )
  const dialog = await openBuy({ page, urls, stackAttributes }, 2)
  const amounts = dialog.getByRole('radiogroup').first().getByRole('radio')
  for (const [currency, first, last, sign] of [
    ['KWD', 'KWD\u00a0100', 'KWD\u00a01,000', 'KWD\u00a0'],
    ['JPY', '¥100', '¥1,000', '¥'],
    ['CHF', 'CHF\u00a0100', 'CHF\u00a01,000', 'CHF\u00a0'],
  ] as const) {
    await dialog.getByRole('radio', { name: currency, exact: true }).click()
    await expect.poll(() => dialog.locator('.amount-input-figure > span').textContent()).toBe(sign)
    await expect.poll(() => amounts.first().textContent()).toBe(first)
    expect(await amounts.last().textContent()).toBe(last)
  }
  await dialog.getByRole('radio', { name: 'USD', exact: true }).click()
  await page.evaluate(() => Object.assign(document.documentElement, { lang: 'fa', dir: 'rtl' }))
  await expect.poll(async () => (await amounts.first().textContent())?.replace(/\p{Cf}/gu, '')).toBe('$۱۰۰')
})
