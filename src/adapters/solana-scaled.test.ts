import { Keypair, VersionedTransaction } from '@solana/web3.js'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { fromBase64, toBase64 } from '../lib/base64'
import { associatedAccount, tokenPrograms } from './solana-instructions'
import { displayedOf, mintOf, storedOf } from './solana-mint'
import { networks } from './solana-networks'
import { transfers } from './solana-transfers'

const [network] = networks.filter(({ name }) => name === 'Solana Devnet')
if (!network) throw new Error('Devnet is expected')
const key = () => Keypair.generate().publicKey
const [owner, mint] = [key(), key()]
const context = { urls: ['https://rpc.example/'], batch: 1 }
const accountOf = (data: Uint8Array) => ({
  ...{ lamports: 2_000_000, owner: tokenPrograms.token2022.toBase58(), executable: false },
  data: [toBase64(data), 'base64'] as const,
})
const filled = (length: number, fill: (view: DataView) => void) => {
  const data = new Uint8Array(length)
  fill(new DataView(data.buffer))
  return accountOf(data)
}
const tokenAccount = (amount: bigint) =>
  filled(165, (view) => {
    view.setBigUint64(64, amount, true)
    view.setUint8(108, 1)
  })
/** Eight decimals, as shares on Solana have; displayed times `older`, and from a time on times `newer`. */
const scaled = (older: number, newer = older, from = 0) =>
  filled(226, (view) => {
    view.setUint8(44, 8)
    view.setUint8(45, 1)
    view.setUint8(165, 1)
    view.setUint16(166, 25, true)
    view.setUint16(168, 56, true)
    view.setFloat64(170 + 32, older, true)
    view.setBigInt64(170 + 40, BigInt(from), true)
    view.setFloat64(170 + 48, newer, true)
  })

/** The same with a transfer fee of 1 %. */
const scaledWithFee = (times: number) =>
  filled(226 + 112, (view) => {
    const [base] = scaled(times).data
    for (const [at, byte] of (fromBase64(base) ?? []).entries()) view.setUint8(at, byte)
    view.setUint16(226, 1, true)
    view.setUint16(228, 108, true)
    view.setBigUint64(230 + 98, 10n ** 12n, true)
    view.setUint16(230 + 106, 100, true)
  })

/** A node that knows the token and the owner’s balance: before, and after a simulation. */
function node(minted: object, held: bigint, left = held) {
  const usual = associatedAccount(owner, mint, tokenPrograms.token2022).toBase58()
  const results: Record<string, (params: unknown[]) => unknown> = {
    getGenesisHash: () => 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
    getLatestBlockhash: () => ({ value: { blockhash: mint.toBase58(), lastValidBlockHeight: 9 } }),
    getMultipleAccounts: ([keys]) => ({ value: (keys as string[]).map((each) => (each === mint.toBase58() ? minted : null)) }),
    getTokenAccountsByOwner: () => ({ value: [{ pubkey: usual, account: tokenAccount(held) }] }),
    getMinimumBalanceForRentExemption: () => 2_000_000,
    getFeeForMessage: () => ({ value: 5000 }),
    getEpochInfo: () => ({ epoch: 5 }),
    simulateTransaction: () => ({ value: { err: null, logs: [], accounts: [null, tokenAccount(left)] } }),
  }
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const { id, method, params } = JSON.parse(body)
    return Response.json({ jsonrpc: '2.0', id, result: results[method]?.(params) })
  })
}
afterEach(() => void vi.unstubAllGlobals())

const order = (amount: bigint) => ({ from: owner.toBase58(), to: key().toBase58(), amount, token: mint.toBase58() })
const held = async () => (await transfers.held(network, owner.toBase58(), mint.toBase58(), context)).units
/** The amount that a transaction’s last instruction moves. */
function movedBy(transaction = ''): bigint {
  const { compiledInstructions } = VersionedTransaction.deserialize(fromBase64(transaction) ?? new Uint8Array()).message
  const data = Uint8Array.from(compiledInstructions.at(-1)?.data ?? [])
  return new DataView(data.buffer).getBigUint64(1, true)
}

describe('a token whose displayed amount is scaled (a share after a split)', () => {
  test('error: balance, sent and received amounts are shown scaled, as in other wallets; ten times as much was sent', async () => {
    node(scaled(10), 500_000_000n, 490_000_000n)
    expect(await held()).toBe(5_000_000_000n)
    // One of fifty.
    const { request, arrives, changes } = await transfers.prepare(network, order(100_000_000n), context)
    expect([movedBy(request.transaction), arrives]).toEqual([10_000_000n, 100_000_000n])
    expect(changes?.[0]).toEqual({ token: mint.toBase58(), amount: -100_000_000n })
  })

  test('error: of one with a transfer fee the received amount is scaled too', async () => {
    node(scaledWithFee(10), 500_000_000n)
    const { request, arrives } = await transfers.prepare(network, order(100_000_000n), context)
    expect([movedBy(request.transaction), arrives]).toEqual([10_000_000n, 99_000_000n])
  })

  test('the multiplier depends on the time', async () => {
    node(scaled(1, 1.003, 4_000_000_000), 1_000_000n)
    expect(await held()).toBe(1_000_000n)
    node(scaled(1, 1.003, 1), 1_000_000n)
    expect(await held()).toBe(1_003_000n)
  })

  test('error: less than the smallest unit is refused, but has a fee', async () => {
    node(scaled(10), 500n)
    await expect(transfers.prepare(network, order(9n), context)).rejects.toMatchObject({ code: 'SEND_INCOMPLETE' })
    expect(await transfers.estimate(network, order(1n), context)).toMatchObject({ fee: 5000n })
    // An amount that cannot be sent exactly is rounded down, and shown so.
    const { request, arrives } = await transfers.prepare(network, order(25n), context)
    expect([movedBy(request.transaction), arrives]).toEqual([2n, 20n])
  })

  test('error: an amount that does not fit when unscaled is refused', async () => {
    node(scaled(0.001), 2n ** 64n - 1n)
    await expect(transfers.prepare(network, order(2n ** 60n), context)).rejects.toMatchObject({ code: 'SEND_INCOMPLETE' })
  })

  test('unscaling never sends more than the balance, nor more than was shown', () => {
    const figure = fc.double({ min: 1e-6, max: 1e6, noNaN: true })
    fc.assert(
      fc.property(figure, fc.bigInt({ min: 1n, max: 2n ** 50n }), fc.bigInt({ min: 1n, max: 1_000n }), (times, all, part) => {
        const token = mintOf(scaled(times), mint)
        const displayed = displayedOf(token, all)
        expect(displayedOf(token, storedOf(token, displayed))).toBe(displayed)
        expect(storedOf(token, displayed)).toBeLessThanOrEqual(all)
        expect(displayedOf(token, storedOf(token, displayed / part))).toBeLessThanOrEqual(displayed / part)
      }),
    )
  })

  test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])(
    'error: an invalid multiplier (%s) changes nothing',
    async (figure) => {
      node(scaled(figure), 500n)
      expect(await held()).toBe(500n)
    },
  )
})
