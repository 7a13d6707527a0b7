import type { Network } from '../lib/network'
import { safeParse, z } from '../lib/schema'
import type { WalletProvider } from './types'
import { askWallet } from './wallet-request'

/** A wallet that does not answer in this time counts as having no capabilities (SECURITY fault 70). */
export const CAPABILITIES_LIMIT_MS = 3_000

/** A wallet's capabilities on a chain, unparsed. */
type Capabilities = Readonly<Record<string, unknown>>

const ByChain = z.record(z.string(), z.record(z.string(), z.unknown()))

/** A wallet's capabilities for an account on a network (EIP-5792 `wallet_getCapabilities`); `{}` without an answer in 3 s. Throws only ABORTED. */
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
  // `0x0` means every chain; a chain's own entry takes precedence.
  const said = (id: number) => Object.entries(byChain).find(([key]) => Number(key) === id)?.[1]
  return { ...said(0), ...said(chain) }
}
