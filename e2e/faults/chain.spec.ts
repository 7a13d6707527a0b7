import { announce, expect, openBare, test } from '../fixtures'
import { expectFault } from './expect-fault'

// Nothing is sent here.
const NETWORK = 'eip155:97'
const FEES = /eth_(estimateGas|gasPrice|maxPriorityFeePerGas|getBlockByNumber)/

test('sending: a wallet that never says what it can is not waited for, and a chain that does not say what it costs is not guessed (faults 65 and 70)', async ({
  page,
  urls,
  stackAttributes,
}) => {
  await announce(page, {}, () =>
    window.scriptedWallet({ eth_chainId: () => '0x61', wallet_getCapabilities: () => new Promise(() => {}) }),
  )
  const rpc = urls.rpc[NETWORK] ?? ''
  let silent = false
  await page.route(`${rpc}**`, async (route) => {
    const asked = route.request().postData() ?? ''
    if (!silent || !FEES.test(asked)) return route.fallback()
    return route.fulfill({ status: 503, body: '', headers: { 'access-control-allow-origin': '*' } })
  })
  await openBare(page, urls, { ...stackAttributes, networks: NETWORK, 'default-network': NETWORK })
  await page.evaluate(() => document.querySelector('wallet-modal')?.connect({ wallet: 'test.odd' }))
  await page.evaluate(() => document.querySelector('wallet-modal')?.show({ view: 'Send' }))
  const dialog = page.getByRole('dialog')
  const amount = dialog.getByRole('textbox', { name: 'Amount' })
  const review = dialog.getByRole('button', { name: 'Review', exact: true })
  await amount.fill('0.5')
  await dialog.getByRole('textbox', { name: 'Receiver' }).fill('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
  await expectFault(page, '70')
  silent = true
  await review.click()
  await expectFault(page, '65')
  await expect(amount).toHaveValue('0.5')
  silent = false
  await review.click()
  await expect(dialog.getByRole('list', { name: 'What changes for you' })).toContainText('−0.5')
})
