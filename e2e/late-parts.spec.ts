import type { Page } from '@playwright/test'
import { details, expect, openBare, test } from './fixtures'
import { fields, openSend } from './send-page'
import { show } from './site'

const NOT_LOADED = 'This screen could not be loaded'

test.describe('a chunk that does not load', () => {
  test('error: for the networks: is reported, and the next try works', async ({ page, urls, stackAttributes }) => {
    await page.route(/\/chunks\/network-table-/, (route) => route.abort())
    await openBare(page, urls, stackAttributes)
    await show(page, 'Networks')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('alert').filter({ hasText: NOT_LOADED })).toBeVisible()
    await expect(dialog.getByRole('list')).toHaveCount(0)
    await page.unroute(/\/chunks\/network-table-/)
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(dialog.getByRole('list').getByRole('button').first()).toBeVisible()
    await expect(dialog.getByRole('alert').filter({ hasText: NOT_LOADED })).toHaveCount(0)
  })

  test('error: for transactions: is reported in the form, and the next press works', async ({ page, urls, stackAttributes }) => {
    await page.route(/\/chunks\/sending-/, (route) => route.abort())
    const { dialog } = await openSend({ page, urls, stackAttributes })
    const { amount, receiver, review, send } = fields(dialog)
    await amount.fill('0.1')
    await receiver.fill('0x90F79bf6EB2c4f870365E785982E1f101E93b906')
    await review.click()
    await expect(dialog.getByRole('alert').filter({ hasText: NOT_LOADED })).toBeVisible()
    await page.unroute(/\/chunks\/sending-/)
    await review.click()
    await expect(send).toBeVisible()
  })

  test('error: for a tab of the account: is reported there, and the next try works', async ({ page, urls, stackAttributes }) => {
    await page.route(/\/chunks\/NftsPanel-/, (route) => route.abort())
    await openBare(page, urls, stackAttributes)
    await watch(page)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('tab', { name: 'NFTs' }).click()
    const told = dialog.getByRole('alert').filter({ hasText: NOT_LOADED })
    await expect(told).toBeVisible()
    expect(await details(page, 'wallet-error')).toMatchObject([{ code: 'VIEW_UNAVAILABLE' }])
    await page.unroute(/\/chunks\/NftsPanel-/)
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await dialog.getByRole('tab', { name: 'NFTs' }).click()
    await expect(dialog.getByText('No NFTs found')).toBeVisible()
    await expect(told).toHaveCount(0)
  })

  test('error: for the note on outdated balances: leaves the account as it is', async ({
    page,
    urls,
    stackAttributes,
    witness,
  }) => {
    let refused = 0
    await page.route(/\/chunks\/BalanceNote-/, (route) => {
      refused += 1
      return route.abort()
    })
    await openBare(page, urls, stackAttributes)
    await watch(page)
    const dialog = page.getByRole('dialog')
    await expect.poll(() => refused).toBe(1)
    await page.context().setOffline(true)
    // Requested again when it is needed.
    await expect.poll(() => refused).toBe(2)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
    await show(page, 'Account')
    await expect(dialog.getByRole('tab', { name: 'Tokens' })).toBeVisible()
    await expect(dialog.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
    expect(await details(page, 'wallet-error')).toMatchObject([{ code: 'OFFLINE' }])
    expect(witness.consoleErrors.length).toBeGreaterThan(0)
  })
})

/** Watches an account by address and opens it. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const modal = document.querySelector('wallet-modal')
    await modal?.connect({ wallet: 'watch', address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' })
    await modal?.show({ view: 'Account' })
  })
}
