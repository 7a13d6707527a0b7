import { announce, details, expect, openModal, test } from './fixtures'
import { expectEvent, openSite, show } from './site'

const withTerms = { 'terms-url': 'https://example.com/terms', 'legal-checkbox': '' }

test('no way around the terms: pressing Scan asks to accept them first', async ({ page }) => {
  await openSite(page, { attributes: withTerms })
  const dialog = await openModal(page)
  await dialog.getByRole('button', { name: 'Get one in a minute' }).click()
  await dialog.getByRole('button', { name: 'Choose a wallet app' }).click()
  await dialog.getByRole('button', { name: 'Scan with your phone' }).click()
  const terms = dialog.getByRole('checkbox', { name: 'I accept the Terms' })
  await expect(terms).not.toBeChecked()
  await terms.check()
  await dialog.getByRole('button', { name: 'Scan with your phone' }).click()
  await expect(dialog.getByRole('img', { name: /QR/ })).toBeVisible()
})

test('each disabled row of the first screen, including Scan, says why: "Accept first"', async ({ page }) => {
  await announce(page, {}, () => window.scriptedWallet())
  await openSite(page, { attributes: withTerms })
  const dialog = await openModal(page)
  for (const name of [/^Odd Wallet/, /^Scan with your phone/, /^All wallets/])
    await expect(dialog.getByRole('button', { name })).toHaveAccessibleName(/Accept first$/)
  // Scan's own name still contains "WalletConnect".
  await expect(dialog.getByRole('button', { name: /WalletConnect/ })).toBeDisabled()
})

test('under All wallets, too, nothing can be pressed before the terms are accepted, and everything right after', async ({
  page,
}) => {
  await announce(page, {}, () => window.scriptedWallet())
  await openSite(page, { attributes: withTerms })
  await show(page, 'AllWallets')
  const dialog = page.getByRole('dialog', { name: 'All wallets' })
  const wallet = dialog.getByRole('button', { name: /^Odd Wallet/ })
  const scan = dialog.getByRole('button', { name: 'Scan with your phone' })
  const all = [wallet, scan, dialog.getByRole('button', { name: 'Watch an address' })]
  for (const each of all) await expect(each).toBeDisabled()
  await expect(wallet).toHaveAccessibleName(/Accept first/)
  for (const each of all) await each.click({ force: true })
  await expect(dialog).toBeVisible()
  const search = dialog.getByRole('searchbox', { name: /Search/ })
  await search.fill('zzqq')
  await expect(scan).toHaveCount(2)
  await expect(scan.last()).toBeDisabled()
  await search.fill('')

  await dialog.getByRole('checkbox', { name: 'I accept the Terms' }).click()
  for (const each of all) await expect(each).toBeEnabled()
  expect(await details(page, 'wallet-before-connect')).toEqual([])
  await wallet.click()
  await expectEvent(page, 'wallet-connected')
})

test('views that the host opens by name for e-mail, Farcaster or watching an address wait for the terms too', async ({
  page,
}) => {
  await openSite(page, { attributes: { ...withTerms, email: '', socials: 'farcaster' } })
  for (const view of ['EmailLogin', 'ConnectingFarcaster', 'Watch'] as const) {
    await show(page, view)
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('checkbox', { name: 'I accept the Terms' })).not.toBeChecked()
    await expect(dialog.getByRole('textbox', { name: /^Email address/ })).toBeDisabled()
    await expect(page.locator('wallet-modal iframe')).toHaveCount(0)
  }
  await page.getByRole('checkbox', { name: 'I accept the Terms' }).check()
  await show(page, 'EmailLogin')
  await expect(page.getByRole('textbox', { name: /^Email address/ })).toBeEnabled()
})
