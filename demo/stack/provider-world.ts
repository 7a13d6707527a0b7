import { createPublicClient, createWalletClient, type Hash, http } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type Chain, startChain } from './chain'
import { freePort, type Piece } from './listen'
import { DEV_MNEMONIC } from './networks'
import { startProviderApi } from './provider-api'

export let chain: Chain
let provider: Piece
beforeAll(async () => {
  chain = await startChain(31337, await freePort())
  provider = await startProviderApi(0, { chains: [chain], walletUrl: 'http://localhost:1/', drift: false })
})
afterAll(async () => {
  await provider.stop()
  await chain.stop()
})

export const ask = (path: string, init?: RequestInit) => fetch(`${provider.url}${path}`, init)
export const json = async <T>(path: string, init?: RequestInit) => (await (await ask(path, init)).json()) as T
export const post = (path: string, body: unknown) => ask(path, { method: 'POST', body: JSON.stringify(body) })
beforeEach(async () => {
  await post('/control', { reset: true })
})

export const accountAt = (addressIndex: number) => mnemonicToAccount(DEV_MNEMONIC, { addressIndex })
export const wallet = (index: number) =>
  createWalletClient({ account: accountAt(index), chain: foundry, transport: http(chain.url) })
export const client = () => createPublicClient({ transport: http(chain.url), pollingInterval: 20 })
/** The chain gives the hash of a transaction before it has the block. */
export const mined = async (sent: Promise<Hash>): Promise<Hash> => {
  const hash = await sent
  await client().waitForTransactionReceipt({ hash })
  return hash
}
