import { readFileSync } from 'node:fs'
import { test as base, expect } from '@playwright/test'
import { type Hex, verifyMessage } from 'viem'
import { strictPolicy } from '../demo/stack/page-policy'
import { accountAt } from './accounts'
import { loadModule } from './load-module'
import { underLockdown } from './lockdown'
import { isViolation } from './strict-policy'
import { approve, connectWith, expectConnected, installWallet, reject } from './testing-kit'

// As in a host's own CI: its own page and the released files, without our stack and network.

const SHOP = 'http://localhost:3999'
const dist = (path: string) => readFileSync(new URL(`../dist/${path}`, import.meta.url))
const html = `<!doctype html><html lang="en"><title>Shop</title><script type="module" src="/wallet-modal.js"></script>
  <wallet-modal mode="localhost" provider-url="${SHOP}/api/" wallets-url="${SHOP}/api/"></wallet-modal>
  <wallet-button></wallet-button><p></p><script src="/shop.js"></script>`
const script = `addEventListener('wallet-connected', ({ detail }) => { document.querySelector('p').textContent = 'Hello ' + detail.address })`

const test = base.extend<{ foreign: string[] }>({
  foreign: [
    async ({ context }, use) => {
      if (process.env.SES === '1') await underLockdown(context, {}, SHOP)
      const foreign: string[] = []
      const violations: string[] = []
      const uncaught: string[] = []
      context.on('weberror', (error) => uncaught.push(error.error().stack || error.error().message))
      context.on('console', (message) => violations.push(...(isViolation(message.text()) ? [message.text()] : [])))
      await context.route('**', (route) => {
        const { origin, pathname } = new URL(route.request().url())
        if (origin !== SHOP) {
          foreign.push(route.request().url())
          return route.abort()
        }
        const headers = { 'content-security-policy': strictPolicy() }
        if (pathname === '/') return route.fulfill({ contentType: 'text/html', headers, body: html })
        if (pathname === '/shop.js') return route.fulfill({ contentType: 'text/javascript', body: script })
        if (pathname.startsWith('/api/')) return route.fulfill({ status: 404, body: '' })
        return route.fulfill({ contentType: 'text/javascript', body: dist(pathname.slice(1)) })
      })
      await use(foreign)
      expect(foreign, 'requests to other machines').toEqual([])
      expect(violations, 'violations of the strict policy').toEqual([])
      expect(uncaught, 'uncaught errors').toEqual([])
    },
    { auto: true },
  ],
})

test('any driver that runs a script before the page’s own: what the guide says of it', async ({ page }) => {
  const guide = readFileSync(new URL('../demo/docs/testing.md', import.meta.url), 'utf8')
  const [, section = ''] = guide.split('\n## With another driver\n')
  const [keep, answer] = [...section.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code)
  await page.addInitScript({ content: `${dist('testing/page-script.js')}\n${keep}` })
  await page.goto(SHOP)
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByRole('dialog').getByText('Mock Wallet', { exact: true }).click()
  const asked = page.waitForEvent('console', (message) => message.text().includes('eth_requestAccounts'))
  await page.evaluate(`(async () => { ${answer} })()`)
  await asked
  await expect(page.getByText('Hello 0xf39F')).toBeVisible()
})

test('a visitor connects, and the shop greets them', async ({ page }) => {
  const wallet = await installWallet(page)
  await page.goto(SHOP)
  await connectWith(page, wallet)
  await expectConnected(page, { network: 'eip155:31337' })
  await expect(page.getByText('Hello 0xf39F')).toBeVisible()
  const { address } = await wallet.told()
  const signature = await page.evaluate(() => document.querySelector('wallet-modal')?.signMessage('hello'))
  expect(await verifyMessage({ address: address as Hex, message: 'hello', signature: signature as Hex })).toBe(true)

  await wallet.switchAccount(1)
  await expectConnected(page, { address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' })
  await expect(expectConnected(page, { network: 'eip155:1' }, { withinMs: 50 })).rejects.toThrow(
    /Expected a connection on eip155:1; the element says/,
  )
})

test('a visitor declines, and can try again; a locked wallet waits for its password', async ({ page }) => {
  const wallet = await installWallet(page, { manner: 'ask' })
  await page.goto(SHOP)
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByRole('button', { name: 'Mock Wallet' }).click()
  await reject(page, wallet)
  await page.getByRole('button', { name: 'Try again' }).click()
  await approve(page, wallet)
  await expectConnected(page)

  await expect(page.getByRole('dialog')).toBeHidden()
  await page.evaluate(() => document.querySelector('wallet-modal')?.disconnect())
  await wallet.behave('locked')
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mock Wallet' }).click()
  await expect.poll(async () => (await wallet.told()).questions).toEqual(['eth_requestAccounts'])
  await wallet.unlock()
  await expectConnected(page)
})

test('a reloaded page finds the wallet as it was, and does not ask it', async ({ page }) => {
  const wallet = await installWallet(page, { manner: 'ask' })
  await page.goto(SHOP)
  await connectWith(page, wallet)
  await wallet.switchAccount(1)
  const second = { address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', network: 'eip155:31337' }
  await expectConnected(page, second)
  await page.reload()
  await expectConnected(page, second)
  expect((await wallet.told()).questions).toEqual([])
  await wallet.disconnect()
  await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeVisible()
})

test('a site in another language, with its own button label and dialog, can be driven too', async ({ page }) => {
  const wallet = await installWallet(page)
  await page.goto(SHOP)
  await page.evaluate(() => {
    document.documentElement.lang = 'de'
    document.querySelector('wallet-button')?.setAttribute('label', 'Anmelden')
    const cookies = Object.assign(document.createElement('p'), { role: 'dialog', textContent: 'Cookies?' })
    document.body.append(cookies)
  })
  await connectWith(page, wallet)
  await expectConnected(page)
})

test('a site with an embedded element in a shadow root can be driven too', async ({ page }) => {
  const wallet = await installWallet(page, { manner: 'ask' })
  await page.goto(SHOP)
  await page.evaluate(() => {
    const modal = document.querySelector('wallet-modal')
    document.querySelector('wallet-button')?.remove()
    const shop = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' })
    modal?.setAttribute('embedded', '')
    if (modal) shop.append(modal)
  })
  await connectWith(page, wallet)
  await expectConnected(page, { address: (await wallet.told()).address })
})

test('a site that navigates once a wallet is connected can be driven on the next page', async ({ page }) => {
  const wallet = await installWallet(page)
  await page.goto(SHOP)
  await page.evaluate(() => addEventListener('wallet-connected', () => location.assign('/?member')))
  await connectWith(page, wallet)
  await page.waitForURL('**/?member')
  await expectConnected(page, { network: 'eip155:31337' })
})

test('Solana and EVM wallets can be installed side by side', async ({ page }) => {
  await installWallet(page, { name: 'Baker' })
  const solana = await installWallet(page, { kind: 'solana', name: 'Miller' })
  await page.goto(SHOP)
  await page.evaluate(() => {
    const modal = document.querySelector('wallet-modal')
    modal?.setAttribute('networks', 'eip155:31337 solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1')
  })
  await connectWith(page, solana)
  await expectConnected(page, { address: (await solana.told()).address, network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' })
})

test('of two wallets whose names begin alike the right one is chosen', async ({ page }) => {
  await installWallet(page, { name: 'Mock Wallet Pro', privateKeys: [accountAt(2).key] })
  const wallet = await installWallet(page)
  await page.goto(SHOP)
  await connectWith(page, wallet)
  await expectConnected(page, { address: accountAt(0).address })
})

test('an EVM and a Solana wallet with the same name are one with two chains, each driven separately', async ({ page }) => {
  const evm = await installWallet(page, { name: 'Baker', manner: 'ask' })
  const solana = await installWallet(page, { kind: 'solana', name: 'Baker', manner: 'ask' })
  await expect(approve(page, evm)).rejects.toThrow('Install it before the page is opened.')
  await page.goto(SHOP)
  await page.evaluate(() => {
    const modal = document.querySelector('wallet-modal')
    modal?.setAttribute('networks', 'eip155:31337 solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1')
  })
  await connectWith(page, evm)
  await expectConnected(page, { address: (await evm.told()).address, network: 'eip155:31337' })
  await connectWith(page, solana)
  await expectConnected(page, { address: (await solana.told()).address, network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' })
  expect([(await evm.told()).asked, (await solana.told()).asked]).toEqual([
    expect.arrayContaining(['eth_requestAccounts']),
    ['connect'],
  ])
})

test('from within the page, as Vitest’s browser mode does: the same steps', async ({ page }) => {
  await page.goto(SHOP)
  await loadModule(page, '/testing/index.js', 'kit')
  const ends = await page.evaluate(async () => {
    const kit: typeof import('../src/testing/index') = Reflect.get(window, 'kit')
    await kit.installWallet(kit.here(), { manner: 'reject' })
    // As in another test of the same file.
    const wallet = await kit.installWallet(kit.here(), { manner: 'ask' })
    document.querySelector('wallet-modal')?.toggleAttribute('embedded')
    await kit.connectWith(kit.here(), wallet)
    await kit.expectConnected(kit.here(), { network: 'eip155:31337' })
    const modal = document.querySelector('wallet-modal')
    await modal?.disconnect()
    const connecting = modal?.connect({ wallet: 'test.mock-wallet' })
    await kit.installWallet(kit.here(), { manner: 'reject' })
    const code = await connecting?.catch((error: { code: string }) => error.code)
    const account = await kit.installWallet(kit.here()).then(() => modal?.connect({ wallet: 'test.mock-wallet' }))
    return [code, account?.address]
  })
  expect(ends).toEqual(['USER_REJECTED', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'])
})
