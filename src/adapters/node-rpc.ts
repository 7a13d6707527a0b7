import type { CaipNetworkId } from '../lib/caip'
import { WalletError } from '../lib/errors'
import type { Network } from '../lib/network'
import { RETRIED_STATUSES, RETRY_COUNT, RETRY_DELAY_MS } from '../lib/retry'
import { RETRIED_RPC_CODES } from '../lib/rpc-errors'
import { z } from '../lib/schema'
import { untilAborted } from '../lib/until-aborted'
import { RPC_TIMEOUT_MS, readText } from './node-answer'
import { isProviderRpc } from './provider-rpc'
import { servesChain } from './serves-chain'
import type { RpcContext } from './types'

/** Errors of a node that lags behind the one that gave the blockhash, or is still syncing. */
const RETRIED_CODES = [...RETRIED_RPC_CODES, -32004, -32014, -32016]
const Fault = z.object({ code: z.number(), message: z.catch(z.string(), ''), data: z.optional(z.unknown()) })
const Answer = z.object({ result: z.optional(z.unknown()), error: z.optional(Fault) })

/** How the nodes of one namespace are asked. */
export type NodeKind = {
  /** The methods that only read; any other is sent once, to one endpoint. */
  readonly reads: RegExp
  /** The request that tells a node's chain, and how to read the CAIP-2 id in the answer. */
  readonly identify: RpcCall
  readonly networkId: (answer: unknown) => string
}

/** One JSON-RPC request to a node. */
export type RpcCall = { readonly method: string; readonly params?: unknown }
/** How a request is made. */
export type RpcOptions = {
  readonly signal?: AbortSignal | undefined
  /** Whole numbers that JavaScript would round come as strings. */
  readonly exact?: boolean
}

/** A node's error; `data` holds a failed simulation. */
export class NodeError extends Error {
  override name = 'NodeError'
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message)
  }
}

class Unreachable extends Error {
  override name = 'Unreachable'
}

/**
 * One call to a node by JSON-RPC 2.0. Endpoints are tried in order, one of another chain is never
 * used; reads are retried as the specification says, all else is sent once. Throws NodeError, RPC_UNAVAILABLE, ABORTED.
 */
export async function nodeRpc(
  kind: NodeKind,
  network: Network,
  { urls }: RpcContext,
  call: RpcCall,
  options: RpcOptions = {},
): Promise<unknown> {
  const { signal } = options
  const until = Date.now() + RPC_TIMEOUT_MS
  for (let count = 0; ; count++) {
    try {
      return await firstAnswer(kind, network.caipNetworkId, urls, call, options)
    } catch (error) {
      const pause = RETRY_DELAY_MS * 2 ** count
      // No attempt begins after one full time-out: nobody waits longer.
      const again = kind.reads.test(call.method) && count < RETRY_COUNT && isTransient(error) && Date.now() + pause < until
      if (!again || signal?.aborted) throw named(error)
      await untilAborted(new Promise((resolve) => setTimeout(resolve, pause)), signal)
    }
  }
}

const named = (error: unknown) => (error instanceof Unreachable ? new WalletError('RPC_UNAVAILABLE', { cause: error }) : error)
const isTransient = (error: unknown) =>
  error instanceof Unreachable || (error instanceof NodeError && RETRIED_CODES.includes(error.code))

async function firstAnswer(
  kind: NodeKind,
  networkId: CaipNetworkId,
  urls: readonly string[],
  call: RpcCall,
  options: RpcOptions,
): Promise<unknown> {
  let failure: unknown
  for (const url of urls) {
    try {
      if (!(await untilAborted(isOn(kind, url, networkId), options.signal))) continue
    } catch (error) {
      if (options.signal?.aborted) throw error
      failure = error
      continue
    }
    try {
      return await post(url, call, options)
    } catch (error) {
      if (options.signal?.aborted || !kind.reads.test(call.method) || !isTransient(error)) throw error
      failure = error
    }
  }
  throw failure ?? new WalletError('RPC_UNAVAILABLE', { help: 'No endpoint serves this chain.' })
}

/** By its genesis hash. */
const isOn = (kind: NodeKind, url: string, networkId: CaipNetworkId): Promise<boolean> =>
  servesChain(networkId, url, async () => kind.networkId(await post(url, kind.identify)) === networkId)

async function post(url: string, { method, params = [] }: RpcCall, { signal, exact }: RpcOptions = {}): Promise<unknown> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), RPC_TIMEOUT_MS)
  const either = signal ? AbortSignal.any([signal, limit.signal]) : limit.signal
  try {
    return await untilAborted(exchange(url, { method, params }, either, exact), either)
  } catch (error) {
    if (signal?.aborted) throw new WalletError('ABORTED', { cause: error })
    throw error instanceof NodeError ? error : new Unreachable('The endpoint did not answer', { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

async function exchange(url: string, call: Required<RpcCall>, signal: AbortSignal, exact = false): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    // The provider reads text/plain, which saves a preflight.
    headers: { 'Content-Type': isProviderRpc(url) ? 'text/plain' : 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...call }),
    signal,
  })
  if (RETRIED_STATUSES.includes(response.status)) {
    await response.body?.cancel()
    throw new Error(`HTTP ${response.status}`)
  }
  const { result, error } = await readText(response)
    .then((text) => z.parse(Answer, JSON.parse(exact ? quoted(text) : text)))
    .catch((cause) => {
      // A server that refuses a call need not answer in JSON-RPC: the status counts.
      throw response.ok ? cause : new Error(`HTTP ${response.status}`, { cause })
    })
  if (error) throw new NodeError(error.code, error.message.slice(0, 500), error.data)
  if (result === undefined) throw new Error(response.ok ? 'The endpoint gave no answer to this call' : `HTTP ${response.status}`)
  return result
}

/**
 * JSON with its large integers in quotes; strings stay as they are. An unclosed quote matches up to the end, so that hostile input
 * is not scanned again from each quote.
 */
const quoted = (json: string) =>
  json.replace(/"(?:[^"\\]|\\[\s\S]?)*"?|(?<![\d.eE+-])\d{16,}(?![\d.eE])/g, (part) =>
    part.startsWith('"') ? part : `"${part}"`,
  )
