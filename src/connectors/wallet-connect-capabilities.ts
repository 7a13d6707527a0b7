import { safeParse, z } from '../lib/schema'

const ByChain = z.record(z.string(), z.record(z.string(), z.unknown()))
const ByAccount = z.record(z.string(), z.unknown())
const Asked = z.tuple([z.string()], z.unknown())

/**
 * The answer to EIP-5792's `wallet_getCapabilities` that a wallet has given with its session, as a text or an object (facts: wallets
 * §2.5), of the chains that are asked for and of `0x0`, which stands for all; undefined: ask the wallet. Never throws.
 */
export function capabilitiesIn(sessionProperties: unknown, params: unknown): Readonly<Record<string, unknown>> | undefined {
  const [account, chainIds] = safeParse(Asked, params).data ?? []
  const said = Object.entries(safeParse(ByAccount, readSaid(sessionProperties)).data ?? {})
  const own = said.find(([id]) => id.toLowerCase() === account?.toLowerCase())
  const byChain = safeParse(ByChain, own?.[1]).data
  if (!byChain || !Array.isArray(chainIds)) return byChain
  const wanted = new Set([0, ...chainIds.filter((id) => typeof id === 'string').map(Number)])
  return Object.fromEntries(Object.entries(byChain).filter(([id]) => wanted.has(Number(id))))
}

function readSaid(sessionProperties: unknown): unknown {
  try {
    const { capabilities } = sessionProperties as { capabilities: unknown }
    return typeof capabilities === 'string' ? JSON.parse(capabilities) : capabilities
  } catch {
    return undefined
  }
}
