import type { Page } from '@playwright/test'
import { DEMO_WALLET, listWallets } from '../demo/stack/wallet-list'
import { expect, openBare, stateOf, test } from './fixtures'
import { expectEvent, openSite } from './site'

/** A wallet beyond the first page of the list, found only by its id. */
const late =
  listWallets('', '')
    .filter(({ mobile_link }) => mobile_link)
    .at(-1) ?? DEMO_WALLET

const connectTo = (page: Page, id: string) =>
  page.evaluate((wallet) => {
    document.documentElement.dataset.end = 'none'
    document
      .querySelector('wallet-modal')
      ?.connect({ wallet })
      .catch(({ code }: { code: string }) => (document.documentElement.dataset.end = code))
  }, id)

test.describe('connect() of a listed wallet, before anything was opened', () => {
  for (const { id, name } of [DEMO_WALLET, late])
    test(`offers the QR code of ${name}`, async ({ page, urls, stackAttributes }) => {
      await openBare(page, urls, stackAttributes)
      await connectTo(page, id)
      await expect(page.getByRole('dialog', { name })).toBeVisible()
      await expect(page.getByRole('img', { name: `QR code to connect ${name}` })).toBeVisible()
    })

  test('by its rdns leads to its app if it is not installed', async ({ page, urls, stackAttributes }) => {
    await openBare(page, urls, stackAttributes)
    await connectTo(page, 'io.metamask')
    await expect(page.getByRole('img', { name: 'QR code to connect MetaMask' })).toBeVisible()
  })

  test('error: an unknown id is reported, and another wallet can be picked', async ({ page, urls, stackAttributes }) => {
    await openBare(page, urls, stackAttributes)
    for (const id of ['f'.repeat(64), 'test.nobody']) {
      await connectTo(page, id)
      await expect(page.getByRole('alert').filter({ hasText: 'This wallet is not installed here' })).toBeVisible()
      // The host gets the reason too, while the screen stays.
      await expect(page.locator('html')).toHaveAttribute('data-end', 'WALLET_NOT_FOUND')
      await page.getByRole('button', { name: /another wallet/i }).click()
      await expect.poll(async () => (await stateOf(page))?.view).toBe('Connect')
      await page.keyboard.press('Escape')
      await expect.poll(async () => (await stateOf(page))?.open).toBe(false)
    }
  })
})

test('show() with a wallet leads to it like connect(), and to the account if it is connected', async ({ page }) => {
  await openSite(page, { announced: true })
  const shown = async (wallet: string) => {
    await page.evaluate((wallet) => document.querySelector('wallet-modal')?.show({ wallet }), wallet)
    return (await stateOf(page))?.view
  }
  expect([await shown('walletConnect'), await shown('watch'), await shown(late.id)]).toEqual([
    'ConnectingWalletConnectBasic',
    'Watch',
    'ConnectingWallet',
  ])
  await expect(page.getByRole('img', { name: `QR code to connect ${late.name}` })).toBeVisible()
  await page.evaluate((wallet) => document.querySelector('wallet-modal')?.show({ wallet }), DEMO_WALLET.rdns)
  await page.getByRole('dialog', { name: 'Demo Wallet', exact: true }).getByRole('button', { name: 'Approve' }).click()
  await expectEvent(page, 'wallet-connected')
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(await shown(DEMO_WALLET.rdns)).toBe('Account')
})
