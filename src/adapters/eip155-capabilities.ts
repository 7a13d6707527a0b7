import type { Network } from '../lib/network'
import { safeParse, z } from '../lib/schema'
import type { WalletProvider } from './types'
import { askWallet } from './wallet-request'

/** A wallet that does not say in this time what it can do can do nothing (SECURITY fault 70). */
export const CAPABILITIES_LIMIT_MS = 3_000

/** What a wallet says that it can do on a chain; its words, unread. */
type Capabilities = Readonly<Record<string, unknown>>

const ByChain = z.record(z.string(), z.record(z.string(), z.unknown()))

/** What the wallet can do for an account on a network (EIP-5792 `wallet_getCapabilities`); `{}` where it does not say, within 3 s. Never throws but ABORTED. */
export async function getCapabilities(
  provider: WalletProvider,
  network: Network,
  address: string,
  signal?: AbortSignal,
): Promise<Capabilities> {
  const request = { method: 'wallet_getCapabilities', params: [address] }
  const answer = await askWallet(provider, request, signal, CAPABILITIES_LIMIT_MS).catch((cause) => {
    if (signal?.aborted) throw cause
    return undefined
  })
  const byChain = safeParse(ByChain, answer).data ?? {}
  const chain = Number(network.id)
  // `0x0` stands for every chain; what is said of one chain comes before it.
  const said = (id: number) => Object.entries(byChain).find(([key]) => Number(key) === id)?.[1]
  return { ...said(0), ...said(chain) }
}
