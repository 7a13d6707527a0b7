import { announce, expect, openBare, openModal, test } from './fixtures'
import { openState } from './gallery'
import { show } from './site'

test('a field’s error is announced at once, in every view', async ({ page, urls, stackAttributes }) => {
  await announce(page, {}, () => window.scriptedWallet())
  await openBare(page, urls, stackAttributes)
  const dialog = page.getByRole('dialog')
  await show(page, 'Watch')
  await dialog.getByRole('textbox', { name: 'Address or name' }).fill('0x1234')
  await dialog.getByRole('button', { name: 'Watch', exact: true }).click()
  await expect(dialog.getByRole('alert').filter({ hasText: 'No account goes by that' })).toHaveCount(1)

  await page.evaluate(() => document.querySelector('wallet-modal')?.connect({ wallet: 'test.odd' }))
  await show(page, 'RegisterAccountName')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('ab c')
  await expect(dialog.getByRole('alert').filter({ hasText: 'Can only contain letters' })).toHaveCount(1)
})

test('an invalid e-mail address and a failed resend are announced once', async ({ page, urls, stackAttributes }) => {
  await page.clock.install()
  await openBare(page, urls, { ...stackAttributes, email: true })
  const dialog = await openModal(page)
  const field = dialog.getByRole('textbox', { name: 'Email address' })
  await field.fill('nobody@nowhere')
  await dialog.getByRole('button', { name: 'Continue with email' }).click()
  await expect(dialog.getByRole('alert').filter({ hasText: 'Invalid email. Try again.' })).toHaveCount(1)

  await field.fill(`elsewhere.${crypto.randomUUID().slice(0, 8)}@example.org`)
  await dialog.getByRole('button', { name: 'Continue with email' }).click()
  await expect(dialog.getByText('Open the link in your email')).toBeVisible()
  await page.clock.runFor(31_000)
  await dialog.getByRole('button', { name: 'Resend email' }).click()
  await expect(dialog.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(1)
})

test('a wrong code or receiver is announced in a new element: one that only changes its role would stay silent', async ({
  page,
}) => {
  const dialog = page.getByRole('dialog')
  for (const [state, field, wrong, words] of [
    ['email-code', '6-digit code', '000000', /\S/],
    ['send', 'Receiver', '0x1234', 'This is not an address'],
  ] as const) {
    await openState(page, state)
    const hint = await dialog.locator('.otp-note, .receiver-text > [id]').elementHandle()
    await dialog.getByRole('textbox', { name: field }).fill(wrong)
    const alert = dialog.locator('.otp-note, .receiver-text > [id]').and(dialog.getByRole('alert'))
    await expect(alert).toHaveText(words)
    expect(await hint?.evaluate((node) => node.isConnected), state).toBe(false)
    await expect(dialog.getByRole('textbox', { name: field })).toHaveAccessibleDescription(words)
  }
})
