import { Connection, Keypair } from '@solana/web3.js'
import { afterAll, beforeAll } from 'vitest'
import { freePort } from '../demo/stack/listen'
import { type SolanaChain, startSolana } from '../demo/stack/solana'
import { devSeeds } from '../demo/stack/solana-keys'
import { networks } from '../src/adapters/solana-networks'
import type { Network } from '../src/lib/network'

export const devnet = networks.find(({ name }) => name === 'Solana Devnet') as Network

/** A cluster for the tests of a file, a connection to it, and an account with coins on it. */
export let chain: SolanaChain
export let connection: Connection
export let alice: Keypair
beforeAll(async () => {
  chain = await startSolana(await freePort(), { slotMs: 50 })
  connection = new Connection(chain.url, 'confirmed')
  const [seed] = await devSeeds(1)
  if (!seed) throw new Error('A seed is expected')
  alice = Keypair.fromSeed(seed)
})
afterAll(() => chain.stop())
