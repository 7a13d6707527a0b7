import type { Page } from '@playwright/test'
import type { WalletModalElement } from '../elements/wallet-modal'
import { type Attributes, accountAt, expect, type HeadlessWallet, openModal, untilTold, Web3RequestKind } from './fixtures'
import { urls } from './site'

export const soak = process.env.SOAK === '1'
export const visitor = accountAt(0)
export const referrer = accountAt(2).address
const networks = 'eip155:56 eip155:42161'
export const loginUrl = urls.login ?? ''

export const withLogin = (stackAttributes: Attributes): Attributes => ({
  ...stackAttributes,
  preset: 'login',
  'login-url': loginUrl,
  mode: 'production',
  networks,
})

/** Connects the wallet; resolves to the sign-in dialog that follows. */
export async function connect(page: Page, wallet: HeadlessWallet) {
  const dialog = await openModal(page)
  await dialog.getByRole('button', { name: wallet.name }).click()
  await wallet.approve(Web3RequestKind.RequestAccounts)
  const question = page.getByRole('dialog', { name: 'Sign in' })
  await expect(question.getByText('wants you to sign in with your Ethereum account')).toBeVisible()
  return question
}

/** Connects the wallet and logs in. */
export async function logIn(page: Page, wallet: HeadlessWallet) {
  const question = await connect(page, wallet)
  await question.getByRole('button', { name: 'Sign in', exact: true }).click()
  await wallet.approve(Web3RequestKind.SignMessage)
  await untilTold(page, 'wallet-login')
  await expect(question).toBeHidden()
}

/** Asks the backend by `loginFetch`; resolves to status and body, or the error's code. */
export const ask = (page: Page, path: string, init?: RequestInit) =>
  page.evaluate(
    async ([url, given]) => {
      const element = document.querySelector('wallet-modal') as WalletModalElement
      try {
        const response = await element.loginFetch(url, given)
        return { status: response.status, body: await response.json() }
      } catch (error) {
        return { code: (error as { code?: string }).code }
      }
    },
    [`${loginUrl}${path}`, init] as const,
  )
