import type { CaipNetworkId } from '../lib/caip'

/** An endpoint of another chain is left alone for so long; by then it may have been put right. */
export const OTHER_CHAIN_LIFE_MS = 30_000

const verdicts = new Map<string, Promise<boolean>>()

/**
 * Whether an endpoint is on the chain it is configured for, as `ask` finds out: asked once, before its first use, and again if it
 * did not answer, or a while after it was on another.
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

/** Whether an endpoint has been asked that, or is being asked. */
export const isAsked = (networkId: CaipNetworkId, url: string): boolean => verdicts.has(`${networkId} ${url}`)
