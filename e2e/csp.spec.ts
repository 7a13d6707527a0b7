import type { Page } from '@playwright/test'
import type { WalletModalElement } from '../elements/wallet-modal'
import { details, expect, openModal, test } from './fixtures'
import { scanned } from './qr'
import { expectEvent, show, startSigning, urls } from './site'
import { openWallet } from './wallet-page'

type Broken = { directive: string; blocked: string; sample: string }
declare global {
  interface Window {
    broken: Broken[]
  }
}

/** Opens the page of the strictest policy and keeps what the policy blocks. */
async function openStrict(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.broken = []
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
      window.broken.push({ directive: effectiveDirective, blocked: blockedURI, sample }),
    )
  })
  const response = await page.goto(`${urls.demo}csp.html`)
  const policy = response?.headers()['content-security-policy'] ?? ''
  for (const rule of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "require-trusted-types-for 'script'"])
    expect(policy.split('; ')).toContain(rule)
  expect(policy).not.toContain('unsafe')
}

test.afterEach(async ({ page, witness }) => {
  expect(await page.evaluate(() => window.broken)).toEqual([])
  expect(witness.consoleErrors).toEqual([])
})

test('an announced wallet connects, signs, switches and leaves under the strictest policy', async ({ page }) => {
  await openStrict(page)
  const demo = page.getByRole('dialog', { name: 'Demo Wallet' })
  const dialog = await openModal(page)
  await dialog.getByRole('button', { name: /Demo Wallet/ }).click()
  await demo.getByRole('button', { name: 'Approve' }).click()
  await expectEvent(page, 'wallet-connected', { restored: false })
  await expect(page.getByRole('dialog')).toBeHidden()

  const given = await startSigning(page, 'Nothing inline')
  await demo.getByRole('button', { name: 'Approve' }).click()
  expect(await given()).toMatch(/^0x[\da-f]{130}$/)

  await page.evaluate(() => document.querySelector('wallet-modal')?.setAttribute('sign-in', 'optional'))
  await page.getByRole('dialog', { name: 'Sign in' }).getByRole('button', { name: 'Sign in', exact: true }).click()
  await demo.getByRole('button', { name: 'Approve' }).click()
  await expectEvent(page, 'wallet-signed-in')
  await expect(page.getByRole('dialog')).toBeHidden()

  await page.getByRole('button', { name: /Network Localhost/ }).click()
  await page
    .getByRole('dialog', { name: 'Networks' })
    .getByRole('button', { name: /Arbitrum One/ })
    .click()
  await demo.getByRole('button', { name: 'Approve' }).click()
  await expectEvent(page, 'wallet-network-changed', { networkId: 'eip155:42161' })

  await page.reload()
  await expectEvent(page, 'wallet-connected', { restored: true })
  await show(page, 'Account')
  await expect(page.getByRole('dialog')).toContainText(/\d ETH/)
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await expectEvent(page, 'wallet-disconnected', { reason: 'user' })
})

test('WalletConnect connects and signs under the strictest policy', async ({ page, context }) => {
  await openStrict(page)
  const [wallet] = await Promise.all([openWallet(context), page.bringToFront()])
  await page.bringToFront()
  const dialog = await openModal(page)
  await dialog.getByRole('button', { name: /WalletConnect/ }).click()
  await wallet.pair(await scanned(page))
  await wallet.approve('Connection request')
  await page.bringToFront()
  await expectEvent(page, 'wallet-connected')
  const given = await startSigning(page, 'Nothing evaluated')
  await wallet.approve('Sign a message')
  expect(await given()).toMatch(/^0x[\da-f]{130}$/)
})

test('every screen for a visitor without a wallet keeps the policy (fault 6)', async ({ page }) => {
  await openStrict(page)
  await page.evaluate(() => customElements.whenDefined('wallet-modal'))
  for (const view of ['Connect', 'AllWallets', 'ConnectingWalletConnectBasic', 'Networks']) {
    await show(page, view)
    await expect(page.getByRole('dialog').getByRole('heading').first()).toBeVisible()
  }
  await page.evaluate(() => {
    const element = document.querySelector('wallet-modal') as WalletModalElement
    element.themeVariables = { '--wm-accent': '#0057b8' }
    element.setAttribute('theme', 'dark')
  })
  await show(page, 'AllWallets')
  await page.getByRole('dialog').getByRole('searchbox').fill('cobalt')
  await expect(page.getByRole('status').filter({ hasText: '10 wallets found' })).toHaveCount(1)
  expect(await details(page, 'wallet-error')).toEqual([])
})
