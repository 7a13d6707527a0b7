import type { Page } from '@playwright/test'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { announce, first } from './fixtures'

const signFirst = (raw: Hex) => privateKeyToAccount(first.key).signMessage({ message: { raw } })

type Signing = { readonly account?: string; readonly chainId?: Hex; readonly sign?: (raw: Hex) => Promise<Hex> }

/** Announces an already permitted wallet with one account, by default the first, that signs by `sign`. */
export async function announceSigner(
  page: Page,
  { account = first.address, chainId = '0x7a69', sign = signFirst }: Signing = {},
): Promise<void> {
  await page.exposeFunction('signText', sign)
  await announce(
    page,
    {},
    (given) => {
      const { signText } = window as typeof window & { signText(raw: string): Promise<string> }
      return window.scriptedWallet({
        eth_requestAccounts: () => [given.account],
        eth_accounts: () => [given.account],
        eth_chainId: () => given.chainId,
        personal_sign: (params) => signText((params as string[])[0] ?? ''),
      })
    },
    { account, chainId },
  )
}
