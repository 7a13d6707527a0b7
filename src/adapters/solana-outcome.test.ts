import { Keypair, LAMPORTS_PER_SOL, SystemProgram, Transaction } from '@solana/web3.js'
import { describe, expect, test } from 'vitest'
import { alice, chain, connection, devnet } from '../../.ci/solana-world'
import { outcomeOf } from './solana-outcome'

const ask = (hash: string, lastValidBlockHeight?: number) =>
  outcomeOf(devnet, { hash, from: alice.publicKey.toBase58(), lastValidBlockHeight }, { urls: [chain.url], batch: 1000 })
const NEVER = '1'.repeat(64)

describe('outcomeOf', () => {
  test('a transaction that landed is confirmed, also after its last block', async () => {
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

  test('fault 64: one that no node has seen waits until its last block, and no longer', async () => {
    const height = await connection.getBlockHeight()
    expect(await ask(NEVER, height + 100_000)).toEqual({ status: 'pending' })
    expect(await ask(NEVER, height - 1)).toEqual({ status: 'unknown' })
    expect(await ask(NEVER)).toEqual({ status: 'pending' })
  })
})
