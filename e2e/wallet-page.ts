import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import { urls } from './site'

/** The local stack's wallet page in its own tab: a real wallet SDK, driven by its buttons. */
export type WalletPage = {
  readonly tab: Page
  /** Pairs with a link, as after a scan. */
  readonly pair: (uri: string) => Promise<void>
  /** Waits for a request with this title and answers it. */
  readonly approve: (title: string) => Promise<void>
  readonly reject: (title: string) => Promise<void>
  readonly question: (title: string) => Locator
  readonly switchChain: (chainId: number) => Promise<void>
  readonly switchAccount: (index: number) => Promise<void>
  /** Disconnects its only session. */
  readonly disconnect: () => Promise<void>
  readonly sessions: Locator
  readonly status: Locator
}

export type WalletOptions = {
  /** URL of another relay than the stack's. */
  readonly relay?: string
}

/** Opens the wallet and waits until it is ready. */
export async function openWallet(context: BrowserContext, { relay }: WalletOptions = {}): Promise<WalletPage> {
  const tab = await context.newPage()
  if (relay) {
    await tab.route(new URL('/config.json', urls.wallet).href, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), relay } })
    })
  }
  await tab.goto(urls.wallet)
  const status = tab.getByRole('status')
  await expect(status).toHaveText('Ready')
  const question = (title: string) => tab.getByRole('article', { name: title })
  // Browsers throttle tabs in the background.
  const front = () => tab.bringToFront()
  const answer = (choice: string, done: string) => async (title: string) => {
    await front()
    await question(title).getByRole('button', { name: choice, exact: true }).click()
    await expect(status).toHaveText(done)
  }
  return {
    tab,
    status,
    question,
    disconnect: async () => {
      await front()
      await tab.getByRole('button', { name: 'Disconnect' }).click()
    },
    sessions: tab
      .getByRole('list')
      .getByRole('listitem')
      .filter({ has: tab.getByRole('button', { name: 'Disconnect' }) }),
    pair: async (uri) => {
      await front()
      await tab.getByRole('textbox', { name: 'WalletConnect URI' }).fill(uri)
      await tab.getByRole('button', { name: 'Pair' }).click()
    },
    approve: answer('Approve', 'Approved'),
    reject: answer('Reject', 'Rejected'),
    switchChain: async (chainId) => {
      await front()
      await tab.getByRole('combobox', { name: 'Chain' }).selectOption(String(chainId))
      await tab.getByRole('button', { name: 'Switch chain' }).click()
      await expect(status).toHaveText('Chain switched')
    },
    switchAccount: async (index) => {
      await front()
      await tab.getByRole('combobox', { name: 'Account' }).selectOption(String(index))
      await tab.getByRole('button', { name: 'Switch account' }).click()
      await expect(status).toHaveText('Account switched')
    },
  }
}
