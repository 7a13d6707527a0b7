import type { CaipNetworkId } from '../lib/caip'
import { WalletError } from '../lib/errors'
import { RETRIED_STATUSES, RETRY_COUNT, RETRY_DELAY_MS } from '../lib/retry'
import { untilAborted } from '../lib/until-aborted'
import { RPC_TIMEOUT_MS, readText } from './node-answer'
import { servesChain } from './serves-chain'

class Refused extends Error {
  override name = 'Refused'
}

/**
 * Reads from servers with the API of Esplora (https://github.com/Blockstream/esplora/blob/master/API.md), in order; one that serves
 * another chain is never used. Reads are tried again as the specification says. Throws RPC_UNAVAILABLE, ABORTED.
 */
export async function esplora(
  networkId: CaipNetworkId,
  urls: readonly string[],
  path: string,
  signal?: AbortSignal,
): Promise<string> {
  const until = Date.now() + RPC_TIMEOUT_MS
  for (let count = 0; ; count++) {
    try {
      return await firstAnswer(networkId, urls, path, signal)
    } catch (cause) {
      if (signal?.aborted) throw new WalletError('ABORTED', { cause })
      const pause = RETRY_DELAY_MS * 2 ** count
      if (cause instanceof Refused || count >= RETRY_COUNT || Date.now() + pause >= until)
        throw new WalletError('RPC_UNAVAILABLE', { cause })
      await untilAborted(new Promise((resolve) => setTimeout(resolve, pause)), signal)
    }
  }
}

async function firstAnswer(networkId: CaipNetworkId, urls: readonly string[], path: string, signal?: AbortSignal) {
  let failure: unknown = new Refused('No endpoint serves this chain')
  for (const url of urls) {
    try {
      if (await untilAborted(isOn(url, networkId), signal)) return await get(url, path, signal)
    } catch (cause) {
      if (signal?.aborted) throw cause
      failure = cause
    }
  }
  throw failure
}

/** By its first block (CAIP-4). */
const isOn = (url: string, networkId: CaipNetworkId): Promise<boolean> =>
  servesChain(networkId, url, async () => `bip122:${(await get(url, 'block-height/0')).trim().slice(0, 32)}` === networkId)

async function get(url: string, path: string, signal?: AbortSignal): Promise<string> {
  const limit = AbortSignal.timeout(RPC_TIMEOUT_MS)
  const either = signal ? AbortSignal.any([signal, limit]) : limit
  const response = await untilAborted(fetch(`${url.replace(/\/+$/, '')}/${path}`, { signal: either }), either)
  if (response.ok) return untilAborted(readText(response), either)
  await response.body?.cancel()
  const said = `HTTP ${response.status}`
  throw RETRIED_STATUSES.includes(response.status) ? new Error(said) : new Refused(said)
}
