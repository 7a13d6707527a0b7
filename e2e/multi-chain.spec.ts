import { accountAt, announce, asked, details, expect, stateOf, test } from './fixtures'
import { expectHeard, listen } from './heard'
import { scan } from './qr'
import { expectEvent, openSite, show } from './site'
import { onSolana } from './solana-page'

/** The name of both the announced and the registered wallet: to a visitor they are one. */
const NAME = 'Demo Solana Wallet'

test('a multi-chain wallet is one row, asks once which chain is meant, and remembers', async ({ page }) => {
  await announce(
    page,
    { name: NAME, rdns: 'test.multi' },
    (address) => window.scriptedWallet({ eth_requestAccounts: () => [address] }),
    accountAt(0).address,
  )
  await page.addInitScript(listen)
  await openSite(page, { attributes: onSolana, announced: true })
  const dialog = page.getByRole('dialog').first()
  const open = () => page.getByRole('button', { name: /Connect wallet/ }).click()
  const row = () => dialog.getByRole('button', { name: new RegExp(NAME) })
  const answer = (choice: string) =>
    page.getByRole('dialog', { name: 'Demo Wallet', exact: true }).getByRole('button', { name: choice }).click()
  const approve = () => answer('Approve')

  // Waits for the demo wallet's script, and until every source of wallets has been asked.
  await page.waitForFunction(() => 'injectedWeb3' in window)
  await page.evaluate(() => {
    const left = new AbortController()
    const asked = document.querySelector('wallet-modal')?.connect({ wallet: 'nobody', signal: left.signal })
    left.abort()
    return asked?.catch(() => {})
  })
  await open()
  await expect(row()).toHaveCount(1)
  await row().click()
  const chains = dialog.getByRole('list', { name: `Select chain for ${NAME}` })
  await expect(chains.getByRole('button')).toHaveText([/EVM networks/, /Solana/])
  await chains.getByRole('button', { name: /Solana/ }).click()
  // Whoever turns back may have meant the other one.
  await answer('Reject')
  await expect(dialog.getByRole('heading', { name: 'Request declined' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Back' }).click()
  await row().click()
  await chains.getByRole('button', { name: /Solana/ }).click()
  await approve()
  await expectEvent(page, 'wallet-connected', { namespace: 'solana' })
  await expect(dialog).toBeHidden()

  // The choice is remembered: the wallet is asked at once, and the visitor nothing more.
  await page.evaluate(() => document.querySelector('wallet-modal')?.disconnect())
  await expectEvent(page, 'wallet-disconnected', { namespace: 'solana', reason: 'user' })
  await open()
  await row().click()
  await approve()
  await expect
    .poll(async () => (await details(page, 'wallet-connected')).map(({ namespace }) => namespace))
    .toEqual(['solana', 'solana'])
  await expect(dialog).toBeHidden()
  await expectHeard(page, 'status: Connected$', 2)

  // connect() by rdns adds the EVM account to the Solana one.
  await page.evaluate(() => void document.querySelector('wallet-modal')?.connect({ wallet: 'test.multi' }))
  await expectEvent(page, 'wallet-connected', { namespace: 'eip155', address: accountAt(0).address })
  // show() with a connected namespace opens its account and makes it the active one.
  for (const namespace of ['solana', 'eip155']) {
    await page.evaluate((wanted) => document.querySelector('wallet-modal')?.show({ namespace: wanted }), namespace)
    const state = await page.evaluate(() => document.querySelector('wallet-modal')?.state)
    expect([state?.view, state?.account?.namespace]).toEqual(['Account', namespace])
  }
  // Both accounts are in one list, the other one a press away.
  await show(page, 'YourAccount')
  const accounts = dialog.getByRole('list', { name: 'Accounts' })
  await expect(accounts.getByRole('listitem')).toHaveText([/Localhost/, /Solana Devnet/])
  await accounts.getByRole('listitem').filter({ hasText: 'Solana' }).getByRole('button').click()
  await expect.poll(() => page.evaluate(() => document.querySelector('wallet-modal')?.state.account?.namespace)).toBe('solana')
  // Its QR code is in the format that wallets of that chain read.
  await show(page, 'Receive')
  const { address } = (await stateOf(page))?.account ?? {}
  await expect.poll(() => scan(page)).toBe(`solana:${address}`)
  // Each disconnects by itself, and the other one stays; the button beside one wallet's name leads to both.
  await show(page, 'Account')
  await dialog.getByRole('button', { name: 'Disconnect', exact: true }).click()
  await dialog.getByRole('button', { name: /^Disconnect Localhost/ }).click()
  await expect
    .poll(() => page.evaluate(() => document.querySelector('wallet-modal')?.state.accounts.map(({ namespace }) => namespace)))
    .toEqual(['solana'])
  await expect(dialog.getByRole('button', { name: /^Disconnect/ })).toHaveText(['Disconnect'])
  await page.evaluate(() => document.querySelector('wallet-modal')?.close())

  // With a namespace, only its wallets are offered, and a multi-chain wallet does not ask which chain is meant.
  await page.evaluate(() => document.querySelector('wallet-modal')?.disconnect())
  await page.evaluate(() => document.querySelector('wallet-modal')?.show({ namespace: 'eip155' }))
  await expect(dialog.getByRole('button', { name: /Demo Wallet/ })).toBeVisible()
  await page.evaluate(() => document.querySelector('wallet-modal')?.close())
  await page.evaluate(() => document.querySelector('wallet-modal')?.show({ namespace: 'solana' }))
  await expect(row()).toBeVisible()
  await expect(dialog.getByRole('button', { name: /Demo Wallet/ })).toHaveCount(0)
  await row().click()
  await approve()
  await expect
    .poll(() => page.evaluate(() => document.querySelector('wallet-modal')?.state.accounts.map(({ namespace }) => namespace)))
    .toEqual(['solana'])
})

test('error: a wallet is not asked for a namespace that it lacks, nor for another instead', async ({ page }) => {
  await announce(page, {}, () => window.scriptedWallet())
  await openSite(page, { attributes: onSolana })
  const code = await page.evaluate(() =>
    document
      .querySelector('wallet-modal')
      ?.connect({ wallet: 'test.odd', namespace: 'solana' })
      .catch(({ code }: { code: string }) => code),
  )
  expect([code, await asked(page), await stateOf(page)]).toMatchObject([
    'WALLET_NOT_FOUND',
    [],
    { status: 'disconnected', open: false },
  ])
})

test('All wallets for one namespace lists no installed wallet of another', async ({ page }) => {
  await announce(page, {}, () => window.scriptedWallet())
  await openSite(page, { attributes: onSolana, announced: true })
  const dialog = page.getByRole('dialog', { name: 'All wallets' })
  const odd = dialog.getByRole('button', { name: /Odd Wallet/ })
  for (const [namespace, count] of [
    ['eip155', 1],
    ['solana', 0],
  ] as const) {
    await page.evaluate(
      (wanted) => document.querySelector('wallet-modal')?.show({ view: 'AllWallets', namespace: wanted }),
      namespace,
    )
    await expect(dialog.getByRole('button', { name: /Amber Purse/ })).toBeVisible()
    await expect(odd).toHaveCount(count)
    await page.evaluate(() => document.querySelector('wallet-modal')?.close())
    await expect(dialog).toBeHidden()
  }
})

test('All wallets and Get a wallet for one namespace leave out listed wallets without a network of it', async ({ page }) => {
  await openSite(page, { attributes: onSolana })
  const dialog = page.getByRole('dialog')
  const seen = async (view: 'AllWallets' | 'GetWallet', namespace: string) => {
    await page.evaluate(([view, namespace]) => document.querySelector('wallet-modal')?.show({ view, namespace }), [
      view,
      namespace,
    ] as const)
    const rows = dialog.getByRole('listitem')
    await expect(rows.nth(4)).toBeVisible()
    const text = (await rows.allInnerTexts()).join()
    await page.evaluate(() => document.querySelector('wallet-modal')?.close())
    return ['Demo Wallet', 'Amber Purse'].map((name) => text.includes(name))
  }
  expect([await seen('AllWallets', 'eip155'), await seen('AllWallets', 'solana')]).toEqual([
    [true, true],
    [false, true],
  ])
  expect([(await seen('GetWallet', 'eip155'))[0], (await seen('GetWallet', 'solana'))[0]]).toEqual([true, false])
})

test('choosing a network of another namespace leads to its wallets, and the connection stays until one of them connects', async ({
  page,
}) => {
  await announce(page, {}, (address) => window.scriptedWallet({ eth_requestAccounts: () => [address] }), accountAt(0).address)
  await openSite(page, { attributes: onSolana, announced: true })
  const dialog = page.getByRole('dialog').first()
  await page.evaluate(() => document.querySelector('wallet-modal')?.connect({ wallet: 'test.odd' }))
  await show(page, 'Networks')
  await dialog.getByRole('button', { name: /Solana/ }).click()
  await expect(dialog.getByRole('button', { name: new RegExp(NAME) })).toBeVisible()
  await expect(dialog.getByRole('button', { name: /Odd Wallet/ })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('dialog', { name: 'Networks' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: new RegExp(accountAt(0).address.slice(-4)) })).toBeVisible()
  expect((await stateOf(page))?.account?.namespace).toBe('eip155')
})
