import { type ErrorCode, WalletError } from '../lib/errors'
import { randomId } from '../lib/random-id'
import { plainText } from '../lib/text'
import { type Answer, type AppEvent, type Question, readAnswer, readFailure, readMessage } from './auth-messages'

/** Requests end after this long, counted from the call (specification §9). */
export const REQUEST_LIMIT_MS = 30_000
/** How long a frame without open approvals may take to reload. */
export const RELOAD_LIMIT_MS = 5_000
/** Validity of the e-mailed link that registers a device. */
export const DEVICE_LIMIT_MS = 20 * 60_000
/** The frame has finished starting this long after it reports ready (specification §10). */
export const SETTLE_MS = 500
/** How long a visitor may take in another window or on a phone. */
export const PERSON_LIMIT_MS = 10 * 60_000

/** Access to the frame: `post` throws FRAME_NOT_SET if there is none; `isFrom` checks a message's window and origin. */
type Link = {
  post(message: { type: string; id: string; payload?: unknown }): void
  isFrom(event: { readonly source: unknown; readonly origin: string }): boolean
}

/** How a request to the frame is made. */
export type AskOptions = {
  readonly signal?: AbortSignal | undefined
  /** Instead of the event's own limit; `Infinity` where the visitor decides and can always cancel. */
  readonly limitMs?: number | undefined
  /** Also given up this long after it is posted. */
  readonly answerMs?: number | undefined
  /** Sent only after the frame has finished starting. */
  readonly settled?: boolean | undefined
  /** Never posted twice, and not given up once posted: if the frame restarts in between, it rejects with REQUEST_ABORTED. */
  readonly once?: boolean | undefined
}

/** The open requests to the frame, and the handlers of what it reports. */
export type Exchange = {
  /**
   * Asks the frame and waits for the answer; only some events have a payload. Throws FRAME_ERROR with the frame's message, and on
   * timeout or abort REQUEST_FAILED, REQUEST_ABORTED, SOCIALS_TIMEOUT or EMBEDDED_WALLET_TIMEOUT.
   */
  ask<Name extends AppEvent>(
    name: Name,
    payload?: Name extends keyof Question ? Question[Name] : undefined,
    options?: AskOptions,
  ): Promise<Answer<Name>>
  /** Takes messages from any window; ignores those not from the frame, and answers to no open request. */
  hear(event: { readonly source: unknown; readonly origin: string; readonly data: unknown }): void
  /** A page has loaded in the frame. If nobody asked for it and it reports ready, it has replaced the previous one: as `restart`. */
  loaded(): void
  /** The frame restarts: requests wait until it is ready and are then sent again; `once` requests already sent reject. */
  restart(): void
  /** Rejects every open request. */
  fail(code: ErrorCode): void
  readonly ready: () => boolean
  readonly open: () => number
}

const limits: Partial<Record<AppEvent, number>> = { CONNECT_DEVICE: DEVICE_LIMIT_MS, CONNECT_FARCASTER: PERSON_LIMIT_MS }
const logins: readonly AppEvent[] = [
  'CONNECT_EMAIL',
  'CONNECT_DEVICE',
  'CONNECT_OTP',
  'CONNECT_SOCIAL',
  'GET_SOCIAL_REDIRECT_URI',
]
/** Steps of a sign-in: a frame about to reload would forget them, or take them twice. */
const isStep = (name: AppEvent) => /^(CONNECT|UPDATE|GET_(SOCIAL|FARCASTER))_/.test(name)
/** Requests that the visitor approves or rejects; for others a refusal is the frame's own, and its message says why. */
const decided: readonly AppEvent[] = ['RPC_REQUEST', 'CONNECT_SOCIAL', 'CONNECT_FARCASTER']

type Open = {
  readonly name: AppEvent
  settle(payload: unknown): void
  reject(error: WalletError): void
  send(): void
  restarted(): void
}

/** What the frame does besides answering. */
type Listeners = {
  /** It was not ready within the limit. */
  onDead(): void
  /** The height of its content, in CSS pixels. */
  onHeight(height: number): void
  /** It started again by itself. */
  onAnew(): void
}

/**
 * Requests to the secure frame and their answers. An answer counts only if it comes from the frame's own window and origin, has the
 * id and event name of an open request, and that event's shape; everything else is ignored.
 */
export function createExchange(link: Link, { onDead, onHeight, onAnew }: Listeners): Exchange {
  const open = new Map<string, Open>()
  let ready = false
  let readyAt = 0
  /** Whether the page in the frame has loaded; it may report ready before that. */
  let isLoaded = false
  /** Events of a page in the frame that nobody asked for. */
  const heard = { load: false, ready: false }

  function ask(name: AppEvent, payload?: unknown, options: AskOptions = {}) {
    const { signal, limitMs = limits[name] ?? REQUEST_LIMIT_MS, answerMs, settled, once } = options
    return new Promise<unknown>((resolve, reject) => {
      const id = randomId()
      let timer: ReturnType<typeof setTimeout> | undefined
      /** Until it is posted, or with `answerMs` until its answer is given up. */
      let pending: ReturnType<typeof setTimeout> | undefined
      let posted = false
      const end = (settle: () => void) => {
        clearTimeout(timer)
        clearTimeout(waking)
        clearTimeout(pending)
        signal?.removeEventListener('abort', onAbort)
        if (open.delete(id)) settle()
      }
      const fail = (error: WalletError) => end(() => reject(error))
      const onAbort = () => {
        // The frame may already be processing it: an answer counts until the frame restarts.
        if (!(once && posted)) fail(new WalletError(name === 'RPC_REQUEST' ? 'REQUEST_ABORTED' : 'REQUEST_FAILED'))
      }
      const late = () => {
        // A shorter limit is no time for a frame to load.
        if (!ready && limitMs >= REQUEST_LIMIT_MS) return dead()
        fail(new WalletError(logins.includes(name) ? 'SOCIALS_TIMEOUT' : 'REQUEST_FAILED'))
      }
      const dead = () => {
        // Every request waits for the same frame.
        failAll('EMBEDDED_WALLET_TIMEOUT')
        onDead()
      }
      const post = () => {
        posted = true
        if (answerMs) pending = setTimeout(late, answerMs)
        try {
          link.post({ type: `@w3m-app/${name}`, id, ...(payload !== undefined && { payload }) })
        } catch (cause) {
          fail(cause instanceof WalletError ? cause : new WalletError('REQUEST_FAILED', { cause }))
        }
      }
      open.set(id, {
        name,
        settle: (answer) => end(() => resolve(answer)),
        reject: fail,
        send() {
          const wait = settled ? readyAt + SETTLE_MS - performance.now() : 0
          if (wait > 0) pending = setTimeout(post, wait)
          else post()
        },
        restarted() {
          clearTimeout(pending)
          if (name === 'RELOAD') end(() => resolve(undefined))
          else if (once && posted) fail(new WalletError('REQUEST_ABORTED'))
        },
      })
      if (Number.isFinite(limitMs)) timer = setTimeout(late, limitMs)
      // A longer limit, meant for the visitor, does not apply to a frame that never starts.
      const waking = setTimeout(() => !ready && dead(), REQUEST_LIMIT_MS)
      if (signal?.aborted) return onAbort()
      signal?.addEventListener('abort', onAbort)
      if (ready && !((once || isStep(name)) && reloading())) open.get(id)?.send()
    })
  }

  const reloading = () => [...open.values()].some(({ name }) => name === 'RELOAD')

  function failAll(code: ErrorCode) {
    for (const each of [...open.values()]) each.reject(new WalletError(code))
  }

  function restart() {
    ready = isLoaded = heard.load = heard.ready = false
    for (const each of [...open.values()]) each.restarted()
  }

  function begin(hasLoaded: boolean) {
    restart()
    ready = true
    isLoaded = hasLoaded
    readyAt = performance.now()
    for (const each of [...open.values()]) each.send()
  }

  /** One alone proves nothing: a page may report ready twice, and one that redirects loads twice. */
  function unasked(what: keyof typeof heard) {
    heard[what] = true
    if (!heard.load || !heard.ready) return
    begin(true)
    onAnew()
  }

  return {
    ask: ask as Exchange['ask'],
    hear(event) {
      if (!link.isFrom(event)) return
      const message = readMessage(event.data)
      if (!message) return
      if (message.kind === 'ready') {
        // After RELOAD it may have restarted without an answer.
        return ready && !reloading() ? unasked('ready') : begin(ready ? heard.load : isLoaded)
      }
      if (message.kind === 'height') return onHeight(message.height)
      const request = open.get(message.id)
      if (request?.name !== message.name) return
      if (!message.ok) return request.reject(frameError(request.name, message.payload))
      const answer = readAnswer(request.name, message.payload)
      if (answer && request.name === 'RELOAD') restart()
      else if (answer) request.settle(answer.payload)
    },
    loaded() {
      if (ready && isLoaded) unasked('load')
      isLoaded = true
    },
    restart,
    fail: failAll,
    ready: () => ready,
    open: () => open.size,
  }
}

/** The frame's message as text, at most 200 characters; a rejection by the visitor becomes USER_REJECTED. */
function frameError(name: AppEvent, payload: unknown): WalletError {
  const message = plainText(readFailure(payload), 200)
  // Error messages of browsers that block the frame's storage (Chromium, Firefox, Safari).
  if (/localStorage|sessionStorage|indexedDB|operation is insecure/i.test(message))
    return new WalletError('FRAME_STORAGE_BLOCKED')
  // The vendor's wording (facts: frame protocol §9); ours is in the visitor's language.
  if (/invalid email/i.test(message)) return new WalletError('EMAIL_INVALID')
  if (decided.includes(name) && /\b(reject|denied|declin)/i.test(message)) return new WalletError('USER_REJECTED')
  return new WalletError('FRAME_ERROR', message ? { message } : {})
}
