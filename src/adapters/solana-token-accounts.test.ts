import { Keypair, type PublicKey } from '@solana/web3.js'
import { afterEach, expect, test, vi } from 'vitest'
import { toBase64 } from '../lib/base64'
import { associatedAccount, tokenPrograms } from './solana-instructions'
import { feeOf } from './solana-mint'
import { networks } from './solana-networks'
import { transfers } from './solana-transfers'

const [network] = networks.filter(({ name }) => name === 'Solana Devnet')
if (!network) throw new Error('Devnet is expected')
const key = () => Keypair.generate().publicKey
const [owner, mint] = [key(), key()]
const context = { urls: ['https://rpc.example/'], batch: 1 }
const accountOf = (data: Uint8Array) => ({
  ...{ lamports: 2_000_000, owner: tokenPrograms.token2022.toBase58(), executable: false },
  data: [toBase64(data), 'base64'],
})
const filled = (length: number, fill: (view: DataView) => void) => {
  const data = new Uint8Array(length)
  fill(new DataView(data.buffer))
  return accountOf(data)
}
const tokenAccount = (amount: bigint, state: 1 | 2) =>
  filled(165, (view) => {
    view.setBigUint64(64, amount, true)
    view.setUint8(108, state)
  })
/** Two decimals, and a transfer fee of 1.5 %. */
const minted = filled(278, (view) => {
  view.setUint8(44, 2)
  view.setUint8(45, 1)
  view.setUint8(165, 1)
  view.setUint16(166, 1, true)
  view.setUint16(168, 108, true)
  view.setBigUint64(170 + 98, 100n, true)
  view.setUint16(170 + 106, 150, true)
})

/** A node that knows the token and these accounts of the owner; `epoch`: it gives the current one. */
function node(held: readonly { readonly pubkey: PublicKey; readonly account: object }[], epoch?: number, token = minted) {
  const asked: string[] = []
  const own = held.map(({ pubkey, account }) => ({ pubkey: pubkey.toBase58(), account }))
  const results: Record<string, (params: unknown[]) => unknown> = {
    getGenesisHash: () => 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
    getLatestBlockhash: () => ({ value: { blockhash: mint.toBase58(), lastValidBlockHeight: 9 } }),
    getMultipleAccounts: ([keys]) => ({
      value: (keys as string[]).map((each) => (each === mint.toBase58() ? token : null)),
    }),
    getTokenAccountsByOwner: () => ({ value: own }),
    getMinimumBalanceForRentExemption: () => 2_000_000,
    getFeeForMessage: () => ({ value: 5000 }),
    simulateTransaction: () => ({ value: { err: null, logs: [] } }),
    ...(epoch !== undefined && { getEpochInfo: () => ({ epoch }) }),
  }
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const { id, method, params } = JSON.parse(body)
    asked.push(method)
    const result = results[method]?.(params)
    const refused = { error: { code: -32601, message: 'Method not allowed' } }
    return Response.json({ jsonrpc: '2.0', id, ...(result === undefined ? refused : { result }) })
  })
  return asked
}
afterEach(() => void vi.unstubAllGlobals())

const usual = associatedAccount(owner, mint, tokenPrograms.token2022)
const order = { from: owner.toBase58(), to: key().toBase58(), amount: 201n, token: mint.toBase58() }

test('for a token with a transfer fee the received amount is known, and the estimate does not ask for the epoch', async () => {
  const asked = node([{ pubkey: usual, account: tokenAccount(500n, 1) }], 3)
  expect(await transfers.prepare(network, order, context)).toMatchObject({ arrives: 197n })
  asked.length = 0
  expect(await transfers.estimate(network, order, context)).toMatchObject({ fee: 5000n })
  expect(asked).not.toContain('getEpochInfo')
  // An account is left with nothing, or with the rent-exempt minimum.
  const coin = { from: order.from, to: order.to, amount: 1n }
  expect(await transfers.estimate(network, coin, context)).toMatchObject({ fee: 5000n, least: 2_000_000n })
})

test('error: an endpoint that does not give the epoch does not block the form: the received amount is unknown', async () => {
  node([{ pubkey: usual, account: tokenAccount(500n, 1) }])
  expect((await transfers.prepare(network, order, context)).arrives).toBeUndefined()
})

test('error: a token is frozen if all its accounts are, not only the associated one; its balance is listed', async () => {
  const held = () => transfers.held(network, order.from, order.token, context)
  node([
    { pubkey: key(), account: tokenAccount(300n, 2) },
    { pubkey: usual, account: tokenAccount(200n, 2) },
  ])
  expect(await held()).toEqual({ units: 500n, decimals: 2 })
  node([
    { pubkey: key(), account: tokenAccount(300n, 2) },
    { pubkey: key(), account: tokenAccount(40n, 1) },
  ])
  expect(await held()).toEqual({ units: 40n, decimals: 2 })
})

test('error: an account with more lamports than a JavaScript number holds can send and receive; the node counted as not answering', async () => {
  node([])
  const answer = globalThis.fetch
  vi.stubGlobal('fetch', async (...asked: Parameters<typeof fetch>) => {
    const text = await (await answer(...asked)).text()
    return new Response(text.replaceAll('"lamports":2000000,', '"lamports":9007199254740993,'))
  })
  const [rich, other] = [mint.toBase58(), key().toBase58()]
  expect(await transfers.prepare(network, { from: rich, to: other, amount: 1n }, context)).toMatchObject({ fee: 5000n })
  expect(await transfers.prepare(network, { from: other, to: rich, amount: 1n }, context)).toMatchObject({ fee: 5000n })
})

test('a transfer fee follows the older rule until the newer one begins, is rounded up, and has a maximum', () => {
  const fees = new Uint8Array(108)
  const view = new DataView(fees.buffer)
  for (const [at, epoch, most, share] of [
    [72, 0n, 5n, 100],
    [90, 10n, 50n, 200],
  ] as const) {
    view.setBigUint64(at, epoch, true)
    view.setBigUint64(at + 8, most, true)
    view.setUint16(at + 16, share, true)
  }
  expect([9, 10].map((epoch) => feeOf(fees, epoch, 101n))).toEqual([2n, 3n])
  expect([9, 10].map((epoch) => feeOf(fees, epoch, 10_000n))).toEqual([5n, 50n])
})

/** Two decimals, and a transfer hook. */
const hooked = filled(234, (view) => {
  view.setUint8(44, 2)
  view.setUint8(45, 1)
  view.setUint8(165, 1)
  view.setUint16(166, 14, true)
  view.setUint16(168, 64, true)
  view.setUint8(170 + 32, 1)
})

test('error: of a token with a transfer hook balance and fee are known, and sending is refused; the form never came to say so', async () => {
  node([{ pubkey: key(), account: tokenAccount(300n, 1) }], undefined, hooked)
  const held = await transfers.held(network, owner.toBase58(), mint.toBase58(), context)
  expect(held).toEqual({ units: 300n, decimals: 2 })
  const order = { from: owner.toBase58(), to: key().toBase58(), amount: 1n, token: mint.toBase58() }
  expect(await transfers.estimate(network, order, context)).toMatchObject({ fee: 5000n })
  const help = 'This token asks another program first; send it from your wallet.'
  await expect(transfers.prepare(network, order, context)).rejects.toMatchObject({ code: 'TRANSACTION_WOULD_FAIL', help })
})
