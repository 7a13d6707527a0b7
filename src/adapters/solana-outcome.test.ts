import { Keypair, LAMPORTS_PER_SOL, SystemProgram, Transaction } from '@solana/web3.js'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { alice, chain, connection, devnet } from '../../.ci/solana-world'
import { outcomeOf } from './solana-outcome'

const ask = (hash: string, lastValidBlockHeight?: number) =>
  outcomeOf(devnet, { hash, from: alice.publicKey.toBase58(), lastValidBlockHeight }, { urls: [chain.url], batch: 1000 })
const NEVER = '1'.repeat(64)

afterEach(() => void vi.unstubAllGlobals())

/** Nodes at this height that report this status of a transaction. */
function answer(height: number, status: object | null): void {
  const results: Readonly<Record<string, unknown>> = {
    getGenesisHash: devnet.caipNetworkId.slice('solana:'.length),
    getBlockHeight: height,
    getSignatureStatuses: { value: [status] },
  }
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const { id, method } = JSON.parse(body)
    return Response.json({ jsonrpc: '2.0', id, result: results[method] })
  })
}

describe('outcomeOf', () => {
  test('error: one in a block with an error has failed, whatever its commitment', async () => {
    for (const confirmationStatus of ['processed', 'confirmed', 'finalized']) {
      answer(7, { err: { InstructionError: [0, { Custom: 1 }] }, confirmationStatus })
      expect(await ask(NEVER, 100)).toEqual({ status: 'failed' })
    }
  })

  test('error: one that landed in its last block is not given up if the node asked for it lags behind the one that gives the height', async () => {
    answer(120, null)
    expect(await ask(NEVER, 100)).toEqual({ status: 'pending' })
    answer(133, null)
    expect(await ask(NEVER, 100)).toEqual({ status: 'unknown' })
  })

  test('one in a block is not given up, however late it is confirmed', async () => {
    answer(133, { err: null, confirmationStatus: 'processed' })
    expect(await ask(NEVER, 100)).toEqual({ status: 'pending' })
  })

  test('a landed transaction is confirmed, also after its last block', async () => {
    const transfer = SystemProgram.transfer({
      ...{ fromPubkey: alice.publicKey, toPubkey: Keypair.generate().publicKey, lamports: LAMPORTS_PER_SOL },
    })
    const latest = await connection.getLatestBlockhash()
    const transaction = new Transaction({ feePayer: alice.publicKey, ...latest }).add(transfer)
    transaction.sign(alice)
    const signature = await connection.sendRawTransaction(transaction.serialize())
    await connection.confirmTransaction({ signature, ...latest })
    expect([await ask(signature, latest.lastValidBlockHeight), await ask(signature, 0)]).toEqual([
      { status: 'confirmed' },
      { status: 'confirmed' },
    ])
  })

  test('fault 64: one that no node has seen is pending until its last block, and no longer', async () => {
    const height = await connection.getBlockHeight()
    expect(await ask(NEVER, height + 100_000)).toEqual({ status: 'pending' })
    expect(await ask(NEVER, height - 100)).toEqual({ status: 'unknown' })
    expect(await ask(NEVER)).toEqual({ status: 'pending' })
  })
})
