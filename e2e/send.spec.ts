import type { Page } from '@playwright/test'
import { type Address, getAddress, parseEther, parseUnits, toHex } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { DEV_MNEMONIC } from '../demo/stack/networks'
import { expectFault, followWayOut } from './faults/expect-fault'
import { accountAt, details, expect, test, Web3RequestKind } from './fixtures'
import { chainOf, dollarOn, dollarsOf } from './local-chain'
import { expectAbove } from './places'
import { expectDetails, fields, NETWORK, openSend, pickToken } from './send-page'
import { show } from './site'
import { expectWhole } from './whole-address'

const alice = accountAt(0).address

/** The address of `grace.reown.id`. */
const graces = mnemonicToAccount(DEV_MNEMONIC, { addressIndex: 5 }).address

const someone = (): Address => getAddress(toHex(crypto.getRandomValues(new Uint8Array(20))))

const statuses = async (page: Page) => (await details(page, 'wallet-transaction')).map(({ status }) => status)

test('promise 15, fault 63: coins: typed, reviewed in full at 320 to 1440, confirmed once, followed to the end, and right in both balances', async ({
  page,
  urls,
  stackAttributes,
}) => {
  const fixtures = { page, urls, stackAttributes }
  const { dialog, wallet } = await openSend(fixtures)
  const { amount, receiver, review, send } = fields(dialog)
  const to = someone()
  // Other tests may spend from the account meanwhile, never add to it.
  const before = await chainOf(NETWORK).getBalance({ address: alice })
  await expect(review).toBeDisabled()
  await amount.fill('1.25')
  await receiver.fill(to.toLowerCase())
  await expect(dialog).toContainText('Never used before')
  await review.click()
  await expect(dialog.getByRole('heading', { name: 'Review' })).toBeVisible()
  // The whole checksummed address, and the result of the simulation.
  await expectWhole(page, dialog, to)
  await expect(dialog.getByRole('list', { name: 'What changes for you' })).toContainText('ETH−1.25')
  await page.clock.install()
  await send.click()
  await expect(dialog.getByRole('heading', { name: 'Confirm in Headless Web3 Provider' })).toBeVisible()
  await expect(dialog.getByRole('status').filter({ hasText: 'Approve in Headless Web3 Provider' })).toHaveCount(1)
  // Going offline now is reported too.
  await page.context().setOffline(true)
  await expect(dialog.getByRole('status').filter({ hasText: /^You are offline$/, visible: true })).toHaveCount(1)
  await page.context().setOffline(false)
  const since = Date.now()
  await wallet.approve(Web3RequestKind.SendTransaction)
  await expect(dialog).toContainText('Transaction started')
  await expect(dialog.getByRole('tab', { name: 'Tokens' })).toBeVisible()
  await expectFault(page, '63', since)
  await followWayOut(page, '63')
  // The shown balance is updated.
  const shown = async () =>
    parseEther(/([\d,.]+) ETH/.exec((await dialog.allInnerTexts()).join())?.[1]?.replaceAll(',', '') ?? '')
  await expect.poll(shown).toBeLessThanOrEqual(before - parseEther('1.25'))

  const [started] = await details(page, 'wallet-transaction')
  expect(started).toEqual({
    kind: 'send',
    networkId: NETWORK,
    hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    status: 'submitted',
  })
  const receipt = await chainOf(NETWORK).waitForTransactionReceipt({ hash: started?.hash as `0x${string}` })
  const sent = await chainOf(NETWORK).getTransaction({ hash: receipt.transactionHash })
  expect([receipt.status, sent.value, getAddress(sent.from)]).toEqual(['success', parseEther('1.25'), alice])
  expect(await chainOf(NETWORK).getBalance({ address: to })).toBe(parseEther('1.25'))
  await expect.poll(() => statuses(page), { timeout: 20_000 }).toEqual(['submitted', 'confirmed'])

  // The message links to the explorer, stays while hovered, and never covers the view's main button.
  const told = dialog.locator('.snack').filter({ hasText: 'Transaction confirmed' })
  await expect(told.getByRole('link', { name: 'View' })).toHaveAttribute(
    'href',
    `https://testnet.bscscan.com/tx/${receipt.transactionHash}`,
  )
  await told.hover()
  await page.clock.fastForward(20_000)
  await show(page, 'Send')
  await expect(amount).toHaveValue('')
  await expect(receiver).toHaveValue('')
  await expect(told).toBeVisible()
  // Polled until the panel has its new height.
  await expectAbove(told, review)
  await page.mouse.move(0, 0)
  await page.clock.fastForward(9_000)
  await expect(told).toBeHidden()
  await dialog.getByRole('list', { name: 'Recent' }).getByRole('button').click()
  await expect(dialog).toContainText('Sent here once')
})

test('promise 9, fault 62: a token: picked, Max to the last unit, amount typed in dollars, and every value kept after a refusal and an error', async ({
  page,
  urls,
  stackAttributes,
}) => {
  const fixtures = { page, urls, stackAttributes }
  const { dialog, wallet } = await openSend(fixtures)
  const { amount, receiver, review, send } = fields(dialog)
  await pickToken(dialog, /DUSD|Demo Dollar/)
  await expect(dialog.getByRole('button', { name: 'Token: DUSD. Change' })).toBeVisible()
  const before = await dollarsOf(NETWORK, alice)
  const to = someone()
  await receiver.fill(to)
  await dialog.getByRole('button', { name: 'Max' }).click()
  expect(parseUnits(await amount.inputValue(), 6)).toBe(before)
  await amount.fill(`${before}`)
  await expect(dialog.getByRole('status').filter({ hasText: 'More than you have' })).toBeVisible()
  await expect(review).toBeDisabled()
  await amount.fill('0.0000001')
  await expect(dialog.getByRole('status').filter({ hasText: 'cannot be sent exactly' })).toBeVisible()
  // A typed comma is ambiguous, a decimal point or a thousands separator: the visitor is asked which.
  await amount.fill('')
  await amount.pressSequentially('1,000')
  await expect(dialog.getByRole('status').filter({ hasText: 'Enter 1000 or 1.000' })).toBeVisible()
  await expect(review).toBeDisabled()
  await expect(amount).toHaveValue('1,000')
  await amount.fill('')
  await amount.pressSequentially('1,5')
  await expect(review).toBeEnabled()
  await dialog.getByRole('button', { name: 'Type in USD' }).click()
  await amount.fill('12.5')
  await review.click()
  await expect(dialog.getByRole('list', { name: 'What changes for you' })).toContainText('DUSD−12.5')
  await send.click()
  await wallet.refuse(Web3RequestKind.SendTransaction)
  await expect(dialog.getByRole('alert').filter({ hasText: 'Request declinedNothing was sent.' })).toBeVisible()
  expect(await dollarsOf(NETWORK, to)).toBe(0n)
  // The wallet's internal error is not shown as the message; the wallet is asked only once.
  await send.click()
  await wallet.untilAsked(Web3RequestKind.SendTransaction)
  const since = Date.now()
  await wallet.backend.reject(Web3RequestKind.SendTransaction, Object.assign(new Error('boom'), { code: -32603 }))
  await expect(dialog.getByRole('alert').filter({ hasText: 'Something went wrong' })).toBeVisible()
  expect(wallet.backend.getPendingRequestCount(Web3RequestKind.SendTransaction)).toBe(0)
  // The details for support have it.
  await expectDetails(dialog, /^SEND_FAILED: Something went wrong\nboom\n.* · eip155:97 · http/)
  await expectFault(page, '61', since)
  await expectFault(page, '62', since)
  await dialog.getByRole('button', { name: 'Back' }).click()
  await expect(amount).toHaveValue('12.5')
  await expect(receiver).toHaveValue(to)
  await review.click()
  await send.click()
  await wallet.approve(Web3RequestKind.SendTransaction)
  await expect(dialog).toContainText('Transaction started')
  await expect.poll(() => dollarsOf(NETWORK, to)).toBe(parseUnits('12.5', 6))
  expect(await dollarsOf(NETWORK, alice)).toBe(before - parseUnits('12.5', 6))
  await expect.poll(() => statuses(page), { timeout: 20_000 }).toContain('confirmed')
})

test('promises 13, 14 and 16: a receiver that is wrong, dangerous or a look-alike is reported, marked, and needs a tick; names are resolved, and codes scanned by camera', async ({
  page,
  urls,
  stackAttributes,
}) => {
  const fixtures = { page, urls, stackAttributes }
  const known = someone()
  await page.addInitScript((address) => {
    localStorage.setItem('wallet-modal:payees', JSON.stringify([{ namespace: 'eip155', address, at: 1, count: 4 }]))
  }, known)
  const scanned = someone()
  await page.addInitScript((address) => {
    class Detector {
      detect = async () => [{ rawValue: `ethereum:${address}@97` }]
    }
    Object.assign(window, { BarcodeDetector: Detector })
    navigator.mediaDevices.getUserMedia = async () => {
      const stream = document.createElement('canvas').captureStream()
      Object.assign(window, { camera: stream })
      return stream
    }
  }, scanned)
  const { dialog } = await openSend(fixtures)
  const { amount, receiver, review } = fields(dialog)
  await amount.fill('0.5')
  await dialog.getByRole('button', { name: 'Scan a code' }).click()
  await expect(receiver).toHaveValue(scanned)
  expect(await page.evaluate(() => (window as { camera?: MediaStream }).camera?.active)).toBe(false)

  await receiver.fill('BOB.eth')
  await expect(dialog.getByRole('alert').filter({ hasText: 'It is written bob.eth' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Use bob.eth' }).click()
  await expect(dialog.getByRole('status').filter({ hasText: accountAt(1).address })).toBeVisible()
  await receiver.fill('nobody.eth')
  await expect(dialog.getByRole('alert').filter({ hasText: 'This name leads nowhere' })).toBeVisible()
  // Names under reown.id are resolved by the provider.
  await receiver.fill('grace.reown.id')
  await expect(dialog.getByRole('status').filter({ hasText: graces })).toBeVisible()
  await expect(review).toBeEnabled()
  await receiver.fill('nobody.reown.id')
  await expect(dialog.getByRole('alert').filter({ hasText: 'This name leads nowhere' })).toBeVisible()
  await receiver.fill(
    known.replace(/[a-fA-F](?!.*[a-fA-F])/, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    ),
  )
  await expect(dialog.getByRole('alert').filter({ hasText: 'One character of this address is wrong' })).toBeVisible()
  await receiver.fill('0x123')
  await expect(dialog.getByRole('alert').filter({ hasText: 'This is not an address' })).toBeVisible()
  await expect(receiver).toHaveAccessibleDescription('This is not an address')
  await amount.fill('123456789')
  await receiver.fill(scanned)
  await expect(amount).toHaveAccessibleDescription('More than you have')
  await amount.fill('0.5')
  await receiver.fill('0x123')
  await expect(review).toBeDisabled()

  const twin = `0x${known.slice(2, 6)}${someone().slice(6, 38)}${known.slice(-4)}`.toLowerCase()
  await receiver.fill(twin)
  await expect(dialog.getByRole('alert').filter({ hasText: 'This is not the address you used before' })).toBeVisible()
  const marked = await dialog.locator('mark').allTextContents()
  const different = [...getAddress(twin)].filter((letter, at) => letter.toLowerCase() !== known[at]?.toLowerCase())
  expect(marked.join('')).toBe(different.join(''))
  await expect(review).toBeDisabled()
  await dialog.getByText('I checked every character and want this one').click()
  await expect(review).toBeEnabled()
  await dialog.getByRole('button', { name: 'Use the saved address' }).click()
  await expect(dialog).toContainText('Sent here 4 times')

  for (const [address, words] of [
    ['0x0000000000000000000000000000000000000000', 'Nobody has this address'],
    [dollarOn(NETWORK), 'This is the address of a token'],
    ['0xcA11bde05977b3631167028862bE2a173976CA11', 'This is a contract'],
    [alice, 'This is your own address'],
  ] as const) {
    await receiver.fill(address)
    await expect(dialog.getByRole('alert').filter({ hasText: words })).toBeVisible()
    await expect(review).toBeDisabled()
  }
  await dialog.getByText('I understand and want this receiver').click()
  await expect(review).toBeEnabled()
})

test('promise 10: nothing is sent that changed between review and click; nothing can be sent offline, nor if the host cancels it', async ({
  page,
  context,
  urls,
  stackAttributes,
}) => {
  const fixtures = { page, urls, stackAttributes }
  const { dialog, wallet } = await openSend(fixtures)
  const { amount, receiver, review, send } = fields(dialog)
  await amount.fill('0.1')
  await receiver.fill(someone())
  await review.click()
  await expect(send).toBeVisible()
  await context.setOffline(true)
  await expect(dialog.getByRole('status').filter({ hasText: 'You are offline', visible: true })).toBeVisible()
  await expect(send).toBeDisabled()
  await context.setOffline(false)
  await expect(send).toBeEnabled()
  await wallet.backend.changeAccounts([accountAt(1).key])
  await expect(dialog.getByRole('alert').filter({ hasText: 'Something changed' })).toBeVisible()
  await expect(dialog.getByRole('heading', { name: 'Send' })).toBeVisible()
  await expect(amount).toHaveValue('0.1')
  await expect(review).toBeEnabled()
  await context.setOffline(true)
  await expect(dialog.getByRole('status').filter({ hasText: 'You are offline', visible: true })).toBeVisible()
  await expect(review).toBeDisabled()
  await context.setOffline(false)
  expect(await details(page, 'wallet-transaction')).toEqual([])
  expect(wallet.backend.getPendingRequestCount(Web3RequestKind.SendTransaction)).toBe(0)

  // The host cancels it, and no wallet is asked.
  await page.evaluate(() => document.addEventListener('wallet-before-transaction', (event) => event.preventDefault()))
  await review.click()
  await send.click()
  await expect(dialog.getByRole('alert').filter({ hasText: 'This site stopped the transaction' })).toBeVisible()
  expect(wallet.backend.getPendingRequestCount(Web3RequestKind.SendTransaction)).toBe(0)
})
