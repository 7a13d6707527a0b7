import type { Page } from '@playwright/test'
import { Keypair, SystemProgram, Transaction } from '@solana/web3.js'
import { bitcoinAccounts, signerOf } from '../demo/stack/bitcoin-keys'
import { isSignedBy, keyOfSeed } from '../demo/stack/ed25519'
import { BITCOIN_NETWORK_ID as BITCOIN } from '../demo/stack/networks'
import { fromBase58 } from '../src/lib/base58'
import { fromBase64, toBase64 } from '../src/lib/base64'
import { details, expect, stateOf, test } from './fixtures'
import { expectEvent, expectState, openSite, startSigning, urls } from './site'
import { signThroughProvider, solanaRpc } from './solana-page'

const MAINNET = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

/** Connects the installed wallet with this name, of which there must be one. */
async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /Connect wallet/ }).click()
  const row = page.getByRole('dialog').getByRole('button', { name: new RegExp(`${name}.*Installed`) })
  await expect(row).toHaveCount(1)
  await row.click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

const loaded = (requests: readonly string[], files: RegExp) =>
  requests.filter((url) => files.test(url)).map((url) => url.replace(/^.*chunks\/|-[\w-]{7}\.js$/g, ''))

test('Coinbase Wallet on Solana, which is not announced, connects, signs, and disconnects from its side', async ({
  page,
  witness,
}) => {
  const keypair = Keypair.generate()
  const { sign } = keyOfSeed(keypair.secretKey.slice(0, 32))
  const address = keypair.publicKey.toBase58()
  await page.exposeFunction('signBytes', (bytes: number[]) => [...sign(Uint8Array.from(bytes))])
  await page.addInitScript((shown) => {
    const signBytes = Reflect.get(window, 'signBytes') as (bytes: number[]) => Promise<number[]>
    const listeners: Record<string, () => void> = {}
    const key = { toString: () => shown }
    type Signed = { serializeMessage(): Uint8Array; addSignature(key: unknown, signature: Uint8Array): void; feePayer: unknown }
    const wallet = {
      publicKey: undefined as unknown,
      connect: async () => void Object.assign(wallet, { publicKey: key }),
      disconnect: async () => void Object.assign(wallet, { publicKey: undefined }),
      on: (name: string, hear: () => void) => void Object.assign(listeners, { [name]: hear }),
      off: (name: string) => void Reflect.deleteProperty(listeners, name),
      signMessage: async (message: Uint8Array) => ({ signature: Uint8Array.from(await signBytes([...message])) }),
      async signTransaction(transaction: Signed) {
        transaction.addSignature(transaction.feePayer, Uint8Array.from(await signBytes([...transaction.serializeMessage()])))
        return transaction
      },
      leave: () => listeners.disconnect?.(),
    }
    // A little after the page, as extensions do.
    setTimeout(() => Object.assign(window, { coinbaseSolana: wallet }), 200)
  }, address)
  await openSite(page, { attributes: { networks: MAINNET, 'rpc-url': `${MAINNET}=${solanaRpc}` } })
  await choose(page, 'Coinbase Wallet')
  await expectState(page, { status: 'connected', network: MAINNET, address })
  expect(await details(page, 'wallet-connected')).toMatchObject([{ wallet: { id: 'Coinbase Wallet', name: 'Coinbase Wallet' } }])

  const signing = await startSigning(page, 'Hello, Coinbase')
  const signature = fromBase58(String(await signing())) ?? new Uint8Array()
  expect(isSignedBy(keypair.publicKey.toBytes(), new TextEncoder().encode('Hello, Coinbase'), signature)).toBe(true)
  expect(loaded(witness.requests, /chunks\/coinbase/)).toEqual(['coinbase-solana'])

  const blockhash = Keypair.generate().publicKey.toBase58()
  const transfer = SystemProgram.transfer({ fromPubkey: keypair.publicKey, toPubkey: Keypair.generate().publicKey, lamports: 1 })
  const transaction = new Transaction({ feePayer: keypair.publicKey, blockhash, lastValidBlockHeight: 1 }).add(transfer)
  const signed = Transaction.from(await signThroughProvider(page, transaction, 'sign'))
  expect(signed.verifySignatures()).toBe(true)

  await page.evaluate(() => (Reflect.get(window, 'coinbaseSolana') as { leave(): void }).leave())
  await expectEvent(page, 'wallet-disconnected', { namespace: 'solana', reason: 'wallet' })
})

test('Xverse, Leather and OKX are listed for Bitcoin; Xverse connects on its network, signs, is restored and disconnects', async ({
  page,
  witness,
}) => {
  const { payment, ordinals, signMessage } = (await bitcoinAccounts())(3)
  await page.exposeFunction('signText', (text: string) => toBase64(signMessage(text)))
  await page.addInitScript(
    ([pay, keep]) => {
      const signText = Reflect.get(window, 'signText') as (text: string) => Promise<string>
      const account = {
        addresses: [
          { address: keep, purpose: 'ordinals' },
          { address: pay, purpose: 'payment' },
        ],
        network: { bitcoin: { name: 'Testnet' } },
      }
      const isConnected = () => sessionStorage.getItem('xverse') === '1'
      const answers: Record<string, (params: { message: string }) => unknown> = {
        wallet_connect() {
          sessionStorage.setItem('xverse', '1')
          return account
        },
        wallet_getAccount: () => isConnected() && account,
        wallet_disconnect: () => sessionStorage.removeItem('xverse'),
        signMessage: async ({ message }) => {
          if (message.includes('Not this')) return undefined
          return { address: pay, signature: await signText(message) }
        },
      }
      const request = async (method: string, params: { message: string }) => {
        const result = await answers[method]?.(params)
        const refused = { code: method === 'signMessage' ? -32000 : -32002, message: 'No' }
        return { jsonrpc: '2.0', id: '1', ...(result === undefined || result === false ? { error: refused } : { result }) }
      }
      Object.assign(window, {
        XverseProviders: { BitcoinProvider: { request, addListener: () => () => {} } },
        btc_providers: [{ id: 'XverseProviders.BitcoinProvider', name: 'Xverse Wallet' }],
        LeatherProvider: { request },
      })
      Object.defineProperty(window, 'okxwallet', { get: () => ({ bitcoin: { signMessage: () => {} } }) })
    },
    [payment, ordinals] as const,
  )
  await openSite(page, { attributes: { networks: `eip155:31337 ${BITCOIN}`, 'rpc-url': `${BITCOIN}=${urls.rpc?.[BITCOIN]}` } })
  await page.getByRole('button', { name: /Connect wallet/ }).click()
  const rows = page
    .getByRole('dialog')
    .getByRole('list')
    .first()
    .getByRole('button', { name: /Installed/ })
  await expect(rows).toHaveText([/Xverse/, /Leather/, /OKX Wallet/])
  await page.keyboard.press('Escape')
  await choose(page, 'Xverse')
  await expectState(page, { status: 'connected', network: BITCOIN, address: payment })
  expect((await stateOf(page))?.account).toMatchObject({ type: 'payment', wallet: { id: 'bip122:Xverse', name: 'Xverse' } })

  const signing = await startSigning(page, 'Grüezi, Xverse')
  expect(signerOf('Grüezi, Xverse', fromBase64(String(await signing())) ?? new Uint8Array())).toBe(payment)
  const refused = await startSigning(page, 'Not this one')
  expect(await refused()).toEqual({ code: 'USER_REJECTED' })

  await page.reload()
  await expectEvent(page, 'wallet-connected', { namespace: 'bip122', address: payment, restored: true })
  await page.evaluate(() => document.querySelector('wallet-modal')?.disconnect('bip122'))
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('xverse'))).toBe(null)
  // The other wallets' adapters are not loaded for it.
  expect(new Set(loaded(witness.requests, /chunks\/bitcoin-(sats|okx)/))).toEqual(new Set(['bitcoin-sats-connect']))
})
