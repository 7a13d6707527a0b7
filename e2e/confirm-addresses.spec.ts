import { Connection, Keypair } from '@solana/web3.js'
import { getAddress, toHex } from 'viem'
import { connectHeadless, expect, first, injectHeadless, openBare, test, Web3RequestKind } from './fixtures'
import { fields, openSend, pickToken } from './send-page'
import { show } from './site'
import { connectAndBeAsked, question, required } from './siwx-page'
import { fund, onlySolana, openWithBurner, solanaRpc } from './solana-page'
import { connectSolana } from './solana-wallet'
import { expectWhole } from './whole-address'

// Nothing is confirmed here: the wallets refuse, so that balances stay as they are.

test('promise 15: Send shows the whole receiver at 320 to 1440, in its review and while the wallet is asked, for coins and for tokens', async ({
  page,
  urls,
  stackAttributes,
}) => {
  const { dialog, wallet } = await openSend({ page, urls, stackAttributes })
  const { amount, receiver, review, send } = fields(dialog)
  for (const token of [undefined, /DUSD|Demo Dollar/]) {
    if (token) await pickToken(dialog, token)
    const to = getAddress(toHex(crypto.getRandomValues(new Uint8Array(20))))
    await amount.fill('0.25')
    await receiver.fill(to.toLowerCase())
    await review.click()
    await expect(send).toBeEnabled()
    await expectWhole(page, dialog, to)
    await send.click()
    await wallet.untilAsked(Web3RequestKind.SendTransaction)
    await expect(dialog.getByRole('heading', { name: /^Confirm in/ })).toBeVisible()
    await expectWhole(page, dialog, to)
    await wallet.refuse(Web3RequestKind.SendTransaction)
    await expect(dialog.getByRole('alert').filter({ hasText: 'Request declined' })).toBeVisible()
    await expectWhole(page, dialog, to)
    await dialog.getByRole('button', { name: 'Back', exact: true }).click()
  }
})

test('promise 15: Send on Solana shows the whole receiver at 320 to 1440', async ({ page }) => {
  await openWithBurner(page, { attributes: onlySolana })
  await fund(new Connection(solanaRpc, 'confirmed'), await connectSolana(page, 'Burner Wallet'))
  const to = Keypair.generate().publicKey.toBase58()
  await show(page, 'Send')
  const dialog = page.getByRole('dialog')
  const { amount, receiver, review, send } = fields(dialog)
  await amount.fill('0.5')
  await receiver.fill(to)
  await review.click()
  await expect(send).toBeEnabled()
  await expectWhole(page, dialog, to)
})

test('promise 15: Swap shows the whole address of the exchange at 320 to 1440, for the approval, the swap and while the wallet is asked', async ({
  page,
  urls,
  stackAttributes,
}) => {
  const network = 'eip155:42161'
  const wallet = await injectHeadless(page, urls, { chainIds: [42161] })
  await openBare(page, urls, { ...stackAttributes, networks: network, 'default-network': network })
  await connectHeadless(page, wallet)
  const dialog = page.getByRole('dialog')
  for (const [fromToken, toToken] of [
    ['ETH', 'DUSD'],
    ['DUSD', 'ETH'],
  ] as const) {
    // An amount larger than what other tests have approved.
    const wish = { fromToken, toToken, amount: fromToken === 'ETH' ? '0.125' : '4321.5' }
    await show(page, 'Swap', wish)
    await dialog.getByRole('button', { name: 'Review swap' }).click()
    const confirm = dialog.getByRole('button', { name: fromToken === 'ETH' ? /^Swap / : /^Approve / })
    await expect(confirm).toBeEnabled()
    const through = (await dialog.getByText(/^0x[0-9a-fA-F]{40}$/).textContent()) ?? ''
    await expectWhole(page, dialog, through)
    await confirm.click()
    await wallet.untilAsked(Web3RequestKind.SendTransaction)
    await expectWhole(page, dialog, through)
    await wallet.refuse(Web3RequestKind.SendTransaction)
    await expect(dialog.getByRole('alert').filter({ hasText: 'Request declined' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
})

test('promise 15: a name, a purchase and a sign-in show the whole address of their account, at 320 to 1440', async ({
  page,
  urls,
  stackAttributes,
}) => {
  const wallet = await injectHeadless(page, urls, { chainIds: [31337] })
  await openBare(page, urls, { ...stackAttributes, networks: 'eip155:31337', ...required })
  await connectAndBeAsked(page, wallet)
  await expect(question(page).getByRole('region', { name: 'Message' })).toContainText(first.address)
  await expectWhole(page, question(page), first.address)
  await question(page).getByRole('button', { name: 'Sign in', exact: true }).click()
  await wallet.untilAsked(Web3RequestKind.SignMessage)
  await expectWhole(page, question(page), first.address)
  await wallet.approve(Web3RequestKind.SignMessage)
  await expect(question(page)).toBeHidden()
  const dialog = page.getByRole('dialog')

  await show(page, 'RegisterAccountName')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('whole-address')
  await expect(dialog.getByRole('button', { name: 'Claim whole-address.reown.id' })).toBeEnabled()
  await expectWhole(page, dialog, first.address)

  await show(page, 'OnRamp')
  await dialog.getByRole('radio', { name: '$250' }).click()
  await expect(dialog.getByRole('link', { name: /^Continue to/ })).toBeVisible()
  await expectWhole(page, dialog, first.address)
})
