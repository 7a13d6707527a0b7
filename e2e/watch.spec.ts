import type { Request } from '@playwright/test'
import { accountAt, details, expect, openBare, openModal, stateOf, test, told, untilTold } from './fixtures'
import { show } from './site'

const { address, short } = accountAt(3)

test('an account is watched without a wallet: shown with a badge, without signing, and without connected or signed-in events', async ({
  page,
  urls,
  stackAttributes,
}) => {
  await openBare(page, urls, { ...stackAttributes, 'sign-in': 'optional' })
  const connect = await openModal(page)
  await connect.getByRole('button', { name: /All wallets/ }).click()
  await page.getByRole('button', { name: 'Watch an address' }).click()
  const dialog = page.getByRole('dialog', { name: 'Watch an account' })
  const field = dialog.getByRole('textbox', { name: 'Address or name' })
  await field.fill('0x1234')
  await dialog.getByRole('button', { name: 'Watch', exact: true }).click()
  await expect(dialog.getByText('No account goes by that')).toBeVisible()
  await expect(field).toHaveValue('0x1234')
  await expect(field).toHaveAccessibleDescription(/No account goes by that/)

  await field.fill(address.toLowerCase())
  await field.press('Enter')
  const account = page.getByRole('dialog', { name: new RegExp(short) })
  await expect(account.getByText('Watch only', { exact: true })).toHaveCount(2)
  await expect(account).toContainText(/[\d,.]+ ETH/)
  for (const name of ['Send', 'Swap', 'Buy']) await expect(account.getByRole('button', { name, exact: true })).toHaveCount(0)

  // Opened by the host, these views ask for a wallet that can sign.
  for (const [view, name] of [
    ['Send', 'Send'],
    ['Swap', 'Swap'],
    ['OnRamp', 'Buy'],
    ['RegisterAccountName', 'Choose a name'],
  ] as const) {
    await page.evaluate((wanted) => document.querySelector('wallet-modal')?.show({ view: wanted }), view)
    const asked = page.getByRole('dialog', { name })
    await expect(asked.getByRole('heading', { name: 'No wallet is connected' })).toBeVisible()
    await expect(asked.getByRole('textbox')).toHaveCount(0)
  }
  await page.evaluate(() => document.querySelector('wallet-modal')?.show({ view: 'Account' }))

  expect((await stateOf(page))?.account).toMatchObject({ address, wallet: { id: 'watch' } })
  const offered = await page.evaluate(async () => {
    const modal = document.querySelector('wallet-modal')
    return { provider: typeof modal?.getProvider(), signature: await modal?.signMessage('hello') }
  })
  expect(offered).toEqual({ provider: 'undefined', signature: null })

  await page.evaluate(() => document.querySelector('wallet-modal')?.switchNetwork('eip155:56'))
  await expect.poll(async () => (await stateOf(page))?.network).toBe('eip155:56')
  await account.getByRole('button', { name: 'Disconnect' }).click()
  await expect.poll(async () => (await stateOf(page))?.account).toBeNull()
  const claims = (await told(page)).map(({ type }) => type).filter((type) => /connected|changed$|signed/.test(type))
  expect(claims.filter((type) => type !== 'wallet-view-changed')).toEqual([])
})

test('watching is not offered if the host excludes it', async ({ page, urls, stackAttributes }) => {
  await openBare(page, urls, { ...stackAttributes, 'exclude-wallets': 'watch' })
  await show(page, 'AllWallets')
  await expect(page.getByRole('searchbox', { name: /^Search/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Watch an address' })).toHaveCount(0)
})

test('connect({ wallet: "watch", address }) resolves to the account; error: an invalid address is refused, and nothing is stored', async ({
  page,
  urls,
  stackAttributes,
}) => {
  await openBare(page, urls, stackAttributes)
  const watch = (text: string) =>
    page.evaluate(
      (given) =>
        document
          .querySelector('wallet-modal')
          ?.connect({ wallet: 'watch', address: given })
          .then(
            (account) => account?.caipAddress,
            (error: { code: string }) => error.code,
          ),
      text,
    )
  expect(await watch(address)).toBe(`eip155:31337:${address}`)
  expect(await watch('bob.eth')).toBe(`eip155:31337:${accountAt(1).address}`)
  expect((await stateOf(page))?.account).toMatchObject({ address: accountAt(1).address, wallet: { id: 'watch' } })
  expect(await watch('not an account')).toBe('WATCH_ADDRESS_INVALID')
  expect((await details(page, 'wallet-error')).map(({ code }) => code)).toEqual(['WATCH_ADDRESS_INVALID'])
  await page.reload()
  // Waits until the restoring is over.
  await untilTold(page, 'wallet-ready')
  expect(await stateOf(page)).toMatchObject({ status: 'disconnected', account: null })
})

test('leaving, or typing another address, while a name is looked up drops that name’s account', async ({
  page,
  urls,
  stackAttributes,
}) => {
  const asked: (() => Promise<void>)[] = []
  // Two names for the same account, as a name's answer is cached.
  await page.route('**/v1/profile/account/gra*.reown.id*', (route) => {
    asked.push(async () => {
      const url = route.request().url()
      const answer = await route.fetch({ url: url.replace('grassy', 'grace') })
      const body = (await answer.text()).replaceAll('grace', url.includes('grassy') ? 'grassy' : 'grace')
      await route.fulfill({ response: answer, body }).catch(() => {})
    })
  })
  await openBare(page, urls, stackAttributes)
  const dialog = page.getByRole('dialog')
  const field = dialog.getByRole('textbox', { name: 'Address or name' })
  const look = async (name: string, after: () => Promise<unknown>) => {
    const times = asked.length
    await show(page, 'Watch')
    await field.fill(name)
    await field.press('Enter')
    await expect.poll(() => asked.length).toBe(times + 1)
    const isIt = (request: Request) => request.url().includes(name)
    const over = Promise.race([page.waitForEvent('requestfinished', isIt), page.waitForEvent('requestfailed', isIt)])
    await after()
    await asked[times]?.()
    await over
  }
  await look('grace.reown.id', async () => {
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
  })
  await look('grassy.reown.id', async () => {
    expect((await stateOf(page))?.account).toBeNull()
    await field.fill(address)
  })
  await field.press('Enter')
  await expect(page.getByRole('dialog', { name: new RegExp(short) })).toBeVisible()
  expect((await stateOf(page))?.account).toMatchObject({ address })
  expect(await details(page, 'wallet-error')).toEqual([])
})

test('a name is normalised before the lookup; a failed lookup is not reported as "no account"', async ({
  page,
  urls,
  stackAttributes,
}) => {
  await openBare(page, urls, stackAttributes)
  await show(page, 'Watch')
  const dialog = page.getByRole('dialog')
  const field = dialog.getByRole('textbox', { name: 'Address or name' })
  await page.route('**/v1/profile/account/**', (route) => route.abort())
  await field.fill('grace.reown.id')
  await field.press('Enter')
  await expect(field).toHaveAccessibleDescription('Error resolving name')
  await field.fill('nobody-at-all.eth')
  await field.press('Enter')
  await expect(field).toHaveAccessibleDescription(/No account goes by that/)
  await field.fill('Bob.eth')
  await field.press('Enter')
  await expect(page.getByRole('dialog', { name: /bob\.eth|0x/ })).toBeVisible()
  expect((await stateOf(page))?.account).toMatchObject({ address: accountAt(1).address })
})

test('canceled by the host, the visitor stays in the form; for another namespace an EVM address is refused', async ({
  page,
  urls,
  stackAttributes,
}) => {
  await openBare(page, urls, stackAttributes)
  await page.evaluate(() => document.addEventListener('wallet-before-connect', (event) => event.preventDefault(), { once: true }))
  await show(page, 'Watch')
  const dialog = page.getByRole('dialog', { name: 'Watch an account' })
  const field = dialog.getByRole('textbox', { name: 'Address or name' })
  const press = dialog.getByRole('button', { name: 'Watch', exact: true })
  await field.fill(address)
  await press.click()
  await expect.poll(async () => (await details(page, 'wallet-before-connect')).length).toBe(1)
  await expect(press).not.toHaveAttribute('aria-busy', 'true')
  await expect(field).toHaveValue(address)

  await page.evaluate(() => document.querySelector('wallet-modal')?.show({ view: 'Watch', namespace: 'solana' }))
  await field.fill(address)
  await press.click()
  await expect(field).toHaveAccessibleDescription(/No account goes by that/)
  expect((await stateOf(page))?.account).toBeNull()
})
