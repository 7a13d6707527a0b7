import { createCache } from '../lib/cache'
import { type ErrorCode, WalletError } from '../lib/errors'
import { request } from '../lib/http'
import { safeParse, type z } from '../lib/schema'
import { baseUrl, sdkQuery, settings, urlOf } from './settings'

type Query = Readonly<Record<string, string | number | undefined>>

/** One HTTP call of a service. */
export type Call<Input, Output> = {
  readonly service?: 'provider' | 'wallets'
  /** Default GET. A POST is not cached, and simultaneous callers share nothing. */
  readonly method?: 'GET' | 'POST'
  /** Whether it may be retried: by default a GET is, and a POST, which counts as a write, never. */
  readonly reads?: boolean
  readonly path: (input: Input) => string
  readonly query?: (input: Input) => Query
  /** JSON body of a POST. */
  readonly body?: (input: Input) => Readonly<Record<string, unknown>>
  /** Where a POST carries the project id; it never carries `st` and `sv` (facts: provider API §1.1). */
  readonly projectIdIn?: 'query' | 'body' | 'nowhere'
  /** Content type of a POST. Without one the browser sends no preflight, and the server reads JSON all the same. */
  readonly contentType?: 'application/json'
  readonly response: z.ZodMiniType<Output>
  /** Size limit of the answer, if above the default of 1 MB. */
  readonly maxBytes?: number
  /** How long a GET's answer is cached, in ms; 0 or absent: not at all, but simultaneous callers share one request. */
  readonly cacheMs?: number
  /** The input as a cache key: without what does not change the answer. */
  readonly cacheAs?: (input: Input) => Input
}

/** How one call is made. */
export type CallOptions = {
  readonly signal?: AbortSignal | undefined
  /** Bypasses the cache and renews it. */
  readonly refresh?: boolean | undefined
}

// One cache for all endpoints, of the size that the specification gives.
const cache = createCache<unknown>()

/** Errors in the host's configuration: asking again cannot help (SECURITY faults 2 and 3). */
const SETUP_CODES: readonly ErrorCode[] = ['PROJECT_ID_INVALID', 'ORIGIN_NOT_ALLOWED']
/** Keyed by the service's address and the refused project id. */
const refusals = new Map<string, WalletError>()

/** For tests: forgets all answers and refusals. */
export function clearApiCache(): void {
  cache.clear()
  refusals.clear()
}

/**
 * Calls a service and parses the answer. Throws what `request` throws, API_RESPONSE_INVALID for an answer of the wrong
 * shape, and PROJECT_ID_NOT_CONFIGURED if the service may not be called without a project id. A service that refused the
 * project id or the origin is not called again.
 */
export async function call<Input, Output>(
  spec: Call<Input, Output>,
  input: Input,
  { signal, refresh }: CallOptions = {},
): Promise<Output> {
  if (spec.method === 'POST') return send(spec, input, signal)
  const load = (shared: AbortSignal) => send(spec, input, shared)
  const kept = await cache.load(cacheKeyOf(spec, input), spec.cacheMs ?? 0, load, { signal, refresh })
  return kept as Output // the key holds the whole address, and only this endpoint writes under it
}

async function send<Input, Output>(spec: Call<Input, Output>, input: Input, signal: AbortSignal | undefined): Promise<Output> {
  const { method = 'GET', reads = method === 'GET', projectIdIn = 'query', contentType, maxBytes } = spec
  const { projectId } = settings
  const inBody = projectIdIn === 'body' && projectId ? { projectId } : {}
  const body = spec.body && JSON.stringify({ ...spec.body(input), ...inBody })
  const headers = contentType && { 'content-type': contentType }
  const address = addressOf(spec, input)
  const place = `${address.origin} ${projectId}`
  const refused = refusals.get(place)
  if (refused) throw refused
  const answer = await request(address, { method, body, headers, signal, retry: reads, maxBytes }).catch((error: unknown) => {
    if (error instanceof WalletError && SETUP_CODES.includes(error.code)) refusals.set(place, error)
    throw error
  })
  const parsed = safeParse(spec.response, answer.body)
  if (!parsed.success) throw new WalletError('API_RESPONSE_INVALID', { cause: parsed.error })
  return parsed.data
}

function addressOf<Input, Output>(spec: Call<Input, Output>, input: Input): URL {
  const base = baseUrl(spec.service ?? 'provider')
  if (base === undefined) throw new WalletError('PROJECT_ID_NOT_CONFIGURED')
  const isGet = (spec.method ?? 'GET') === 'GET'
  const ours = isGet
    ? sdkQuery()
    : spec.projectIdIn === 'body' || spec.projectIdIn === 'nowhere'
      ? {}
      : { projectId: settings.projectId }
  return urlOf(base, spec.path(input), { ...spec.query?.(input), ...ours })
}

const cacheKeyOf = <Input, Output>(spec: Call<Input, Output>, input: Input): string =>
  addressOf(spec, spec.cacheAs ? spec.cacheAs(input) : input).href
