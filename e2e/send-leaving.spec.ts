import { accountAt, details, expect, stateOf, test, Web3RequestKind } from './fixtures'
import { hold } from './hold'
import { fields, NETWORK, openSend } from './send-page'
import { show } from './site'

test('closing while a transfer is being prepared does not lead to its review, which can be requested again', async ({
  page,
  urls,
  stackAttributes,
}) => {
  const { dialog } = await openSend({ page, urls, stackAttributes })
  const { amount, receiver, review } = fields(dialog)
  await amount.fill('0.5')
  await receiver.fill(accountAt(1).address)
  await expect(review).toBeEnabled()
  const chain = urls.rpc[NETWORK] ?? ''
  const leave = await hold(page, chain)
  const asked = page.waitForRequest(chain)
  await review.click()
  await asked
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  leave()
  await show(page, 'Send')
  await expect(amount).toHaveValue('0.5')
  await review.click()
  await expect(dialog.getByRole('heading', { name: 'Review' })).toBeVisible()
})

test('a transaction is followed to its end after a reload', async ({ page, urls, stackAttributes }) => {
  const fixtures = { page, urls, stackAttributes }
  const { dialog, wallet } = await openSend(fixtures)
  const { amount, receiver, review, send } = fields(dialog)
  let silent = true
  await page.route(urls.rpc[NETWORK] ?? '', async (route) => {
    const asked = route.request().postData() ?? ''
    if (silent && asked.includes('eth_getTransactionReceipt')) return route.abort()
    // This endpoint cannot simulate transactions either.
    await route.continue({ postData: asked.replace('eth_simulateV1', 'eth_simulateV0') })
  })
  await amount.fill('0.2')
  const to = accountAt(1).address
  await receiver.fill(to)
  await review.click()
  await expect(dialog.getByRole('status').filter({ hasText: 'This could not be tried out' })).toBeVisible()
  await expect(dialog.locator('.ticket').getByText(to)).toBeAttached()
  await expect(dialog.locator('.ticket')).toContainText('You send0.2 ETH')
  await send.click()
  await wallet.approve(Web3RequestKind.SendTransaction)
  await expect(dialog).toContainText('Transaction started')
  await page.reload()
  silent = false
  await expect
    .poll(async () => (await details(page, 'wallet-transaction')).map(({ status }) => status), { timeout: 25_000 })
    .toEqual(['confirmed'])
})

test('a review that the host opens without a transaction leads to its form, and so does a token list opened by itself', async ({
  page,
  urls,
  stackAttributes,
}) => {
  const { dialog } = await openSend({ page, urls, stackAttributes })
  const { amount } = fields(dialog)
  await show(page, 'SendReview')
  await expect(amount).toBeVisible()
  await show(page, 'SwapReview')
  await expect(dialog.getByRole('heading', { name: 'Swap', exact: true })).toBeVisible()
  await show(page, 'SendToken')
  await dialog.getByRole('button', { name: /^Ether/ }).click()
  await expect(amount).toBeVisible()
})

test('on an unsupported network Send and Swap say so, and Send leads to the networks', async ({
  page,
  urls,
  stackAttributes,
}) => {
  const { dialog } = await openSend({ page, urls, stackAttributes: { ...stackAttributes, 'wrong-network': 'badge' } })
  await page.evaluate(() => Object.assign(document.querySelector('wallet-modal') ?? {}, { networks: ['eip155:56'] }))
  await show(page, 'Swap')
  await expect(dialog.getByRole('alert').filter({ hasText: 'Network not supported for Swaps' })).toBeVisible()
  await show(page, 'Send')
  await expect(dialog.getByRole('alert').filter({ hasText: 'Unsupported chain' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Change network' }).click()
  await expect(dialog.getByRole('button', { name: /BNB/ })).toBeVisible()
})

test('while a wallet is asked its name stays, though the page goes on to an account of another one', async ({
  page,
  urls,
  stackAttributes,
}) => {
  const { dialog, wallet } = await openSend({ page, urls, stackAttributes })
  const { amount, receiver, review, send } = fields(dialog)
  const others = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
  await page.evaluate(
    async ([networks, network]) => {
      const modal = document.querySelector('wallet-modal')
      modal?.setAttribute('networks', networks)
      await modal?.connect({ wallet: 'watch', address: '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5' })
      await modal?.switchNetwork(network)
    },
    [`${NETWORK} ${others}`, NETWORK] as const,
  )
  await show(page, 'Send')
  await amount.fill('0.1')
  await receiver.fill(accountAt(1).address)
  await review.click()
  await send.click()
  await wallet.untilAsked(Web3RequestKind.SendTransaction)
  await page.evaluate((network) => document.querySelector('wallet-modal')?.switchNetwork(network), others)
  expect((await stateOf(page))?.namespace).toBe('polkadot')
  await expect(dialog.getByRole('heading', { name: 'Confirm in Headless Web3 Provider' })).toBeVisible()
  await wallet.refuse(Web3RequestKind.SendTransaction)
})
