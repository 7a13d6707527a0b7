import { safeParse, z } from '../lib/schema'
import { waitFor } from './wait'
import { type Client, on } from './wallet-connect-client'

/** How long the SDK waits for an answer (WalletConnect: FIVE_MINUTES). */
const REQUEST_LIMIT_MS = 300_000
/** Messages kept by the relay arrive at once, or within this time on a slow line. */
export const KEPT_LIMIT_MS = 10_000
/** A timer that is this late was suspended with the page. */
export const SLEPT_MS = 2_000

type Asked = Parameters<Client['request']>[0]
type Answer = { readonly result?: unknown; readonly error?: unknown }
// A part of the SDK's engine that its types leave out.
const Engine = z.object({ events: z.custom<EventEmitterLike>((value) => typeof value?.emit === 'function') })
type EventEmitterLike = { emit(name: string, answer: Answer): void; once(name: string, hear: () => void): void }

/**
 * Asks the wallet, and accepts its answer even after the SDK has given up. A phone suspends the page while its visitor is in the
 * wallet: the relay's receipt never arrives, and both timers fire when the page wakes, before the messages kept by the relay
 * arrive. `reopen` resolves when the relay's socket is open. Rejects with the wallet's or the SDK's error.
 */
export async function requestOf(client: Client, asked: Asked, reopen: () => Promise<void>): Promise<unknown> {
  const began = Date.now()
  let id: number | undefined
  const stop = on(client, 'session_request_sent', (sent) => {
    if (sent.request === asked.request) id = sent.id
  })
  // The SDK's own timer, which is due later, also rejects a promise that nobody handles: the host page would see that as its own error.
  const expiry = setTimeout(() => {
    const name = `session_request:${id}`
    const events = safeParse(Engine, client.engine).data?.events
    events?.emit(name, { error: new Error('Request expired') })
    // The SDK throws, and keeps the message, if nobody listens for an answer.
    events?.once(name, () => {})
  }, REQUEST_LIMIT_MS)
  try {
    return await client.request<unknown>(asked)
  } catch (cause) {
    const limitMs = limitOf(cause, Date.now() - began)
    if (id === undefined || limitMs === undefined) throw cause
    await reopen().catch(() => Promise.reject(cause))
    const { result, error } = await answerTo(client, id, limitMs).catch(() => Promise.reject(cause))
    if (error) throw error
    return result
  } finally {
    stop()
    clearTimeout(expiry)
  }
}

/** How much longer to wait for the answer to a request of this age; undefined if none will come. */
function limitOf(cause: unknown, ageMs: number): number | undefined {
  const words = cause instanceof Error ? cause.message : ''
  // The wallet may have received it, and the visitor be in the wallet.
  if (/failed to publish/i.test(words)) return Math.max(KEPT_LIMIT_MS, REQUEST_LIMIT_MS - ageMs)
  return /request expired/i.test(words) && ageMs > REQUEST_LIMIT_MS + SLEPT_MS ? KEPT_LIMIT_MS : undefined
}

/** The wallet's answer to a request, already received or within the limit. */
async function answerTo({ core: { history } }: Client, id: number, limitMs: number): Promise<Answer> {
  let look = () => {}
  const answer = new Promise<Answer>((resolve) => {
    look = () => {
      const known = history.values.find((each) => each.id === id)?.response
      if (known) resolve(known)
    }
  })
  history.on('history_updated', look)
  look()
  try {
    return await waitFor(answer, { limitMs })
  } finally {
    history.off('history_updated', look)
  }
}
