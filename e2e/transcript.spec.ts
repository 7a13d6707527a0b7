import { getAddress, toHex } from 'viem'
import { accountAt, expect, injectHeadless, openBare, test, Web3RequestKind } from './fixtures'
import { expectHeard, listen } from './heard'
import { focused, tabTo } from './keys'

// A chain on which no other test reads this account's balance.
const NETWORK = 'eip155:97'
const { short } = accountAt(3)

test('connecting, signing in and sending by keyboard alone: the accessibility tree, and what is announced', async ({
  page,
  urls,
  stackAttributes,
}) => {
  await page.addInitScript(listen)
  const wallet = await injectHeadless(page, urls, { chainIds: [97], keys: [3] })
  await openBare(page, urls, {
    ...stackAttributes,
    networks: NETWORK,
    'default-network': NETWORK,
    'sign-in': 'optional',
    'app-name': 'Harvest',
  })
  const dialog = page.getByRole('dialog')

  await tabTo(page, /Connect wallet/)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { level: 2 })).toBeFocused()
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog "Connect to Harvest":
      - banner:
        - heading "Connect to Harvest" [level=2]
        - text: /localhost/
        - button "Close"
      - text: On this device
      - list "On this device":
        - listitem:
          - button /Headless Web3 Provider.*Installed/
      - text: Somewhere else
      - list "Somewhere else":
        - listitem:
          - button "Demo Wallet"
        - listitem:
          - button /Scan with your phone/
        - listitem:
          - button /All wallets/
      - contentinfo:
        - text: New to wallets?
        - button "Get one in a minute"
  `)
  await tabTo(page, /Headless Web3 Provider/)
  await page.keyboard.press('Enter')
  await expectHeard(page, 'status: Approve in Headless Web3 Provider')
  await wallet.refuse(Web3RequestKind.RequestAccounts)
  await expectHeard(page, 'alert: Request declined')
  await expectHeard(page, 'status: Declined, try again')
  await tabTo(page, /Try again/)
  await page.keyboard.press('Enter')
  await wallet.approve(Web3RequestKind.RequestAccounts)

  await expect(dialog.getByRole('heading', { level: 2, name: 'Sign in' })).toBeFocused()
  await expect(dialog.getByRole('region', { name: 'Message' })).toContainText('Nonce: ')
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog "Sign in":
      - banner:
        - heading "Sign in" [level=2]
        - text: Step 2 of 2
        - button "Close"
      - heading "Harvest wants to know it’s you" [level=3]
      - region "Message"
      - button "Cancel"
      - button "Sign in"
  `)
  await tabTo(page, /^Sign in$/)
  await page.keyboard.press('Enter')
  await expectHeard(page, 'status: Approve in Headless Web3 Provider')
  await wallet.approve(Web3RequestKind.SignMessage)
  await expect(dialog).toBeHidden()
  await expect.poll(() => focused(page)).toContain(short)

  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { level: 2 })).toBeFocused()
  await expectHeard(page, 'status: Balances loaded')
  await tabTo(page, /^Send$/)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { level: 2, name: 'Send' })).toBeFocused()
  await tabTo(page, /^Amount$/)
  await page.keyboard.type('0.01')
  await tabTo(page, /^Receiver$/)
  await page.keyboard.type(getAddress(toHex(crypto.getRandomValues(new Uint8Array(20)))))
  await expect(dialog.getByRole('button', { name: 'Review', exact: true })).toBeEnabled()
  await tabTo(page, /^Review$/)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { level: 2, name: 'Review' })).toBeFocused()
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog "Review":
      - banner:
        - button "Back"
        - heading "Review" [level=2]
        - button "Close"
      - text: You send
      - strong: 0.01 ETH
      - text: /To$/
      - paragraph: /0x[0-9a-fA-F]{40}/
      - term: Network
      - definition: BNB Smart Chain Testnet
      - term: Network fee
      - definition: /\\$/
      - heading "What changes for you" [level=3]
      - list "What changes for you":
        - listitem: ETH −0.01
      - text: /Total/
      - status: /Transfers can’t be undone/
      - button "Cancel"
      - button "Send 0.01 ETH"
  `)
  let tell = () => {}
  const told = new Promise<void>((resolve) => {
    tell = resolve
  })
  await page.route(`${urls.rpc[NETWORK]}**`, async (route) => {
    if (route.request().postData()?.includes('eth_getTransactionReceipt')) await told
    await route.fallback()
  })
  await tabTo(page, /^Send 0\.01/)
  await page.keyboard.press('Enter')
  await expectHeard(page, 'status: Approve in Headless Web3 Provider')
  await wallet.approve(Web3RequestKind.SendTransaction)
  await expectHeard(page, 'status: Transaction started')
  // The message is replaced by the next one while its link is focused.
  await tabTo(page, /^View$/)
  tell()
  await expectHeard(page, 'status: Transaction confirmed')
  await expect(dialog.getByRole('heading', { level: 2 })).toBeFocused()
})
