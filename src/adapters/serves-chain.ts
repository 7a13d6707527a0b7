import type { CaipNetworkId } from '../lib/caip'

/** How long an endpoint of another chain is not asked again; by then it may have been fixed. */
export const OTHER_CHAIN_LIFE_MS = 30_000

const verdicts = new Map<string, Promise<boolean>>()

/**
 * Whether an endpoint serves the chain it is configured for, by `ask`: asked before its first use, again if it did not answer, and
 * some time after it served another chain.
 */
export function servesChain(networkId: CaipNetworkId, url: string, ask: () => Promise<boolean>): Promise<boolean> {
  const key = `${networkId} ${url}`
  const known = verdicts.get(key)
  if (known) return known
  const verdict = ask()
  verdicts.set(key, verdict)
  const forget = () => verdicts.delete(key)
  verdict.then((serves) => serves || setTimeout(forget, OTHER_CHAIN_LIFE_MS), forget)
  return verdict
}

/** Whether an endpoint has been asked, or is being asked. */
export const isAsked = (networkId: CaipNetworkId, url: string): boolean => verdicts.has(`${networkId} ${url}`)
