import { accountAt, announce, asked, details, expect, stateOf, test } from './fixtures'
import { expectHeard, listen } from './heard'
import { scan } from './qr'
import { expectEvent, openSite, show } from './site'
import { onSolana } from './solana-page'

/** One name for what announces itself and for what registers: to a visitor they are one wallet. */
const NAME = 'Demo Solana Wallet'

test('a wallet of several chains is one row, asks once which chain is meant, and remembers', async ({ page }) => {
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
  const approve = () =>
    page.getByRole('dialog', { name: 'Demo Wallet', exact: true }).getByRole('button', { name: 'Approve' }).click()

  // The demo wallet's script has run, and every source of wallets has been asked.
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
  await approve()
  await expectEvent(page, 'wallet-connected', { namespace: 'solana' })
  await expect(dialog).toBeHidden()

  // The choice is kept: the wallet is asked at once, and nothing again when it has answered.
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

  // The host names a chain, and each ends for itself.
  await page.evaluate(() => void document.querySelector('wallet-modal')?.connect({ wallet: 'test.multi' }))
  await expectEvent(page, 'wallet-connected', { namespace: 'eip155', address: accountAt(0).address })
  // A namespace that is connected is asked for by its account, which is the active one from then on.
  for (const namespace of ['solana', 'eip155']) {
    await page.evaluate((wanted) => document.querySelector('wallet-modal')?.show({ namespace: wanted }), namespace)
    const state = await page.evaluate(() => document.querySelector('wallet-modal')?.state)
    expect([state?.view, state?.account?.namespace]).toEqual(['Account', namespace])
  }
  // The accounts of both stand in one list, and the other one is a press away.
  await show(page, 'YourAccount')
  const accounts = dialog.getByRole('list', { name: 'Accounts' })
  await expect(accounts.getByRole('listitem')).toHaveText([/Localhost/, /Solana Devnet/])
  await accounts.getByRole('listitem').filter({ hasText: 'Solana' }).getByRole('button').click()
  await expect.poll(() => page.evaluate(() => document.querySelector('wallet-modal')?.state.account?.namespace)).toBe('solana')
  // And its address is read by what wallets of that chain read.
  await show(page, 'Receive')
  const { address } = (await stateOf(page))?.account ?? {}
  await expect.poll(() => scan(page)).toBe(`solana:${address}`)
  // Each is left by itself, and the other one stays.
  await show(page, 'YourAccount')
  await dialog.getByRole('button', { name: /^Disconnect Localhost/ }).click()
  await expect
    .poll(() => page.evaluate(() => document.querySelector('wallet-modal')?.state.accounts.map(({ namespace }) => namespace)))
    .toEqual(['solana'])
  await expect(dialog.getByRole('button', { name: /^Disconnect/ })).toHaveText(['Disconnect'])
  await page.evaluate(() => document.querySelector('wallet-modal')?.close())

  // Asked for one chain, it offers the wallets of that one, and which of this wallet's chains is meant is known.
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

test('error: a wallet is not asked for a namespace that it lacks, nor for another in its place', async ({ page }) => {
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

test('where wallets of one chain are wanted, all wallets hold none of another, on which a press would do nothing', async ({
  page,
}) => {
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

test('nor is a wallet of the list offered whose record has no network of that chain: its code would be for nobody', async ({
  page,
}) => {
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

test('a network of another chain leads to its wallets, and who is connected stays so until one of them is', async ({ page }) => {
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
