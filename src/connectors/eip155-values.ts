import { getAddress } from 'viem/utils'
import type { CaipAddress, CaipNetworkId } from '../lib/caip'
import { EVM_ADDRESS } from '../lib/evm-address'
import { safeParse, z } from '../lib/schema'
import { MAX_ACCOUNTS } from './limits'

/** Stands for a chain that cannot be read: valid CAIP-2, and never one of the app's networks. */
export const UNKNOWN_CHAIN: CaipNetworkId = 'eip155:0'

const Address = z.string().check(z.regex(EVM_ADDRESS))
const ChainId = z.union([
  z.int(),
  z.bigint(),
  z.string().check(z.regex(/^(0x[\da-f]+|[1-9]\d*)$/i)),
  // Seen in the payload of `chainChanged` of old wallets.
  z.pipe(
    z.object({ chainId: z.string().check(z.regex(/^0x[\da-f]+$/i)) }),
    z.transform(({ chainId }) => chainId),
  ),
])

/** The 20-byte addresses of a wallet's answer in EIP-55, each once; `[]` for junk. Never throws. */
export function readAddresses(answer: unknown): readonly string[] {
  const found = new Set<string>()
  try {
    if (!Array.isArray(answer)) return []
    const count = Math.min(answer.length, MAX_ACCOUNTS)
    for (let at = 0; at < count; at++) {
      const parsed = safeParse(Address, answer[at])
      if (parsed.success) found.add(toChecksum(parsed.data))
    }
  } catch {
    // A proxy may throw while it is read.
    return []
  }
  return [...found]
}

/** EIP-55 form of a 20-byte hex address; a wrong checksum is corrected, since the wallet's own hex identifies the account. */
export const toChecksum = (address: string): string => getAddress(`0x${address.slice(2).toLowerCase()}`)

/** CAIP-10 of addresses on one chain. */
export const onChain = (networkId: CaipNetworkId, addresses: readonly string[]): CaipAddress[] =>
  addresses.map((address): CaipAddress => `${networkId}:${address}`)

/**
 * CAIP-2 of a wallet's chain id: hex with or without padding, decimal, or a number. Undefined when it cannot be read
 * as one chain (`0x`, `0xzz`, zero, a number too large to be kept exactly).
 */
export function readChainId(answer: unknown): CaipNetworkId | undefined {
  try {
    const parsed = safeParse(ChainId, answer)
    if (!parsed.success) return undefined
    const id = BigInt(parsed.data)
    return id > 0n && id <= BigInt(Number.MAX_SAFE_INTEGER) ? `eip155:${id}` : undefined
  } catch {
    return undefined
  }
}
