import { Connection, Keypair, LAMPORTS_PER_SOL, SystemProgram, Transaction } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../demo/stack/listen'
import { type SolanaChain, startSolana } from '../../demo/stack/solana'
import { devSeeds } from '../../demo/stack/solana-keys'
import type { Network } from '../lib/network'
import { networks } from './solana-networks'
import { outcomeOf } from './solana-outcome'

const devnet = networks.find(({ name }) => name === 'Solana Devnet') as Network
let chain: SolanaChain
let connection: Connection
let alice: Keypair
beforeAll(async () => {
  chain = await startSolana(await freePort(), { slotMs: 50 })
  connection = new Connection(chain.url, 'confirmed')
  const [seed] = await devSeeds(1)
  if (!seed) throw new Error('A seed is expected')
  alice = Keypair.fromSeed(seed)
})
afterAll(() => chain.stop())
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
