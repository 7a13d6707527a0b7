import { signerOf } from '../demo/stack/bitcoin-keys'
import { isSignedBy } from '../demo/stack/ed25519'
import { BITCOIN_NETWORK_ID as BITCOIN, POLKADOT_NETWORK_ID as POLKADOT } from '../demo/stack/networks'
import { fromBase64 } from '../src/lib/base64'
import { readSs58, writeSs58 } from '../src/lib/ss58'
import { accountAt, details, expect, stateOf, test } from './fixtures'
import { openCode } from './qr'
import { expectEvent, expectState, openSite, startSigning, urls } from './site'
import { SOLANA } from './solana-page'
import { openWallet } from './wallet-page'

type Page = Parameters<Parameters<typeof test>[2]>[0]['page']

const rpcOf = (ids: readonly string[]) => ids.map((id) => `${id}=${urls.rpc?.[id]}`).join(' ')
const on = (...ids: string[]) => ({ networks: ids.join(' '), 'rpc-url': rpcOf(ids) })
const bytesOf = (base64: unknown) => fromBase64(String(base64)) ?? new Uint8Array()
const isPolkadotSignature = (address: string, message: string, signature: unknown) =>
  isSignedBy(
    readSs58(address) ?? new Uint8Array(),
    new TextEncoder().encode(`<Bytes>${message}</Bytes>`),
    Buffer.from(String(signature).slice(2), 'hex'),
  )

const ask = (page: Page) => page.getByRole('dialog', { name: 'Demo Wallet', exact: true })
async function connectIn(page: Page, name: string, namespace: string): Promise<string> {
  await page.getByRole('button', { name: /Connect wallet/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(name) })
    .click()
  await ask(page).getByRole('button', { name: 'Approve' }).click()
  await expectEvent(page, 'wallet-connected', { namespace })
  return String((await details(page, 'wallet-connected')).find((each) => each.namespace === namespace)?.address)
}

test('a Bitcoin wallet connects with its addresses, shows its balance, signs, is restored and disconnects', async ({
  page,
  witness,
}) => {
  await openSite(page, { attributes: on('eip155:31337', BITCOIN), announced: true })
  const address = await connectIn(page, 'Demo Bitcoin Wallet', 'bip122')
  expect((await stateOf(page))?.account).toMatchObject({ namespace: 'bip122', address, type: 'payment' })
  const [connected] = await details(page, 'wallet-connected')
  expect(connected?.accounts).toEqual([`${BITCOIN}:${address}`, expect.stringMatching(/:tb1p/)])
  await expect(page.getByRole('dialog')).toBeHidden()

  await page.getByRole('button', { name: new RegExp(address.slice(-4)) }).click()
  const account = page.getByRole('dialog', { name: new RegExp(address.slice(-4)) })
  await expect(account).toContainText('0.5 BTC')
  await expect(account).toContainText('Bitcoin Testnet')
  await page.keyboard.press('Escape')

  const signing = await startSigning(page, 'Grüezi, Bitcoin')
  await ask(page).getByRole('button', { name: 'Approve' }).click()
  expect(signerOf('Grüezi, Bitcoin', bytesOf(await signing()))).toBe(address)

  await page.reload()
  await expectEvent(page, 'wallet-connected', { namespace: 'bip122', address, restored: true })
  await page.evaluate(() => document.querySelector('wallet-modal')?.disconnect('bip122'))
  await expectEvent(page, 'wallet-disconnected', { namespace: 'bip122', reason: 'user' })
  expect(witness.requests.filter((url) => /chunks\/(polkadot|injected-web3|solana|solana-wallet)-/.test(url))).toEqual([])
})

test('a Polkadot extension connects, shows its balance, signs, refuses, is restored and disconnects', async ({
  page,
  witness,
}) => {
  await openSite(page, { attributes: on(POLKADOT), announced: true })
  const address = await connectIn(page, 'Demo Polkadot Wallet', 'polkadot')
  expect(writeSs58(readSs58(address) ?? new Uint8Array(), 0)).toBe(address)
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('button', { name: new RegExp(address.slice(-4)) }).click()
  await expect(page.getByRole('dialog', { name: new RegExp(address.slice(-4)) })).toContainText(/1\.2345\d* DOT/)
  await page.keyboard.press('Escape')

  const signing = await startSigning(page, 'Dzień dobry')
  await ask(page).getByRole('button', { name: 'Approve' }).click()
  expect(isPolkadotSignature(address, 'Dzień dobry', await signing())).toBe(true)
  const refused = await startSigning(page, 'Not this one')
  await ask(page).getByRole('button', { name: 'Reject' }).click()
  expect(await refused()).toEqual({ code: 'USER_REJECTED' })

  await page.reload()
  await expectEvent(page, 'wallet-connected', { namespace: 'polkadot', address, restored: true })
  await page.evaluate(() => document.querySelector('wallet-modal')?.disconnect())
  await expectState(page, { status: 'disconnected' })
  await page.reload()
  await expectEvent(page, 'wallet-ready', { status: 'disconnected' })
  expect(witness.requests.filter((url) => /chunks\/(eip155|bip122|bitcoin|solana)-[\w-]{7}\.js/.test(url))).toEqual([])
})

test('over WalletConnect all four namespaces connect in one session, and Bitcoin and Polkadot sign', async ({
  page,
  context,
}) => {
  const ids = ['eip155:31337', SOLANA, BITCOIN, POLKADOT]
  const [, wallet] = await Promise.all([openSite(page, { attributes: on(...ids) }), openWallet(context)])
  await wallet.pair(await openCode(page))
  await expect(wallet.question('Connection request')).toContainText('Bitcoin Testnet')
  await expect(wallet.question('Connection request')).toContainText('Polkadot')
  await wallet.approve('Connection request')
  await page.bringToFront()
  for (const namespace of ['eip155', 'solana', 'bip122', 'polkadot']) await expectEvent(page, 'wallet-connected', { namespace })
  const state = await stateOf(page)
  const addressIn = (namespace: string) => String(state?.accounts.find((each) => each.namespace === namespace)?.address)
  expect(addressIn('eip155')).toBe(accountAt(0).address)
  expect(state?.accounts.find(({ namespace }) => namespace === 'bip122')?.type).toBe('payment')

  const signOn = async (networkId: string, message: string) => {
    await page.evaluate((id) => document.querySelector('wallet-modal')?.switchNetwork(id), networkId)
    const signing = await startSigning(page, message)
    await expect(wallet.question('Sign a message')).toContainText(message)
    await wallet.approve('Sign a message')
    return signing()
  }
  expect(signerOf('By relay', bytesOf(await signOn(BITCOIN, 'By relay')))).toBe(addressIn('bip122'))
  expect(isPolkadotSignature(addressIn('polkadot'), 'By relay too', await signOn(POLKADOT, 'By relay too'))).toBe(true)
  await page.bringToFront()
  await wallet.disconnect()
  for (const namespace of ['eip155', 'solana', 'bip122', 'polkadot'])
    await expectEvent(page, 'wallet-disconnected', { namespace, reason: 'wallet' })
})
