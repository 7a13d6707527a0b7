import { appTarget } from '../lib/app-target'
import { toBase64 } from '../lib/base64'
import { meanApp, meantApp } from '../lib/meant-app'
import { safeParse, z } from '../lib/schema'
import { forget, read, remember } from '../lib/storage'
import { leftForAppKey, walletAppKey } from '../lib/wallet-app'
import type { takeSignIn } from './wallet-connect-authenticate'
import { type Client, on, type Session } from './wallet-connect-client'
import type { WalletConnectConfig } from './wallet-connect-config'

/** After so long nobody expects an app to open; the SDK also reports requests as sent that never were. */
const LED_WITHIN_MS = 30_000

/** After a session was made: its requests will open the app on this phone that approved it, if one did and the wallet wants that. */
export function keepApp({ sessionConfig }: Pick<Session, 'sessionConfig'>): void {
  const link = meantApp()
  if (link && !sessionConfig?.disableDeepLink) remember(walletAppKey, link)
  else forget(walletAppKey)
}

/** While a pairing is open, stores that the visitor has left this tab for that app. Returns its stop. */
export function noteLeaving(): () => void {
  looking?.abort()
  if (typeof document === 'undefined') return () => {}
  const look = () => {
    const link = document.hidden ? meantApp() : undefined
    if (link === undefined) forget(leftForAppKey)
    else remember(leftForAppKey, link)
  }
  document.addEventListener('visibilitychange', look)
  return () => {
    document.removeEventListener('visibilitychange', look)
    forget(leftForAppKey)
  }
}

/** The search for the result of an earlier pairing; a new pairing ends it and receives that result too. */
let looking: AbortController | undefined
/** Topics of pairings for which the visitor left this tab. */
const left = new Set<string>()

/** Whether the visitor left this tab with that pairing and the page was loaded again. */
export const isOfLeft = (pairingTopic: string): boolean => left.has(pairingTopic)

/** Within this time a wallet's answer that the relay has kept arrives, on a slow line too. */
const ANSWER_LIMIT_MS = 5_000
/** Error of a wallet without one-click sign-in; it answers the plain proposal sent along with it. */
const UNSUPPORTED = 10001
// A part of the SDK's engine that its types leave out.
const Engine = z.object({ events: z.custom<EventEmitterLike>((value) => typeof value?.once === 'function') })
type EventEmitterLike = { once(name: string, hear: (answer: { error?: { code?: unknown }; result?: unknown }) => void): void }

/**
 * The session from a pairing for which the visitor left this tab for a wallet's app: iOS discards pages in the background. Undefined
 * if the visitor did not leave, the wallet refused, nothing comes, or the sign-in is not valid. With `patient` it waits for a visitor
 * who came back before approving, until its signal or the next pairing.
 */
export async function sessionOfLeft(
  client: Client,
  signal: AbortSignal,
  oneClick: WalletConnectConfig['oneClick'],
  patient = false,
): Promise<Session | undefined> {
  // The page is closing; the next one will look.
  if (signal.aborted) return undefined
  // One search is enough.
  const link = looking ? undefined : read(leftForAppKey)
  const proposals = link === undefined ? [] : client.proposal.getAll()
  const engine = safeParse(Engine, client.engine).data
  if (proposals.length === 0 || !engine) {
    if (link !== undefined) forget(leftForAppKey)
    return undefined
  }
  for (const { pairingTopic } of proposals) left.add(pairingTopic)
  const isLeft = ({ pairingTopic }: Pick<Session, 'pairingTopic'>) => isOfLeft(pairingTopic)
  meanApp(link)
  looking = new AbortController()
  const { signal: over } = looking
  const session = await new Promise<Session | undefined>((resolve) => {
    let open = true
    const end = (made?: Session | Promise<Session>) => {
      open = false
      stop()
      clearTimeout(timer)
      resolve(made)
    }
    const stop = on(client, 'session_connect', ({ session }) => isLeft(session) && end(session))
    const timer = patient ? undefined : setTimeout(end, ANSWER_LIMIT_MS)
    for (const each of [signal, over]) each.addEventListener('abort', () => end(), { once: true })
    // The SDK throws if nobody listens for a refusal.
    for (const { id } of proposals) engine.events.once(`session_connect:${id}`, ({ error }) => error && end())
    // Before anything is loaded: the answer may come at once.
    for (const request of oneClick ? client.auth.requests.getAll().filter(isLeft) : [])
      engine.events.once(`session_request:${request.id}`, ({ error, result }) => {
        // A later answer is dropped: only here is a session made of it.
        if (open && error?.code !== UNSUPPORTED) end(error ? undefined : signedIn(request, result))
      })
    hearAgain(client, proposals)
  }).catch(() => undefined)
  // Not earlier: the page may be discarded again while the visitor is back in the app. Not if aborted: an element put back looks again.
  if (!signal.aborted) forget(leftForAppKey)
  looking = undefined
  if (session) keepApp(session)
  return session

  async function signedIn(request: Parameters<typeof takeSignIn>[1], answer: unknown) {
    const [{ takeSignIn }, signIn] = await Promise.all([import('./wallet-connect-authenticate'), oneClick?.()])
    return takeSignIn(client, request, answer, signIn, signal)
  }
}

/** Delivers the messages that the client received before anybody listened, or as the page was discarded. */
function hearAgain({ auth, core: { relayer } }: Client, proposals: readonly { readonly pairingTopic: string }[]): void {
  // A host's own client may be too old to have these.
  const mailboxes = auth?.authKeys.getAll().map(({ responseTopic }) => responseTopic) ?? []
  const topics = [...proposals.map(({ pairingTopic }) => pairingTopic), ...mailboxes]
  for (const [topic, messages] of Object.entries(relayer.messages.getWithoutAck?.(topics) ?? {}))
    for (const message of messages) relayer.events.emit('relayer_message', { topic, message, publishedAt: Date.now() })
}

/** The session is over. */
export const forgetApp = (): void => forget(walletAppKey)

/**
 * Opens that app for each request that needs an answer there; nothing else on the phone shows that it waits. `isCurrent` tells
 * whether a topic is that of the current session. Returns its stop.
 */
export const leadToApp = (client: Client, isCurrent: (topic: string) => boolean): (() => void) =>
  on(client, 'session_request_sent', ({ topic, id, request: { method } }) => {
    // Reads are answered without the visitor.
    const base = isCurrent(topic) && !/get/i.test(method) ? read(walletAppKey) : undefined
    // Not if the visitor is elsewhere by then, such as in the app. The SDK's ids begin with the time in ms.
    if (!base || !document.hasFocus() || Date.now() - id / 1000 > LED_WITHIN_MS) return
    window.open(requestLink(base, `requestId=${id}&sessionTopic=${topic}`), appTarget(base), 'noopener,noreferrer')
  })

/** Telegram passes a single parameter to its mini apps (facts: wallets §2.5). */
function requestLink(base: string, query: string): string {
  if (!/^https:\/\/t\.me\//i.test(base)) return `${base}wc?${query}`
  const word = toBase64(new TextEncoder().encode(query)).replace(/=+$/, '')
  return `${base.slice(0, -1)}${base.includes('?') ? '&' : '?'}startapp=${word}`
}
