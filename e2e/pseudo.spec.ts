import { accountAt, expect, test, untilTold } from './fixtures'
import { clippedTexts, foreignTexts, speakPseudo, turnedTexts } from './pseudo'
import { openSite } from './site'
import { installWallet } from './testing-kit'

/** Names that no language translates: chains, tokens, wallets, and the letters in place of their icons. */
const NAMES = new RegExp(
  [
    /Localhost|BNB Smart Chain(?: Testnet)?|Arbitrum (?:One|Sepolia)|Ethereum|Ether|Chrome Web Store|reown\.id/,
    /(?:Mock|Demo|Trust) Wallet|MetaMask|WalletConnect|[A-Z]\w+ (?:Wallet|Vault|Purse|Keys|Pocket|Coffer|Ledgerbook|Nest|Locker|Satchel)/,
    /\b(?:ETH|BNB|DEMO|DUSD|USDC|USD|EUR)\b/,
    // Addresses, also in groups of four, hosts, and the letter in place of an icon.
    /0x[\da-f]+(?:…[\da-f]+)?|^(?:0x|[\da-f]{4})$|localhost:\d+|^[A-Z]$/,
    // Words from `Intl` in the language itself.
    /^ (?:oder|או) $/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gi',
)

const before = ['Connect', 'AllWallets', 'WhatIsAWallet', 'GetWallet', 'ConnectingWalletConnectBasic', 'Watch', 'Networks']
const after = ['Account', 'Receive', 'Send', 'Swap', 'OnRamp', 'RegisterAccountName', 'YourAccount', 'Networks']

test.use({ viewport: { width: 390, height: 844 } })

for (const tag of ['de', 'he'] as const)
  test(`no text of ours is concatenated, cut off or missing from the catalogue, ${tag === 'he' ? 'right to left' : 'left to right'}`, async ({
    page,
  }) => {
    await speakPseudo(page, tag)
    await installWallet(page, { privateKeys: [accountAt(3).key] })
    await openSite(page, { html: { lang: tag }, attributes: { 'app-name': 'Bakery', email: '' } })
    const look = async (view: string) => {
      await page.evaluate((wanted) => document.querySelector('wallet-modal')?.show({ view: wanted as 'Connect' }), view)
      await expect.poll(() => foreignTexts(page, NAMES), { message: `${view}: texts not from the catalogue` }).toEqual([])
      await expect.poll(() => clippedTexts(page), { message: `${view}: texts cut off` }).toEqual([])
      await expect.poll(() => turnedTexts(page), { message: `${view}: addresses or amounts turned around` }).toEqual([])
    }
    for (const view of before) await look(view)
    await page.evaluate((wanted) => document.querySelector('wallet-modal')?.connect({ wallet: wanted }), 'test.mock-wallet')
    await untilTold(page, 'wallet-connected')
    for (const view of after) {
      await look(view)
      if (view !== 'Account') continue
      // The tokens' rows name amount and network; they load after the view.
      await expect(page.getByRole('dialog').getByText(/ETH.*Localhost/)).toBeVisible()
      await look(view)
    }
  })
