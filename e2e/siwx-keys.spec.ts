import type { Page } from '@playwright/test'
import { BITCOIN_NETWORK_ID as BITCOIN, POLKADOT_NETWORK_ID as POLKADOT } from '../demo/stack/networks'
import { verifyBitcoinMessage } from '../src/lib/bitcoin-signature'
import { verifyPolkadotMessage } from '../src/lib/polkadot-signature'
import { expect, stateOf, test, untilTold } from './fixtures'
import { openSite, urls } from './site'

const demo = (page: Page) => page.getByRole('dialog', { name: 'Demo Wallet', exact: true })
const on = (network: string) => ({ networks: network, 'rpc-url': `${network}=${urls.rpc[network]}` })

for (const { name, network, wallet, proves } of [
  { name: 'Bitcoin', network: BITCOIN, wallet: /Demo Bitcoin Wallet/, proves: verifyBitcoinMessage },
  { name: 'Polkadot', network: POLKADOT, wallet: /Demo Polkadot Wallet/, proves: verifyPolkadotMessage },
])
  for (const [where, attributes] of [
    ['the page', { 'sign-in': 'required' }],
    ['a backend', { 'login-url': urls.login }],
  ] as const)
    test(`an account on ${name} signs in, and ${where} verifies it`, async ({ page }) => {
      await openSite(page, { attributes: { ...on(network), ...attributes }, announced: true })
      await page.getByRole('button', { name: /Connect wallet/ }).click()
      await page.getByRole('dialog').getByRole('button', { name: wallet }).click()
      await demo(page).getByRole('button', { name: 'Approve' }).click()
      const question = page.getByRole('dialog', { name: 'Sign in' })
      await expect(question).toContainText(`wants you to sign in with your ${name} account:`)
      await question.getByRole('button', { name: 'Sign in', exact: true }).click()
      await demo(page).getByRole('button', { name: 'Approve' }).click()
      await untilTold(page, 'wallet-signed-in')
      const { account, session, user } = (await stateOf(page)) ?? {}
      expect(session?.data).toMatchObject({ chainId: network, accountAddress: account?.address })
      const { message = '', signature = '' } = session ?? {}
      expect(await proves({ address: account?.address ?? '', message, signature })).toBe(true)
      if (where === 'a backend') expect(user).toMatchObject({ address: account?.address, chain: network, accountType: 'eoa' })
      await page.reload()
      await untilTold(page, 'wallet-signed-in')
      await expect(page.getByRole('dialog')).toBeHidden()
    })
