import type { Page } from '@playwright/test'
import {
  type Address,
  createPublicClient,
  createTestClient,
  createWalletClient,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  http,
  parseEther,
  toHex,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import tokenContract from '../demo/stack/contracts/abi/Token.json' with { type: 'json' }
import { accountAt, expect, test } from './fixtures'
import { frameOf, signInSmart } from './person'
import { show, urls } from './site'
import { expectGroups, expectWhole } from './whole-address'

const rpc = urls.rpc['eip155:31337']
const nobody = () => privateKeyToAccount(generatePrivateKey()).address

/** Deploys a token unknown to the frame and the provider, its whole supply the holder's; resolves to its address. */
async function deployUnknown(holder: Address): Promise<Address> {
  const client = createWalletClient({ account: privateKeyToAccount(accountAt(4).key), transport: http(rpc) })
  const args = ['Unheard', 'UNH', 18, holder, 1_000n]
  const hash = await client.deployContract({ abi: tokenContract.abi, bytecode: tokenContract.bytecode as Hex, args, chain: null })
  const chain = createPublicClient({ transport: http(rpc), pollingInterval: 50 })
  return getAddress((await chain.waitForTransactionReceipt({ hash })).contractAddress ?? '')
}

/** Sends a request to the connected wallet, as a dApp does; the answer is ignored. */
const ask = (page: Page, method: string, params: unknown) =>
  page.evaluate(
    ([method, params]) => {
      const provider = document.querySelector('wallet-modal')?.getProvider('eip155')
      void (provider as { request(asked: object): Promise<unknown> }).request({ method, params }).catch(() => {})
    },
    [method, params] as const,
  )
const press = (page: Page, name: RegExp) => frameOf(page).getByRole('button', { name }).click()

test('promise 15: a batch, typed data, a site’s permissions and their end show whole addresses in the frame, and so does the list of sessions, at 320 to 1440', async ({
  page,
  stackAttributes,
}) => {
  test.slow()
  const smart = await signInSmart(page, urls, stackAttributes)
  const chain = createTestClient({ mode: 'anvil', transport: http(rpc) })
  await chain.setBalance({ address: smart, value: parseEther('1') })
  const unknown = await deployUnknown(smart)
  const [friend, shop] = [nobody(), nobody()]
  const frame = frameOf(page).locator('main')
  const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [shop, 5n] })
  const calls = [
    { to: friend, value: '0x5' },
    { to: unknown, data: transfer },
  ]
  await ask(page, 'wallet_sendCalls', [{ version: '2.0.0', chainId: '0x7a69', from: smart, atomicRequired: true, calls }])
  await expect(frame.getByRole('heading', { name: /^2 steps at once/ })).toBeVisible()
  // The cost names the token by its address, as its symbol is unknown.
  await expect(frame.getByText(`−5 of ${unknown}`)).toBeVisible()
  for (const address of [smart, friend, unknown]) await expectWhole(page, frame, address)
  await press(page, /^Reject/)

  const types = { Permit: [{ name: 'spender', type: 'address' }] }
  const domain = { verifyingContract: unknown }
  const permit = JSON.stringify({ types, primaryType: 'Permit', domain, message: { spender: shop, value: '7' } })
  await ask(page, 'eth_signTypedData_v4', [smart, permit])
  await expect(frame.getByRole('heading', { name: 'Allow spending by signature' })).toBeVisible()
  for (const address of [shop, unknown]) await expectWhole(page, frame, address)
  await press(page, /^Reject/)

  const key = privateKeyToAccount(generatePrivateKey())
  const bake = { type: 'function', name: 'bake', stateMutability: 'nonpayable', inputs: [], outputs: [] }
  const permissions = [
    { type: 'contract-call', data: { address: unknown, abi: [bake], functions: [{ functionName: 'bake' }] } },
    { type: 'erc20-recurring-allowance', data: { token: unknown, allowance: toHex(7n), start: 0, period: 86_400 } },
  ]
  const signer = { type: 'keys', data: { keys: [{ type: 'secp256k1', publicKey: key.publicKey }] } }
  const expiry = Math.floor(Date.now() / 1000) + 86_400
  await ask(page, 'wallet_grantPermissions', [{ chainId: '0x7a69', address: smart, expiry, policies: [], signer, permissions }])
  await expect(frame.getByRole('heading', { name: 'Let this site act for you' })).toBeVisible()
  for (const address of [smart, unknown, key.address]) await expectWhole(page, frame, address)
  await press(page, /^Approve/)
  await expect(page.getByRole('dialog', { name: 'Session created' })).toBeVisible()
  await page.getByRole('button', { name: 'Got it' }).click()

  await show(page, 'SmartSessionList')
  const dialog = page.getByRole('dialog')
  const active = dialog.getByRole('list', { name: 'Active' })
  await expect(active).toContainText(`Use the contract ${unknown}`)
  await expectWhole(page, dialog, unknown)
  await expectGroups(page, dialog, { whole: 3 })
  await active.locator('summary').click()
  await expect(active.getByText(/Functions: /)).toBeVisible()
  await expectWhole(page, dialog, unknown)
  await expectGroups(page, dialog, { whole: 3 })
  await dialog.getByRole('button', { name: /^Revoke / }).click()
  await expect(frame.getByRole('heading', { name: /^End what/ })).toBeVisible()
  for (const address of [smart, unknown]) await expectWhole(page, frame, address)
  await press(page, /^Reject/)
  await expect(active).toContainText(`Use the contract ${unknown}`)
})
