import { createTestClient, http, toHex } from 'viem'
import { announce, expect, openBare, test } from '../fixtures'
import { expectFault } from './expect-fault'

// Nothing is sent here.
const NETWORK = 'eip155:97'
const FEES = /eth_(estimateGas|gasPrice|maxPriorityFeePerGas|getBlockByNumber)/

test('sending: if the chain does not give a fee, none is guessed (fault 65)', async ({ page, urls, stackAttributes }) => {
  await announce(page, {}, () => window.scriptedWallet({ eth_chainId: () => '0x61' }))
  const rpc = urls.rpc[NETWORK] ?? ''
  let silent = true
  await page.route(`${rpc}**`, async (route) => {
    const asked = route.request().postData() ?? ''
    if (!silent || !FEES.test(asked)) return route.fallback()
    return route.fulfill({ status: 503, body: '', headers: { 'access-control-allow-origin': '*' } })
  })
  await openBare(page, urls, { ...stackAttributes, networks: NETWORK, 'default-network': NETWORK })
  // The form asks for the fee again every 15 s; with the same time all along only what is typed or pressed does.
  await page.clock.setFixedTime(Date.now())
  await page.evaluate(() => document.querySelector('wallet-modal')?.connect({ wallet: 'test.odd' }))
  await page.evaluate(() => document.querySelector('wallet-modal')?.show({ view: 'Send' }))
  const dialog = page.getByRole('dialog')
  const amount = dialog.getByRole('textbox', { name: 'Amount' })
  const review = dialog.getByRole('button', { name: 'Review', exact: true })
  await amount.fill('0.5')
  await dialog.getByRole('textbox', { name: 'Receiver' }).fill('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
  const again = dialog.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await expect(review).toBeDisabled()
  // Answered once: the form has a fee, and does not ask for another.
  silent = false
  await again.click()
  await expect(review).toBeEnabled()
  silent = true
  const since = Date.now()
  await review.click()
  await expectFault(page, '65', since)
  await expect(amount).toHaveValue('0.5')
  silent = false
  await review.click()
  await expect(dialog.getByRole('list', { name: 'What changes for you' })).toContainText('−0.5')
})

test('sending: a transaction that would fail is reported as that, not as an unknown fee', async ({
  page,
  urls,
  stackAttributes,
}) => {
  await announce(page, {}, () => window.scriptedWallet({ eth_chainId: () => '0x61' }))
  type Call = { id: number; method: string }
  await page.route(`${urls.rpc[NETWORK] ?? ''}**`, async (route) => {
    const asked = [JSON.parse(route.request().postData() ?? '[]')].flat() as Call[]
    const ids = asked.filter(({ method }) => method === 'eth_estimateGas').map(({ id }) => id)
    if (ids.length === 0) return route.fallback()
    const answers = [await (await route.fetch()).json()].flat() as Call[]
    const error = { code: 3, message: 'execution reverted' }
    const json = answers.map((each) => (ids.includes(each.id) ? { jsonrpc: '2.0', id: each.id, error } : each))
    await route.fulfill({ json: asked.length > 1 ? json : json[0], headers: { 'access-control-allow-origin': '*' } })
  })
  await openBare(page, urls, { ...stackAttributes, networks: NETWORK, 'default-network': NETWORK })
  await page.evaluate(() => document.querySelector('wallet-modal')?.connect({ wallet: 'test.odd' }))
  await page.evaluate(() => document.querySelector('wallet-modal')?.show({ view: 'Send' }))
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('0.5')
  await dialog.getByRole('textbox', { name: 'Receiver' }).fill('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
  await expect(dialog).toContainText('This transaction would fail')
  await expect(dialog.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Review', exact: true })).toBeDisabled()
  await expect(dialog).not.toContainText('Could not estimate the fee')
})

test('sending: without a price, too little for the fee is still noticed, and with enough the review opens (fault 65)', async ({
  page,
  urls,
  stackAttributes,
}) => {
  const chain = createTestClient({ mode: 'anvil', transport: http(urls.rpc[NETWORK]) })
  const address = toHex(crypto.getRandomValues(new Uint8Array(20)))
  const give = (value: bigint) => chain.setBalance({ address, value })
  // Far less than any transaction costs.
  await give(1_000_000n)
  await announce(
    page,
    {},
    (owner) =>
      window.scriptedWallet({ eth_requestAccounts: () => [owner], eth_accounts: () => [owner], eth_chainId: () => '0x61' }),
    address,
  )
  await page.route(`${urls.provider}v1/account/*/balance?*`, async (route) => {
    const response = await route.fetch()
    const { balances } = (await response.json()) as { balances: object[] }
    await route.fulfill({ response, json: { balances: balances.map((each) => ({ ...each, price: 0, value: 0 })) } })
  })
  await openBare(page, urls, { ...stackAttributes, networks: NETWORK, 'default-network': NETWORK })
  await page.evaluate(() => document.querySelector('wallet-modal')?.connect({ wallet: 'test.odd' }))
  await page.evaluate(() => document.querySelector('wallet-modal')?.show({ view: 'Send' }))
  const dialog = page.getByRole('dialog')
  const amount = dialog.getByRole('textbox', { name: 'Amount' })
  const review = dialog.getByRole('button', { name: 'Review', exact: true })
  const since = Date.now()
  await amount.fill('0.0000000000001')
  await dialog.getByRole('textbox', { name: 'Receiver' }).fill('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
  await expectFault(page, '65, no price', since)
  await expect(review).toBeDisabled()
  // Seen once: the other one is the button's description for screen readers.
  await expect(review).toHaveAccessibleDescription('Not enough for the fee')
  expect(await dialog.getByText('Not enough for the fee', { exact: true }).evaluate((line) => line.clientWidth)).toBeLessThan(2)
  await expect(dialog).toContainText('No price')
  // It has enough now.
  await give(10n ** 18n)
  await page.evaluate(() => document.querySelector('wallet-modal')?.show({ view: 'Account' }))
  await page.evaluate(() => document.querySelector('wallet-modal')?.show({ view: 'Send' }))
  await review.click()
  await expect(dialog.getByRole('list', { name: 'What changes for you' })).toContainText('−0.0000000000001')
  await expect(dialog).not.toContainText('$')
})
