import type { Page } from '@playwright/test'
import { type Address, encodeFunctionData, getAddress, parseEther, parseUnits, toHex } from 'viem'
import contract from '../demo/stack/contracts/abi/SmartWallet.json' with { type: 'json' }
import { foretellSmartWallet } from '../demo/stack/smart-wallet'
import { expectFault } from './faults/expect-fault'
import { accountAt, announce, asked, details, expect, keepElement, test } from './fixtures'
import { chainOf, dollarOn, dollarsOf } from './local-chain'
import { connectByCode } from './qr'
import { show, type Visit } from './site'
import { expectWhole } from './whole-address'

const NETWORK = 'eip155:56'
const owner = accountAt(2).address
/** Gives an account dollars from the account that holds them all. */
async function fund(urls: Visit['urls'], amount: string, to: Address = owner) {
  const data = `0xa9059cbb${to.slice(2).toLowerCase().padStart(64, '0')}${parseUnits(amount, 6).toString(16).padStart(64, '0')}`
  const call = { from: accountAt(0).address, to: dollarOn(NETWORK), data }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_sendTransaction', params: [call] })
  const answer = await fetch(urls.rpc[NETWORK] ?? '', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const { result } = (await answer.json()) as { result: `0x${string}` }
  await chainOf(NETWORK).waitForTransactionReceipt({ hash: result })
  // Other tests read that account's balance: the fee is given back.
  const whole = { jsonrpc: '2.0', id: 2, method: 'anvil_setBalance', params: [accountAt(0).address, toHex(parseEther('10000'))] }
  await fetch(urls.rpc[NETWORK] ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(whole),
  })
}

/** Opens Swap's review with a wallet that batches calls, unless `refuses` holds its error code; the chain itself signs. */
async function openSmart({ page, urls, stackAttributes }: Visit, { refuses }: { refuses?: number } = {}) {
  await announce(
    page,
    { name: 'Odd Wallet' },
    ({ rpc, account, code }: { rpc: string; account: string; code: number }) => {
      const send = async (transaction: object) => {
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_sendTransaction', params: [transaction] })
        const answer = await fetch(rpc, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
        return (await answer.json()).result
      }
      let last = ''
      return window.scriptedWallet({
        eth_requestAccounts: () => [account],
        eth_accounts: () => [account],
        eth_chainId: () => '0x38',
        wallet_getCapabilities: () => ({ '0x38': { atomic: { status: 'supported' } } }),
        wallet_sendCalls: async (params) => {
          if (code) throw Object.assign(new Error('not as one'), { code })
          const [{ calls, from }] = params as [{ calls: object[]; from: string }]
          for (const call of calls) last = await send({ ...call, from })
          return { id: '0x1' }
        },
        wallet_getCallsStatus: () => ({ status: 200, receipts: [{ transactionHash: last }] }),
        eth_sendTransaction: (params) => send((params as [object])[0]),
      })
    },
    { rpc: urls.rpc[NETWORK] ?? '', account: owner, code: refuses ?? 0 },
  )
  await keepElement(page, { ...stackAttributes, networks: NETWORK, 'default-network': NETWORK })
  await page.goto(`${urls.demo}bare.html`)
  await page.locator('wallet-modal:defined').waitFor({ state: 'attached' })
  await page.evaluate(() => document.querySelector('wallet-modal')?.connect({ wallet: 'test.odd' }))
  const swap = { fromToken: 'DUSD', toToken: 'BNB', amount: '40' }
  await show(page, 'Swap', swap)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Review swap' }).click()
  return dialog
}

const sentBy = async (page: Page) => (await asked(page)).filter((method) => /send/i.test(method))

test.describe.configure({ mode: 'default' })

test('promise 15: a wallet that batches calls approves and swaps in one request; the whole address is shown at 320 to 1440', async ({
  page,
  urls,
  stackAttributes,
}) => {
  await fund(urls, '40')
  const before = await dollarsOf(NETWORK, owner)
  const dialog = await openSmart({ page, urls, stackAttributes })
  const both = dialog.getByRole('button', { name: 'Approve and swap' })
  await expect(both).toBeEnabled()
  await expectWhole(page, dialog, (await dialog.getByText(/^0x[0-9a-fA-F]{40}$/).textContent()) ?? '')
  await both.click()
  await expect(dialog).toContainText('Transaction started')
  await expect.poll(() => dollarsOf(NETWORK, owner)).toBe(before - parseUnits('40', 6))
  expect(await sentBy(page)).toEqual(['wallet_sendCalls'])
  // It may already be confirmed by now.
  const started = (await details(page, 'wallet-transaction')).filter(({ status }) => status === 'submitted')
  expect(started).toMatchObject([{ kind: 'calls', networkId: NETWORK }])
})

test('fault 69: a wallet that refuses the batch is asked for two steps only after the person agrees', async ({
  page,
  urls,
  stackAttributes,
}) => {
  await fund(urls, '40')
  const dialog = await openSmart({ page, urls, stackAttributes }, { refuses: 5750 })
  const since = Date.now()
  await dialog.getByRole('button', { name: 'Approve and swap' }).click()
  await expect(dialog.getByRole('alert').filter({ hasText: 'Your wallet cannot do this as one step' })).toBeVisible({
    timeout: 20_000,
  })
  await expectFault(page, '69', since)
  expect(await sentBy(page)).toEqual(['wallet_sendCalls'])
  await dialog.getByRole('button', { name: /^Approve 40 DUSD/ }).click()
  await expect(dialog.getByRole('button', { name: /^Swap 40 DUSD/ })).toBeVisible({ timeout: 30_000 })
  expect(await sentBy(page)).toEqual(['wallet_sendCalls', 'eth_sendTransaction'])
  const before = await dollarsOf(NETWORK, owner)
  await dialog.getByRole('button', { name: /^Swap 40 DUSD/ }).click()
  await expect.poll(() => dollarsOf(NETWORK, owner)).toBe(before - parseUnits('40', 6))
})

test('a smart account without coins sends a token as a batch of one, and both balances are right', async ({
  page,
  urls,
  stackAttributes,
}) => {
  const rpc = urls.rpc[NETWORK] ?? ''
  const { address, deploy } = await foretellSmartWallet(rpc, owner)
  await deploy()
  await fund(urls, '30', address)
  const before = await dollarsOf(NETWORK, address)
  // The owner's key carries out the batch and pays for it.
  type Ask = { from: Address; chainId: string; calls: { to: Address; value: `0x${string}`; data: `0x${string}` }[] }
  const batches: Ask[] = []
  await page.exposeFunction('doBatch', async (batch: Ask) => {
    batches.push(batch)
    const data = encodeFunctionData({ abi: contract.abi, functionName: 'execute', args: [batch.calls] })
    const call = { jsonrpc: '2.0', id: 1, method: 'eth_sendTransaction', params: [{ from: owner, to: address, data }] }
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(rpc, { method: 'POST', headers, body: JSON.stringify(call) })
    return ((await answer.json()) as { result: string }).result
  })
  await announce(
    page,
    { name: 'Odd Wallet' },
    (account: string) => {
      const { doBatch } = window as Window & { doBatch?(batch: unknown): Promise<string> }
      let hash = ''
      return window.scriptedWallet({
        eth_requestAccounts: () => [account],
        eth_accounts: () => [account],
        eth_chainId: () => '0x38',
        wallet_getCapabilities: () => ({ '0x38': { atomic: { status: 'supported' } } }),
        wallet_sendCalls: async (params) => {
          hash = (await doBatch?.((params as [unknown])[0])) ?? ''
          return { id: '0x1' }
        },
        wallet_getCallsStatus: () => ({ status: 200, receipts: [{ transactionHash: hash }] }),
      })
    },
    address,
  )
  await keepElement(page, { ...stackAttributes, networks: NETWORK, 'default-network': NETWORK })
  await page.goto(`${urls.demo}bare.html`)
  await page.locator('wallet-modal:defined').waitFor({ state: 'attached' })
  await page.evaluate(() => document.querySelector('wallet-modal')?.connect({ wallet: 'test.odd' }))
  await show(page, 'Send')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Token: / }).click()
  await dialog.getByRole('button', { name: /DUSD|Demo Dollar/ }).click()
  const to = getAddress(toHex(crypto.getRandomValues(new Uint8Array(20))))
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('17.25')
  await dialog.getByRole('textbox', { name: 'Receiver' }).fill(to)
  // It has no coin, but its fee may be paid by others (fault 65), so Review is allowed.
  await dialog.getByRole('button', { name: 'Review', exact: true }).click()
  await expect(dialog.getByRole('list', { name: 'What changes for you' })).toContainText('DUSD−17.25')
  await expect(dialog).toContainText('May be paid for you')
  await dialog.getByRole('button', { name: /^Send 17.25 DUSD/ }).click()
  await expect(dialog).toContainText('Transaction started')
  expect(await dollarsOf(NETWORK, to)).toBe(parseUnits('17.25', 6))
  expect(await dollarsOf(NETWORK, address)).toBe(before - parseUnits('17.25', 6))
  expect(await sentBy(page)).toEqual(['wallet_sendCalls'])
  expect(batches).toMatchObject([
    { version: '2.0.0', chainId: '0x38', from: address, calls: [{ to: dollarOn(NETWORK), value: '0x0' }] },
  ])
  await expect
    .poll(() => details(page, 'wallet-transaction'), { timeout: 20_000 })
    .toMatchObject([
      { kind: 'send', networkId: NETWORK, status: 'submitted' },
      { kind: 'send', networkId: NETWORK, status: 'confirmed' },
    ])
})

test('a phone wallet sends coins, and they arrive', async ({ page, context }) => {
  const wallet = await connectByCode(page, context)
  // Other tests read the first account's balance.
  await wallet.switchAccount(2)
  await expect.poll(async () => (await details(page, 'wallet-account-changed')).length).toBe(1)
  const to = getAddress(toHex(crypto.getRandomValues(new Uint8Array(20))))
  const { network } = (await page.evaluate(() => document.querySelector('wallet-modal')?.state)) ?? {}
  await page.bringToFront()
  await show(page, 'Send')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('0.125')
  await dialog.getByRole('textbox', { name: 'Receiver' }).fill(to)
  await dialog.getByRole('button', { name: 'Review', exact: true }).click()
  await dialog.getByRole('button', { name: /^Send 0.125/ }).click()
  await wallet.approve('Send a transaction')
  const chain = chainOf(network ?? '')
  await expect.poll(() => chain.getBalance({ address: to })).toBe(125_000_000_000_000_000n)
  // The coins may arrive before the wallet's answer.
  await expect.poll(async () => (await details(page, 'wallet-transaction')).length).toBeGreaterThan(0)
  const [told] = await details(page, 'wallet-transaction')
  const sent = await chain.getTransaction({ hash: told?.hash as `0x${string}` })
  expect([getAddress(sent.from), sent.value]).toEqual([accountAt(2).address, 125_000_000_000_000_000n])
})
