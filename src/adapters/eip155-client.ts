import {
  type Chain,
  type Client,
  createClient,
  createTransport,
  type EIP1193RequestFn,
  HttpRequestError,
  http,
  RpcRequestError,
  shouldThrow,
  type Transport,
  withRetry,
} from 'viem'
import { WalletError } from '../lib/errors'
import type { Network } from '../lib/network'
import { RETRIED_STATUSES, RETRY_COUNT, RETRY_DELAY_MS } from '../lib/retry'
import { RETRIED_RPC_CODES } from '../lib/rpc-errors'
import { untilAborted } from '../lib/until-aborted'
import { readChainId } from './eip155-chain-id'
import { jsonRpcFetch } from './json-rpc-fetch'
import { RPC_TIMEOUT_MS } from './node-answer'
import { isProviderRpc } from './provider-rpc'
import { noteAnswer, ranked, SAMPLE_INTERVAL_MS } from './rpc-ranking'
import { isAsked, servesChain } from './serves-chain'
import type { RpcContext } from './types'

const POLLING_INTERVAL_MS = 4_000

/** The methods that only read. Any other is sent once, to one endpoint. */
const reads: ReadonlySet<string> = new Set(
  `eth_blobBaseFee eth_blockNumber eth_call eth_chainId eth_createAccessList eth_estimateGas eth_feeHistory eth_gasPrice eth_getBalance
  eth_getBlockByHash eth_getBlockByNumber eth_getCode eth_getLogs eth_getProof eth_getStorageAt eth_getTransactionByHash
  eth_getTransactionCount eth_getTransactionReceipt eth_maxPriorityFeePerGas eth_simulateV1 net_version web3_clientVersion`.split(
    /\s+/,
  ),
)

/**
 * A viem client for one network, for viem's single actions. Endpoints are tried in order; one that serves another chain is never used;
 * reads are retried as the specification says, all else is sent once.
 */
export function eip155Client(network: Network, context: RpcContext): Client<Transport, Chain> {
  const { name, nativeCurrency, multicall } = network
  const chain: Chain = {
    id: Number(network.id),
    name,
    nativeCurrency,
    rpcUrls: { default: { http: context.urls } },
    ...(multicall && { contracts: { multicall3: { address: multicall } } }),
  }
  return createClient({ chain, transport: route(chain.id, context), pollingInterval: POLLING_INTERVAL_MS })
}

// viem's own `fallback` does not pass on the abort signal, and its ranking never stops.
function route(chainId: number, { urls, batch }: RpcContext): Transport {
  const endpoints = urls.map((url) => ({ url, request: endpoint(url, batch) }))
  const request = (call: Call, { signal }: { signal?: AbortSignal } = {}) => {
    const until = Date.now() + RPC_TIMEOUT_MS
    return withRetry(() => firstAnswer(endpoints, chainId, call, signal), {
      retryCount: reads.has(call.method) ? RETRY_COUNT : 0,
      delay: ({ count, error }) => pauseMs(count, error),
      // No attempt begins after one full time-out: nobody waits longer.
      shouldRetry: ({ count, error }) => isTransient(error) && Date.now() + pauseMs(count, error) < until,
      ...(signal && { signal }),
    })
  }
  // viem types the answer by the method's name; here it is whatever the endpoint sent, and each action checks it.
  return () =>
    createTransport({ key: 'route', name: 'Route', type: 'route', retryCount: 0, request: request as EIP1193RequestFn })
}

type Call = { method: string; params?: unknown }
type Endpoint = { readonly url: string; readonly request: (call: Call, options?: { signal?: AbortSignal }) => Promise<unknown> }

function endpoint(url: string, batch: number): Endpoint['request'] {
  const request = transport(url, batch)
  return async (call, options) => {
    const asked = performance.now()
    try {
      const answer = await request(call, options)
      noteAnswer(url, true, performance.now() - asked)
      return answer
    } catch (error) {
      // An aborted call, or an error of the chain itself, is not the endpoint's fault.
      if (!options?.signal?.aborted) noteAnswer(url, !isTransient(error), performance.now() - asked)
      throw error
    }
  }
}

const transport = (url: string, batch: number): Endpoint['request'] =>
  http(url, {
    batch: batch > 1 && { batchSize: batch },
    fetchFn: jsonRpcFetch,
    retryCount: 0,
    timeout: RPC_TIMEOUT_MS,
    ...(isProviderRpc(url) && { fetchOptions: { headers: { 'Content-Type': 'text/plain' } } }),
  })({ retryCount: 0 }).request

async function firstAnswer(
  endpoints: readonly Endpoint[],
  chainId: number,
  call: Call,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  let failure: unknown
  if (reads.has(call.method)) sampleOthers(endpoints, chainId)
  for (const each of ranked(endpoints)) {
    try {
      if (!(await untilAborted(isOn(each, chainId), signal))) continue
    } catch (error) {
      if (signal?.aborted) throw error
      failure = error
      continue
    }
    try {
      return await each.request(call, signal && { signal })
    } catch (error) {
      if (signal?.aborted || !reads.has(call.method) || (error instanceof Error && shouldThrow(error))) throw error
      failure = error
    }
  }
  throw failure ?? new WalletError('RPC_UNAVAILABLE', { help: 'No endpoint serves this chain.' })
}

let sampledAt = 0

/** During a read, the unused endpoints are sampled too, to rank them. */
function sampleOthers(endpoints: readonly Endpoint[], chainId: number): void {
  if (endpoints.length < 2 || Date.now() < sampledAt + SAMPLE_INTERVAL_MS) return
  sampledAt = Date.now()
  for (const each of ranked(endpoints).slice(1)) {
    // The first request finds out its chain; later ones only measure its speed.
    if (isAsked(`eip155:${chainId}`, each.url)) each.request({ method: 'eth_chainId' }).catch(() => {})
    else isOn(each, chainId).catch(() => {})
  }
}

/** By the chain id that the endpoint reports. */
const isOn = ({ url, request }: Endpoint, chainId: number): Promise<boolean> =>
  servesChain(`eip155:${chainId}`, url, async () => {
    const served = readChainId(await request({ method: 'eth_chainId' }))
    if (served === undefined)
      throw new WalletError('RPC_UNAVAILABLE', { help: 'The endpoint does not say which chain it serves.' })
    return served === chainId
  })

function isTransient(error: unknown): boolean {
  if (error instanceof HttpRequestError) return error.status === undefined || RETRIED_STATUSES.includes(error.status)
  const code = codeOf(error)
  return code === undefined ? error instanceof Error && error.name === 'TimeoutError' : RETRIED_RPC_CODES.includes(code)
}

const codeOf = (error: unknown): number | undefined => {
  const cause = error instanceof Error && error.cause instanceof RpcRequestError ? error.cause : error
  return typeof cause === 'object' && cause && 'code' in cause && typeof cause.code === 'number' ? cause.code : undefined
}

const pauseMs = (count: number, error: unknown) => retryAfterMs(error) ?? RETRY_DELAY_MS * 2 ** count

/** Milliseconds that a server asked us to wait (RFC 9110 §10.2.3). */
function retryAfterMs(error: unknown): number | undefined {
  const value = error instanceof HttpRequestError ? error.headers?.get('Retry-After') : undefined
  if (!value) return undefined
  const wait = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isNaN(wait) ? undefined : Math.max(0, wait)
}
