import { verifyMessage } from 'viem'
import type { WalletModalElement } from '../elements/wallet-modal'
import { parseSiwxMessage } from '../src/lib/siwx-message'
import { eachFrame } from './each-frame'
import { expectFault, followWayOut } from './faults/expect-fault'
import {
  type Attributes,
  details,
  expect,
  first,
  injectHeadless,
  openBare,
  openModal,
  stateOf,
  test,
  told,
  untilTold,
  Web3RequestKind,
} from './fixtures'
import { alert, connectAndBeAsked, press, question, required, text } from './siwx-page'
import { installWallet } from './testing-kit'

test.describe('sign-in', () => {
  test('required: the message is shown, signed and verified; the session survives a reload and ends with the connection', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    const wallet = await injectHeadless(page, urls)
    await openBare(page, urls, { ...stackAttributes, ...required })
    await connectAndBeAsked(page, wallet)
    const headings = await eachFrame(page, 'h2')
    const { host, origin } = new URL(urls.demo)
    await expect(question(page)).toContainText('Step 2 of 2')
    await expect(question(page)).toContainText(host)
    await expect(question(page)).toContainText(`Account${first.address}`)
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
    // It closes as it is, without switching to the account first.
    await expect(page.getByRole('dialog')).toBeHidden()
    expect(await headings.jsonValue()).toEqual(['Sign in', ''])
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

    await page.evaluate(() => document.querySelector('wallet-modal')?.disconnect())
    await untilTold(page, 'wallet-signed-out')
    expect(await details(page, 'wallet-signed-out')).toEqual([{ caipAddress: `eip155:31337:${first.address}` }])
    await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('Login wallet')
    expect(await stateOf(page)).toMatchObject({ status: 'disconnected', session: null })
  })

  test('faults 51 and 54: required: a refused close says why, and a declined signature can be requested again', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    const wallet = await injectHeadless(page, urls)
    await openBare(page, urls, { ...stackAttributes, ...required })
    await connectAndBeAsked(page, wallet)
    let since = Date.now()
    await press(page, 'Close')
    await expect(alert(page)).toHaveText(/Sign in first/)
    await expectFault(page, '54', since)
    await followWayOut(page, '54')

    since = Date.now()
    await wallet.refuse(Web3RequestKind.SignMessage)
    await expect(alert(page)).toHaveText(/Signature declined.*cancel to disconnect/)
    expect(await details(page, 'wallet-error')).toMatchObject([{ code: 'SIGNATURE_DECLINED', message: 'Signature declined' }])
    await expectFault(page, '51', since)
    await page.keyboard.press('Escape')
    await expect(question(page).locator('.panel[data-shaking]')).toBeVisible()
    await expect(question(page).locator('.panel[data-shaking]')).toBeHidden()
    await press(page, 'Close')
    await expect(question(page)).toBeVisible()
    expect(await page.evaluate(() => document.querySelector('wallet-modal')?.close())).toBe(false)

    await press(page, 'Sign in')
    await wallet.approve(Web3RequestKind.SignMessage)
    await untilTold(page, 'wallet-signed-in')
    await expect(question(page)).toBeHidden()
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

  test('optional: cancel and close keep the wallet connected, and a reload does not ask again', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    const wallet = await injectHeadless(page, urls)
    await openBare(page, urls, { ...stackAttributes, 'sign-in': 'optional' })
    await connectAndBeAsked(page, wallet)
    for (const way of ['Cancel', 'Close']) {
      if (way === 'Close')
        await page.evaluate(
          () =>
            void document
              .querySelector('wallet-modal')
              ?.signIn()
              .catch(() => {}),
        )
      await press(page, way)
      await expect(page.getByRole('dialog')).toBeHidden()
      expect(await stateOf(page), way).toMatchObject({ status: 'connected', session: null })
    }
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
    await untilTold(page, 'wallet-ready')
    expect(await told(page, 'wallet-signed-in')).toEqual([])
    expect(await stateOf(page)).toMatchObject({ status: 'connected', session: null })
  })

  test('signIn() with a wallet on an unsupported network goes on once the visitor has picked a supported one', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    const node = urls.rpc['eip155:31337'] ?? ''
    const { name } = await installWallet(page, { chainId: 10, chains: { 10: '', 31337: node } })
    await openBare(page, urls, { ...stackAttributes, 'sign-in': 'optional' })
    const ending = await page.evaluateHandle(() => {
      const element = document.querySelector('wallet-modal') as WalletModalElement
      return { end: element.signIn().catch((error: { code: string }) => ({ code: error.code })) }
    })
    await page.getByRole('dialog').getByRole('button', { name }).click()
    await page.getByRole('dialog').getByRole('button', { name: /Local/ }).click()
    await press(page, 'Sign in')
    expect(await ending.evaluate(({ end }) => end)).toMatchObject({ data: { chainId: 'eip155:31337' } })
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  test('error: signIn() rejects if sign-in is off', async ({ page, urls, stackAttributes }) => {
    await openBare(page, urls, stackAttributes)
    const code = await page.evaluate(() =>
      document
        .querySelector('wallet-modal')
        ?.signIn()
        .catch((error: { code: string }) => error.code),
    )
    expect(code).toBe('SIGN_IN_UNSUPPORTED')
  })

  test('error: a statement that is multi-line, bidirectional or empty is refused, and the default is signed', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    const wallet = await injectHeadless(page, urls)
    const [lines, ...others] = ['Login wallet\nURI: https://evil.example', 'Login \u202Etellaw', ' '] as const
    const attributes: Attributes = { ...stackAttributes, ...required, 'sign-in-statement': lines }
    await openBare(page, urls, attributes)
    await untilTold(page, 'wallet-error')
    for (const statement of others)
      await page.evaluate((text) => document.querySelector('wallet-modal')?.setAttribute('sign-in-statement', text), statement)
    const refused = { code: 'ATTRIBUTE_INVALID' }
    await expect.poll(() => details(page, 'wallet-error')).toMatchObject([refused, refused, refused])
    await connectAndBeAsked(page, wallet)
    await expect(text(page)).toContainText('\n\nLogin wallet\n\nURI: ')
    await expect(text(page)).not.toContainText('evil')
  })

  test('a non-ASCII statement is signed as it is', async ({ page, urls, stackAttributes }) => {
    const wallet = await injectHeadless(page, urls)
    await openBare(page, urls, { ...stackAttributes, ...required, 'sign-in-statement': 'Anmelden in der Bäckerei 🥐' })
    await connectAndBeAsked(page, wallet)
    await press(page, 'Sign in')
    await wallet.approve(Web3RequestKind.SignMessage)
    await untilTold(page, 'wallet-signed-in')
    expect((await stateOf(page))?.session?.data.statement).toBe('Anmelden in der Bäckerei 🥐')
  })
})
