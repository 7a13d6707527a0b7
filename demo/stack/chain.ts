import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startAnvil } from './anvil'
import { deployTokens } from './deploy'
import type { Piece } from './listen'
import { deployNames } from './names'
import { networkIdOf } from './networks'
import type { Token } from './token'

/** A running local chain: JSON-RPC at `url`, Multicall3 at its usual address, and the demo tokens. */
export type Chain = Piece & {
  readonly chainId: number
  readonly networkId: `eip155:${number}`
  readonly tokens: readonly Token[]
}

/** Starts one chain and deploys the contracts; with `state`, a folder, the chain continues from the last run. */
export async function startChain(chainId: number, port: number, state?: string): Promise<Chain> {
  if (state) mkdirSync(state, { recursive: true })
  const anvil = await startAnvil(chainId, port, state && join(state, `${chainId}.json`))
  try {
    // The name service only exists on Ethereum.
    if (chainId === 1) await deployNames(anvil.url)
    return { ...anvil, chainId, networkId: networkIdOf(chainId), tokens: await deployTokens(anvil.url) }
  } catch (error) {
    await anvil.stop()
    throw error
  }
}
