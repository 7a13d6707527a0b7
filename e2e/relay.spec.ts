import type { Page } from '@playwright/test'
import type { Piece } from '../demo/stack/listen'
import { startRelay } from '../demo/stack/relay'
import { listWallets } from '../demo/stack/wallet-list'
import { expectFault, followWayOut } from './faults/expect-fault'
import { accountAt, test as base, details, expect, openModal } from './fixtures'
import { hold } from './hold'
import { startNodeWallet } from './node-wallet'
import { passUntil } from './pass-until'
import { connectByCode, openCode, scan, scanned } from './qr'
import { fields } from './send-page'
import { expectEvent, openSite, phone, show, startSigning, urls } from './site'
import { openWallet } from './wallet-page'

type Control = { mode: 'ok' | 'down' | 'refuse'; message?: string }

// Each test has its own relay, so that its faults affect no other test.
const test = base.extend<{ relay: Piece & { control: (order: Control) => Promise<void> } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
  relay: async ({}, use) => {
    const relay = await startRelay(0)
    const control = async (order: Control) => {
      await fetch(`${relay.url.replace('ws', 'http')}/control`, { method: 'POST', body: JSON.stringify(order) })
    }
    await use({ ...relay, control })
    await relay.stop()
  },
  otherHosts: ({ relay }, use) => use([new URL(relay.url).host]),
})

test('error: a relay that is down fails only the QR code’s view, and pairs when it is back (fault 26)', async ({
  page,
  context,
  relay,
}) => {
  await relay.control({ mode: 'down' })
  await openSite(page, { announced: true, attributes: { 'relay-url': relay.url } })
  const dialog = await openModal(page)
  const since = Date.now()
  await dialog.getByRole('button', { name: /WalletConnect/ }).click()
  const failure = dialog.getByRole('alert').filter({ hasText: 'Cannot reach WalletConnect. Retry' })
  await expect(failure).toBeVisible({ timeout: 12_500 })
  await expectFault(page, '26', since)
  await followWayOut(page, '26')

  // Other wallets still work.
  await dialog.getByRole('button', { name: 'Back' }).click()
  await dialog.getByRole('button', { name: /Demo Wallet/ }).click()
  await page.getByRole('dialog', { name: 'Demo Wallet' }).getByRole('button', { name: 'Reject' }).click()
  await expect(dialog.getByRole('alert').filter({ hasText: 'Request declined' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Back' }).click()

  await relay.control({ mode: 'ok' })
  await dialog.getByRole('button', { name: /WalletConnect/ }).click()
  const uri = await scanned(page)
  const wallet = await openWallet(context, { relay: relay.url })
  await wallet.pair(uri)
  await wallet.approve('Connection request')
  await expectEvent(page, 'wallet-connected')
})

test('error: if the chunk for the QR code does not load, an error is shown, and the code once it does', async ({
  page,
  relay,
}) => {
  const come = await hold(page, /\/chunks\/wallet-connect-session-/)
  await page.clock.install()
  await openSite(page, { announced: true, attributes: { 'relay-url': relay.url } })
  const dialog = await openModal(page)
  await dialog.getByRole('button', { name: /WalletConnect/ }).click()
  const failure = dialog.getByRole('alert').filter({ hasText: 'Cannot reach WalletConnect. Retry' })
  await passUntil(page, failure)
  await expect(dialog.getByRole('button', { name: 'Try again' })).toBeEnabled()
  come()
  await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeEnabled()
})

test('a relay that comes back brings the QR code without a click', async ({ page, relay }) => {
  await relay.control({ mode: 'down' })
  await page.clock.install()
  await openSite(page, { attributes: { 'relay-url': relay.url } })
  const dialog = await openModal(page)
  await dialog.getByRole('button', { name: /WalletConnect/ }).click()
  await passUntil(page, dialog.getByRole('alert').filter({ hasText: 'Cannot reach WalletConnect' }))
  await relay.control({ mode: 'ok' })
  await passUntil(page, dialog.getByRole('img', { name: /QR/ }))
  expect(await scanned(page)).toMatch(/^wc:/)
})

test('error: a code that expired during sleep, with the relay gone: it is hidden, reported as expired, and a new one is a press away (fault 29)', async ({
  page,
  relay,
}) => {
  // The relay refuses a fast clock, so this one starts slow and is right after the sleep.
  await page.clock.install({ time: Date.now() - 600_000 })
  await openSite(page, { attributes: { 'relay-url': relay.url } })
  const old = await openCode(page)
  await relay.control({ mode: 'down' })
  const since = Date.now()
  await page.clock.fastForward(600_000)
  const dialog = page.getByRole('dialog')
  const expired = 'This code has expired'
  await expect(dialog.getByRole('status').filter({ hasText: expired })).toHaveCount(1)
  await expect(dialog.getByText(expired).first()).toBeVisible()
  await expectFault(page, '29, no relay', since)
  await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeDisabled()
  expect(await scan(page)).toBeUndefined()

  await relay.control({ mode: 'ok' })
  const again = dialog.getByRole('button', { name: 'Show a new code' })
  // With the relay back, a new code may have appeared by itself.
  await again.click({ timeout: 5_000 }).catch(() => expect(again).toHaveCount(0))
  expect(await scanned(page, old)).toMatch(/^wc:/)
  await expect(dialog.getByText(expired)).toHaveCount(0)
})

test('a relay that drops mid-session is reconnected to, and signing works again (fault 27)', async ({ page, context, relay }) => {
  const wallet = await connectByCode(page, context, { attributes: { 'relay-url': relay.url }, relay: relay.url })
  await page.getByRole('button', { name: /2266/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('status').filter({ hasText: 'Connected with Demo Wallet' })).toBeVisible()

  const since = Date.now()
  await relay.control({ mode: 'down' })
  await expect(dialog.getByRole('status').filter({ hasText: 'Reconnecting' })).toBeVisible()
  await expectFault(page, '27', since)
  await relay.control({ mode: 'ok' })
  await expect(dialog.getByRole('status').filter({ hasText: 'Connected with Demo Wallet' })).toBeVisible({ timeout: 20_000 })

  const given = await startSigning(page, 'After the drop')
  await wallet.approve('Sign a message')
  expect(await given()).toMatch(/^0x[\da-f]{130}$/)
  await page.bringToFront()
  await followWayOut(page, '27')
})

test('no transfer can be started while the relay is away, and the reason is shown (fault 27)', async ({
  page,
  context,
  relay,
}) => {
  await connectByCode(page, context, { attributes: { 'relay-url': relay.url }, relay: relay.url })
  await show(page, 'Send')
  const dialog = page.getByRole('dialog')
  const { amount, receiver, review, send } = fields(dialog)
  const reconnecting = dialog.getByRole('status').filter({ hasText: 'Reconnecting' })
  await amount.fill('0.1')
  await receiver.fill(accountAt(1).address)
  await expect(review).toBeEnabled()
  await relay.control({ mode: 'down' })
  await expect(reconnecting).toBeVisible()
  await expect(review).toBeDisabled()
  await relay.control({ mode: 'ok' })
  await expect(review).toBeEnabled({ timeout: 20_000 })
  await expect(reconnecting).toHaveCount(0)

  await review.click()
  await expect(send).toBeEnabled()
  await relay.control({ mode: 'down' })
  await expect(reconnecting).toBeVisible()
  await expect(send).toBeDisabled()
})

test('error: a request fails while the relay is away, and is not sent later (fault 27)', async ({ page, context, relay }) => {
  const wallet = await connectByCode(page, context, { attributes: { 'relay-url': relay.url }, relay: relay.url })
  await relay.control({ mode: 'down' })
  const ended = await startSigning(page, 'Into the void')
  expect(await ended()).toEqual({ code: 'RELAY_UNREACHABLE' })

  // The failed request must not appear in the wallet later.
  await relay.control({ mode: 'ok' })
  const given = await startSigning(page, 'Out of the void')
  await expect(wallet.question('Sign a message')).toContainText('Out of the void', { timeout: 20_000 })
  await wallet.approve('Sign a message')
  expect(await given()).toMatch(/^0x[\da-f]{130}$/)
  await expect(wallet.question('Sign a message')).toHaveCount(0)
})

test('error: canceling a required sign-in disconnects, even if the wallet cannot be reached (fault 55)', async ({
  page,
  relay,
}) => {
  await openSite(page, { attributes: { 'relay-url': relay.url, 'sign-in': 'required' } })
  const wallet = await startNodeWallet({ relay: relay.url })
  await wallet.pair(await openCode(page))
  const question = page.getByRole('dialog', { name: 'Sign in' })
  await expect(question).toBeVisible()
  await relay.control({ mode: 'down' })
  const since = Date.now()
  await question.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expectFault(page, '55', since)
  await relay.control({ mode: 'ok' })
  await followWayOut(page, '55')
  await wallet.stop()
})

/** Makes the page's server report a time ten minutes earlier, so that this clock looks fast. */
const serveTenMinutesAgo = (page: Page) =>
  page.route(`${urls.demo}**`, async (route) => {
    if (route.request().method() !== 'HEAD') return route.fallback()
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), date: new Date(Date.now() - 600_000).toUTCString() } })
  })

const refusals = [
  { message: 'Unauthorized: origin not allowed', code: 'ORIGIN_NOT_ALLOWED', fault: '3' },
  { message: 'JWT validation error: JWT Token is not yet valid', code: 'SESSION_NOT_YET_VALID', fault: '28' },
  { message: 'Unauthorized: invalid key', code: 'PROJECT_ID_INVALID', fault: '2' },
] as const
for (const { message, code, fault } of refusals) {
  test(`error: the relay’s refusal "${message}" is reported as ${code} (faults 2, 3 and 28)`, async ({ page, relay }) => {
    await relay.control({ mode: 'refuse', message })
    if (fault === '28') await serveTenMinutesAgo(page)
    await openSite(page, { announced: true, attributes: { 'relay-url': relay.url, debug: '' } })
    const dialog = await openModal(page)
    const since = Date.now()
    await dialog.getByRole('button', { name: /WalletConnect/ }).click()
    const alert = dialog.getByRole('alert').filter({ hasText: 'For the site’s developer' })
    await expect(alert).toContainText(code)
    await expectFault(page, fault, since)
    expect((await details(page, 'wallet-error')).filter((error) => error.code === code)).toHaveLength(1)
    await relay.control({ mode: 'ok' })
    await dialog.getByRole('button', { name: 'Try again' }).click()
    expect(await scanned(page)).toMatch(/^wc:/)

    await dialog.getByRole('button', { name: 'Back' }).click()
    await dialog.getByRole('button', { name: /Demo Wallet/ }).click()
    await page.getByRole('dialog', { name: 'Demo Wallet' }).getByRole('button', { name: 'Approve' }).click()
    await expectEvent(page, 'wallet-connected', { restored: false })
  })
}

test.describe('on a phone', () => {
  test.use(phone)

  test('error: an app’s link that expired during sleep, with the relay gone, is removed', async ({ page, relay }) => {
    await page.clock.install({ time: Date.now() - 600_000 })
    await openSite(page, { attributes: { 'relay-url': relay.url } })
    const dialog = await openModal(page)
    await dialog.getByRole('button', { name: /All wallets/ }).click()
    await dialog.getByRole('searchbox').fill('dune purse')
    await dialog.getByRole('button', { name: 'Dune Purse' }).click()
    const open = dialog.getByRole('link', { name: 'Open Dune Purse' })
    await expect(open).toBeVisible()
    await relay.control({ mode: 'down' })
    await page.clock.fastForward(600_000)
    await expect(open).toHaveCount(0)
    await expect(dialog.getByRole('button', { name: 'Preparing the link' })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Copy link' })).toHaveAttribute('aria-disabled', 'true')
  })

  test('error: an app’s link on the first screen that expired during sleep is removed; the next code brings it back', async ({
    page,
    relay,
  }) => {
    const dune = listWallets('', '').find(({ name }) => name === 'Dune Purse')
    await page.clock.install({ time: Date.now() - 600_000 })
    await openSite(page, { attributes: { 'relay-url': relay.url, 'featured-wallets': dune?.id ?? '' } })
    const dialog = await openModal(page)
    const link = dialog.locator('a', { hasText: 'Dune Purse' })
    await expect(link).toBeVisible()
    await relay.control({ mode: 'down' })
    await page.clock.fastForward(600_000)
    await expect(dialog.getByRole('button', { name: /Dune Purse/ })).toBeVisible()
    await expect(link).toHaveCount(0)
    await relay.control({ mode: 'ok' })
    await page.clock.runFor(20_000)
    await expect(link).toBeVisible()
  })
})
