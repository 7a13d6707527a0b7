import type { Page, Route } from '@playwright/test'
import { Connection, PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import {
  type Address,
  createTestClient,
  createWalletClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  hexToBigInt,
  http,
  parseEther,
  parseUnits,
  recoverMessageAddress,
  toHex,
} from 'viem'
import { entryPoint08Abi, entryPoint08Address } from 'viem/account-abstraction'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { verifyMessage } from 'viem/actions'
import { foundry } from 'viem/chains'
import { sessionCallData, sessionIn, sessionSignature } from '../demo/secure/account-abi'
import type { SiteChain } from '../demo/secure/chains'
import { draftOperation, signHash, signOperation } from '../demo/secure/smart-account'
import { isSignedBy } from '../demo/stack/ed25519'
import type { Urls } from '../demo/stack/index'
import { fromBase58 } from '../src/lib/base58'
import { expectFault } from './faults/expect-fault'
import { type Attributes, details, expect, openBare, stateOf, test, untilTold } from './fixtures'
import { expectHeard, listen } from './heard'
import { chainOf, dollarOn, dollarsOf } from './local-chain'
import { frameOf, person, signIn } from './person'
import { fund, onSolana, SOLANA, signThroughProvider, solanaRpc } from './solana-page'

const NETWORK = 'eip155:31337'
const rpc = (urls: Urls) => urls.rpc[NETWORK] ?? ''
const nobody = () => privateKeyToAccount(generatePrivateKey()).address
const payOut = (to: Address, amount: string) => ({
  to: dollarOn(NETWORK),
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, parseUnits(amount, 6)] }),
})

/** Sends a request to the connected wallet from the page, as a dApp does. */
const ask = <Answer>(page: Page, method: string, params: unknown): Promise<Answer> =>
  page.evaluate(
    (request) => {
      const provider = document.querySelector('wallet-modal')?.getProvider('eip155')
      return (provider as { request(asked: typeof request): Promise<Answer> }).request(request)
    },
    { method, params },
  ) as Promise<Answer>
const show = (page: Page, view: string) =>
  page.evaluate((wanted) => document.querySelector('wallet-modal')?.show({ view: wanted } as never), view)
const addressOf = async (page: Page) => (await stateOf(page))?.account?.address as Address
const approve = (page: Page) => frameOf(page).getByRole('button', { name: 'Approve', exact: true }).click()

/** Spends by a site's session key, directly on the chain without our code; resolves to whether it succeeded. */
async function useSession(urls: Urls, context: Hex, key: Hex, sender: Address, to: Address, amount: string): Promise<boolean> {
  const chain: SiteChain = {
    ...{ chainId: 31337, name: 'Localhost', symbol: 'ETH', currency: 'Ether', rpc: rpc(urls), tokens: [] },
  }
  const { to: target, data } = payOut(to, amount)
  const draft = await draftOperation(chain, sender, sessionCallData([{ target, value: 0n, data }]))
  const { operation } = await signOperation(chain, draft, async (hash) =>
    sessionSignature(sessionIn(context), await signHash(privateKeyToAccount(key), hash)),
  )
  const carrier = privateKeyToAccount(generatePrivateKey())
  await createTestClient({ mode: 'anvil', transport: http(rpc(urls)) }).setBalance({
    address: carrier.address,
    value: parseEther('1'),
  })
  const wallet = createWalletClient({ account: carrier, chain: foundry, transport: http(rpc(urls)) })
  const packed = {
    ...operation,
    nonce: hexToBigInt(operation.nonce),
    preVerificationGas: hexToBigInt(operation.preVerificationGas),
  }
  const call = { address: entryPoint08Address, abi: entryPoint08Abi, functionName: 'handleOps', gas: 9_000_000n } as const
  await chainOf(NETWORK).simulateContract({ ...call, account: carrier, args: [[packed], carrier.address] })
  const hash = await wallet.writeContract({ ...call, args: [[packed], carrier.address] })
  await chainOf(NETWORK).waitForTransactionReceipt({ hash })
  const [event] = await chainOf(NETWORK).getContractEvents({
    ...{ address: entryPoint08Address, abi: entryPoint08Abi, eventName: 'UserOperationEvent' },
    ...{ args: { sender }, fromBlock: (await chainOf(NETWORK).getTransactionReceipt({ hash })).blockNumber },
  })
  return event?.args.success === true
}

test('fault 71: signs in by e-mail, switches to a smart account, sends a batch, lets a site spend within a limit, and revokes it', async ({
  page,
  urls,
  stackAttributes,
}) => {
  const attributes: Attributes = { ...stackAttributes, email: true }
  await page.addInitScript(listen)
  await openBare(page, urls, attributes)
  await signIn(page, urls, person())
  const own = await addressOf(page)
  expect(await ask(page, 'wallet_getCapabilities', [own])).toEqual({})

  // The same person's smart account.
  await show(page, 'YourAccount')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('radio', { name: 'Standard' })).toBeChecked()
  await dialog.getByRole('radio', { name: 'Smart account' }).click()
  await expect(dialog.getByRole('radio', { name: 'Smart account' })).toBeChecked()
  await expect(dialog.getByText('goes live with its first transaction')).toBeVisible()
  await expect(dialog.getByText('Does several steps as one')).toBeVisible()
  const smart = await addressOf(page)
  expect(smart).not.toBe(own)
  expect(await stateOf(page)).toMatchObject({ account: { type: 'smartAccount' } })
  const capabilities = await ask<Record<string, unknown>>(page, 'wallet_getCapabilities', [smart, ['0x7a69']])
  expect(capabilities).toMatchObject({ '0x7a69': { atomic: { status: 'supported' }, permissions: { supported: true } } })
  // Its signature is valid before it is deployed.
  await page.keyboard.press('Escape')
  const early = page.evaluate(() => document.querySelector('wallet-modal')?.signMessage('Hello'))
  await approve(page)
  const signature = (await early) as Hex
  expect(await verifyMessage(chainOf(NETWORK), { address: smart, message: 'Hello', signature })).toBe(true)

  // A batch is one approval and one transaction.
  const chain = createTestClient({ mode: 'anvil', transport: http(rpc(urls)) })
  await chain.setBalance({ address: smart, value: parseEther('1') })
  await chain.request({ method: 'anvil_dealERC20', params: [smart, dollarOn(NETWORK), toHex(parseUnits('100', 6))] } as never)
  const [shop, friend] = [nobody(), nobody()]
  const sending = ask<{ id: Hex }>(page, 'wallet_sendCalls', [
    {
      ...{ version: '2.0.0', chainId: '0x7a69', from: smart, atomicRequired: true },
      calls: [{ to: friend, value: toHex(5n) }, payOut(shop, '3')],
    },
  ])
  await expect(frameOf(page).getByRole('heading', { name: /^2 steps at once/ })).toBeVisible()
  await expect(frameOf(page).getByText('−3 DUSD')).toBeVisible()
  await expect(frameOf(page).getByText('Paid by this wallet')).toBeVisible()
  await approve(page)
  const { id } = await sending
  const status = await ask<{ status: number; atomic: boolean; receipts: unknown[] }>(page, 'wallet_getCallsStatus', [id])
  expect([status.status, status.atomic, status.receipts.length]).toEqual([200, true, 1])
  expect([await chainOf(NETWORK).getBalance({ address: friend }), await dollarsOf(NETWORK, shop)]).toEqual([
    5n,
    parseUnits('3', 6),
  ])
  await expect(page.getByRole('dialog')).toBeHidden()

  // The site's own key may spend ten dollars a day.
  const key = generatePrivateKey()
  const expiry = Math.floor(Date.now() / 1000) + 86_400
  const granting = ask<{ context: Hex; address: Address }>(page, 'wallet_grantPermissions', [
    {
      ...{ chainId: '0x7a69', address: smart, expiry, policies: [] },
      signer: { type: 'keys', data: { keys: [{ type: 'secp256k1', publicKey: privateKeyToAccount(key).publicKey }] } },
      permissions: [
        {
          type: 'erc20-recurring-allowance',
          data: { token: dollarOn(NETWORK), allowance: toHex(parseUnits('10', 6)), start: 0, period: 86_400 },
        },
      ],
    },
  ])
  await expect(frameOf(page).getByText('Spend up to 10 DUSD a day')).toBeVisible()
  await approve(page)
  const { context } = await granting
  await expect(page.getByRole('dialog', { name: 'Session created' })).toBeVisible()
  await page.getByRole('button', { name: 'Got it' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(await useSession(urls, context, key, smart, shop, '4')).toBe(true)
  expect(await useSession(urls, context, key, smart, shop, '7')).toBe(false)
  expect(await dollarsOf(NETWORK, shop)).toBe(parseUnits('7', 6))

  // It is listed with what remains of the limit.
  await show(page, 'YourAccount')
  await page.getByRole('button', { name: /^Smart sessions/ }).click()
  const active = page.getByRole('list', { name: 'Active' })
  await expect(active).toContainText('Spend up to 10 DUSD a day')
  await expect(active).toContainText('6 DUSD of 10 DUSD left')
  // It may expire while the list is open; the page's server, which is asked for the time, agrees.
  const ownServer = (route: Route) =>
    route.request().method() === 'HEAD'
      ? route.fulfill({ headers: { date: new Date(expiry * 1000).toUTCString() } })
      : route.fallback()
  await page.route(page.url(), ownServer)
  await page.clock.setFixedTime(expiry * 1000)
  await expect(active).toBeHidden()
  await page.unroute(page.url(), ownServer)
  await page.clock.setSystemTime(Date.now())
  await expect(active).toBeVisible()
  let refused = 0
  await page.route('**/v1/sessions/*/revoke*', (route) =>
    refused++ === 0 && route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  )
  await page.getByRole('button', { name: /^Revoke / }).click()
  const since = Date.now()
  await approve(page)
  await expect(active.getByRole('alert')).toHaveText('Not revoked. Try againIt is still active.')
  expect(refused).toBe(1)
  expect(await details(page, 'wallet-error')).toMatchObject([{ code: 'SESSION_REVOKE_FAILED' }])
  await expectFault(page, '71', since)
  await page.context().setOffline(true)
  const grey = page.getByRole('button', { name: /^Revoke /, disabled: true })
  await expect(grey).toHaveAccessibleDescription('You are offline')
  await expect(dialog.getByText('You are offline')).toHaveCount(1)
  await page.context().setOffline(false)
  await page.getByRole('button', { name: /^Revoke / }).click()
  await expect(page.getByRole('heading', { name: 'No app can act for you' })).toBeVisible()
  await expectHeard(page, 'status: No app can act for you')
  await page.getByRole('radio', { name: 'Revoked' }).click()
  await expect(page.getByRole('list', { name: 'Revoked' })).toContainText('Spend up to 10 DUSD a day')
  await expect(useSession(urls, context, key, smart, shop, '1')).rejects.toThrow('AA24')

  // After a reload the smart account is still chosen, and the standard one can be chosen again.
  await page.reload()
  await untilTold(page, 'wallet-connected')
  expect(await addressOf(page)).toBe(smart)
  await show(page, 'YourAccount')
  await page.getByRole('radio', { name: 'Standard' }).click()
  await expect(page.getByRole('radio', { name: 'Standard' })).toBeChecked()
  expect(await addressOf(page)).toBe(own)
  await page.keyboard.press('Escape')
  // Two requests at once are queued.
  const signing = page.evaluate(() => document.querySelector('wallet-modal')?.signMessage('Hello'))
  await expect(frameOf(page).getByText('Hello', { exact: true })).toBeVisible()
  const next = page.evaluate(() =>
    document
      .querySelector('wallet-modal')
      ?.signMessage('And again')
      .catch(() => 'refused'),
  )
  await expect(page.getByText('Request 1 of 2')).toBeVisible()
  await expect(frameOf(page).getByText('1 of 2')).toBeVisible()
  await approve(page)
  await expect(frameOf(page).getByText('And again')).toBeVisible()
  await frameOf(page).getByRole('button', { name: 'Reject' }).click()
  expect(await next).toBe('refused')
  expect(await recoverMessageAddress({ message: 'Hello', signature: (await signing) as Hex })).toBe(own)
})

test('the same person has a Solana account: it signs, and sends what was approved', async ({ page, urls, stackAttributes }) => {
  await openBare(page, urls, { ...stackAttributes, ...onSolana, email: true })
  await signIn(page, urls, person(), 2)
  const connection = new Connection(solanaRpc, 'confirmed')
  const address = String((await stateOf(page))?.accounts.find(({ namespace }) => namespace === 'solana')?.address)
  await fund(connection, address)
  await page.evaluate((id) => document.querySelector('wallet-modal')?.switchNetwork(id), SOLANA)
  const { account } = (await stateOf(page)) ?? {}
  expect(account?.address).toBe(address)
  expect(account?.namespace).toBe('solana')
  const signing = page.evaluate(() => document.querySelector('wallet-modal')?.signMessage('Hello Solana'))
  await expect(frameOf(page).getByText('Hello Solana')).toBeVisible()
  await approve(page)
  const bytesOf = (text: unknown) => fromBase58(String(text)) ?? new Uint8Array()
  expect(isSignedBy(bytesOf(address), new TextEncoder().encode('Hello Solana'), bytesOf(await signing))).toBe(true)

  const shop = new PublicKey(crypto.getRandomValues(new Uint8Array(32)))
  const from = new PublicKey(address)
  const transaction = new Transaction({ feePayer: from, ...(await connection.getLatestBlockhash()) }).add(
    SystemProgram.transfer({ fromPubkey: from, toPubkey: shop, lamports: 250_000_000 }),
  )
  const sending = signThroughProvider(page, transaction, 'send')
  await expect(frameOf(page).getByRole('heading', { name: 'Send 0.25 SOL' })).toBeVisible()
  await approve(page)
  expect(await sending).toHaveLength(64)
  await expect.poll(() => connection.getBalance(shop)).toBe(250_000_000)
})
