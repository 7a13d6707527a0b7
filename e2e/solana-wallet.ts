import type { Page } from '@playwright/test'
import { details, expect } from './fixtures'
import { expectEvent } from './site'

export const DEMO = 'Demo Solana Wallet'

/** Connects a Solana wallet, approving in the Demo Wallet if it is that one; resolves to the address. */
export async function connectSolana(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: /Connect wallet/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(name) })
    .click()
  if (name === DEMO) await page.getByRole('dialog', { name: 'Demo Wallet' }).getByRole('button', { name: 'Approve' }).click()
  await expectEvent(page, 'wallet-connected', { namespace: 'solana' })
  await expect(page.getByRole('dialog')).toBeHidden()
  const connected = await details(page, 'wallet-connected')
  return String(connected.find(({ namespace }) => namespace === 'solana')?.address)
}
