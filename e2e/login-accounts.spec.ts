import type { Page } from '@playwright/test'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { foretellSmartWallet } from '../demo/stack/smart-wallet'
import type { WalletModalElement } from '../elements/wallet-modal'
import { expectFault, followWayOut } from './faults/expect-fault'
import { type Attributes, accountAt, details, expect, openBare, openModal, stateOf, test, untilTold } from './fixtures'
import { openCode } from './qr'
import { announceSigner } from './signing-wallet'
import { openSite, urls } from './site'
import { openWallet } from './wallet-page'

const login = { preset: 'login', 'login-url': urls.login ?? '', mode: 'production', networks: 'eip155:56 eip155:42161' } as const
const question = (page: Page) => page.getByRole('dialog', { name: 'Sign in' })
const press = (page: Page) => question(page).getByRole('button', { name: 'Sign in', exact: true }).click()

/** The backend's answer about who is logged in. */
const me = (page: Page) =>
  page.evaluate(async (url) => {
    const element = document.querySelector('wallet-modal') as WalletModalElement
    return (await element.loginFetch(url)).json()
  }, `${urls.login}api/me`)

async function connectAndSign(page: Page, stackAttributes: Attributes): Promise<void> {
  await openBare(page, urls, { ...stackAttributes, ...login })
  const dialog = await openModal(page)
  await dialog.getByRole('button', { name: 'Odd Wallet' }).click()
  await press(page)
  await untilTold(page, 'wallet-login')
}

for (const network of ['eip155:56', 'eip155:42161'])
  test(`a wallet over WalletConnect logs in on ${network}: it connects, then signs the backend's text`, async ({
    page,
    context,
  }) => {
    const [, wallet] = await Promise.all([
      openSite(page, { attributes: { ...login, 'default-network': network } }),
      openWallet(context),
    ])
    await wallet.pair(await openCode(page))
    await wallet.approve('Connection request')
    await page.bringToFront()
    await press(page)
    await wallet.approve('Sign a message')
    await untilTold(page, 'wallet-login')
    expect((await stateOf(page))?.user).toMatchObject({ address: accountAt(0).address, chain: network, accountType: 'eoa' })
    expect(await me(page)).toMatchObject({ address: accountAt(0).address, chain: network })
    await page.bringToFront()
    await expect(question(page)).toBeHidden()
  })

for (const [what, network, chainId] of [
  ['deployed on its chain (ERC-1271)', 'eip155:56', '0x38'],
  ['not deployed yet (ERC-6492)', 'eip155:42161', '0xa4b1'],
] as const)
  test(`a contract account ${what} logs in on ${network}`, async ({ page, stackAttributes }) => {
    const owner = privateKeyToAccount(accountAt(2).key)
    const account = await foretellSmartWallet(urls.rpc[network] ?? '', owner.address)
    const isThere = what.includes('1271')
    if (isThere) await account.deploy()
    const sign = async (raw: Hex) => {
      const signature = await owner.signMessage({ message: { raw } })
      return isThere ? signature : account.wrap(signature)
    }
    await announceSigner(page, { account: account.address, chainId, sign })
    await connectAndSign(page, stackAttributes)
    const [told] = await details(page, 'wallet-login')
    expect(told?.user).toMatchObject({ address: account.address, chain: network, accountType: 'smartAccount' })
    expect(await me(page)).toMatchObject({ address: account.address, chain: network })
  })

test('fault 76: a device whose clock is ten minutes fast, then slow, logs in and stays logged in', async ({
  page,
  stackAttributes,
}) => {
  const signer = privateKeyToAccount(accountAt(1).key)
  await announceSigner(page, {
    account: signer.address,
    chainId: '0x38',
    sign: (raw) => signer.signMessage({ message: { raw } }),
  })
  await page.clock.setSystemTime(Date.now() + 600_000)
  await connectAndSign(page, stackAttributes)
  expect(await me(page)).toMatchObject({ address: signer.address })
  const since = Date.now()
  await page.clock.setSystemTime(Date.now() - 600_000)
  expect(await me(page)).toMatchObject({ address: signer.address })
  await page.reload()
  await untilTold(page, 'wallet-login')
  expect(await me(page)).toMatchObject({ address: signer.address })
  await expectFault(page, '76', since)
  await followWayOut(page, '76')
})
