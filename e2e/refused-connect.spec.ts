import type { Page } from '@playwright/test'
import { DEMO_WALLET, listWallets } from '../demo/stack/wallet-list'
import { announce, asked, expect, openBare, openModal, stateOf, test, told, untilTold } from './fixtures'
import { openSite, phone } from './site'

const refuse = (page: Page) =>
  page.evaluate(() => document.addEventListener('wallet-before-connect', (event) => event.preventDefault()))

test.describe('a host that cancels wallet-before-connect', () => {
  test('is obeyed at the QR code too: the visitor is back at the wallets', async ({ page, urls, stackAttributes }) => {
    await openBare(page, urls, stackAttributes)
    await refuse(page)
    const dialog = await openModal(page)
    await dialog.getByRole('button', { name: /WalletConnect/ }).click()
    await untilTold(page, 'wallet-before-connect')
    await expect(page.getByRole('dialog', { name: 'Connect to Test Bakery' })).toBeVisible()
    await expect.poll(async () => (await stateOf(page))?.view).toBe('Connect')
    expect([(await stateOf(page))?.status, await told(page, 'wallet-error')]).toEqual(['disconnected', []])
  })

  for (const [what, wallet] of Object.entries({ 'any wallet by its code': 'walletConnect', 'a listed wallet': DEMO_WALLET.id }))
    test(`ends connect() of ${what} with undefined: no wallet, no error, nothing open`, async ({
      page,
      urls,
      stackAttributes,
    }) => {
      await openBare(page, urls, stackAttributes)
      await refuse(page)
      // Waits until the list of wallets has loaded.
      const dialog = await openModal(page)
      await expect(dialog.getByRole('button', { name: 'Demo Wallet' })).toBeVisible()
      await dialog.getByRole('button', { name: 'Close' }).click()
      const end = await page.evaluate(
        (id) =>
          document
            .querySelector('wallet-modal')
            ?.connect({ wallet: id })
            .then(
              (account) => ({ account }),
              ({ code }: { code: string }) => ({ code }),
            ),
        wallet,
      )
      expect(end).toEqual({ account: undefined })
      await expect(dialog).toBeHidden()
      expect(await stateOf(page)).toMatchObject({ status: 'disconnected', open: false })
      expect(await told(page, 'wallet-error')).toEqual([])
    })

  test('for one wallet leaves another’s request and code alone', async ({ page, urls, stackAttributes }) => {
    await announce(page, { name: 'Second Wallet', rdns: 'test.second' }, () => window.scriptedWallet())
    await openBare(page, urls, stackAttributes)
    await page.evaluate(() =>
      document.addEventListener('wallet-before-connect', (event) => {
        if ((event as CustomEvent<{ wallet: string }>).detail.wallet === 'test.second') event.preventDefault()
      }),
    )
    const code = page.getByRole('img', { name: /QR code to connect/ })
    for (const wallet of ['walletConnect', DEMO_WALLET.id]) {
      await page.evaluate((id) => {
        document.documentElement.dataset.end = 'none'
        const end = ({ code }: { code?: string } = {}) => (document.documentElement.dataset.end = code ?? 'nothing')
        document
          .querySelector('wallet-modal')
          ?.connect({ wallet: id })
          .then(() => end(), end)
      }, wallet)
      await expect(code).toBeVisible()
      expect(
        await page.evaluate(() => document.querySelector('wallet-modal')?.connect({ wallet: 'test.second' })),
      ).toBeUndefined()
      await expect(code).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('data-end', 'none')
      await page.keyboard.press('Escape')
      await expect(page.locator('html')).toHaveAttribute('data-end', 'ABORTED')
    }
    expect(await asked(page, 'Second Wallet')).not.toContain('eth_requestAccounts')
  })
})

test.describe('on a phone', () => {
  // The browser takes `birchvault://wc` for a URL with the host `wc`.
  test.use({ ...phone, otherHosts: ['wc'] })

  test('wallet-before-connect fires when a wallet is chosen, not when its link is made; canceled, no app opens', async ({
    page,
  }) => {
    const wallet = listWallets('', '').find(({ name }) => name === 'Birch Vault')
    await openSite(page, { attributes: { 'featured-wallets': wallet?.id ?? '' } })
    const dialog = await openModal(page)
    const row = dialog.getByRole('button', { name: /Birch Vault/ })
    await expect(row).toHaveAttribute('href', /^birchvault:\/\/wc\?uri=wc%3A/)
    expect([await told(page, 'wallet-before-connect'), (await stateOf(page))?.status]).toEqual([[], 'disconnected'])
    await refuse(page)
    await page.evaluate(() =>
      window.addEventListener('click', (event) => {
        document.documentElement.dataset.followed = String(!event.defaultPrevented)
      }),
    )
    await row.tap()
    await untilTold(page, 'wallet-before-connect')
    await expect(page.locator('html')).toHaveAttribute('data-followed', 'false')
    expect(await stateOf(page)).toMatchObject({ view: 'Connect', status: 'disconnected' })
  })
})
