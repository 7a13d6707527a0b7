import type { Page } from '@playwright/test'
import { type Address, createWalletClient, getAddress, type Hex, http, publicActions, verifyMessage } from 'viem'
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import contractWallet from '../demo/stack/contracts/abi/SmartWallet.json' with { type: 'json' }
import type { Urls } from '../demo/stack/index'
import { DEV_MNEMONIC } from '../demo/stack/networks'
import type { WalletModalElement } from '../elements/wallet-modal'
import { parseSiwxMessage } from '../src/lib/siwx-message'
import { expectFault } from './faults/expect-fault'
import {
  type Attributes,
  accountAt,
  announce,
  asked,
  details,
  emit,
  expect,
  type HeadlessWallet,
  injectHeadless,
  openBare,
  openModal,
  stateOf,
  test,
  told,
  untilTold,
  Web3RequestKind,
} from './fixtures'
import { onSolana, openWithBurner, SOLANA } from './solana-page'

const [first, second] = [accountAt(0), accountAt(1)]
const required = { 'sign-in': 'required' } as const

const question = (page: Page) => page.getByRole('dialog', { name: 'Sign in' })
const press = (page: Page, name: string) => question(page).getByRole('button', { name, exact: true }).click()
const text = (page: Page) => question(page).getByRole('region', { name: 'Message' })

/** What is said aloud; the live region that waits for words is empty. */
const alert = (page: Page) => question(page).getByRole('alert').filter({ hasText: /\S/ })

/** A wallet with the first account that signs whatever it is asked, and is connected already wherever it was. */
async function announceSigner(page: Page): Promise<void> {
  await page.exposeFunction('signText', (message: Hex) =>
    privateKeyToAccount(first.key).signMessage({ message: { raw: message } }),
  )
  await announce(page, {}, () => {
    const { signText } = window as typeof window & { signText(message: string): Promise<string> }
    return window.scriptedWallet({
      eth_accounts: () => ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
      personal_sign: (params) => signText((params as string[])[0] ?? ''),
    })
  })
}

/** Puts a contract account of an owner on the local chain, at the cost of somebody else; resolves to its address. */
async function deployWallet(urls: Urls, owner: Address): Promise<Address> {
  const account = mnemonicToAccount(DEV_MNEMONIC, { addressIndex: 7 })
  const client = createWalletClient({ account, transport: http(urls.rpc['eip155:31337']) }).extend(publicActions)
  const hash = await client.deployContract({
    abi: contractWallet.abi,
    bytecode: contractWallet.bytecode as Hex,
    args: [owner],
    chain: null,
  })
  const { contractAddress } = await client.waitForTransactionReceipt({ hash })
  return getAddress(contractAddress ?? '')
}

/** Connects the headless wallet; the modal goes on to the question. */
async function connectAndBeAsked(page: Page, wallet: HeadlessWallet): Promise<void> {
  const dialog = await openModal(page)
  await dialog.getByRole('button', { name: wallet.name }).click()
  await wallet.approve(Web3RequestKind.RequestAccounts)
  await expect(question(page)).toBeVisible()
}

/** Moves the headless wallet to a chain that it knows. */
async function moveTo(page: Page, wallet: HeadlessWallet, networkId: string): Promise<void> {
  const moved = page.evaluate((id) => document.querySelector('wallet-modal')?.switchNetwork(id), networkId)
  await wallet.approve(Web3RequestKind.SwitchEthereumChain)
  await moved
}

/** Connects a scripted wallet, which answers by itself. */
async function connectScripted(page: Page): Promise<void> {
  const dialog = await openModal(page)
  await dialog.getByRole('button', { name: 'Odd Wallet' }).click()
  await untilTold(page, 'wallet-connected')
}

const signed = (method: string) => method === 'personal_sign'

test.describe('sign-in', () => {
  test('required: the message is shown, signed and proven, and holds after a reload', async ({ page, urls, stackAttributes }) => {
    const wallet = await injectHeadless(page, urls)
    await openBare(page, urls, { ...stackAttributes, ...required })
    await connectAndBeAsked(page, wallet)
    const { host, origin } = new URL(urls.demo)
    await expect(question(page)).toContainText('Step 2 of 2')
    await expect(question(page)).toContainText(host)
    await expect(question(page)).toContainText(first.short)
    await expect(question(page)).toContainText('Localhost')
    await expect(text(page)).toContainText('Login wallet')
    const shown = (await text(page).textContent()) ?? ''
    expect(parseSiwxMessage(shown)).toMatchObject({
      namespace: 'eip155',
      domain: host,
      address: first.address,
      statement: 'Login wallet',
      uri: `${origin}/bare.html`,
      chain: '31337',
      nonce: expect.stringMatching(/^[A-Za-z0-9]{22,}$/),
    })
    await press(page, 'Sign in')
    await wallet.approve(Web3RequestKind.SignMessage)
    await untilTold(page, 'wallet-signed-in')
    await expect(question(page)).toBeHidden()
    const session = (await stateOf(page))?.session
    expect(session).toMatchObject({
      message: shown,
      data: { accountAddress: first.address, chainId: 'eip155:31337', domain: host },
    })
    const signature = session?.signature as `0x${string}`
    expect(await verifyMessage({ address: first.address, message: shown, signature })).toBe(true)
    expect(await details(page, 'wallet-signed-in')).toEqual([{ session }])

    await page.reload()
    await untilTold(page, 'wallet-signed-in')
    expect((await stateOf(page))?.session).toEqual(session)
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  test('disconnecting ends the session, also for the next visit', async ({ page, urls, stackAttributes }) => {
    const wallet = await injectHeadless(page, urls)
    await openBare(page, urls, { ...stackAttributes, ...required })
    await connectAndBeAsked(page, wallet)
    await press(page, 'Sign in')
    await wallet.approve(Web3RequestKind.SignMessage)
    await untilTold(page, 'wallet-signed-in')
    await page.evaluate(() => document.querySelector('wallet-modal')?.disconnect())
    await untilTold(page, 'wallet-signed-out')
    expect(await details(page, 'wallet-signed-out')).toEqual([{ caipAddress: `eip155:31337:${first.address}` }])
    await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('Login wallet')
    expect(await stateOf(page)).toMatchObject({ status: 'disconnected', session: null })
  })

  test('faults 51 and 54: required: what is declined is asked again, and the question cannot be closed', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    const wallet = await injectHeadless(page, urls)
    await openBare(page, urls, { ...stackAttributes, ...required })
    await connectAndBeAsked(page, wallet)
    await press(page, 'Sign in')
    await wallet.refuse(Web3RequestKind.SignMessage)
    await expect(alert(page)).toHaveText(/Signature declined.*cancel to disconnect/)
    expect(await details(page, 'wallet-error')).toMatchObject([{ code: 'SIGNATURE_DECLINED', message: 'Signature declined' }])
    await expectFault(page, '51')

    await page.keyboard.press('Escape')
    await expect(question(page).locator('.panel[data-shaking]')).toBeVisible()
    await expect(question(page).locator('.panel[data-shaking]')).toBeHidden()
    await press(page, 'Close')
    await expect(question(page)).toBeVisible()
    expect(await page.evaluate(() => document.querySelector('wallet-modal')?.close())).toBe(false)

    await press(page, 'Sign again')
    await wallet.approve(Web3RequestKind.SignMessage)
    await untilTold(page, 'wallet-signed-in')
    await expect(question(page)).toBeHidden()
  })

  test('required: a close that is refused says why', async ({ page, urls, stackAttributes }) => {
    const wallet = await injectHeadless(page, urls)
    await openBare(page, urls, { ...stackAttributes, ...required })
    await connectAndBeAsked(page, wallet)
    await press(page, 'Close')
    await expect(alert(page)).toHaveText(/Sign in first/)
    await expectFault(page, '54')
  })

  test('required: cancel disconnects', async ({ page, urls, stackAttributes }) => {
    const wallet = await injectHeadless(page, urls)
    await openBare(page, urls, { ...stackAttributes, ...required })
    await connectAndBeAsked(page, wallet)
    await press(page, 'Cancel')
    await untilTold(page, 'wallet-disconnected')
    await expect(page.getByRole('dialog')).toBeHidden()
    expect(await stateOf(page)).toMatchObject({ status: 'disconnected', session: null, account: null })
    await openModal(page)
    await expect(page.getByRole('dialog', { name: /^Connect to/ })).toBeVisible()
  })

  test('optional: cancel and close leave the wallet connected, and nobody is asked again by a reload', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    const wallet = await injectHeadless(page, urls)
    await openBare(page, urls, { ...stackAttributes, 'sign-in': 'optional' })
    await connectAndBeAsked(page, wallet)
    await press(page, 'Cancel')
    await expect(page.getByRole('dialog')).toBeHidden()
    expect(await stateOf(page)).toMatchObject({ status: 'connected', session: null })
    await page.reload()
    await untilTold(page, 'wallet-connected')
    await page.getByRole('button', { name: `Account ${first.short}` }).click()
    await expect(page.getByRole('dialog', { name: first.short })).toBeVisible()
  })

  test('signIn() opens what is needed and resolves to the session; signOut() ends it', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    const wallet = await injectHeadless(page, urls)
    await openBare(page, urls, { ...stackAttributes, 'sign-in': 'optional' })
    const ending = await page.evaluateHandle(() => {
      const element = document.querySelector('wallet-modal') as WalletModalElement
      return { end: element.signIn().catch((error: { code: string }) => ({ code: error.code })) }
    })
    await page.getByRole('dialog').getByRole('button', { name: wallet.name }).click()
    await wallet.approve(Web3RequestKind.RequestAccounts)
    await press(page, 'Sign in')
    await wallet.approve(Web3RequestKind.SignMessage)
    const session = await ending.evaluate(({ end }) => end)
    expect(session).toMatchObject({ data: { accountAddress: first.address } })
    await page.evaluate(() => document.querySelector('wallet-modal')?.signOut())
    await untilTold(page, 'wallet-signed-out')
    expect(await stateOf(page)).toMatchObject({ status: 'connected', session: null })
    await page.reload()
    await untilTold(page, 'wallet-connected')
    expect(await told(page, 'wallet-signed-in')).toEqual([])
  })

  test('fault 53: another account while the wallet is asked: its answer is dropped, and the new account is asked', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    await announce(page, {}, () => {
      let answer = (_: string) => {}
      const wallet = window.scriptedWallet({
        personal_sign: () => new Promise((resolve) => (answer = resolve as typeof answer)),
      })
      return Object.assign(wallet, { answer: (signature: string) => answer(signature) })
    })
    await openBare(page, urls, { ...stackAttributes, ...required })
    await connectScripted(page)
    await press(page, 'Sign in')
    await expect.poll(async () => (await asked(page)).filter(signed).length).toBe(1)
    await emit(page, 'accountsChanged', [second.address])
    await expect(question(page)).toContainText(second.short)
    await page.evaluate(() => (window.scripted['Odd Wallet'] as { answer(text: string): void }).answer(`0x${'11'.repeat(65)}`))
    await expect(question(page).getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled()
    await expect(text(page)).toContainText(second.address)
    expect(await told(page, 'wallet-signed-in')).toEqual([])
    await expectFault(page, '53')
    expect(await told(page, 'wallet-error')).toEqual([])
  })

  test('the element is taken away while the wallet is asked, and put back: that answer counts for nothing, and no second question comes by itself (fault 8)', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    await announce(page, {}, () => {
      let answer = (_: string) => {}
      const wallet = window.scriptedWallet({
        personal_sign: () => new Promise((resolve) => (answer = resolve as typeof answer)),
      })
      return Object.assign(wallet, { answer: (signature: string) => answer(signature) })
    })
    await openBare(page, urls, { ...stackAttributes, ...required })
    await connectScripted(page)
    const shown = (await text(page).textContent()) ?? ''
    await press(page, 'Sign in')
    await expect.poll(async () => (await asked(page)).filter(signed).length).toBe(1)
    const signature = await privateKeyToAccount(first.key).signMessage({ message: shown })
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
    await expectFault(page, '8, signing')
    expect(await told(page, 'wallet-signed-in')).toEqual([])
    expect((await stateOf(page))?.session).toBeNull()
  })

  test('fault 52: a signature of somebody else is not called declined', async ({ page, urls, stackAttributes }) => {
    await announce(page, {}, () => window.scriptedWallet({ personal_sign: () => `0x${'11'.repeat(64)}1b` }))
    await openBare(page, urls, { ...stackAttributes, ...required })
    await connectScripted(page)
    await press(page, 'Sign in')
    await expect(alert(page)).toHaveText(/Could not sign you in/)
    expect(await details(page, 'wallet-error')).toMatchObject([{ code: 'SIGN_IN_FAILED' }])
    expect((await stateOf(page))?.session).toBeNull()
    await expectFault(page, '52')
  })

  test('promise 24: two tabs, one question', async ({ page, context, urls, stackAttributes }) => {
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

  test('another tab that has signed in is enough', async ({ page, context, urls, stackAttributes }) => {
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

  test('moving to another chain asks for that chain, and coming back does not', async ({ page, urls, stackAttributes }) => {
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

  test('a contract account is proven by its contract, on its chain', async ({ page, urls, stackAttributes }) => {
    const address = await deployWallet(urls, first.address)
    await page.exposeFunction('signText', (message: Hex) =>
      privateKeyToAccount(first.key).signMessage({ message: { raw: message } }),
    )
    const contract = (account: string) => {
      const { signText } = window as typeof window & { signText(message: string): Promise<string> }
      return window.scriptedWallet({
        eth_requestAccounts: () => [account],
        eth_accounts: () => [account],
        personal_sign: (params) => signText((params as string[])[0] ?? ''),
      })
    }
    await announce(page, {}, contract, address)
    await openBare(page, urls, { ...stackAttributes, ...required })
    await connectScripted(page)
    await press(page, 'Sign in')
    await untilTold(page, 'wallet-signed-in')
    expect((await stateOf(page))?.session?.data.accountAddress).toBe(address)
    await page.reload()
    await untilTold(page, 'wallet-signed-in')
  })

  test('error: where sign-in is off, signIn() says so', async ({ page, urls, stackAttributes }) => {
    await openBare(page, urls, stackAttributes)
    const code = await page.evaluate(() =>
      document
        .querySelector('wallet-modal')
        ?.signIn()
        .catch((error: { code: string }) => error.code),
    )
    expect(code).toBe('SIGN_IN_UNSUPPORTED')
  })

  for (const [name, statement] of [
    ['several lines', 'Login wallet\nURI: https://evil.example'],
    ['text that runs backwards', 'Login \u202Etellaw'],
    ['nothing', ' '],
  ] as const)
    test(`error: a statement of ${name} is refused, and the default is signed`, async ({ page, urls, stackAttributes }) => {
      const wallet = await injectHeadless(page, urls)
      const attributes: Attributes = { ...stackAttributes, ...required, 'sign-in-statement': statement }
      await openBare(page, urls, attributes)
      await untilTold(page, 'wallet-error')
      expect(await details(page, 'wallet-error')).toMatchObject([{ code: 'ATTRIBUTE_INVALID' }])
      await connectAndBeAsked(page, wallet)
      await expect(text(page)).toContainText('\n\nLogin wallet\n\nURI: ')
      await expect(text(page)).not.toContainText('evil')
    })

  test('a statement beyond ASCII is signed as it is', async ({ page, urls, stackAttributes }) => {
    const wallet = await injectHeadless(page, urls)
    await openBare(page, urls, { ...stackAttributes, ...required, 'sign-in-statement': 'Anmelden in der Bäckerei 🥐' })
    await connectAndBeAsked(page, wallet)
    await press(page, 'Sign in')
    await wallet.approve(Web3RequestKind.SignMessage)
    await untilTold(page, 'wallet-signed-in')
    expect((await stateOf(page))?.session?.data.statement).toBe('Anmelden in der Bäckerei 🥐')
  })
})

test.describe("the host's own way to sign in", () => {
  test('siwx: its four functions are asked, and its refusal is not called declined', async ({ page, urls, stackAttributes }) => {
    await page.addInitScript(() => {
      const calls: string[] = []
      const sessions: unknown[] = []
      Object.assign(window, { calls })
      document.addEventListener('DOMContentLoaded', () => {
        const own = {
          createMessage: async ({ accountAddress, chainId }: { accountAddress: string; chainId: string }) => {
            calls.push('createMessage')
            const data = { accountAddress, chainId, domain: location.host, uri: location.origin, version: '1', nonce: '12345678' }
            return { ...data, toString: () => `Our own words for ${accountAddress}` }
          },
          getSessions: async () => {
            calls.push('getSessions')
            return [...sessions]
          },
          addSession: async (session: unknown) => {
            calls.push('addSession')
            if (calls.filter((each) => each === 'addSession').length === 1) throw new Error('The nonce is old')
            sessions.push(session)
          },
          revokeSession: async () => {
            calls.push('revokeSession')
            sessions.splice(0)
          },
        }
        setTimeout(() => Object.assign(document.querySelector('wallet-modal') as object, { siwx: own }))
      })
    })
    const wallet = await injectHeadless(page, urls)
    await openBare(page, urls, stackAttributes)
    await connectAndBeAsked(page, wallet)
    await expect(text(page)).toHaveText(`Our own words for ${first.address}`)
    await press(page, 'Sign in')
    await wallet.approve(Web3RequestKind.SignMessage)
    await expect(alert(page)).toHaveText(/Could not sign you in/)
    await press(page, 'Try again')
    await wallet.approve(Web3RequestKind.SignMessage)
    await untilTold(page, 'wallet-signed-in')
    await page.evaluate(() => document.querySelector('wallet-modal')?.disconnect())
    const calls = () => page.evaluate(() => (window as typeof window & { calls: string[] }).calls)
    await expect.poll(calls).toContain('revokeSession')
    expect((await calls()).slice(0, 2)).toEqual(['getSessions', 'createMessage'])
  })

  test('error: siwx and siweConfig together throw (fault 4)', async ({ page, urls, stackAttributes }) => {
    await openBare(page, urls, stackAttributes)
    const code = await page.evaluate(() => {
      const element = document.querySelector('wallet-modal') as WalletModalElement
      element.siwx = { createMessage: () => {} }
      try {
        element.siweConfig = { getNonce: () => {} }
      } catch (error) {
        return (error as { code: string; message: string }).message
      }
    })
    expect(code).toBe('Cannot set both `siweConfig` and `siwx` options')
    await expectFault(page, '4')
  })
})

test('an account on Solana signs in with a text of its own, proven by the browser', async ({ page }) => {
  await openWithBurner(page, { attributes: { ...onSolana, ...required } })
  await page.getByRole('button', { name: /Connect wallet/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Burner Wallet/ })
    .click()
  await expect(text(page)).toContainText('wants you to sign in with your Solana account:')
  await press(page, 'Sign in')
  await untilTold(page, 'wallet-signed-in')
  const session = (await stateOf(page))?.session
  expect(session?.data).toMatchObject({ chainId: SOLANA, accountAddress: (await stateOf(page))?.account?.address })
  await expect(question(page)).toBeHidden()
})
