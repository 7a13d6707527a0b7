import type { Locator, Page } from '@playwright/test'
import {
  type Address,
  createPublicClient,
  createTestClient,
  createWalletClient,
  type Hash,
  type Hex,
  http,
  parseEther,
} from 'viem'
import { generatePrivateKey, mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { arbitrumSepolia } from 'viem/chains'
import { DEV_MNEMONIC } from '../demo/stack/networks'
import { announce } from './fixtures'
import { openAt, type Provider } from './own-provider'
import { expectEvent, show, urls } from './site'

/** A chain on which, besides the account tests, only `journeys.ts` sends. */
export const NETWORK = 'eip155:421614'
const rpc = urls.rpc?.[NETWORK] ?? ''
/** The demo tokens on it. */
export const [demo, dollar] = urls.tokens?.[NETWORK] ?? []

export const devAccount = (addressIndex: number) => mnemonicToAccount(DEV_MNEMONIC, { addressIndex })
export const addressOf = (index: number) => devAccount(index).address
export const shortOf = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`
const walletOf = (account: ReturnType<typeof devAccount> | ReturnType<typeof privateKeyToAccount>) =>
  createWalletClient({ account, chain: arbitrumSepolia, transport: http(rpc) })
export const wallet = (index: number) => walletOf(devAccount(index))
export const chain = () => createPublicClient({ chain: arbitrumSepolia, transport: http(rpc), pollingInterval: 50 })

/** The wallet of a new account that has a hundred coins and no history. */
export async function somebody() {
  const account = privateKeyToAccount(generatePrivateKey())
  const value = parseEther('100')
  await createTestClient({ mode: 'anvil', transport: http(rpc) }).setBalance({ address: account.address, value })
  return walletOf(account)
}

/** Resolves to the hash once the transaction is mined: the chain returns the hash before. */
export async function mined(sending: Promise<Hash>): Promise<Hash> {
  const hash = await sending
  await chain().waitForTransactionReceipt({ hash })
  return hash
}

type Opening = {
  readonly attributes?: Readonly<Record<string, string>>
  readonly sign?: (message: Hex) => Promise<Hex>
  readonly chainId?: Hex
  /** Further answers of the wallet, by method. */
  readonly answers?: Readonly<Record<string, unknown>>
}

/** Puts a wallet with these accounts, the first of them active, into the page and opens the page. */
export async function openWith(
  page: Page,
  provider: Provider,
  owners: readonly string[],
  { attributes, sign, chainId = '0x66eee', answers = {} }: Opening = {},
): Promise<void> {
  await page.exposeFunction('signHere', sign ?? (() => Promise.reject(new Error('Nothing is to be signed'))))
  await announce(
    page,
    { name: 'Odd Wallet' },
    ({ accounts, chainId, answers }) => {
      const more = Object.entries(answers).map(([method, answer]) => [method, () => answer] as const)
      return window.scriptedWallet({
        ...Object.fromEntries(more),
        eth_requestAccounts: () => accounts,
        eth_accounts: () => accounts,
        eth_chainId: () => chainId,
        personal_sign: (params) =>
          (window as typeof window & { signHere: (text: unknown) => unknown }).signHere((params as string[])[0]),
      })
    },
    { accounts: owners, chainId, answers },
  )
  await openAt(page, provider, { networks: `${NETWORK} eip155:31337`, ...attributes })
}

/** Connects that wallet, and opens the account. */
export async function connect(page: Page): Promise<Locator> {
  await page.evaluate(() => document.querySelector('wallet-modal')?.connect({ wallet: 'test.odd' }))
  await expectEvent(page, 'wallet-connected')
  await show(page, 'Account')
  return page.getByRole('dialog')
}

/** A page with a connected wallet of these accounts, the account open. */
export async function openAccount(page: Page, provider: Provider, owners: readonly string[], opening: Opening = {}) {
  await openWith(page, provider, owners, opening)
  return connect(page)
}

export const row = (dialog: Locator, list: string, text: string) =>
  dialog.getByRole('list', { name: list }).getByRole('listitem').filter({ hasText: text })
export const openTab = (dialog: Locator, name: string) => dialog.getByRole('tab', { name }).click()
/** Sets attributes of the element, as the host would. */
export const set = (page: Page, attributes: Readonly<Record<string, string>>) =>
  page.evaluate((given) => {
    for (const [name, value] of Object.entries(given)) document.querySelector('wallet-modal')?.setAttribute(name, value)
  }, attributes)
export type { Address }
