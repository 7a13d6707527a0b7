import type { Page } from '@playwright/test'
import { type Hex, verifyMessage } from 'viem'
import { accountAt, expect, test } from './fixtures'
import { loadModule } from './load-module'
import { urls } from './site'
import { approve, installWallet, walletConnectWallet } from './testing-kit'

const evm = Object.entries(urls.rpc ?? {}).filter(([id]) => id.startsWith('eip155:'))
const chains = Object.fromEntries(evm.map(([id, url]) => [id.slice('eip155:'.length), url]))
type Headless = typeof window & { headless: typeof import('../src/headless/index') }
const result = (page: Page) => page.locator('#result')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('an app with its own list of wallets: connect, sign, balance, send, history, reload, switch, disconnect', async ({
  page,
  witness,
}) => {
  const { address } = accountAt(2)
  const wallet = await installWallet(page, { name: 'Baker', manner: 'ask', chains, privateKeys: [accountAt(2).key] })
  await page.goto(`${urls.demo}headless.html`)
  await expect(page.getByRole('list', { name: 'Wallets' }).getByRole('button')).toHaveText([/Baker/, /WalletConnect/])
  // Only the page's own host is contacted before a wallet is chosen.
  expect(witness.hosts()).toEqual([new URL(urls.demo).host])

  await press(page, 'Baker')
  await approve(page, wallet)
  await expect(page.locator('#status')).toHaveText(`${address} on eip155:31337`)
  await expect(page.locator('#balance')).toHaveText(/^\d+(\.\d+)? ETH$/)

  await wallet.behave('approve')
  await press(page, 'Sign hello')
  await expect(result(page)).toHaveText(/^0x[\da-f]{130}$/)
  const signature = (await result(page).textContent()) as Hex
  expect(await verifyMessage({ address, message: 'hello', signature })).toBe(true)

  await press(page, 'Send 1 wei')
  await expect(result(page)).toHaveText(/^0x[\da-f]{64}$/)
  const hash = (await result(page).textContent()) ?? ''

  await page.reload()
  await expect(page.locator('#status')).toHaveText(`${address} on eip155:31337`)
  await expect(page.getByRole('list', { name: 'Activity' })).toContainText(hash)
  // The same stores that the page's script uses.
  await loadModule(page, '/headless/index.js', 'headless')
  const stores = () =>
    page.evaluate(async () => {
      const { balances, transactions, loadMoreHistory } = (window as Headless).headless
      return { balances: balances.get(), history: transactions.get(), more: await loadMoreHistory() }
    })
  await expect.poll(stores).toMatchObject({
    balances: { native: { status: 'ready', symbol: 'ETH' }, status: 'ready' },
    history: { status: 'ready', list: expect.arrayContaining([expect.objectContaining({ hash })]) },
    more: expect.any(Boolean),
  })

  await wallet.behave('approve')
  await press(page, 'Switch to BNB')
  await expect(page.locator('#status')).toHaveText(`${address} on eip155:56`)
  await wallet.switchChain(1234)
  await expect(page.locator('#status')).toHaveText(`${address} on eip155:1234 (not ours)`)
  await press(page, 'Disconnect')
  await expect(page.locator('#status')).toHaveText('disconnected')
  expect(await page.evaluate(() => customElements.get('wallet-modal') === undefined)).toBe(true)
})

test('error: if the wallet declines, the app stays disconnected and gets a code', async ({ page }) => {
  await installWallet(page, { name: 'Baker', manner: 'reject' })
  await page.goto(`${urls.demo}headless.html`)
  await press(page, 'Baker')
  await expect(result(page)).toHaveText('USER_REJECTED: Request declined')
  await expect(page.locator('#status')).toHaveText('disconnected')
})

test('the app’s own wallet is listed once ready() resolves, and connects even if named right after start()', async ({ page }) => {
  await page.goto(`${urls.demo}bare.html`)
  await loadModule(page, '/headless/index.js', 'headless')
  const ends = await page.evaluate(async () => {
    const { start, ready, connect, wallets } = (window as Headless).headless
    const own = (id: string) => ({ id, name: id, provider: window.scriptedWallet() })
    const end = () =>
      connect({ wallet: 'second' }).then(
        ({ wallet }) => wallet.id,
        ({ code }) => code,
      )
    start({ networks: ['eip155:31337'], externalConnectors: [own('first')] })
    await ready()
    const found = wallets.get().map(({ id }) => id)
    start({ networks: ['eip155:31337'], externalConnectors: [own('second')] })
    return [found, await end()]
  })
  expect(ends).toEqual([expect.arrayContaining(['first']), 'second'])
})

test('error: calls whose chunks a new release has removed reject with a code, and work again later', async ({
  page,
  witness,
}) => {
  await page.goto(`${urls.demo}bare.html`)
  await loadModule(page, '/headless/index.js', 'headless')
  const index = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  const lost = (url: URL) => url.pathname.includes('/headless/chunks/') && !index.includes(url.href)
  await page.route(lost, (route) => route.abort())
  const endings = () =>
    page.evaluate(async () => {
      const { start, onError, ready, connect, switchNetwork, prepareSend, loadMoreHistory, disconnect } = (window as Headless)
        .headless
      const told: string[] = []
      const deaf = onError(({ code }) => void told.push(code))
      const stop = start({ networks: ['eip155:31337', 'eip155:56'] })
      const calls = {
        ready,
        connect: () => connect({ wallet: 'none' }),
        switchNetwork: () => switchNetwork('eip155:56'),
        prepareSend: () => prepareSend({ to: '', amount: '' }),
        loadMoreHistory,
        disconnect,
      }
      const ends: Record<string, unknown> = {}
      for (const [name, call] of Object.entries(calls))
        ends[name] = await call().then(
          (value) => value ?? 'settled',
          (error: unknown) => Reflect.get(Object(error), 'code') ?? String(error),
        )
      stop()
      deaf()
      return { ends, told }
    })
  const CONNECT_FAILED = 'CONNECT_FAILED'
  expect(await endings()).toEqual({
    ends: {
      ...{ ready: CONNECT_FAILED, connect: CONNECT_FAILED, switchNetwork: CONNECT_FAILED, prepareSend: CONNECT_FAILED },
      ...{ loadMoreHistory: false, disconnect: 'settled' },
    },
    told: Array(5).fill(CONNECT_FAILED),
  })
  expect(witness.pageErrors).toEqual([])
  await page.unroute(lost)
  expect((await endings()).ends).toMatchObject({
    ...{ ready: 'settled', connect: 'WALLET_NOT_FOUND', switchNetwork: 'settled', prepareSend: 'SEND_INCOMPLETE' },
    ...{ loadMoreHistory: true, disconnect: 'settled' },
  })
})

test('a phone pairs by the link that the app shows, and the session is restored after a reload', async ({ page }) => {
  const phone = await walletConnectWallet({ relayUrl: urls.relay, chains })
  await page.goto(`${urls.demo}headless.html`)
  await press(page, 'WalletConnect')
  await expect(page.locator('#pairing code')).toHaveText(/^wc:/)
  await phone.pair((await page.locator('#pairing code').textContent()) ?? '')
  await expect(page.locator('#status')).toHaveText(`${phone.address} on eip155:31337`)
  await press(page, 'Sign hello')
  await expect(result(page)).toHaveText(/^0x[\da-f]{130}$/)

  await page.reload()
  await expect(page.locator('#status')).toHaveText(`${phone.address} on eip155:31337`)
  await phone.disconnect()
  await expect(page.locator('#status')).toHaveText('disconnected')
  await phone.stop()
})
