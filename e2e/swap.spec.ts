import type { Locator } from '@playwright/test'
import { parseEther, parseUnits } from 'viem'
import { expectFault, followWayOut } from './faults/expect-fault'
import {
  accountAt,
  connectHeadless,
  details,
  expect,
  type HeadlessWallet,
  injectHeadless,
  openBare,
  test,
  Web3RequestKind,
} from './fixtures'
import { hold } from './hold'
import { chainOf, dollarsOf } from './local-chain'
import { expectAbove } from './places'
import { show, type Visit } from './site'
import { expectWhole } from './whole-address'

// A chain on which no other test swaps from this account.
const NETWORK = 'eip155:42161'
const alice = accountAt(0).address

// The tests compare one account's balances, so they run one after the other.
test.describe.configure({ mode: 'default' })

const dollars = () => dollarsOf(NETWORK, alice)
const coins = () => chainOf(NETWORK).getBalance({ address: alice })

async function openSwap(fixtures: Visit, swap: object): Promise<{ dialog: Locator; wallet: HeadlessWallet }> {
  const { page, urls, stackAttributes } = fixtures
  const wallet = await injectHeadless(page, urls, { chainIds: [42161] })
  await openBare(page, urls, { ...stackAttributes, networks: NETWORK, 'default-network': NETWORK })
  await connectHeadless(page, wallet)
  await show(page, 'Swap', swap)
  return { dialog: page.getByRole('dialog'), wallet }
}

test('promise 15: coins for a token: quoted, verified, simulated, reviewed in full at 320 to 1440, and at least the shown amount arrives', async ({
  page,
  urls,
  stackAttributes,
}) => {
  const { dialog, wallet } = await openSwap({ page, urls, stackAttributes }, { fromToken: 'eth', toToken: 'DUSD', amount: '0.5' })
  await expect(dialog.getByRole('textbox', { name: 'You pay' })).toHaveValue('0.5')
  await expect(dialog.getByText('Slippage limit 1%')).toBeVisible()
  // Balances are known although the account was never opened, and looking at the list changes nothing.
  await dialog.getByRole('button', { name: /^Token: DUSD/ }).click()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Demo Dollar' })).toContainText(/\d DUSD/)
  await page.getByRole('button', { name: 'Back' }).click()
  const review = dialog.getByRole('button', { name: 'Review swap' })
  await expect(review).toBeEnabled()
  const before = await dollars()
  await review.click()
  await expect(dialog.getByRole('list', { name: 'What changes for you' })).toContainText('ETH−0.5')
  const [, least = ''] = /You get at least([\d,.]+) DUSD/.exec((await dialog.textContent()) ?? '') ?? []
  const shown = parseUnits(least.replaceAll(',', ''), 6)
  expect(shown).toBeGreaterThan(parseUnits('1600', 6))
  const through = (await dialog.getByText(/^0x[0-9a-fA-F]{40}$/).textContent()) ?? ''
  await expectWhole(page, dialog, through)
  await dialog.getByRole('button', { name: /^Swap 0.5 ETH/ }).click()
  await wallet.approve(Web3RequestKind.SendTransaction)
  await expect(dialog).toContainText('Transaction started')
  await expect.poll(() => dollars()).toBeGreaterThanOrEqual(before + shown)
  const [told] = await details(page, 'wallet-transaction')
  expect(told).toMatchObject({ kind: 'swap', networkId: NETWORK, status: 'submitted' })
  // The wallet has sent it to the shown address.
  const { to } = await chainOf(NETWORK).getTransaction({ hash: told?.hash as `0x${string}` })
  expect(to?.toLowerCase()).toBe(through.toLowerCase())
})

test('a token for coins: exactly the amount is approved first, then swapped', async ({ page, urls, stackAttributes }) => {
  const { dialog, wallet } = await openSwap(
    { page, urls, stackAttributes },
    { fromToken: 'DUSD', toToken: 'ETH', amount: '123.456789' },
  )
  const [had, hadDollars] = [await coins(), await dollars()]
  await dialog.getByRole('button', { name: 'Review swap' }).click()
  await dialog.getByRole('button', { name: /^Approve 123.456789 DUSD/ }).click()
  await wallet.approve(Web3RequestKind.SendTransaction)
  await expect(dialog.getByRole('button', { name: /^Swap 123.456789 DUSD/ })).toBeVisible({ timeout: 30_000 })
  await dialog.getByRole('button', { name: /^Swap 123.456789 DUSD/ }).click()
  await wallet.approve(Web3RequestKind.SendTransaction)
  await expect.poll(() => dollars()).toBe(hadDollars - parseUnits('123.456789', 6))
  expect(await coins()).toBeGreaterThan(had + parseEther('0.02'))
  const steps = (await details(page, 'wallet-transaction')).map(({ kind, status }) => `${kind} ${status}`)
  expect(steps.slice(0, 3)).toEqual(['approve submitted', 'approve confirmed', 'swap submitted'])
  expect((await details(page, 'wallet-before-transaction')).map(({ kind }) => kind)).toEqual(['approve', 'swap'])
})

test('promise 17, fault 66: a price that moves beyond the slippage is requested again, a service that builds another swap is not believed, and no wallet is asked', async ({
  page,
  urls,
  stackAttributes,
}) => {
  await page.route('**/v1/convert/build-transaction', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { tx: { data: string } }
    // The last argument is the receiver.
    answer.tx.data = answer.tx.data.slice(0, -40) + 'e'.repeat(40)
    await route.fulfill({ response, json: answer })
  })
  // For one amount the quote promises more than the exchange gives.
  await page.route(`**/v1/convert/quotes**amount=${parseEther('0.5')}&**`, async (route) => {
    const response = await route.fetch()
    const { quotes } = (await response.json()) as { quotes: { toAmount: string }[] }
    const dear = quotes.map((quote) => ({ ...quote, toAmount: String((BigInt(quote.toAmount) * 105n) / 100n) }))
    await route.fulfill({ response, json: { quotes: dear } })
  })
  const { dialog, wallet } = await openSwap({ page, urls, stackAttributes }, { fromToken: 'ETH', toToken: 'DUSD', amount: '0.5' })
  const review = dialog.getByRole('button', { name: 'Review swap' })
  let since = Date.now()
  await review.click()
  await expect(dialog.getByRole('alert').filter({ hasText: 'Price changed' })).toBeVisible()
  await expectFault(page, '66', since)
  // The focused control is above the footer, which the message has made taller.
  const limit = dialog.getByRole('button', { name: 'Slippage limit 1%' })
  await dialog.getByRole('textbox', { name: 'You pay' }).focus()
  await limit.focus()
  await expectAbove(limit, dialog.getByRole('alert').filter({ hasText: 'Price changed' }))
  await expect(dialog.getByRole('textbox', { name: 'You pay' })).toHaveValue('0.5')
  const quoted = page.waitForResponse((response) => response.url().includes(`amount=${parseEther('0.25')}`))
  await dialog.getByRole('textbox', { name: 'You pay' }).fill('0.25')
  await quoted
  since = Date.now()
  await review.click()
  await expect(dialog.getByRole('alert').filter({ hasText: 'This swap could not be verified' })).toBeVisible()
  await expectFault(page, '66, unproven', since)
  await followWayOut(page, '66, unproven')
  expect(wallet.backend.getPendingRequestCount(Web3RequestKind.SendTransaction)).toBe(0)
})

test('fault 66: a slippage of 5% needs a tick, a loss is named on the button, and an unsupported network says so', async ({
  page,
  urls,
  stackAttributes,
}) => {
  const { dialog } = await openSwap({ page, urls, stackAttributes }, { fromToken: 'ETH', toToken: 'DUSD', amount: '0.5' })
  const review = dialog.getByRole('button', { name: 'Review swap' })
  await expect(review).toBeEnabled()
  await dialog.getByText('Slippage limit 1%').click()
  const limit = dialog.getByRole('textbox', { name: 'Another limit in whole percent' })
  // The opened field and the button are both in view, one above the other.
  await expect(review).toBeInViewport({ ratio: 1 })
  await expectAbove(limit, review)
  await limit.fill('5')
  await expect(review).toBeDisabled()
  const tick = dialog.getByText('I accept getting up to 5% less')
  await expectAbove(tick, review)
  // An invalid limit is marked, and the previous one stays.
  for (const text of ['75', '0', '.5', 'x']) {
    await limit.fill(text)
    await expect(limit, text).toHaveAccessibleDescription('A whole number from 1 to 50')
    await expect(limit, text).toHaveAttribute('aria-invalid', 'true')
  }
  await expect(dialog.getByText('Slippage limit 5%')).toBeVisible()
  await limit.fill('5')
  await expect(limit).not.toHaveAttribute('aria-invalid')
  await tick.click()
  await expect(review).toBeEnabled()
  // On return the form is scrolled to its start.
  await show(page, 'Account')
  await expect(tick).not.toBeAttached()
  await show(page, 'Swap')
  await expect(tick).toBeAttached()
  await expect(dialog.getByRole('textbox', { name: 'You pay' })).toBeInViewport({ ratio: 1 })
  // More than the pool can take.
  await dialog.getByRole('textbox', { name: 'You pay' }).fill('900')
  await expect(dialog.getByText(/^You lose \$[\d,.]+ to price impact$/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Swap anyway' })).toBeEnabled()
  await page.context().setOffline(true)
  await expect(dialog.getByRole('status').filter({ hasText: 'You are offline', visible: true })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Swap anyway' })).toBeDisabled()
  await page.context().setOffline(false)
  await page.route('**/v1/convert/tokens**', (route) =>
    route.fulfill({ status: 400, json: {}, headers: { 'access-control-allow-origin': '*' } }),
  )
  await page.reload()
  await expect.poll(() => page.evaluate(() => document.querySelector('wallet-modal')?.state.status)).toBe('connected')
  const since = Date.now()
  await show(page, 'Swap')
  await expect(dialog).toContainText('Network not supported for Swaps')
  await expectFault(page, '66, network', since)
  await followWayOut(page, '66, network')
})

test('fault 66: a price is requested once typing rests for 200 ms and every 10 s, the previous request is aborted; a price older than 30 s is shown anew before any wallet is asked', async ({
  page,
  urls,
  stackAttributes,
}) => {
  await page.clock.install()
  const { dialog, wallet } = await openSwap({ page, urls, stackAttributes }, { fromToken: 'ETH', toToken: 'DUSD', amount: '0.5' })
  const review = dialog.getByRole('button', { name: 'Review swap' })
  await expect(review).toBeEnabled()
  const pay = dialog.getByRole('textbox', { name: 'You pay' })
  const isQuote = (url: string) => url.includes('/v1/convert/quotes')
  const amounts: (string | null)[] = []
  let ended = 0
  page.on('request', (request) => isQuote(request.url()) && amounts.push(new URL(request.url()).searchParams.get('amount')))
  page.on('requestfailed', (request) => isQuote(request.url()) && ended++)
  let hold = true
  await page.route('**/v1/convert/quotes**', (route) => (hold ? undefined : route.continue()))
  // The page's clock now moves only with the test. It is paused 5 s ahead, as a busy machine may be slow to do so.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5_000)
  amounts.length = 0
  ended = 0
  await pay.fill('')
  await pay.pressSequentially('0.12345')
  await page.clock.runFor(199)
  expect(amounts).toEqual([])
  await page.clock.runFor(1)
  await expect.poll(() => amounts).toEqual([String(parseEther('0.12345'))])
  await pay.fill('0.25')
  await expect.poll(() => ended).toBe(1)
  hold = false
  await page.clock.runFor(200)
  await expect.poll(() => amounts).toEqual(['0.12345', '0.25'].map((amount) => String(parseEther(amount))))
  await page.clock.resume()
  await expect(review).toBeEnabled()
  await expect(dialog.getByText(/^Price refreshes in \d+ s$/)).toBeVisible()
  await page.clock.fastForward(10_000)
  await expect.poll(() => amounts.length).toBeGreaterThan(2)

  await review.click()
  const confirm = dialog.getByRole('button', { name: /^Swap 0.25 ETH/ })
  await expect(confirm).toBeVisible()
  await page.clock.fastForward(31_000)
  await confirm.click()
  await expect(dialog.getByRole('alert').filter({ hasText: /(Price|Something) changedNothing was sent\./ })).toBeVisible()
  expect(wallet.backend.getPendingRequestCount(Web3RequestKind.SendTransaction)).toBe(0)
  await confirm.click()
  await wallet.refuse(Web3RequestKind.SendTransaction)
  await expect(dialog.getByRole('alert').filter({ hasText: 'Request declined' })).toBeVisible()
})

test('a price that cannot be renewed is reported at each try; a swap left while it is prepared can be reviewed again', async ({
  page,
  urls,
  stackAttributes,
}) => {
  await page.clock.install()
  const { dialog } = await openSwap({ page, urls, stackAttributes }, { fromToken: 'ETH', toToken: 'DUSD', amount: '0.5' })
  const review = dialog.getByRole('button', { name: 'Review swap' })
  await review.click()
  const confirm = dialog.getByRole('button', { name: /^Swap 0.5 ETH/ })
  await expect(confirm).toBeVisible()
  const quotes = '**/v1/convert/quotes**'
  await page.route(quotes, (route) => route.abort())
  await page.clock.fastForward(31_000)
  for (let pressed = 0; pressed < 2; pressed++) {
    const asked = page.waitForRequest((request) => request.url().includes('/v1/convert/quotes'))
    await confirm.click()
    await asked
    await expect(dialog.getByRole('alert').filter({ hasText: 'The service did not answer' })).toBeVisible()
    await expect(confirm).toBeEnabled()
  }

  // Left by Back in the title bar while the price is requested.
  await page.unroute(quotes)
  const leave = await hold(page, quotes)
  const asked = page.waitForRequest((request) => request.url().includes('/v1/convert/quotes'))
  await confirm.click()
  await asked
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(dialog.getByRole('textbox', { name: 'You pay' })).toHaveValue('0.5')
  leave()
  // The old price is too old for a review; waits for a new one.
  await expect(dialog.getByText(/^Price refreshes in ([3-9]|10) s$/)).toBeVisible()
  await expect(review).toBeEnabled()
  await review.click()
  await expect(confirm).toBeVisible()
})

test('a host’s values fill the form once per call; what is picked and typed afterwards stays', async ({
  page,
  urls,
  stackAttributes,
}) => {
  const { dialog } = await openSwap({ page, urls, stackAttributes }, { fromToken: 'ETH', toToken: 'DUSD', amount: '0.5' })
  const pay = dialog.getByRole('textbox', { name: 'You pay' })
  const review = dialog.getByRole('button', { name: 'Review swap' })
  await dialog.getByRole('button', { name: /^Token: DUSD/ }).click()
  await dialog.getByRole('button', { name: /Demo Token/ }).click()
  await expect(dialog.getByRole('button', { name: /^Token: DEMO/ })).toBeVisible()
  await pay.fill('2')
  await expect(review).toBeEnabled()
  await review.click()
  await expect(dialog.getByRole('button', { name: /^Swap 2 ETH/ })).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(review).toBeEnabled()
  await expect(pay).toHaveValue('2')
  await expect(dialog.getByRole('button', { name: /^Token: DEMO/ })).toBeVisible()
  await show(page, 'Swap', { fromToken: 'DUSD', toToken: 'ETH', amount: '7' })
  await expect(pay).toHaveValue('7')
  await review.click()
  await expect(dialog.getByRole('button', { name: /^Approve 7 DUSD/ })).toBeVisible()
})
