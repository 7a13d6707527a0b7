import type { Page } from '@playwright/test'
import { expect, type HeadlessWallet, openModal, untilTold, Web3RequestKind } from './fixtures'

export const required = { 'sign-in': 'required' } as const

export const question = (page: Page) => page.getByRole('dialog', { name: 'Sign in' })
export const press = (page: Page, name: string) => question(page).getByRole('button', { name, exact: true }).click()
export const text = (page: Page) => question(page).getByRole('region', { name: 'Message' })

/** The alert with text; the empty live region does not count. */
export const alert = (page: Page) => question(page).getByRole('alert').filter({ hasText: /\S/ })

/** Connects the headless wallet; the modal goes on to the sign-in. */
export async function connectAndBeAsked(page: Page, wallet: HeadlessWallet): Promise<void> {
  const dialog = await openModal(page)
  await dialog.getByRole('button', { name: wallet.name }).click()
  await wallet.approve(Web3RequestKind.RequestAccounts)
  await expect(question(page)).toBeVisible()
}

/** Connects a scripted wallet, which approves by itself. */
export async function connectScripted(page: Page): Promise<void> {
  const dialog = await openModal(page)
  await dialog.getByRole('button', { name: 'Odd Wallet' }).click()
  await untilTold(page, 'wallet-connected')
}

export const signed = (method: string) => method === 'personal_sign'
