import { type ErrorCode, WalletError } from './errors'
import { RETRIED_STATUSES, RETRY_COUNT, RETRY_DELAY_MS } from './retry'
import { serverAlert } from './rpc-errors'
import { plainText } from './text'

type HttpRequest = {
  readonly method?: 'GET' | 'POST' | 'PATCH' | undefined
  /** Sent as it is; JSON text for every service we know. */
  readonly body?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly signal?: AbortSignal | undefined
  /** Retry after a failure that may be temporary. Only for reads: a write may have been done although its answer was lost. */
  readonly retry: boolean
  /** For each attempt, including the body. If more than 1 MB is expected: for as long as nothing arrives, and a minute in all. */
  readonly timeoutMs?: number | undefined
  /** A longer answer is refused; 1 MB unless the caller expects more. */
  readonly maxBytes?: number | undefined
  /** `include` for the app's own backend; other services never get cookies. */
  readonly credentials?: 'omit' | 'include' | undefined
}

/** `body` is parsed JSON, `undefined` when the answer was empty; `date` is the server's clock in epoch ms, where CORS shows it. */
type HttpAnswer = { readonly status: number; readonly body: unknown; readonly date: number | undefined }

/** The `cause` of an error that a server answered with. Never holds the body: it may be a secret. */
type HttpFailure = { readonly status: number; readonly date: number | undefined }

const REQUEST_TIMEOUT_MS = 10_000
/** How long a long answer may take in all: 1.5 MB take half a minute at 400 kbit/s. */
const LONG_ANSWER_MS = 60_000
const MAX_RETRY_AFTER_MS = 10_000
const MAX_BODY_BYTES = 1_000_000

/** Secrets that an error message of a service may repeat (e-mail addresses, pairing links, keys, signatures, tokens): messages are shown and given to the host. */
const SECRETS = /\S+@\S+|[\w.+/=-]{64,}/g

type Attempt = HttpAnswer | { readonly error: WalletError; readonly retryAfterMs: number | undefined }

/**
 * Sends a request and returns the JSON of the answer. Throws ABORTED; API_REFUSED or API_UNAVAILABLE with the server's own reason as
 * `message` and an `HttpFailure` as `cause`; API_RESPONSE_INVALID for anything but JSON or more than `maxBytes`; the alerts of specification
 * §8 when the server names one.
 */
export async function request(url: string | URL, options: HttpRequest): Promise<HttpAnswer> {
  const { signal, retry } = options
  for (let tried = 0; ; tried++) {
    if (signal?.aborted) throw aborted(signal)
    const attempt = await attemptOnce(url, options)
    if (!('error' in attempt)) return attempt
    const { error, retryAfterMs } = attempt
    if (!retry || tried === RETRY_COUNT || retryAfterMs === undefined) throw error
    await pause(Math.max(retryAfterMs, RETRY_DELAY_MS * 2 ** tried), signal)
  }
}

/** HTTP status of the answer that caused an error, or undefined if there was none. */
export function httpStatus(error: unknown): number | undefined {
  const cause = error instanceof WalletError ? error.cause : undefined
  return typeof cause === 'object' && cause !== null && 'status' in cause && typeof cause.status === 'number'
    ? cause.status
    : undefined
}

async function attemptOnce(url: string | URL, options: HttpRequest): Promise<Attempt> {
  const { method = 'GET', body, headers, signal, timeoutMs = REQUEST_TIMEOUT_MS, credentials = 'omit' } = options
  const { maxBytes = MAX_BODY_BYTES } = options
  const controller = new AbortController()
  const stop = () => controller.abort()
  let timer = setTimeout(stop, timeoutMs)
  const until = Date.now() + LONG_ANSWER_MS
  const heard = () => {
    if (maxBytes <= MAX_BODY_BYTES) return
    clearTimeout(timer)
    timer = setTimeout(stop, Math.min(timeoutMs, until - Date.now()))
  }
  signal?.addEventListener('abort', stop, { once: true })
  // A server, or a page's own fetch, that ignores the signal must not hold us.
  const stopped = new Promise<never>((_, reject) =>
    controller.signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true }),
  )
  stopped.catch(() => {})
  try {
    const init = {
      method,
      credentials,
      signal: controller.signal,
      ...(headers && { headers }),
      ...(body !== undefined && { body }),
    }
    const answering = (async () => {
      const response = await fetch(url, init)
      return { response, text: await readText(response, controller.signal, maxBytes, heard) }
    })()
    const { response, text } = await Promise.race([answering, stopped])
    return toAttempt(response, text)
  } catch (cause) {
    if (signal?.aborted) throw aborted(signal)
    if (cause instanceof WalletError) throw cause
    // A network failure is retried. A timeout is not, or a dead server would hold up a view for 40 s.
    const isTimeout = controller.signal.aborted
    return { error: new WalletError('API_UNAVAILABLE', { cause }), retryAfterMs: isTimeout ? undefined : 0 }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
}

function toAttempt(response: Response, text: string): Attempt {
  const { status } = response
  const date = toTime(response.headers.get('date'))
  if (response.ok) {
    const body = parseJson(text)
    if (!body) throw new WalletError('API_RESPONSE_INVALID', { cause: { status, date } satisfies HttpFailure })
    return { status, date, body: body.value }
  }
  const reason = reasonIn(parseJson(text)?.value)
  const alert = serverAlert(reason ?? text)
  const code: ErrorCode = alert ?? (status >= 500 || status === 408 || status === 429 ? 'API_UNAVAILABLE' : 'API_REFUSED')
  const error = new WalletError(code, { cause: { status, date } satisfies HttpFailure, ...(reason && { message: reason }) })
  // A refusal because of the site's configuration is not retried.
  return { error, retryAfterMs: !alert && RETRIED_STATUSES.includes(status) ? retryAfter(response, date) : undefined }
}

/** How long the server asks us to wait, which may be over; 0 if it does not say; `undefined` if that is longer than anyone would. */
function retryAfter(response: Response, date: number | undefined): number | undefined {
  const header = response.headers.get('retry-after')?.trim()
  if (!header) return 0
  const until = toTime(header)
  // A date is on the server's clock, so its own `Date` is the better "now".
  const wait = /^\d+$/.test(header) ? Number(header) * 1_000 : until === undefined ? 0 : until - (date ?? Date.now())
  return wait > MAX_RETRY_AFTER_MS ? undefined : wait
}

/** The first reason of an error body, in either of the provider's shapes (facts: provider API §1.3). */
function reasonIn(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const { reasons, message } = body as { reasons?: unknown; message?: unknown }
  const [first] = Array.isArray(reasons) ? (reasons as unknown[]) : []
  const description = typeof first === 'object' && first !== null ? (first as { description?: unknown }).description : undefined
  const reason = plainText(description) || plainText(message)
  return reason.replace(SECRETS, '…') || undefined
}

async function readText(response: Response, signal: AbortSignal, maxBytes: number, heard: () => void): Promise<string> {
  const reader = response.body?.getReader()
  if (!reader) return ''
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    heard()
    size += value.byteLength
    if (size > maxBytes || signal.aborted) {
      reader.cancel().catch(() => {})
      throw new WalletError('API_RESPONSE_INVALID', { cause: { status: response.status, date: undefined } satisfies HttpFailure })
    }
    text += decoder.decode(value, { stream: true })
  }
}

function parseJson(text: string): { value: unknown } | undefined {
  if (text.trim() === '') return { value: undefined }
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}

function toTime(header: string | null | undefined): number | undefined {
  const time = Date.parse(header ?? '')
  return Number.isNaN(time) ? undefined : time
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(aborted(signal))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

const aborted = (signal: AbortSignal | undefined) => new WalletError('ABORTED', { cause: signal?.reason })
