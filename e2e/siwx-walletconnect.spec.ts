import { expect, type Page } from '@playwright/test'
import { type Hex, verifyMessage } from 'viem'
import { expectFault } from './faults/expect-fault'
import { details, first, stateOf, test, told, untilTold } from './fixtures'
import { startNodeWallet } from './node-wallet'
import { openCode, scanned } from './qr'
import { expectEvent, expectState, openSite, urls } from './site'
import { openWallet } from './wallet-page'

const required = { attributes: { 'sign-in': 'required' } } as const
const question = (page: Page) => page.getByRole('dialog', { name: 'Sign in' })

test('connecting and signing in are one request in the wallet; if it is refused, nobody is connected', async ({
  page,
  context,
}) => {
  const [, wallet] = await Promise.all([openSite(page, required), openWallet(context)])
  const refused = await openCode(page)
  await wallet.pair(refused)
  await wallet.reject('Connect and sign in')
  await expectEvent(page, 'wallet-error', { code: 'USER_REJECTED' })
  await page.bringToFront()
  await expect(page.getByRole('dialog')).toContainText('Nothing was shared')
  expect(await told(page, 'wallet-connected')).toEqual([])
  expect(await told(page, 'wallet-signed-in')).toEqual([])

  await wallet.pair(await scanned(page, refused))
  await expect(wallet.question('Connect and sign in')).toContainText('Login wallet')
  await wallet.approve('Connect and sign in')
  await page.bringToFront()
  await untilTold(page, 'wallet-signed-in')
  await expect(page.getByRole('dialog')).toBeHidden()
  const session = (await stateOf(page))?.session
  expect(session).toMatchObject({
    data: { accountAddress: first.address, chainId: 'eip155:31337', domain: new URL(urls.demo).host },
    cacao: { h: { t: 'caip122' }, p: { iss: `did:pkh:eip155:31337:${first.address}` }, s: { t: 'eip191' } },
  })
  const { message = '', signature = '' } = session ?? {}
  expect(await verifyMessage({ address: first.address, message, signature: signature as Hex })).toBe(true)
  expect(await details(page, 'wallet-connected')).toMatchObject([{ address: first.address, networkId: 'eip155:31337' }])

  // The connection works, and the ReCap covers another chain.
  const signing = page.evaluate(() => document.querySelector('wallet-modal')?.signMessage('Hello over the relay'))
  await wallet.approve('Sign a message')
  expect(
    await verifyMessage({ address: first.address, message: 'Hello over the relay', signature: (await signing) as Hex }),
  ).toBe(true)
  await page.evaluate(() => document.querySelector('wallet-modal')?.switchNetwork('eip155:56'))
  await expectState(page, { network: 'eip155:56' })
  await expect(question(page)).toBeHidden()
  expect((await stateOf(page))?.session?.message).toBe(message)

  await page.bringToFront()
  await page.reload()
  await untilTold(page, 'wallet-signed-in')
  await expectState(page, { status: 'connected', address: first.address })
})

test('an unanswered code with sign-in expires without an error, shown or closed', async ({ page }) => {
  await page.clock.install({ time: Date.now() - 4_000_000 })
  await openSite(page, required)
  const old = await openCode(page)
  await page.clock.fastForward(400_000)
  await scanned(page, old)
  await page.getByRole('button', { name: 'Close' }).click()
  await expectState(page, { status: 'disconnected' })
  // The SDK waits one hour for the answer.
  await page.clock.fastForward(3_700_000)
  expect(await details(page, 'wallet-error')).toEqual([])
})

test('a session that began with a sign-in expires after its week, also in a page that stays open', async ({ page }) => {
  await page.clock.install()
  const wallet = await startNodeWallet({ signsIn: {} })
  await openSite(page, required)
  await wallet.pair(await openCode(page))
  await untilTold(page, 'wallet-signed-in')
  await page.clock.fastForward(7 * 24 * 3_600_000 + 60_000)
  await expectEvent(page, 'wallet-disconnected', { reason: 'expired' })
  await expectState(page, { status: 'disconnected' })
  await wallet.stop()
})

test('a non-ASCII statement, which wallets cannot sign while connecting, is signed afterwards', async ({ page, context }) => {
  const attributes = { ...required.attributes, 'sign-in-statement': 'Anmelden in der Bäckerei 🥐' }
  const [, wallet] = await Promise.all([openSite(page, { attributes }), openWallet(context)])
  await wallet.pair(await openCode(page))
  await wallet.approve('Connection request')
  await page.bringToFront()
  await question(page).getByRole('button', { name: 'Sign in', exact: true }).click()
  await wallet.approve('Sign a message')
  await untilTold(page, 'wallet-signed-in')
  expect((await stateOf(page))?.session?.message).toContain('Anmelden in der Bäckerei 🥐')
})

test('error: a wallet that signs in with another nonce or to another site is not believed, and not connected (fault 33)', async ({
  page,
}) => {
  await openSite(page, required)
  let code = await openCode(page)
  for (const { signsIn, fault } of [
    { signsIn: { nonce: 'anothernonce1234567890' }, fault: '33' },
    { signsIn: { domain: 'bakery.example' }, fault: '33, domain' },
  ]) {
    const wallet = await startNodeWallet({ signsIn })
    const since = Date.now()
    await wallet.pair(code)
    await expectFault(page, fault, since)
    expect(await told(page, 'wallet-connected')).toEqual([])
    expect(await told(page, 'wallet-signed-in')).toEqual([])
    expect((await stateOf(page))?.session).toBeNull()
    // The wallet's session is closed too.
    await expect.poll(wallet.sessions).toBe(0)
    await page.getByRole('button', { name: 'Try again' }).click()
    code = await scanned(page, code)
    await wallet.stop()
  }
})

test('error: an invalid signature is reported in time, even if the wallet cannot be reached any more', async ({ page }) => {
  // Once the wallet has answered, nothing is passed on to it.
  await page.routeWebSocket(`${urls.relay}/**`, (socket) => {
    const relay = socket.connectToServer()
    let answered = false
    socket.onMessage((message) => (answered && /irn_publish/.test(String(message))) || relay.send(message))
    relay.onMessage((message) => {
      answered ||= String(message).includes('irn_subscription')
      socket.send(message)
    })
  })
  const wallet = await startNodeWallet({ signsIn: { nonce: 'anothernonce1234567890' } })
  await openSite(page, required)
  const code = await openCode(page)
  const since = Date.now()
  await wallet.pair(code)
  await expectFault(page, '33', since)
  expect((await stateOf(page))?.session).toBeNull()
  await wallet.stop()
})

test('a wallet that can only connect is asked to sign afterwards', async ({ page }) => {
  const wallet = await startNodeWallet()
  await openSite(page, required)
  await wallet.pair(await openCode(page))
  await untilTold(page, 'wallet-connected')
  await expect(question(page)).toContainText(first.address)
  await wallet.stop()
})

test('networks of several namespaces connect first, then sign', async ({ page, context }) => {
  const networks = `eip155:31337 solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp`
  const attributes = { ...required.attributes, networks }
  const [, wallet] = await Promise.all([openSite(page, { attributes }), openWallet(context)])
  await wallet.pair(await openCode(page))
  await wallet.approve('Connection request')
  await page.bringToFront()
  await question(page).getByRole('button', { name: 'Sign in', exact: true }).click()
  await wallet.approve('Sign a message')
  await untilTold(page, 'wallet-signed-in')
})
