import { Connection, PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { isSignedBy } from '../demo/stack/ed25519'
import { fromBase58, toBase58 } from '../src/lib/base58'
import { accountAt, details, expect, stateOf, test } from './fixtures'
import { openCode } from './qr'
import { expectEvent, expectState, openSite, show, startSigning } from './site'
import { fund, onlySolana, onSolana, openWithBurner, SOLANA, signThroughProvider, solanaRpc } from './solana-page'
import { connectSolana, DEMO } from './solana-wallet'
import { openWallet } from './wallet-page'

/** The first account of the development mnemonic. */
const ALICE = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'

const connection = new Connection(solanaRpc, 'confirmed')

const bytesOf = (text: unknown) => fromBase58(String(text)) ?? new Uint8Array()

const isSignature = (address: string, message: string, signature: unknown) =>
  isSignedBy(bytesOf(address), new TextEncoder().encode(message), bytesOf(signature))

const someone = () => new PublicKey(crypto.getRandomValues(new Uint8Array(32)))

async function transferFrom(address: string, to: PublicKey, lamports: number) {
  const latest = await connection.getLatestBlockhash()
  const from = new PublicKey(address)
  const transaction = new Transaction({ feePayer: from, ...latest }).add(
    SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports }),
  )
  return { transaction, latest }
}

/** Requests of the release's chunks for Solana. */
const solanaFiles = (requests: readonly string[]) => requests.filter((url) => /chunks\/(solana|wallet-standard)/.test(url))

test('a third-party wallet connects, signs, and sends a transaction that is confirmed', async ({ page, witness }) => {
  await openWithBurner(page)
  const address = await connectSolana(page, 'Burner Wallet')
  expect(await details(page, 'wallet-connected')).toEqual([
    expect.objectContaining({
      namespace: 'solana',
      networkId: SOLANA,
      chainId: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
      caipAddress: `${SOLANA}:${address}`,
      accounts: [`${SOLANA}:${address}`],
      wallet: expect.objectContaining({ id: 'Burner Wallet', name: 'Burner Wallet' }),
      restored: false,
    }),
  ])
  await expectState(page, { status: 'connected', network: SOLANA, address })

  const signing = await startSigning(page, 'Hello, Solana ✓')
  expect(isSignature(address, 'Hello, Solana ✓', await signing())).toBe(true)

  await fund(connection, address)
  const to = someone()
  const { transaction, latest } = await transferFrom(address, to, 1_500_000_000)
  const signature = toBase58(Uint8Array.from(await signThroughProvider(page, transaction, 'send')))
  const { value } = await connection.confirmTransaction({ signature, ...latest })
  expect([value.err, await connection.getBalance(to)]).toEqual([null, 1_500_000_000])

  // A page that only reads and signs does not load web3.js.
  const loaded = solanaFiles(witness.requests).map((url) => url.replace(/^.*chunks\/|-[\w-]{7}\.js$/g, ''))
  expect(loaded).toEqual(expect.arrayContaining(['solana', 'wallet-standard', 'solana-wallet']))
  expect(loaded).not.toContain('solana-transfers')
})

test('the account shows its coins and its network', async ({ page }) => {
  await openSite(page, { attributes: onlySolana, announced: true })
  const address = await connectSolana(page, DEMO)
  expect(address).toBe(ALICE)
  await page.getByRole('button', { name: new RegExp(ALICE.slice(-4)) }).click()
  const account = page.getByRole('dialog', { name: new RegExp(ALICE.slice(-4)) })
  await expect(account).toContainText(`Connected with ${DEMO}`)
  await expect(account).toContainText(/\d SOL/)
  await expect(account).toContainText('Solana Devnet')
  const actions = account.getByRole('group', { name: 'Actions' }).getByRole('button')
  await expect(actions).toHaveText(['Send', 'Swap', 'Buy', 'Receive'])
  await expect(actions.and(account.getByRole('button', { disabled: true }))).toHaveText(['Swap'])
})

test('a connection is restored after a reload without a prompt, and stays ended once disconnected', async ({ page }) => {
  await openSite(page, { attributes: onSolana, announced: true })
  await connectSolana(page, DEMO)
  await page.reload()
  await expectEvent(page, 'wallet-connected', { namespace: 'solana', address: ALICE, restored: true })
  await expect(page.getByRole('dialog')).toBeHidden()

  const signing = await startSigning(page, 'After the reload')
  await page.getByRole('dialog', { name: 'Demo Wallet' }).getByRole('button', { name: 'Approve' }).click()
  expect(isSignature(ALICE, 'After the reload', await signing())).toBe(true)
  const refused = await startSigning(page, 'Not this one')
  await page.getByRole('dialog', { name: 'Demo Wallet' }).getByRole('button', { name: 'Reject' }).click()
  expect(await refused()).toEqual({ code: 'USER_REJECTED' })

  await page.evaluate(() => document.querySelector('wallet-modal')?.disconnect('solana'))
  await expectEvent(page, 'wallet-disconnected', { namespace: 'solana', caipAddress: `${SOLANA}:${ALICE}`, reason: 'user' })
  await page.reload()
  await expectEvent(page, 'wallet-ready', { status: 'disconnected' })
})

test('a wallet that refuses to connect can be asked again', async ({ page }) => {
  await openSite(page, { attributes: onSolana, announced: true })
  await page.getByRole('button', { name: /Connect wallet/ }).click()
  const dialog = page.getByRole('dialog', { name: DEMO })
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(DEMO) })
    .click()
  const asked = page.getByRole('dialog', { name: 'Demo Wallet', exact: true })
  await asked.getByRole('button', { name: 'Reject' }).click()
  await expect(dialog).toContainText('Request declined')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await asked.getByRole('button', { name: 'Approve' }).click()
  await expectEvent(page, 'wallet-connected', { namespace: 'solana', address: ALICE })
})

test('an EVM and a Solana wallet are connected at once, and disconnect separately', async ({ page }) => {
  await openWithBurner(page, { attributes: onSolana, announced: true })
  const solana = await connectSolana(page, 'Burner Wallet')
  await page.evaluate(() => {
    void document.querySelector('wallet-modal')?.connect({ wallet: 'localhost.demo.wallet', namespace: 'eip155' })
  })
  await page.getByRole('dialog', { name: 'Demo Wallet' }).getByRole('button', { name: 'Approve' }).click()
  await expectEvent(page, 'wallet-connected', { namespace: 'eip155', address: accountAt(0).address })
  const held = async () => (await stateOf(page))?.accounts.map(({ namespace, address }) => [namespace, address])
  expect(await held()).toEqual([
    ['eip155', accountAt(0).address],
    ['solana', solana],
  ])
  await expectState(page, { network: 'eip155:31337', address: accountAt(0).address })

  await page.evaluate((id) => document.querySelector('wallet-modal')?.switchNetwork(id), SOLANA)
  await expectState(page, { network: SOLANA, address: solana })
  const signing = await startSigning(page, 'Both at once')
  expect(isSignature(solana, 'Both at once', await signing())).toBe(true)

  await page.evaluate(() => document.querySelector('wallet-modal')?.disconnect('solana'))
  await expectState(page, { status: 'connected', network: 'eip155:31337', address: accountAt(0).address })
  expect(await held()).toEqual([['eip155', accountAt(0).address]])
})

test('over WalletConnect both namespaces connect in one session, and Solana signs and sends through it', async ({
  page,
  context,
}) => {
  const [, wallet] = await Promise.all([openSite(page, { attributes: onSolana }), openWallet(context)])
  await wallet.pair(await openCode(page))
  await expect(wallet.question('Connection request')).toContainText('Solana Devnet')
  await wallet.approve('Connection request')
  await page.bringToFront()
  await expectEvent(page, 'wallet-connected', { namespace: 'solana', caipAddress: `${SOLANA}:${ALICE}` })
  await expectEvent(page, 'wallet-connected', { namespace: 'eip155', address: accountAt(0).address })
  await expect(page.getByRole('dialog')).toBeHidden()

  await page.evaluate((id) => document.querySelector('wallet-modal')?.switchNetwork(id), SOLANA)
  const signing = await startSigning(page, 'Solana by relay')
  await expect(wallet.question('Sign a message')).toContainText('Solana by relay')
  await wallet.approve('Sign a message')
  expect(isSignature(ALICE, 'Solana by relay', await signing())).toBe(true)

  const to = someone()
  const first = await transferFrom(ALICE, to, 2_000_000)
  const sending = signThroughProvider(page, first.transaction, 'send')
  await wallet.approve('Send a transaction')
  const signature = toBase58(Uint8Array.from(await sending))
  expect((await connection.confirmTransaction({ signature, ...first.latest })).value.err).toBe(null)
  const second = await transferFrom(ALICE, to, 3_000_000)
  const signed = signThroughProvider(page, second.transaction, 'sign')
  await wallet.approve('Sign a transaction')
  const again = await connection.sendRawTransaction(Uint8Array.from(await signed))
  await connection.confirmTransaction({ signature: again, ...second.latest })
  expect(await connection.getBalance(to)).toBe(5_000_000)

  await page.bringToFront()
  await page.reload()
  await expectEvent(page, 'wallet-connected', { namespace: 'solana', address: ALICE, restored: true })
  await wallet.disconnect()
  await expectEvent(page, 'wallet-disconnected', { namespace: 'solana', reason: 'wallet' })
  await expectEvent(page, 'wallet-disconnected', { namespace: 'eip155', reason: 'wallet' })
})

test('a page of EVM chains never loads chunks for Solana, Bitcoin or Polkadot', async ({ page, witness }) => {
  await openSite(page, { announced: true })
  await page.getByRole('button', { name: /Connect wallet/ }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: /Demo Wallet/ })).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('button', { name: new RegExp(DEMO) })).toHaveCount(0)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Demo Wallet/ })
    .click()
  await page.getByRole('dialog', { name: 'Demo Wallet' }).getByRole('button', { name: 'Approve' }).click()
  await expectEvent(page, 'wallet-connected', { namespace: 'eip155' })
  await show(page, 'Account')
  await expect(page.getByRole('dialog')).toContainText(/\d ETH/)
  expect(solanaFiles(witness.requests)).toEqual([])
  expect(witness.requests.filter((url) => /chunks\/(bip122|bitcoin|polkadot|injected-web3|wallet-connect)-/.test(url))).toEqual(
    [],
  )
})
