import type { Locator, Page } from '@playwright/test'
import { type Address, createTestClient, http, parseEther, parseUnits, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { details, expect, openBare, stateOf, test } from './fixtures'
import { dollarOn } from './local-chain'
import { frameOf, person, signIn } from './person'
import { fields } from './send-page'
import { show, urls } from './site'

const nobody = () => privateKeyToAccount(generatePrivateKey()).address
const nodeOf = (network: string) => createTestClient({ mode: 'anvil', transport: http(urls.rpc[network]) })

/** Gives the signed-in account some coins; resolves to its address. */
async function funded(page: Page, network: string): Promise<Address> {
  const address = (await stateOf(page))?.account?.address as Address
  await nodeOf(network).setBalance({ address, value: parseEther('2') })
  return address
}

const press = (page: Page, name: 'Approve' | 'Reject') => frameOf(page).getByRole('button', { name, exact: true }).click()

test('a transfer refused in the frame stays in review, with the reason; approved, it is sent and the form empty', async ({
  page,
  urls,
  stackAttributes,
}) => {
  await openBare(page, urls, { ...stackAttributes, email: true })
  await signIn(page, urls, person())
  await funded(page, 'eip155:31337')
  await show(page, 'Send')
  const dialog = page.getByRole('dialog')
  const { amount, receiver, review, send } = fields(dialog)
  await amount.fill('0.25')
  await receiver.fill(nobody())
  await review.click()
  await send.click()
  await press(page, 'Reject')
  await expect(dialog.getByRole('alert').filter({ hasText: 'Nothing was sent.' })).toBeVisible()
  await send.click()
  await press(page, 'Approve')
  await expect(dialog).toContainText('Transaction started')
  await expect(dialog.getByRole('button', { name: 'Disconnect' })).toBeVisible()
  expect((await details(page, 'wallet-transaction')).map(({ status }) => status)).toContain('submitted')
  await show(page, 'Send')
  await expect(amount).toHaveValue('')
})

test('a swap goes on by itself after the token approval in the embedded wallet', async ({ page, urls, stackAttributes }) => {
  const network = 'eip155:42161'
  await openBare(page, urls, { ...stackAttributes, email: true, networks: network, 'default-network': network })
  await signIn(page, urls, person())
  const own = await funded(page, network)
  await nodeOf(network).request({
    method: 'anvil_dealERC20',
    params: [own, dollarOn(network), toHex(parseUnits('50', 6))],
  } as never)
  const wish = { fromToken: 'DUSD', toToken: 'ETH', amount: '20' }
  await show(page, 'Swap', wish)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Review swap' }).click()
  await dialog.getByRole('button', { name: /^Approve 20 DUSD/ }).click()
  await press(page, 'Approve')
  await dialog.getByRole('button', { name: /^Swap 20 DUSD/ }).click({ timeout: 30_000 })
  await press(page, 'Approve')
  await expect(dialog.getByRole('button', { name: 'Disconnect' })).toBeVisible()
  await expect
    .poll(async () => (await details(page, 'wallet-transaction')).filter(({ kind }) => kind === 'swap').length)
    .toBeGreaterThan(0)
})

test('closing the dialog while an approved transaction is being sent does not reject it', async ({
  page,
  urls,
  stackAttributes,
}) => {
  await openBare(page, urls, { ...stackAttributes, email: true })
  await signIn(page, urls, person())
  const from = await funded(page, 'eip155:31337')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const rpc = urls.rpc['eip155:31337'] ?? ''
  await page.route(rpc, async (route) => {
    if (route.request().postData()?.includes('eth_sendRawTransaction')) await held
    await route.continue()
  })
  const sent = page.waitForRequest((request) => request.postData()?.includes('eth_sendRawTransaction') === true)
  const paying = page.evaluate(
    (params) => {
      const wallet = document.querySelector('wallet-modal')?.getProvider('eip155') as {
        request(asked: object): Promise<unknown>
      }
      return wallet.request({ method: 'eth_sendTransaction', params }).catch(({ code }: { code: unknown }) => code)
    },
    [{ from, to: nobody(), value: '0x1' }],
  )
  await press(page, 'Approve')
  await sent
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  release()
  expect(await paying).toMatch(/^0x[\da-f]{64}$/)
  // The restarted frame asks again.
  const signing = page.evaluate(() => document.querySelector('wallet-modal')?.signMessage('Hello'))
  await expect(frameOf(page).getByText('Hello', { exact: true })).toBeVisible()
  await press(page, 'Approve')
  expect(await signing).toMatch(/^0x[\da-f]{130}$/)
})

test('an element that replaces the one with the frame shows the next approval', async ({ page, urls, stackAttributes }) => {
  await openBare(page, urls, { ...stackAttributes, email: true })
  await signIn(page, urls, person())
  // As a page does that re-renders.
  await page.evaluate(() => {
    const before = document.querySelector('wallet-modal')
    before?.replaceWith(before.cloneNode())
  })
  await expect.poll(async () => (await stateOf(page))?.status).toBe('connected')
  const signing = page.evaluate(() => document.querySelector('wallet-modal')?.signMessage('Here'))
  await expect(frameOf(page).getByText('Here', { exact: true })).toBeVisible()
  await press(page, 'Approve')
  expect(await signing).toMatch(/^0x[\da-f]{130}$/)
})

/** Opens the review of sending, or swapping, a quarter of a coin. */
const reviews = {
  async Send(page: Page, dialog: Locator) {
    await show(page, 'Send')
    const { amount, receiver, review } = fields(dialog)
    await amount.fill('0.25')
    await receiver.fill(nobody())
    await review.click()
  },
  async Swap(page: Page, dialog: Locator) {
    const wish = { fromToken: 'ETH', toToken: 'DUSD', amount: '0.25' }
    await show(page, 'Swap', wish)
    await dialog.getByRole('button', { name: 'Review swap' }).click()
  },
}
for (const [view, review] of Object.entries(reviews))
  test(`${view}: a visitor signed out elsewhere meanwhile is asked to sign in again, and nothing looks ready to be sent`, async ({
    page,
    urls,
    stackAttributes,
  }) => {
    const network = 'eip155:42161'
    await openBare(page, urls, { ...stackAttributes, email: true, networks: network, 'default-network': network })
    await signIn(page, urls, person())
    await funded(page, network)
    const dialog = page.getByRole('dialog')
    await review(page, dialog)
    const confirm = dialog.getByRole('button', { name: new RegExp(`^${view} 0\\.25 ETH`) })
    await expect(confirm).toBeEnabled()
    await frameOf(page)
      .locator('body')
      .evaluate(() => localStorage.removeItem('session'))
    await confirm.click()
    await expect(dialog).toContainText('Please sign in again')
    await expect(dialog.getByRole('button', { name: 'Connect wallet' })).toBeVisible()
    expect((await stateOf(page))?.status).toBe('disconnected')
    expect((await details(page, 'wallet-disconnected')).map(({ reason }) => reason)).toEqual(['expired'])
  })
