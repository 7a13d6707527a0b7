import { expect, type Locator } from '@playwright/test'
import { connectHeadless, type HeadlessWallet, injectHeadless, openBare } from './fixtures'
import { show, type Visit } from './site'

// Other tests send on this chain only from other accounts than these first two.
export const NETWORK = 'eip155:97'

/** Opens a page with the headless wallet connected and Send open. */
export async function openSend(fixtures: Visit): Promise<{ dialog: Locator; wallet: HeadlessWallet }> {
  const { page, urls, stackAttributes } = fixtures
  const wallet = await injectHeadless(page, urls, { chainIds: [97] })
  await openBare(page, urls, { ...stackAttributes, networks: NETWORK, 'default-network': NETWORK })
  await connectHeadless(page, wallet)
  await show(page, 'Send')
  return { dialog: page.getByRole('dialog'), wallet }
}

export const fields = (dialog: Locator) => ({
  amount: dialog.getByRole('textbox', { name: 'Amount' }),
  receiver: dialog.getByRole('textbox', { name: 'Receiver' }),
  review: dialog.getByRole('button', { name: 'Review', exact: true }),
  send: dialog.getByRole('button', { name: /^Send / }),
})

export async function pickToken(dialog: Locator, name: RegExp) {
  await dialog.getByRole('button', { name: /^Token: / }).click()
  await dialog.getByRole('button', { name }).click()
}

/** Presses "Copy details" on an error and checks the clipboard. */
export async function expectDetails(dialog: Locator, details: RegExp) {
  const page = dialog.page()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog.getByRole('button', { name: 'Copy details' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(details)
}
