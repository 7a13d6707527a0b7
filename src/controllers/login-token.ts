import { ref } from 'valtio/vanilla'
import { type LoginSession, loginClient, readShared, refreshSession, type SharedLogin } from '../api/login'
import { authKey } from '../api/login-storage'
import { WalletError } from '../lib/errors'
import { httpStatus } from '../lib/http'
import type { LoginClient } from '../lib/login-client'
import type { LoginUser } from '../lib/login-user'
import { forget, read, remember, type StorageKey } from '../lib/storage'
import { untilAborted } from '../lib/until-aborted'
import { config } from '../state/config'
import { auth } from '../state/login'
import { support } from '../state/support'
import { authenticating } from './authenticating'
import { ownSiwx } from './own-siwx'
import { openChannel } from './tab-channel'
import { inLock } from './tab-lock'

/** A token this near its end is exchanged before it is used. */
const EARLY_MS = 10_000
/** How long another tab's new token is waited for once that tab is done. */
const SHARED_LIMIT_MS = 500
/** Nobody waits longer for what another tab asks: a client of the host's own may never answer. */
const HELD_LIMIT_MS = 20_000

/** `backend`: whose token it is; no other one is to see it. */
type Held = {
  readonly accessToken: string
  readonly user: LoginUser
  readonly endsAt: number
  readonly backend: string | undefined
}

/** In memory and nowhere else. */
let held: Held | undefined
let refreshing: Promise<LoginUser | undefined> | undefined
let channel: BroadcastChannel | undefined
let drops = 0
/** Who has logged in since in another tab, with an account that is not in use here: the cookie, which the tabs share, is theirs. */
let others: string | undefined

/** The host's own client, else the routes below `login-url`. Throws LOGIN_REQUIRED where there is neither. */
function clientInUse(): LoginClient {
  if (ownSiwx.login) return ownSiwx.login as LoginClient
  if (!config.loginUrl) throw new WalletError('LOGIN_REQUIRED')
  return loginClient(config.loginUrl)
}

/** What the backend in use answers. Throws ABORTED where the page has gone over to another one by then. */
export async function ofBackend<T>(ask: (client: LoginClient) => Promise<T>): Promise<T> {
  const { loginUrl } = config
  const answer = await ask(clientInUse())
  if (loginUrl !== config.loginUrl) throw new WalletError('ABORTED')
  return answer
}

/** Hears of the other tabs' tokens. Returns its stop. */
export function joinLoginTabs(ended: (whose: string | undefined) => void): () => void {
  const joined = openChannel('login')
  if (!joined) return () => {}
  joined.onmessage = ({ data }: MessageEvent<unknown>) => {
    const told = readShared(data)
    if (!told || told.backend !== config.loginUrl) return
    others = 'ended' in told ? undefined : told.session.user.id
    if ('ended' in told) return ended(told.whose)
    // Another account's token belongs to whoever signs in with that account there, and a support view only reads.
    if (!auth.operator && (!heldUser() || heldUser()?.id === others)) hold(told.session)
  }
  channel = joined
  return () => {
    if (channel === joined) channel = undefined
    joined.close()
  }
}

/** A log-out goes on where the other tabs cannot be told. */
function tell(message: SharedLogin): void {
  try {
    channel?.postMessage({ ...message, backend: config.loginUrl })
  } catch (cause) {
    console.warn('<wallet-modal> other tabs could not be told of the login', cause)
  }
}
const share = ({ accessToken, expiresIn, user }: LoginSession): void =>
  tell({ session: { accessToken, expiresIn, user: { ...user } } })
/** Tells the other tabs that a user's login is over. */
export function tellEnded(whose: string | undefined): void {
  others = undefined
  tell({ ended: true, whose })
}

/** Keeps a token; for a user's own session the store and session storage say whose it is. */
export function takeToken(session: LoginSession, operator?: string): void {
  hold(session)
  if (operator) return void Object.assign(auth, { user: fixed(session.user), operator })
  others = undefined
  // The cookie is theirs now.
  forget(unheardKey)
  confirmUser(session.user)
  share(session)
}

/** There is a token for this user: the store says so, and session storage for the next page of this tab. */
export function confirmUser(user: LoginUser): void {
  if (others === user.id) others = undefined
  if (auth.user?.id !== user.id || auth.operator) Object.assign(auth, { user: fixed(user), operator: undefined })
  remember(authKey, { user, ref: auth.ref })
}

/** One object that stays as it is: hosts get it too. */
const fixed = (user: LoginUser) => ref(Object.freeze({ ...user }))

function hold({ accessToken, expiresIn, user }: LoginSession): void {
  // By the tab's own running time: the device's clock may be wrong, and may be changed.
  held = { accessToken, user, endsAt: performance.now() + expiresIn * 1000, backend: config.loginUrl }
  wake()
}

const waiting = new Set<() => void>()
const wake = () => {
  for (const each of waiting) each()
}

/** Drops token and user, here alone. */
export function dropToken(): void {
  drops += 1
  held = refreshing = undefined
  Object.assign(auth, { user: undefined, operator: undefined })
  support.views = []
  remember(authKey, { user: null, ref: auth.ref })
}

/** Grows each time token and user are dropped: what was asked for before that is not for who is here now. */
export const timesDropped = (): number => drops

/** The access token of who is logged in here, while it is good for another moment: a token heard of may be of somebody else. */
export const freshToken = (): string | undefined =>
  held && auth.user && heldUser()?.id === auth.user.id && performance.now() < held.endsAt - (auth.operator ? 0 : EARLY_MS)
    ? held.accessToken
    : undefined

/** Whether another account than the one of this tab has logged in since, in another tab. */
export const isReplaced = (): boolean => others !== undefined && others !== auth.user?.id

/** Whose token of the backend in use is held. */
export const heldUser = (): LoginUser | undefined => (held?.backend === config.loginUrl ? held?.user : undefined)

/**
 * Exchanges the refresh cookie for a new access token, one tab at a time: ten that ask at once send one request. Resolves
 * to whose session it is, undefined when there is none any more, or it was dropped meanwhile. Throws API_UNAVAILABLE and the like where that is not known.
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

/** The backend that has not heard yet of a log-out: its cookie would log in again who has left. */
export const unheardKey: StorageKey<string> = {
  area: 'local',
  name: 'log-out',
  parse: (value) => (typeof value === 'string' ? value : undefined),
}
const backendNow = () => config.loginUrl ?? ''

/** Ends the session of the cookie; where the backend does not hear of it, it is told before the cookie is used again. */
export async function tellLogOut(): Promise<void> {
  noteUnheard()
  await clientInUse().signOut()
  forget(unheardKey)
}
/** Keeps in mind that the backend in use has still to be told. */
export const noteUnheard = (): void => remember(unheardKey, backendNow())

/** Whether the backend in use has still to be told of a log-out. */
export const isUnheard = (): boolean => read(unheardKey) === backendNow()

const lockOf = (name: string) => `${config.storagePrefix}:${name}`

/**
 * Signs in when every exchange of the cookie and every log-out of this site's tabs has its answer: one that comes after the new cookie
 * would overwrite or clear it.
 */
export async function signInAlone<T>(ask: () => Promise<T>): Promise<T> {
  const { answer } = await inLock(lockOf('logout'), {}, () => inLock(lockOf('refresh'), {}, () => asked(ask)))
  return answer
}

/** Logs out at once, and holds back whoever signs in meanwhile. */
export async function logOutBefore<T>(ask: () => Promise<T>): Promise<T> {
  const { answer } = await inLock(lockOf('logout'), { mode: 'shared' }, () => asked(ask))
  return answer
}

/** The answer, once it is there or nobody waits for it any longer. */
async function asked<T>(ask: () => Promise<T>): Promise<{ answer: Promise<T> }> {
  const answer = ask()
  await notForEver(answer).catch(() => {})
  return { answer }
}

const notForEver = <T>(answer: Promise<T>) => untilAborted(answer, undefined, HELD_LIMIT_MS, 'API_UNAVAILABLE')

async function refreshOnce(): Promise<LoginUser | undefined> {
  const [before, asked] = [held, drops]
  const exchange = async () => {
    if (asked !== drops) return undefined
    if (held && held !== before) return held.user
    if (isUnheard()) return void (await notForEver(tellLogOut()))
    return authenticating(async () => {
      const session = await notForEver(ofBackend(refreshSession))
      // Who it is for has left, and said so to the backend.
      if (asked !== drops) return undefined
      hold(session)
      share(session)
      return session.user
    })
  }
  try {
    const name = lockOf('refresh')
    const mine = await inLock(name, { ifAvailable: true }, async (isMine) => isMine && { user: await exchange() })
    if (mine) return mine.user
    return await inLock(name, {}, async () => {
      if (held === before) await shared()
      return exchange()
    })
  } catch (error) {
    // The host's own client says so by an error of its own.
    if (httpStatus(error) === 401 || (error as { status?: unknown } | undefined)?.status === 401) return undefined
    throw error
  }
}

/** The other tab has its answer; its message may be a moment behind. */
const shared = () =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      waiting.delete(end)
      resolve()
    }
    const timer = setTimeout(end, SHARED_LIMIT_MS)
    waiting.add(end)
  })
