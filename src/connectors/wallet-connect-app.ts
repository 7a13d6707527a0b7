import { appTarget } from '../lib/app-target'
import { toBase64 } from '../lib/base64'
import { meanApp, meantApp } from '../lib/meant-app'
import { safeParse, z } from '../lib/schema'
import { forget, read, remember } from '../lib/storage'
import { leftForAppKey, walletAppKey } from '../lib/wallet-app'
import type { WalletConnectConfig } from './wallet-connect'
import type { takeSignIn } from './wallet-connect-authenticate'
import { type Client, on, type Session } from './wallet-connect-client'

/** Whoever has waited so long for a request to go off expects no app any more; the SDK says of one that never did, too, that it is sent. */
const LED_WITHIN_MS = 30_000

/** A session has been made: what is asked of it leads to the app on this phone that it was made in, if it was, and if the wallet would have it so. */
export function keepApp({ sessionConfig }: Pick<Session, 'sessionConfig'>): void {
  const link = meantApp()
  if (link && !sessionConfig?.disableDeepLink) remember(walletAppKey, link)
  else forget(walletAppKey)
}

/** While a pairing is open the tab notes that its visitor has gone to that app. Returns its stop. */
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

/** The search for what has come of a pairing before; it ends with a new one, which hears of that too. */
let looking: AbortController | undefined
/** Topics of pairings with which this tab was left. */
const left = new Set<string>()

/** Whether this tab was left with that pairing, and is back anew. */
export const isOfLeft = (pairingTopic: string): boolean => left.has(pairingTopic)

/** What the relay has kept of a wallet's answer is here by then, on a slow line too. */
const ANSWER_LIMIT_MS = 5_000
/** What a wallet says that cannot sign in together with connecting; it answers the plain proposal that goes along. */
const UNSUPPORTED = 10001
// Of the SDK's engine, which does not type it.
const Engine = z.object({ events: z.custom<EventEmitterLike>((value) => typeof value?.once === 'function') })
type EventEmitterLike = { once(name: string, hear: (answer: { error?: { code?: unknown }; result?: unknown }) => void): void }

/**
 * The session that has come of a pairing which this tab was left with for a wallet's app: iOS throws pages away that are out of sight.
 * Undefined where the visitor was not, where the wallet refused, and where nothing comes, or a sign-in that does not hold; a `patient`
 * caller waits for who has come back before approving, until its signal or the next pairing.
 */
export async function sessionOfLeft(
  client: Client,
  signal: AbortSignal,
  oneClick: WalletConnectConfig['oneClick'],
  patient = false,
): Promise<Session | undefined> {
  // A page that is gone already looks for nothing; the next one does.
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
    // The SDK throws where nobody hears of a refusal.
    for (const { id } of proposals) engine.events.once(`session_connect:${id}`, ({ error }) => error && end())
    // Before anything loads: the answer may come at once.
    for (const request of oneClick ? client.auth.requests.getAll().filter(isLeft) : [])
      engine.events.once(`session_request:${request.id}`, ({ error, result }) => {
        // Nobody waits for a later one, and a session is made here only.
        if (open && error?.code !== UNSUPPORTED) end(error ? undefined : signedIn(request, result))
      })
    hearAgain(client, proposals)
  }).catch(() => undefined)
  // Not before: the page may be thrown away once more, when its visitor has gone back to approve. An element that is put back looks again.
  if (!signal.aborted) forget(leftForAppKey)
  looking = undefined
  if (session) keepApp(session)
  return session

  async function signedIn(request: Parameters<typeof takeSignIn>[1], answer: unknown) {
    const [{ takeSignIn }, signIn] = await Promise.all([import('./wallet-connect-authenticate'), oneClick?.()])
    return takeSignIn(client, request, answer, signIn, signal)
  }
}

/** The client's socket is there before what listens to it: what came in between, or as the page was thrown away, was heard by nobody. */
function hearAgain({ auth, core: { relayer } }: Client, proposals: readonly { readonly pairingTopic: string }[]): void {
  // A host's own client may be older than these.
  const mailboxes = auth?.authKeys.getAll().map(({ responseTopic }) => responseTopic) ?? []
  const topics = [...proposals.map(({ pairingTopic }) => pairingTopic), ...mailboxes]
  for (const [topic, messages] of Object.entries(relayer.messages.getWithoutAck?.(topics) ?? {}))
    for (const message of messages) relayer.events.emit('relayer_message', { topic, message, publishedAt: Date.now() })
}

/** The session is over. */
export const forgetApp = (): void => forget(walletAppKey)

/**
 * Leads to that app with each request that waits there for a person; nothing else on the phone says that it does. `isCurrent` tells the
 * session that counts. Returns its stop.
 */
export const leadToApp = (client: Client, isCurrent: (topic: string) => boolean): (() => void) =>
  on(client, 'session_request_sent', ({ topic, id, request: { method } }) => {
    // What only reads is answered without a person.
    const base = isCurrent(topic) && !/get/i.test(method) ? read(walletAppKey) : undefined
    // Whoever is elsewhere by then, as in the app itself, is led nowhere. The SDK's ids begin with the time, in ms.
    if (!base || !document.hasFocus() || Date.now() - id / 1000 > LED_WITHIN_MS) return
    window.open(requestLink(base, `requestId=${id}&sessionTopic=${topic}`), appTarget(base), 'noopener,noreferrer')
  })

/** Telegram hands its mini apps one word alone (facts: wallets §2.5). */
function requestLink(base: string, query: string): string {
  if (!/^https:\/\/t\.me\//i.test(base)) return `${base}wc?${query}`
  const word = toBase64(new TextEncoder().encode(query)).replace(/=+$/, '')
  return `${base.slice(0, -1)}${base.includes('?') ? '&' : '?'}startapp=${word}`
}
