import type { Page, WebSocket } from '@playwright/test'
import { verifyMessage } from 'viem'
import { expectFault, followWayOut } from './faults/expect-fault'
import { accountAt, details, expect, test } from './fixtures'
import { connectByCode, openCode, scanned } from './qr'
import { expectEvent, expectState, openSite, show, startSigning, urls } from './site'
import { openWallet } from './wallet-page'

const addressOf = (index: number) => accountAt(index).address

const short = (address: string) => new RegExp(address.slice(-4))

test.afterEach(({ witness }) => expect(witness.consoleErrors).toEqual([]))

test('a QR code, scanned and approved, connects the wallet, which signs, refuses, switches account and chain, and disconnects', async ({
  page,
  context,
}) => {
  const wallet = await connectByCode(page, context)
  expect(await details(page, 'wallet-connected')).toEqual([
    expect.objectContaining({
      namespace: 'eip155',
      networkId: 'eip155:31337',
      chainId: 31337,
      address: addressOf(0),
      caipAddress: `eip155:31337:${addressOf(0)}`,
      accounts: [`eip155:31337:${addressOf(0)}`],
      wallet: expect.objectContaining({ id: 'walletConnect', name: 'Demo Wallet' }),
      restored: false,
    }),
  ])
  await expect(wallet.sessions).toHaveText(/Test site/)

  await page.getByRole('button', { name: short(addressOf(0)) }).click()
  const account = page.getByRole('dialog', { name: short(addressOf(0)) })
  await expect(account).toContainText('Connected with Demo Wallet')
  await expect(account).toContainText(/\d ETH/)
  await page.keyboard.press('Escape')
  await expect(account).toBeHidden()

  const given = await startSigning(page, 'Hello over the relay')
  await expect(wallet.question('Sign a message')).toContainText('Hello over the relay')
  await wallet.approve('Sign a message')
  const signature = (await given()) as `0x${string}`
  expect(await verifyMessage({ address: addressOf(0), message: 'Hello over the relay', signature })).toBe(true)

  const refused = await startSigning(page, 'Not this one')
  await wallet.reject('Sign a message')
  expect(await refused()).toEqual({ code: 'USER_REJECTED' })
  await expectState(page, { status: 'connected' })

  await wallet.switchChain(56)
  await expectEvent(page, 'wallet-network-changed', { networkId: 'eip155:56', chainId: 56, supported: true })
  await expect(page.getByRole('button', { name: /BNB Smart Chain/ })).toBeVisible()
  await wallet.switchAccount(3)
  await expectEvent(page, 'wallet-account-changed', {
    caipAddress: `eip155:56:${addressOf(3)}`,
    previous: `eip155:56:${addressOf(0)}`,
  })
  await expect(page.getByRole('button', { name: short(addressOf(3)) })).toBeVisible()

  await wallet.disconnect()
  await expectEvent(page, 'wallet-disconnected', { namespace: 'eip155', reason: 'wallet' })
  await expect(page.getByRole('button', { name: /Connect wallet/ })).toBeVisible()
  await page.reload()
  await expectEvent(page, 'wallet-ready', { status: 'disconnected' })
})

test('on screens of 740 by 360, 667 by 375 and 320 by 480 the whole QR code is visible, and can be scanned', async ({ page }) => {
  await openSite(page)
  for (const [width, height] of [
    [740, 360],
    [667, 375],
    [320, 480],
  ] as const) {
    await page.setViewportSize({ width, height })
    await openCode(page)
    const body = page
      .getByRole('dialog')
      .locator('.body')
      .filter({ has: page.getByRole('img', { name: /QR/ }) })
    const cut = await body.evaluate((scrolls) => {
      const code = scrolls.querySelector('.qr')?.getBoundingClientRect()
      const room = scrolls.getBoundingClientRect()
      return code && { above: room.top - code.top, below: code.bottom - Math.min(room.bottom, innerHeight), width: code.width }
    })
    expect(cut?.above, `${width}`).toBeLessThanOrEqual(0)
    expect(cut?.below, `${width}`).toBeLessThanOrEqual(0)
    expect(cut?.width, `${width}`).toBeGreaterThanOrEqual(180)
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  }
})

test('the session and a network picked in the modal survive a reload; Disconnect reaches the wallet', async ({
  page,
  context,
}) => {
  const wallet = await connectByCode(page, context)
  await show(page, 'Networks')
  await page
    .getByRole('dialog', { name: 'Networks' })
    .getByRole('button', { name: /Arbitrum One/ })
    .click()
  await expectEvent(page, 'wallet-network-changed', { networkId: 'eip155:42161' })
  await expectState(page, { network: 'eip155:42161' })

  await page.reload()
  await expectEvent(page, 'wallet-connected', { restored: true, networkId: 'eip155:42161', address: addressOf(0) })
  // On a public chain the account may be shown by its name.
  const account = page.getByRole('button', { name: /^Account / })
  await expect(account).toBeVisible()
  const given = await startSigning(page, 'After a reload')
  await wallet.approve('Sign a message')
  const signature = (await given()) as `0x${string}`
  expect(await verifyMessage({ address: addressOf(0), message: 'After a reload', signature })).toBe(true)

  await expect(wallet.sessions).toHaveCount(1)
  await page.bringToFront()
  await account.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await expectEvent(page, 'wallet-disconnected', { reason: 'user' })
  await expect(wallet.sessions).toHaveCount(0)
  await page.reload()
  await expectEvent(page, 'wallet-ready', { status: 'disconnected' })
})

test('after disconnecting no socket stays open, in this tab and in another', async ({ page, context }) => {
  const open = new Set<WebSocket>()
  const watch = (tab: Page) =>
    tab.on('websocket', (socket) => {
      open.add(socket)
      socket.on('close', () => open.delete(socket))
    })
  watch(page)
  await connectByCode(page, context)
  const other = await context.newPage()
  watch(other)
  await openSite(other)
  await expectEvent(other, 'wallet-connected', { restored: true })
  await expect.poll(() => open.size).toBe(2)

  await page.evaluate(() => document.querySelector('wallet-modal')?.disconnect())
  await expectEvent(other, 'wallet-disconnected', { reason: 'user' })
  await expect.poll(() => open.size, { timeout: 15_000 }).toBe(0)
})

test('the wallet’s changes while the page was closed take effect when it is back', async ({ page, context }) => {
  const wallet = await connectByCode(page, context)
  const away = page.url()
  await page.goto('about:blank')
  await wallet.switchAccount(2)
  await wallet.switchChain(56)

  await page.goto(away)
  await expectEvent(page, 'wallet-connected', { restored: true })
  await expectState(page, { network: 'eip155:56', address: addressOf(2) })

  await page.goto('about:blank')
  await wallet.disconnect()
  await expect(wallet.sessions).toHaveCount(0)
  await page.goto(away)
  await expectState(page, { status: 'disconnected' })
})

test('error: a refused proposal brings a new QR code (fault 30)', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.emulateMedia({ colorScheme: 'dark' })
  const [, wallet] = await Promise.all([openSite(page), openWallet(context)])
  const first = await openCode(page)
  await wallet.pair(first)
  const since = Date.now()
  await wallet.reject('Connection request')

  await expect(page.getByRole('alert').filter({ hasText: 'Request declined' })).toBeVisible()
  const second = await scanned(page, first)
  expect(second).not.toBe(first)
  await expectState(page, { status: 'connecting' })
  await expectFault(page, '30', since)
  await followWayOut(page, '30')

  await wallet.pair(second)
  await wallet.approve('Connection request')
  await expectEvent(page, 'wallet-connected', { address: addressOf(0) })
})

test('a QR code is renewed before it expires (fault 29)', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.install()
  await openSite(page)
  const first = await openCode(page)
  const since = Date.now()
  await page.clock.runFor(226_000)
  const second = await scanned(page, first)
  expect(second).toMatch(/^wc:/)
  await expect(page.getByRole('status').filter({ hasText: 'A new code is shown' })).toHaveCount(1)
  await expectFault(page, '29', since)
  await followWayOut(page, '29')
})

test('Copy link puts the pairing link on the clipboard and says so', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openSite(page)
  const uri = await openCode(page)
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Copied the link' })).toHaveCount(1)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(uri)
})

test('closing the modal invalidates the QR code: a wallet that scanned it cannot connect', async ({ page, context, witness }) => {
  const [, wallet] = await Promise.all([openSite(page), openWallet(context)])
  const code = await openCode(page)
  await page.getByRole('button', { name: 'Close' }).click()
  await expectState(page, { status: 'disconnected' })

  await wallet.pair(code)
  await wallet.question('Connection request').getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(wallet.status).toHaveText(/^That did not work: (No matching key|.*Record was recently deleted)/)
  await expect(wallet.sessions).toHaveCount(0)
  await expectState(page, { status: 'disconnected' })
  // The wallet's SDK logs its failure to the console.
  expect(witness.consoleErrors.filter((text) => !text.startsWith('{context: client}'))).toEqual([])
  witness.consoleErrors.length = 0
})

test('after closing the modal the next QR code is a new one, and connects', async ({ page, context }) => {
  const [, wallet] = await Promise.all([openSite(page), openWallet(context)])
  const first = await openCode(page)
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expectState(page, { status: 'disconnected' })

  const second = await openCode(page)
  expect(second).not.toBe(first)
  await wallet.pair(second)
  await wallet.approve('Connection request')
  await expectEvent(page, 'wallet-connected')
})

test('the SDK loads with the first QR code and not before', async ({ page, witness }) => {
  const sdk = () => witness.requests.filter((url) => url.includes('/chunks/wallet-connect-session')).length
  const sockets: string[] = []
  page.on('websocket', (socket) => sockets.push(socket.url()))
  await openSite(page, { announced: true })
  await page.getByRole('button', { name: /Connect wallet/ }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: /Demo Wallet/ })).toBeVisible()
  expect(sdk()).toBe(0)
  expect(sockets).toEqual([])

  await page
    .getByRole('dialog')
    .getByRole('button', { name: /WalletConnect/ })
    .click()
  await scanned(page)
  expect(sdk()).toBe(1)
  expect(sockets.map((url) => new URL(url).origin)).toEqual([new URL(urls.relay).origin])
})
