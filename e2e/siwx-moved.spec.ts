import type { Page } from '@playwright/test'
import { privateKeyToAccount } from 'viem/accounts'
import type { WalletModalElement } from '../elements/wallet-modal'
import { expectFault, followWayOut } from './faults/expect-fault'
import {
  announce,
  asked,
  emit,
  expect,
  first,
  type HeadlessWallet,
  injectHeadless,
  openBare,
  second,
  stateOf,
  test,
  told,
  untilTold,
  Web3RequestKind,
} from './fixtures'
import { announceSigner } from './signing-wallet'
import { connectAndBeAsked, connectScripted, press, question, required, signed, text } from './siwx-page'

/** Announces a wallet that signs only when the test calls its `answer`. */
const announceWaiting = (page: Page) =>
  announce(page, {}, () => {
    let answer = (_: string) => {}
    const wallet = window.scriptedWallet({
      personal_sign: () => new Promise((resolve) => (answer = resolve as typeof answer)),
    })
    return Object.assign(wallet, { answer: (signature: string) => answer(signature) })
  })

/** Switches the headless wallet to a chain that it knows. */
async function moveTo(page: Page, wallet: HeadlessWallet, networkId: string): Promise<void> {
  const moved = page.evaluate((id) => document.querySelector('wallet-modal')?.switchNetwork(id), networkId)
  await wallet.approve(Web3RequestKind.SwitchEthereumChain)
  await moved
}

test.describe('sign-in', () => {
  test('P36, fault 53: the account changes while the wallet is asked: its answer is dropped, and the new account is asked', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    await announceWaiting(page)
    await openBare(page, urls, { ...stackAttributes, ...required })
    await connectScripted(page)
    const shown = (await text(page).textContent()) ?? ''
    await press(page, 'Sign in')
    await expect.poll(async () => (await asked(page)).filter(signed).length).toBe(1)
    const since = Date.now()
    await emit(page, 'accountsChanged', [second.address])
    await expect(question(page)).toContainText(`Account${second.address}`)
    // A valid signature of the first account, too late.
    const late = await privateKeyToAccount(first.key).signMessage({ message: shown })
    await page.evaluate((given) => (window.scripted['Odd Wallet'] as { answer(text: string): void }).answer(given), late)
    await expect(question(page).getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled()
    await expect(text(page)).toContainText(second.address)
    expect(await told(page, 'wallet-signed-in')).toEqual([])
    await expectFault(page, '53', since)
    expect(await told(page, 'wallet-error')).toEqual([])
    await followWayOut(page, '53')
    await expect.poll(async () => (await asked(page)).filter(signed).length).toBe(2)
  })

  test('the element is removed while the wallet is asked, and put back: the answer is ignored, and the wallet is not asked again by itself (fault 8)', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    await announceWaiting(page)
    await openBare(page, urls, { ...stackAttributes, ...required })
    await connectScripted(page)
    const shown = (await text(page).textContent()) ?? ''
    await press(page, 'Sign in')
    await expect.poll(async () => (await asked(page)).filter(signed).length).toBe(1)
    const signature = await privateKeyToAccount(first.key).signMessage({ message: shown })
    const since = Date.now()
    await page.evaluate(async (late) => {
      const element = document.querySelector('wallet-modal') as WalletModalElement
      element.remove()
      await new Promise((resolve) => requestAnimationFrame(resolve))
      ;(window.scripted['Odd Wallet'] as { answer(text: string): void }).answer(late)
      document.body.append(element)
    }, signature)
    await untilTold(page, 'wallet-connected', 2)
    await expect(question(page).getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled()
    expect((await asked(page)).filter(signed)).toHaveLength(1)
    await expectFault(page, '8, signing', since)
    expect(await told(page, 'wallet-signed-in')).toEqual([])
    expect((await stateOf(page))?.session).toBeNull()
    await followWayOut(page, '8, signing')
    await expect.poll(async () => (await asked(page)).filter(signed).length).toBe(2)
  })

  test('promise 24: two tabs, one signature request', async ({ page, context, urls, stackAttributes }) => {
    const attributes = { ...stackAttributes, ...required }
    const slow = () =>
      window.scriptedWallet({
        eth_accounts: () => ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
        personal_sign: () => new Promise(() => {}),
      })
    await announce(page, {}, slow)
    await openBare(page, urls, attributes)
    await connectScripted(page)
    await expect(question(page)).toBeVisible()
    const other = await context.newPage()
    await announce(other, {}, slow)
    await openBare(other, urls, attributes)
    await expect(question(other)).toBeVisible()
    await press(page, 'Sign in')
    await expect.poll(async () => (await asked(page)).filter(signed).length).toBe(1)
    await press(other, 'Sign in')
    await expect(question(other)).toContainText('Finish in the other tab')
    expect((await asked(other)).filter(signed)).toEqual([])
    await press(page, 'Cancel')
    await expect(question(other)).toBeHidden()
  })

  test('signing in in one tab signs the other one in too', async ({ page, context, urls, stackAttributes }) => {
    const attributes = { ...stackAttributes, ...required }
    await announceSigner(page)
    await openBare(page, urls, attributes)
    await connectScripted(page)
    await expect(question(page)).toBeVisible()
    const other = await context.newPage()
    await announceSigner(other)
    await openBare(other, urls, attributes)
    await expect(question(other)).toBeVisible()
    await page.bringToFront()
    await press(page, 'Sign in')
    await untilTold(page, 'wallet-signed-in')
    await untilTold(other, 'wallet-signed-in')
    await expect(question(other)).toBeHidden()
    expect((await asked(other)).filter(signed)).toEqual([])
  })

  test('switching to another chain asks to sign in for it, and switching back does not', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    const wallet = await injectHeadless(page, urls)
    await openBare(page, urls, { ...stackAttributes, 'sign-in': 'optional' })
    await connectAndBeAsked(page, wallet)
    await press(page, 'Sign in')
    await wallet.approve(Web3RequestKind.SignMessage)
    await untilTold(page, 'wallet-signed-in')
    await moveTo(page, wallet, 'eip155:56')
    await expect(question(page)).toContainText('BNB Smart Chain')
    await expect(text(page)).toContainText('Chain ID: 56')
    await press(page, 'Cancel')
    await moveTo(page, wallet, 'eip155:31337')
    await untilTold(page, 'wallet-signed-in', 2)
    await expect(question(page)).toBeHidden()
  })
})
