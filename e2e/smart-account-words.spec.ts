import type { Route } from '@playwright/test'
import { eachFrame } from './each-frame'
import { expect, openBare, stateOf, test, untilTold } from './fixtures'
import { frameOf, person, signIn, signInSmart } from './person'
import { show, urls } from './site'

test('after a failed sign-in with a smart account the visitor can switch to the standard one', async ({
  page,
  stackAttributes,
}) => {
  await signInSmart(page, urls, { ...stackAttributes, 'sign-in': 'required' })
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  const smart = (await stateOf(page))?.account?.address
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await frameOf(page).getByRole('button', { name: 'Reject' }).click()
  const told = dialog.getByRole('alert').filter({ hasText: 'Smart Accounts' })
  await expect(told).toContainText('This application might not support Smart Accounts')
  await told.getByRole('button', { name: 'Switch account type' }).click()
  await expect.poll(async () => (await stateOf(page))?.account?.type).toBe('eoa')
  expect((await stateOf(page))?.account?.address).not.toBe(smart)
  await expect(told).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await frameOf(page).getByRole('button', { name: 'Approve', exact: true }).click()
  await untilTold(page, 'wallet-signed-in')
})

test('smart sessions are announced as loading, and a small spending limit is shown in full', async ({
  page,
  stackAttributes,
}) => {
  const now = Math.floor(Date.now() / 1_000)
  const spend = { type: 'native-token-recurring-allowance', data: { allowance: '0xaccdd281e000', period: 86_400, spent: '0x0' } }
  const session = { project: { name: 'Game' }, pci: 'p', createdAt: now - 60, expiry: now + 3_600, permissions: [spend] }
  const asked: Route[] = []
  await page.route('**/v1/sessions/**', (route) => void asked.push(route))
  await signInSmart(page, urls, stackAttributes)
  await show(page, 'SmartSessionList')
  // Only in the body: the dialog itself may announce the new view's title.
  const said = page.getByRole('dialog', { name: 'Smart sessions' }).locator('[part="body"]').getByRole('status')
  await expect(said).toHaveText(['Loading'])
  await expect.poll(() => asked.length).toBe(1)
  await asked[0]?.fulfill({ headers: { 'access-control-allow-origin': '*' }, json: { pcis: [session] } })
  // Cut off, the limit would look smaller.
  await expect(page.getByRole('list', { name: 'Active' })).toContainText(/0\.00019 ETH/)

  // The smart account exists on the active network only, and Receive says so; the standard account is on all.
  await show(page, 'Receive')
  const networks = page.getByRole('dialog').locator('.receive-note strong')
  await expect(networks).toHaveText(['Localhost'])
  await show(page, 'YourAccount')
  // The list below must not share the control's name.
  await expect(page.getByRole('radiogroup', { name: 'Account type' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Account type' })).toHaveCount(0)
  await page.getByRole('radio', { name: 'Standard' }).click()
  await expect(page.getByRole('radio', { name: 'Standard' })).toBeChecked()
  await show(page, 'Receive')
  await expect(networks.filter({ hasText: 'Ethereum' })).toHaveCount(1)
})

test('the embedded account’s own rows appear with the rest of the account: nothing moves', async ({ page, stackAttributes }) => {
  await openBare(page, urls, { ...stackAttributes, email: true })
  const loaded = page.waitForResponse(/\/EmbeddedAccount-/)
  await signIn(page, urls, person())
  await page.getByRole('button', { name: /^Account/ }).click()
  await loaded
  const bodies = await eachFrame(page, '.body:has(> .your-account)')
  await page.getByRole('dialog').locator('.account-name').click()
  await expect(page.getByRole('radio', { name: 'Standard' })).toBeVisible()
  const shown = (await bodies.jsonValue()).filter(Boolean)
  expect(shown).not.toEqual([])
  expect(shown.filter((text) => !text.includes('Standard'))).toEqual([])
})
