import type { Page } from '@playwright/test'
import type { Urls } from '../demo/stack/index'
import { announce, expect, openModal, untilTold } from './fixtures'

/** The storage key of the last visit's connections. */
export const CONNECTIONS_KEY = 'wallet-modal:connections'

/** Opens a page of the origin without an element, to prepare its storage. */
export async function openOrigin(page: Page, urls: Urls): Promise<void> {
  await page.goto(`${urls.demo}config.json`)
}

/** Stores a connection as an earlier visit would have. */
export async function remember(
  page: Page,
  urls: Urls,
  { connectorId, address }: { connectorId: string; address: string },
): Promise<void> {
  await openOrigin(page, urls)
  const entry = { connectorId, networkId: 'eip155:31337', caipAddress: `eip155:31337:${address}` }
  const text = JSON.stringify({ active: 'eip155', entries: { eip155: entry } })
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [CONNECTIONS_KEY, text] as const)
}

/** Announces a wallet that stores its permitted account and chain across pages. */
export async function announceRemembering(page: Page): Promise<void> {
  await announce(page, {}, () => {
    const account = () => {
      const address = localStorage.getItem('test-wallet')
      return address ? [address] : []
    }
    return window.scriptedWallet({
      eth_requestAccounts: () => {
        localStorage.setItem('test-wallet', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
        return account()
      },
      eth_accounts: account,
      eth_chainId: () => localStorage.getItem('test-wallet-chain') ?? '0x7a69',
      personal_sign: () => new Promise((resolve) => Object.assign(window, { giveSignature: resolve })),
    })
  })
}

/** Connects that wallet through the modal, which then closes by itself. */
export async function connectRemembering(page: Page): Promise<void> {
  const dialog = await openModal(page)
  await dialog.getByRole('button', { name: 'Odd Wallet' }).click()
  await untilTold(page, 'wallet-connected')
  await expect(dialog).toBeHidden()
}
