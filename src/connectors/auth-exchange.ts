import { type ErrorCode, WalletError } from '../lib/errors'
import { randomId } from '../lib/random-id'
import { plainText } from '../lib/text'
import { type Answer, type AppEvent, type Question, readAnswer, readFailure, readMessage } from './auth-messages'

/** Requests end after this long, counted from the call (specification §9). */
export const REQUEST_LIMIT_MS = 30_000
/** A frame in which nothing is being carried out starts anew at once; one that says nothing of it has so long. */
export const RELOAD_LIMIT_MS = 5_000
/** The e-mailed link that registers a device is valid for so long. */
export const DEVICE_LIMIT_MS = 20 * 60_000
/** The start of the frame is complete so long after it is ready (specification §10). */
export const SETTLE_MS = 500
/** A person has so long to finish in another window or on a phone. */
export const PERSON_LIMIT_MS = 10 * 60_000

/** The way to the frame: `post` throws FRAME_NOT_SET where there is none, `isFrom` tells its messages by window and origin. */
type Link = {
  post(message: { type: string; id: string; payload?: unknown }): void
  isFrom(event: { readonly source: unknown; readonly origin: string }): boolean
}

export type AskOptions = {
  readonly signal?: AbortSignal | undefined
  /** Instead of the event's own limit; `Infinity` where a person decides and can always cancel. */
  readonly limitMs?: number | undefined
  /** Only when the frame's start is complete. */
  readonly settled?: boolean | undefined
  /** Never posted twice, nor given up once it is: where the frame starts anew in between, it ends with REQUEST_ABORTED. */
  readonly once?: boolean | undefined
}

/** The requests that are open, and what is heard of the frame. */
export type Exchange = {
  /** Asks the frame and waits for the answer; payloads only where the event has one. Throws FRAME_ERROR with the frame's words and the ends of the wait. */
  ask<Name extends AppEvent>(
    name: Name,
    payload?: Name extends keyof Question ? Question[Name] : undefined,
    options?: AskOptions,
  ): Promise<Answer<Name>>
  /** Any window's message; what is not the frame's answer to an open request does nothing. */
  hear(event: { readonly source: unknown; readonly origin: string; readonly data: unknown }): void
  /** A page has loaded in the frame. One that nobody asked for, and that says it is ready, stands there in the place of another: as `restart`. */
  loaded(): void
  /** The frame starts anew: requests wait until it is ready again, and are asked once more unless they may be but once. */
  restart(): void
  /** Ends every open request. */
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
/** Steps of a sign-in, which a frame that is about to start anew would forget, or take twice. */
const isStep = (name: AppEvent) => /^(CONNECT|UPDATE|GET_(SOCIAL|FARCASTER))_/.test(name)
/** What a person agrees to or not; where the frame alone decides, its words say why. */
const decided: readonly AppEvent[] = ['RPC_REQUEST', 'CONNECT_SOCIAL', 'CONNECT_FARCASTER']

type Open = {
  readonly name: AppEvent
  settle(payload: unknown): void
  reject(error: WalletError): void
  send(): void
  restarted(): void
}

/**
 * Requests to the secure frame and their answers. An answer counts only from the frame's own window and origin, for the id
 * of a request that is still open, under the name of what was asked and in its shape; everything else is silence.
 * `onDead` is told when the frame did not get ready within the limit, `onHeight` how high its content is, `onAnew` that it began by itself.
 */
export function createExchange(
  link: Link,
  onDead: () => void = () => {},
  onHeight: (height: number) => void = () => {},
  onAnew: () => void = () => {},
): Exchange {
  const open = new Map<string, Open>()
  let ready = false
  let readyAt = 0
  /** Whether the page in the frame has loaded; it may be ready before that. */
  let isLoaded = false
  /** What was heard of another page that nobody has asked for. */
  const heard = { load: false, ready: false }

  function ask(name: AppEvent, payload?: unknown, options: AskOptions = {}) {
    const { signal, limitMs = limits[name] ?? REQUEST_LIMIT_MS, settled, once } = options
    return new Promise<unknown>((resolve, reject) => {
      const id = randomId()
      let timer: ReturnType<typeof setTimeout> | undefined
      let settling: ReturnType<typeof setTimeout> | undefined
      let posted = false
      const end = (settle: () => void) => {
        clearTimeout(timer)
        clearTimeout(waking)
        clearTimeout(settling)
        signal?.removeEventListener('abort', onAbort)
        if (open.delete(id)) settle()
      }
      const fail = (error: WalletError) => end(() => reject(error))
      const onAbort = () => {
        // It may be being carried out: an answer counts until the frame starts anew.
        if (!(once && posted)) fail(new WalletError(name === 'RPC_REQUEST' ? 'REQUEST_ABORTED' : 'REQUEST_FAILED'))
      }
      const late = () => {
        if (!ready) return dead()
        fail(new WalletError(logins.includes(name) ? 'SOCIALS_TIMEOUT' : 'REQUEST_FAILED'))
      }
      const dead = () => {
        // Whatever waits for the frame waits for nothing.
        failAll('EMBEDDED_WALLET_TIMEOUT')
        onDead()
      }
      const post = () => {
        posted = true
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
          if (wait > 0) settling = setTimeout(post, wait)
          else post()
        },
        restarted() {
          clearTimeout(settling)
          if (name === 'RELOAD') end(() => resolve(undefined))
          else if (once && posted) fail(new WalletError('REQUEST_ABORTED'))
        },
      })
      if (Number.isFinite(limitMs)) timer = setTimeout(late, limitMs)
      // A person may take longer than a frame that never comes.
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

  /** Either alone says nothing: a page may say twice that it is ready, and one that leads on to another loads twice. */
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
        // Asked to start anew it may have done so without a word.
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

/** The frame's words as text, at most 200 characters; a refusal by the person is told as one. */
function frameError(name: AppEvent, payload: unknown): WalletError {
  const message = plainText(readFailure(payload), 200)
  // What the browser tells a frame whose storage it blocks (Chromium, Firefox, Safari).
  if (/localStorage|sessionStorage|indexedDB|operation is insecure/i.test(message))
    return new WalletError('FRAME_STORAGE_BLOCKED')
  // The vendor's words for it (facts: frame protocol §9); ours are in the visitor's language.
  if (/invalid email/i.test(message)) return new WalletError('EMAIL_INVALID')
  if (decided.includes(name) && /\b(reject|denied|declin)/i.test(message)) return new WalletError('USER_REJECTED')
  return new WalletError('FRAME_ERROR', message ? { message } : {})
}
