import type { WalletModalElement } from '../elements/wallet-modal'
import { announce, expect, first, openBare, openModal, stateOf, test } from './fixtures'
import { openWithBurner } from './solana-page'
import { connectSolana } from './solana-wallet'

type Page = typeof window & { readonly madeByHost: object }

test('the host’s own wallets are listed among the installed ones, connect, and go when the host removes them', async ({
  page,
  urls,
  stackAttributes,
}) => {
  await announce(page, {}, () => window.scriptedWallet())
  await openBare(page, urls, stackAttributes)
  await page.evaluate(() => {
    const modal = document.querySelector('wallet-modal')
    if (modal) modal.externalConnectors = [{ id: 'house', name: 'House Wallet', provider: window.scriptedWallet() }]
  })
  const dialog = await openModal(page)
  const row = dialog.getByRole('button', { name: 'House Wallet' })
  await expect(row).toBeVisible()
  await row.click()
  await expect.poll(async () => (await stateOf(page))?.account).toMatchObject({ address: first.address, wallet: { id: 'house' } })
  await page.evaluate(() => {
    const modal = document.querySelector('wallet-modal')
    if (modal) modal.externalConnectors = undefined
    return modal?.disconnect()
  })
  await page.evaluate(() => document.querySelector('wallet-modal')?.show({ view: 'Connect' }))
  await expect(dialog.getByRole('button', { name: 'Odd Wallet' })).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('they are there again, and connected, after the only element is removed and put back', async ({
  page,
  urls,
  stackAttributes,
}) => {
  await openBare(page, urls, stackAttributes)
  const account = await page.evaluate(async () => {
    const modal = document.querySelector('wallet-modal')
    if (modal) modal.externalConnectors = [{ id: 'house', name: 'House Wallet', provider: window.scriptedWallet() }]
    return modal?.connect({ wallet: 'house' })
  })
  expect(account).toMatchObject({ address: first.address, wallet: { id: 'house' } })
  await page.evaluate(async () => {
    const modal = document.querySelector('wallet-modal')
    modal?.remove()
    await new Promise((done) => setTimeout(done))
    document.body.append(modal ?? '')
  })
  await expect.poll(async () => (await stateOf(page))?.account).toMatchObject({ address: first.address, wallet: { id: 'house' } })
  await page.evaluate(() => document.querySelector('wallet-modal')?.disconnect())
  const dialog = await openModal(page)
  await expect(dialog.getByRole('button', { name: 'House Wallet' })).toBeVisible()
})

test('one that is connected in the same task that adds it is asked at once, although its chunk has yet to load', async ({
  page,
  urls,
  stackAttributes,
}) => {
  await announce(page, {}, () => window.scriptedWallet())
  await openBare(page, urls, stackAttributes)
  const end = await page.evaluate(async () => {
    const modal = document.querySelector('wallet-modal')
    if (!modal) return
    // Loads everything else that connecting needs.
    await modal.connect({ wallet: 'test.odd' })
    await modal.disconnect()
    const opened = new Promise((resolve) => modal.addEventListener('wallet-open', () => resolve('opened')))
    modal.externalConnectors = [{ id: 'house', name: 'House Wallet', provider: window.scriptedWallet() }]
    return Promise.race([modal.connect({ wallet: 'house' }), opened])
  })
  expect(end).toMatchObject({ address: first.address, wallet: { id: 'house' } })
})

test('a Wallet Standard wallet can be given as it is, or under the host’s name', async ({ page }) => {
  await openWithBurner(page)
  await page.evaluate(() => {
    const made: object[] = []
    const register = (...wallets: object[]) => void made.push(...wallets)
    window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }))
    const modal = document.querySelector<WalletModalElement>('wallet-modal')
    if (modal) modal.externalConnectors = [{ id: 'house', name: 'House Wallet', namespace: 'solana', provider: made[0] }]
    Object.assign(window, { madeByHost: made[0] })
  })
  const address = await connectSolana(page, 'House Wallet')
  expect((await stateOf(page))?.account).toMatchObject({ namespace: 'solana', address, wallet: { id: 'house' } })
  await page.evaluate(async () => {
    const modal = document.querySelector<WalletModalElement>('wallet-modal')
    await modal?.disconnect()
    if (modal) modal.externalConnectors = [(window as Page).madeByHost]
  })
  await connectSolana(page, 'Burner Wallet')
  expect((await stateOf(page))?.account).toMatchObject({ namespace: 'solana', wallet: { id: 'Burner Wallet' } })
})
