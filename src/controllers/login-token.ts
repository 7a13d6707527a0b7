import { ref } from 'valtio/vanilla'
import { type LoginSession, loginClient, readShared, refreshSession, type SharedLogin } from '../api/login'
import { authKey } from '../api/login-storage'
import { WalletError } from '../lib/errors'
import { httpStatus } from '../lib/http'
import type { LoginClient } from '../lib/login-client'
import type { LoginUser } from '../lib/login-user'
import { forget, read, remember, type StorageKey } from '../lib/storage'
import { config } from '../state/config'
import { auth } from '../state/login'
import { support } from '../state/support'
import { authenticating } from './authenticating'
import { inRefreshTurn, inRefreshTurnIfFree, notForEver } from './login-turns'
import { ownSiwx } from './own-siwx'
import { openChannel } from './tab-channel'

/** A token this close to its expiry is renewed before use. */
const EARLY_MS = 10_000
/** How long to wait for another tab's new token once that tab is done. */
const SHARED_LIMIT_MS = 500

/** `backend`: the issuer of the token; no other one may see it. */
type Held = {
  readonly accessToken: string
  readonly user: LoginUser
  /** By the page's running time: the device's clock may be wrong or change. */
  readonly endsAt: number
  /** By the device's clock: running time stands still while the device sleeps or the page is suspended. */
  readonly until: number
  readonly backend: string | undefined
}

/** In memory only. */
let held: Held | undefined
let refreshing: Promise<LoginUser | undefined> | undefined
let channel: BroadcastChannel | undefined
let drops = 0
/** Id of the user who has since logged in in another tab, with an account not in use here: the shared cookie is theirs. */
let others: string | undefined

/** The host's own client, else one for the routes below `login-url`. Throws LOGIN_REQUIRED without either. */
function clientInUse(): LoginClient {
  if (ownSiwx.login) return ownSiwx.login as LoginClient
  if (!config.loginUrl) throw new WalletError('LOGIN_REQUIRED')
  return loginClient(config.loginUrl)
}

/** Asks the backend in use. Throws ABORTED if the page has switched to another one meanwhile. */
export async function ofBackend<T>(ask: (client: LoginClient) => Promise<T>): Promise<T> {
  const { loginUrl } = config
  const answer = await ask(clientInUse())
  if (loginUrl !== config.loginUrl) throw new WalletError('ABORTED')
  return answer
}

/** Listens to the tokens of other tabs. Returns its stop. */
export function joinLoginTabs(ended: (whose: string | undefined) => void): () => void {
  const joined = openChannel('login')
  if (!joined) return () => {}
  joined.onmessage = ({ data }: MessageEvent<unknown>) => {
    const told = readShared(data)
    if (!told || told.backend !== config.loginUrl) return
    others = 'ended' in told ? undefined : told.session.user.id
    if ('ended' in told) return ended(told.whose)
    // Not another account's token: it is for tabs signed in with that account. A support view stays read-only.
    if (!auth.operator && (!heldUser() || heldUser()?.id === others)) hold(told.session, told.at)
  }
  channel = joined
  return () => {
    if (channel === joined) channel = undefined
    joined.close()
  }
}

/** A log-out goes on if the other tabs cannot be told. */
function tell(message: SharedLogin): void {
  try {
    channel?.postMessage({ ...message, backend: config.loginUrl })
  } catch (cause) {
    console.warn('<wallet-modal> other tabs could not be told of the login', cause)
  }
}
const share = ({ accessToken, expiresIn, user }: LoginSession): void =>
  tell({ at: Date.now(), session: { accessToken, expiresIn, user: { ...user } } })
/** Tells the other tabs that a user's login has ended. */
export function tellEnded(whose: string | undefined): void {
  others = undefined
  tell({ ended: true, whose })
}

/** Keeps a token; the user of a session of their own is also kept in the store and in session storage. */
export function takeToken(session: LoginSession, operator?: string): void {
  hold(session)
  if (operator) {
    // What is still asked for the operator's own login is not for the view.
    drops += 1
    refreshing = undefined
    return void Object.assign(auth, { user: fixed(session.user), operator })
  }
  others = undefined
  // The cookie belongs to this login now.
  forget(unheardKey)
  confirmUser(session.user)
  share(session)
}

/** Keeps the user of a token in the store, and in session storage for this tab's next page. */
export function confirmUser(user: LoginUser): void {
  if (others === user.id) others = undefined
  if (auth.user?.id !== user.id || auth.operator) Object.assign(auth, { user: fixed(user), operator: undefined })
  remember(authKey, { user, ref: auth.ref })
}

/** One frozen object: hosts get it too. */
const fixed = (user: LoginUser) => ref(Object.freeze({ ...user }))

function hold({ accessToken, expiresIn, user }: LoginSession, at = Date.now()): void {
  const lifeMs = expiresIn * 1000
  held = { accessToken, user, endsAt: performance.now() + lifeMs, until: at + lifeMs, backend: config.loginUrl }
  wake()
}

const waiting = new Set<() => void>()
const wake = () => {
  for (const each of waiting) each()
}

/** Drops token and user, in this tab only. */
export function dropToken(): void {
  drops += 1
  held = refreshing = undefined
  Object.assign(auth, { user: undefined, operator: undefined })
  support.views = []
  remember(authKey, { user: null, ref: auth.ref })
}

/** Counts how often a login ended here: answers to requests made before are not for the present user. */
export const timesDropped = (): number => drops

/** The access token of the user logged in here, if it is valid for another moment; one from another tab may be another user's. */
export const freshToken = (): string | undefined =>
  held && auth.user && heldUser()?.id === auth.user.id && performance.now() < held.endsAt - (auth.operator ? 0 : EARLY_MS)
    ? held.accessToken
    : undefined

/** Whether the fresh token may have ended while the device slept, unless its clock was only set. That of a support view is never renewed. */
export const mayBeOver = (): boolean => held !== undefined && !auth.operator && Date.now() >= held.until - EARLY_MS

/** Whether another account than this tab's has since logged in in another tab. */
export const isReplaced = (): boolean => others !== undefined && others !== auth.user?.id

/** The user of the held token, if the backend in use issued it. */
export const heldUser = (): LoginUser | undefined => (held?.backend === config.loginUrl ? held?.user : undefined)

/**
 * Exchanges the refresh cookie for a new access token, one tab at a time: ten tabs at once send one request. Resolves to the session's
 * user; undefined if there is no session any more, or it was dropped meanwhile. Throws API_UNAVAILABLE and the like if that is unknown.
 */
export function renewToken(): Promise<LoginUser | undefined> {
  if (refreshing) return refreshing
  const mine = refreshOnce()
  refreshing = mine
  const end = () => {
    if (refreshing === mine) refreshing = undefined
  }
  mine.then(end, end)
  return mine
}

/** The backend that has not been told of a log-out yet: its cookie would log the visitor in again. */
export const unheardKey: StorageKey<string> = {
  area: 'local',
  name: 'log-out',
  parse: (value) => (typeof value === 'string' ? value : undefined),
}
const backendNow = () => config.loginUrl ?? ''

/** Ends the cookie's session; if the backend cannot be reached, it is told before the cookie is used again. */
export async function tellLogOut(): Promise<void> {
  noteUnheard()
  await clientInUse().signOut()
  forget(unheardKey)
}
/** Remembers that the backend in use must still be told of a log-out. */
export const noteUnheard = (): void => remember(unheardKey, backendNow())

/** Whether the backend in use must still be told of a log-out. */
export const isUnheard = (): boolean => read(unheardKey) === backendNow()

async function refreshOnce(): Promise<LoginUser | undefined> {
  const before = held
  const asked = drops
  const exchange = async () => {
    if (asked !== drops) return undefined
    if (held && held !== before) return held.user
    if (isUnheard()) return void (await notForEver(tellLogOut()))
    return authenticating(async () => {
      const session = await notForEver(ofBackend(refreshSession))
      // Logged out meanwhile; the backend knows.
      if (asked !== drops) return undefined
      hold(session)
      share(session)
      return session.user
    })
  }
  try {
    const mine = await inRefreshTurnIfFree(async (isMine) => isMine && { user: await exchange() })
    if (mine) return mine.user
    return await inRefreshTurn(async () => {
      if (held === before) await untilShared()
      return exchange()
    })
  } catch (error) {
    // The host's own client rejects with an error of its own.
    if (httpStatus(error) === 401 || (error as { status?: unknown } | undefined)?.status === 401) return undefined
    throw error
  }
}

/** The other tab has its answer, but its message may arrive a moment later. */
const untilShared = () =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      waiting.delete(end)
      resolve()
    }
    const timer = setTimeout(end, SHARED_LIMIT_MS)
    waiting.add(end)
  })
