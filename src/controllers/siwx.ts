import { ref } from 'valtio/vanilla'
import { adapters } from '../adapters'
import { accountKey } from '../lib/account-key'
import { type CaipAddress, parseCaipAddress } from '../lib/caip'
import { WalletError } from '../lib/errors'
import type { SiwxSession } from '../lib/siwx'
import { WATCH } from '../lib/wallet'
import { attempt } from '../state/attempt'
import { chainOf, chains } from '../state/chains'
import { config } from '../state/config'
import { auth } from '../state/login'
import { modal } from '../state/modal'
import { signInAttempt } from '../state/sign-in'
import { siwx } from '../state/siwx'
import { reset } from '../state/store'
import { action } from './action'
import { connectedNamespaces, disconnect, forgetAttempt } from './connection'
import { type End, onEnd } from './endings'
import { hideModal, onClosed, openAnywhere, resetHome } from './modal'
import { isConfigured } from './network-list'
import { onChange, untilNot } from './on-change'
import { ownSiwx } from './own-siwx'
import { rememberedConnections } from './remembered'
import { report } from './report'
import { sessionsKnown } from './restore'
import { dropAttempt } from './sign-in-attempt'
import { signInStep } from './sign-in-step'
import { joinSignInTabs, tellSignInTabs } from './sign-in-tabs'
import { endKept } from './siwe-config'
import { followLogin, hasLogin, ownSiwe, siwxInUse, wayToSignIn } from './siwx-source'

/** Looking for a session takes at most this long, including a retry of the backend (16 s); then the visitor is asked to sign in. */
const LOOKUP_LIMIT_MS = 18_000

/** The account whose owner has closed an optional sign-in; not asked again until another one comes. */
let declined: string | undefined
let lookups = 0
/** Whether `startSiwx` runs already; it loads later than a host's first call may come. */
let isFollowed = false
/** Whether the last lookup failed, so that it is not known whether there is a session. */
let isUnknown = false
let ending: ReturnType<typeof setTimeout> | undefined
/** setTimeout takes no longer delay. */
const LONGEST_WAIT_MS = 2 ** 31 - 2_000

/** Starts sign-in: it follows the active account and the other tabs. Returns its stop. */
export function startSiwx(): () => void {
  isFollowed = true
  const stops = [
    // Another backend would not know the prepared message.
    onChange([config], wayToSignIn, dropAttempt),
    onChange([chains, config, auth], subject, checkSignIn),
    // While another wallet is connected, only the session of this account ends.
    onEnd((end) => isOthers(end) || void revoke(end.caipAddress as CaipAddress, connectedNamespaces().length > 0)),
    onClosed(dismiss),
    askOnline(),
    joinSignInTabs(lookAfterTabs),
    followLogin(),
  ]
  void checkSignIn()
  return () => {
    for (const stop of stops) stop()
    isFollowed = false
    lookups += 1
    isUnknown = false
    clearTimeout(ending)
    declined = undefined
    dropAttempt()
    reset(siwx, { session: undefined, checking: false, locked: false })
  }
}

/** Who is to sign in how. The host may add the account's network later, and a watched account may become the wallet's own. */
function subject(): string {
  const { caipAddress } = chains.active
  return [config.signInMode, wayToSignIn(), caipAddress, caipAddress && canSignIn(caipAddress), auth.operator].join(' ')
}

/** Looks for the session again when the browser is back online, if that failed before. Returns its stop. */
function askOnline(): () => void {
  const stop = new AbortController()
  globalThis.addEventListener?.('online', lookAgain, stop)
  return () => stop.abort()
}

/** Looks for the session again if the last lookup failed. */
export function lookAgain(): void {
  if (isUnknown) void checkSignIn()
}

/** Whether another tab has ended the connection and has another account now: a late tab must not sign that account out. */
function isOthers({ namespace, caipAddress, reason, followed }: End): boolean {
  const { entries } = rememberedConnections()
  const isKept = personOf(entries[namespace]?.caipAddress) === personOf(caipAddress as CaipAddress)
  return (followed || (reason !== 'user' && !isKept)) && Object.keys(entries).length > 0
}

/** Whether visitors must sign in. */
const isRequired = (): boolean => config.signInMode === 'required'

/** Resolves once it is known whether the active account has signed in; looks itself if `startSiwx` does not run yet. */
export async function sessionKnown(): Promise<void> {
  if (!isFollowed) await checkSignIn()
  await untilNot([siwx], () => siwx.checking)
}

/** Looks for the active account's session; where there is none, asks to sign in. Never rejects. */
export async function checkSignIn(): Promise<void> {
  const lookup = ++lookups
  const { caipAddress, restored } = chains.active
  if (signInAttempt.account !== caipAddress) dropAttempt()
  // An operator's support view needs no wallet; one that is connected is of another tab.
  if (config.signInMode === 'off' || !caipAddress || auth.operator || !canSignIn(caipAddress)) {
    if (!caipAddress) declined = undefined
    // A login is its account's alone, also where the next one cannot sign in, as on a network that the app does not have.
    else if (auth.user && !auth.operator) void lookUp(caipAddress)
    settle(undefined, false)
    return leaveSignIn()
  }
  siwx.checking = true
  const { found, problem } = await lookUp(caipAddress)
  // Account, chain or settings have changed meanwhile; a later lookup answers.
  if (lookup !== lookups) return
  if (problem) {
    // Without a known session nobody is signed in; the visitor can sign in again.
    signInAttempt.code = 'SIGN_IN_FAILED'
    report(problem)
  }
  settle(found, !found && isRequired())
  isUnknown = Boolean(problem)
  if (found) {
    // Drop a failed attempt, so that the next one makes a new message.
    if (signInAttempt.status === 'failed') dropAttempt()
    signInAttempt.code = undefined
    return leaveSignIn()
  }
  if (isRequired() || !(restored || declined === personOf(caipAddress))) askSignIn()
}

/** Looks again after another tab has signed in or out. After a sign-out there, this tab does not ask to sign in. */
export async function lookAfterTabs(): Promise<void> {
  const before = declined
  if (siwx.session) declined = personOf(chains.active.caipAddress)
  await checkSignIn()
  if (siwx.session) declined = before
}

async function lookUp(caipAddress: CaipAddress): Promise<{ found?: SiwxSession | undefined; problem?: WalletError }> {
  const { networkId, address } = parseCaipAddress(caipAddress)
  try {
    const [found] = await signInStep(siwxInUse().getSessions(networkId, address), LOOKUP_LIMIT_MS)
    return { found }
  } catch (cause) {
    return { problem: cause instanceof WalletError ? cause : new WalletError('SIGN_IN_FAILED', { cause }) }
  }
}

/** Whether an account can sign in: on a network of the app, with an adapter that signs and something that verifies. */
export function canSignIn(caipAddress: CaipAddress): boolean {
  const { networkId, namespace } = parseCaipAddress(caipAddress)
  const siwe = ownSiwe()
  const own = ownSiwx.siwx || siwe || hasLogin()
  if (chainOf(namespace).connectorId === WATCH) return false
  // A siweConfig is for EVM accounts only.
  if (!ownSiwx.siwx && siwe && namespace !== 'eip155') return false
  return isConfigured(networkId) && Boolean(adapters[namespace]?.load && (own || adapters[namespace].verify))
}

/** Opens the sign-in view, unless it is open, or the wallet is asked: the embedded one shows its approval above it, or in another element. */
export function askSignIn(): void {
  if (attempt.status === 'connected') forgetAttempt()
  const isAsked = signInAttempt.status === 'signing' || modal.view === 'SIWXSignMessage'
  if (!isAsked || modal.elementId === undefined) openAnywhere('SIWXSignMessage')
}

/** Sets the session, and overrides lookups that are still under way. An equal session keeps its object, so that no sign-in is reported again. */
export function settle(session: SiwxSession | undefined, locked: boolean): void {
  lookups += 1
  isUnknown = false
  clearTimeout(ending)
  const left = Date.parse(session?.data.expirationTime ?? '') - Date.now()
  // Look again when it expires.
  if (left > 0 && left < LONGEST_WAIT_MS) ending = setTimeout(checkSignIn, left + 1_000)
  const isKept = session && JSON.stringify(session) === JSON.stringify(siwx.session)
  Object.assign(siwx, { checking: false, locked, ...(!isKept && { session: session && ref(session) }) })
}

/** Leaves the sign-in view. */
export function leaveSignIn(): void {
  if (modal.view !== 'SIWXSignMessage') return
  // It was not the visitor who left it.
  const before = declined
  hideModal()
  declined = before
  resetHome()
}

/** The visitor does not sign in: disconnects where that is required, else goes on without. Throws DISCONNECT_FAILED. */
export const cancelSignIn = action('DISCONNECT_FAILED', async (): Promise<void> => {
  dropAttempt()
  if (!isRequired()) {
    declined = personOf(chains.active.caipAddress)
    return leaveSignIn()
  }
  settle(undefined, false)
  hideModal()
  try {
    await disconnect.run()
  } catch (error) {
    // The error is shown over a view; without an open one nobody would read it.
    if (modal.elementId === undefined && !chains.active.address) openAnywhere('Connect')
    throw error
  }
})

/** Notes that the sign-in view was closed without an answer, also with the embedded wallet's approval screen above it. */
function dismiss(): void {
  if (siwx.session || !modal.stack.some(({ view }) => view === 'SIWXSignMessage')) return
  declined = personOf(chains.active.caipAddress)
  dropAttempt()
}

/** Ends the active account's session, or the operator's support view; disconnects where a session is required. */
export const signOut = action('DISCONNECT_FAILED', async (): Promise<void> => {
  if (auth.operator) return (await import('./login')).logout()
  // A session that is just being restored would be signed in afterwards.
  await sessionsKnown()
  const { caipAddress } = chains.active
  if (!caipAddress) return
  const kept = ended(() => endKept(ownSiwe()))
  if (isRequired()) return void (await Promise.all([disconnect.run(), kept]))
  const person = personOf(caipAddress)
  declined = person
  await Promise.all([revoke(caipAddress), kept])
  // Unless another account is active by now.
  if (personOf(chains.active.caipAddress) === person) settle(undefined, false)
  tellSignInTabs()
})

/** Revokes every session, or with `own` that of this account alone. */
function revoke(caipAddress: CaipAddress, own = false): Promise<void> {
  const { networkId, address } = parseCaipAddress(caipAddress)
  const source = siwxInUse()
  return ended(async () => (own ? undefined : source.setSessions?.([])) ?? source.revokeSession(networkId, address))
}

/** Logs a failure only to the console: the visitor has left. */
async function ended(end: () => Promise<void>): Promise<void> {
  try {
    await signInStep(end(), LOOKUP_LIMIT_MS)
  } catch (cause) {
    console.warn('<wallet-modal> a session could not be revoked', cause)
  }
}

/** An account independent of its chain: namespace and address. */
function personOf(caipAddress: CaipAddress | undefined): string | undefined {
  if (!caipAddress) return undefined
  const { networkId, namespace, address } = parseCaipAddress(caipAddress)
  return `${namespace} ${accountKey(networkId, address)}`
}
