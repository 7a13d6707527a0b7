import type { Locator, Page } from '@playwright/test'
import { type Address, createTestClient, getAddress, http, parseEther, toHex } from 'viem'
import { expectFault } from '../faults/expect-fault'
import { announce, asked, details, emit, expect, openBare, stateOf, test, told } from '../fixtures'
import { fields, NETWORK } from '../send-page'
import { show } from '../site'
import { sending, sendingAsOne } from './sending'
import { expectSaid, expectTold } from './sentence'

// Presses wait for animations to end.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const someone = (): Address => getAddress(toHex(crypto.getRandomValues(new Uint8Array(20))))
const RECEIVER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** A new account with one coin; a contract if `bytecode` is given. */
async function makeAccount(rpc: string | undefined, bytecode?: `0x${string}`): Promise<Address> {
  const chain = createTestClient({ mode: 'anvil', transport: http(rpc) })
  const address = someone()
  await chain.setBalance({ address, value: parseEther('1') })
  if (bytecode) await chain.setCode({ address, bytecode })
  return address
}

const sentBy = async (page: Page, name?: string) => (await asked(page, name)).filter((method) => /send/i.test(method))
const codesTold = async (page: Page) => (await details(page, 'wallet-error')).map(({ code }) => code)

/** Fills the form and opens the review. */
async function review(dialog: Locator): Promise<void> {
  const form = fields(dialog)
  await form.amount.fill('0.25')
  await form.receiver.fill(RECEIVER)
  await form.review.click()
  await expect(form.send).toBeVisible({ timeout: 15_000 })
}

test('a wallet on another network, or with an answer that is no transaction hash, shows its message; nothing is sent twice, and the form is kept', async ({
  page,
  urls,
  stackAttributes,
}) => {
  const account = await makeAccount(urls.rpc[NETWORK])
  await announce(
    page,
    {},
    (owner) => {
      const now: { chainId?: string; answer?: unknown } = {}
      const wallet = window.scriptedWallet({
        eth_requestAccounts: () => [owner],
        eth_accounts: () => [owner],
        eth_chainId: () => now.chainId ?? '0x61',
        eth_sendTransaction: () => now.answer,
      })
      return Object.assign(wallet, { now })
    },
    account,
  )
  const networks = `${NETWORK} eip155:56 eip155:31337`
  await openBare(page, urls, { ...stackAttributes, networks, 'default-network': NETWORK })
  await page.evaluate(() => document.querySelector('wallet-modal')?.connect({ wallet: 'test.odd' }))
  const become = (row: object) =>
    page.evaluate((given) => {
      const { now } = window.scripted['Odd Wallet'] as { now: object }
      Object.assign(now, { chainId: undefined, answer: undefined }, given)
    }, row)
  await show(page, 'Send')
  const dialog = page.getByRole('dialog')
  const { amount, receiver, send } = fields(dialog)
  const requests: string[] = []
  const codes: string[] = []
  const isOn = (network: string) => expect.poll(async () => (await stateOf(page))?.network).toBe(network)
  for (const [id, { chainId, event, answer, says, code, asked: expected }] of Object.entries(sending))
    await test.step(id, async () => {
      await review(dialog)
      await become({ ...(chainId && { chainId }), answer })
      if (event) await emit(page, 'chainChanged', event)
      if (!says) await page.clock.install()
      await send.click()
      requests.push(...expected)
      if (says) {
        await expectSaid(dialog, says)
        codes.push(code ?? '')
        if (chainId) await isOn(`eip155:${Number(chainId)}`)
        else await dialog.getByRole('button', { name: 'Back', exact: true }).click()
        await expect(amount).toHaveValue('0.25')
        await expect(receiver).toHaveValue(RECEIVER)
        expect(await told(page, 'wallet-transaction')).toEqual([])
      } else await expectTold(dialog, 'Transaction started', 'Transaction started View')
      expect(await sentBy(page)).toEqual(requests)
      await become({})
      if (chainId) await emit(page, 'chainChanged', '0x61')
      await isOn(NETWORK)
      expect(await stateOf(page)).toMatchObject({ account: { address: account } })
    })
  expect(await codesTold(page)).toEqual(codes)

  // P55, the last one: no node ever sees its transaction.
  await page.clock.fastForward(601_000)
  const lost = 'Its time ran out and the network has not reported it. Look in the block explorer before you send again.'
  await expectTold(dialog, 'Not confirmed yet', `Not confirmed yet ${lost} View`)
  const hash = `0x${'5'.repeat(64)}`
  await expect(dialog.getByRole('link', { name: 'View' })).toHaveAttribute('href', `https://testnet.bscscan.com/tx/${hash}`)
  expect(await details(page, 'wallet-transaction')).toMatchObject([{ hash, status: 'submitted' }])
})

test('a wallet that does not state its capabilities is asked for one transaction, and the old answer to a batch is understood (fault 70)', async ({
  page,
  urls,
  stackAttributes,
}) => {
  const account = await makeAccount(urls.rpc[NETWORK], '0x00')
  const info = (id: string) => ({ name: `Wallet ${id}`, rdns: `test.${id.toLowerCase()}` })
  for (const [id, row] of Object.entries(sendingAsOne))
    await announce(
      page,
      info(id),
      ({ owner, capabilities }) => {
        const hash = `0x${'6'.repeat(64)}`
        return window.scriptedWallet({
          eth_requestAccounts: () => [owner],
          eth_accounts: () => [owner],
          eth_chainId: () => '0x61',
          eth_sendTransaction: () => hash,
          wallet_getCapabilities: () => capabilities ?? new Promise(() => {}),
          wallet_sendCalls: () => '0x1',
          wallet_getCallsStatus: () => ({ status: 200, receipts: [{ transactionHash: hash }] }),
        })
      },
      { owner: account, capabilities: row.capabilities },
    )
  await openBare(page, urls, { ...stackAttributes, networks: NETWORK, 'default-network': NETWORK })
  const dialog = page.getByRole('dialog')
  for (const [index, [id, row]] of Object.entries(sendingAsOne).entries())
    await test.step(id, async () => {
      const { name, rdns } = info(id)
      await page.evaluate((wallet) => document.querySelector('wallet-modal')?.connect({ wallet }), rdns)
      await show(page, 'Send')
      const since = Date.now()
      await review(dialog)
      expect(await asked(page, name)).toContain('wallet_getCapabilities')
      if (id === 'P57') await expectFault(page, '70', since)
      await fields(dialog).send.click()
      await expectTold(dialog, 'Transaction started', 'Transaction started View')
      // The previous wallet's message may still be there.
      await expect.poll(() => sentBy(page, name)).toEqual(row.asked)
      await expect.poll(() => details(page, 'wallet-transaction')).toHaveLength(index + 1)
      await page.evaluate(() => document.querySelector('wallet-modal')?.disconnect())
    })
  expect(await told(page, 'wallet-error')).toEqual([])
})
