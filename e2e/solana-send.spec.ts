import { Connection, Keypair, PublicKey } from '@solana/web3.js'
import { toBase58 } from '../src/lib/base58'
import { expectFault } from './faults/expect-fault'
import { details, expect, test } from './fixtures'
import { expectEvent, show, urls } from './site'
import { fund, fundTokens, heldOf as heldIn, onlySolana, openWithBurner, SOLANA, solanaRpc } from './solana-page'
import { connectSolana } from './solana-wallet'

const connection = new Connection(solanaRpc, 'confirmed')

const heldOf = (owner: string, mint: string) => heldIn(connection, owner, mint)

const someone = () => new PublicKey(crypto.getRandomValues(new Uint8Array(32)))

test('Send on Solana: coins and tokens of both programs are simulated, signed once, and right in both balances', async ({
  page,
}) => {
  await openWithBurner(page, { attributes: onlySolana })
  const address = await connectSolana(page, 'Burner Wallet')
  await fund(connection, address)
  const tokens = urls.tokens?.[SOLANA] ?? []
  await fundTokens(connection, address, tokens)
  const to = someone()
  const dialog = page.getByRole('dialog')
  let since = Date.now()
  await show(page, 'Send')
  await expectFault(page, '64, incomplete', since)
  since = Date.now()
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('0.75')
  await expectFault(page, '64, incomplete', since)
  await dialog.getByRole('textbox', { name: 'Receiver' }).fill(to.toBase58())
  const danger = dialog.getByText('I understand and want this receiver')
  const review = dialog.getByRole('button', { name: 'Review', exact: true })
  // A random address may be off the curve and have no key, which needs a tick.
  await expect(review.or(danger).first()).toBeVisible()
  if (!PublicKey.isOnCurve(to.toBytes())) await danger.click()
  // The node refuses first the simulation, then the transaction; the form keeps its values.
  let refused = 'simulateTransaction'
  await page.route(`${solanaRpc}**`, async (route) => {
    const { id, method } = (route.request().postDataJSON() ?? {}) as { id?: unknown; method?: string }
    if (method !== refused) return route.fallback()
    const error = { code: -32002, message: 'Blockhash not found' }
    return route.fulfill({ json: { jsonrpc: '2.0', id, error }, headers: { 'access-control-allow-origin': '*' } })
  })
  await review.click()
  await expect(dialog.getByRole('alert').filter({ hasText: 'This transaction would fail' })).toContainText('Nothing was sent.')
  refused = 'sendTransaction'
  await review.click()
  since = Date.now()
  await dialog.getByRole('button', { name: /^Send 0.75 SOL/ }).click()
  await expectFault(page, '64', since)
  await dialog.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(dialog.getByRole('textbox', { name: 'Amount' })).toHaveValue('0.75')
  await page.unroute(`${solanaRpc}**`)
  await review.click()
  await expect(dialog.getByRole('list', { name: 'What changes for you' })).toContainText('SOL−0.75')
  await dialog.getByRole('button', { name: /^Send 0.75 SOL/ }).click()
  await expect(dialog).toContainText('Transaction started')
  await expect.poll(() => connection.getBalance(to)).toBe(750_000_000)
  await expectEvent(page, 'wallet-transaction', { kind: 'send', networkId: SOLANA, status: 'confirmed' })
  expect(await page.evaluate(() => typeof Buffer)).toBe('undefined')

  // The receiver has no token account: it is created, and its cost is shown.
  for (const { address: mint, symbol, decimals } of tokens.slice(0, 2)) {
    expect(await heldOf(address, mint)).toBe(40n * 10n ** BigInt(decimals))
    await show(page, 'Send')
    await dialog.getByRole('button', { name: /^Token: / }).click()
    await dialog.getByRole('button', { name: new RegExp(symbol) }).click()
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('12.5')
    await dialog.getByRole('textbox', { name: 'Receiver' }).fill(to.toBase58())
    await expect(dialog).toContainText('For the receiver’s token account')
    if (!PublicKey.isOnCurve(to.toBytes())) await danger.click()
    await review.click()
    await expect(dialog.getByRole('list', { name: 'What changes for you' })).toContainText(`${symbol}−12.5`)
    await dialog.getByRole('button', { name: new RegExp(`^Send 12.5 ${symbol}`) }).click()
    await expect(dialog.getByRole('tab', { name: 'Tokens' })).toBeVisible()
    await expect.poll(() => heldOf(to.toBase58(), mint)).toBe((125n * 10n ** BigInt(decimals)) / 10n)
    expect(await heldOf(address, mint)).toBe((275n * 10n ** BigInt(decimals)) / 10n)
  }
})

test('error: a transaction that no node has seen by its expiry is reported as unconfirmed, with a link to the explorer, and polling ends (fault 64)', async ({
  page,
}) => {
  await page.clock.install()
  await openWithBurner(page, { attributes: onlySolana })
  const address = await connectSolana(page, 'Burner Wallet')
  await fund(connection, address)
  await show(page, 'Send')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('0.25')
  await dialog.getByRole('textbox', { name: 'Receiver' }).fill(Keypair.generate().publicKey.toBase58())
  await dialog.getByRole('button', { name: 'Review', exact: true }).click()
  // The node accepts the transaction and loses it, and its last valid block passes.
  let signature = ''
  const asked: string[] = []
  await page.route(`${solanaRpc}**`, async (route) => {
    const { id, method, params } = (route.request().postDataJSON() ?? {}) as { id?: unknown; method?: string; params?: unknown[] }
    asked.push(String(method))
    if (method === 'sendTransaction')
      // One signature of 64 bytes, after the count byte.
      signature = toBase58(Uint8Array.from(Buffer.from(String(params?.[0]), 'base64').subarray(1, 65)))
    else if (method !== 'getBlockHeight') return route.fallback()
    const result = method === 'sendTransaction' ? signature : 1_000_000_000
    return route.fulfill({ json: { jsonrpc: '2.0', id, result }, headers: { 'access-control-allow-origin': '*' } })
  })
  const since = Date.now()
  await dialog.getByRole('button', { name: /^Send 0.25 SOL/ }).click()
  await expect(dialog).toContainText('Transaction started')
  await page.clock.runFor(8_000)
  await expectFault(page, '64, unconfirmed', since)
  const view = dialog.locator('.snack').filter({ hasText: 'Not confirmed yet' }).getByRole('link', { name: 'View' })
  await expect(view).toHaveAttribute('href', new RegExp(`^https://[^/]+/tx/${signature}`))
  const polled = asked.filter((method) => method === 'getSignatureStatuses').length
  await page.clock.runFor(60_000)
  expect(asked.filter((method) => method === 'getSignatureStatuses')).toHaveLength(polled)
  expect((await details(page, 'wallet-transaction')).map(({ status }) => status)).toEqual(['submitted'])
  await dialog.getByRole('tab', { name: 'Activity' }).click()
  const row = dialog.getByRole('button', { name: /Sent SOL/ })
  await expect(row).toContainText('Pending')
  await expect(row.locator('.spinner')).toHaveCount(0)
})

test('Max on Solana sends all but the fee; leaving less than the rent is refused', async ({ page }) => {
  await openWithBurner(page, { attributes: onlySolana })
  const address = await connectSolana(page, 'Burner Wallet')
  await fund(connection, address)
  const to = Keypair.generate().publicKey
  await show(page, 'Send')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Receiver' }).fill(to.toBase58())
  const [amount, review] = [
    dialog.getByRole('textbox', { name: 'Amount' }),
    dialog.getByRole('button', { name: 'Review', exact: true }),
  ]
  await amount.fill('4.9995')
  await expect(dialog.getByText('Too little would be left. Send all, or less')).toBeVisible()
  await expect(review).toBeDisabled()
  await dialog.getByRole('button', { name: 'Max' }).click()
  await expect(amount).toHaveValue('4.999995')
  await review.click()
  await dialog.getByRole('button', { name: /^Send 4.999995 SOL/ }).click()
  await expect.poll(() => connection.getBalance(to)).toBe(4_999_995_000)
  expect(await connection.getBalance(new PublicKey(address))).toBe(0)
})
