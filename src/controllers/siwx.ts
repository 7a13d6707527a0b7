import { ref } from 'valtio/vanilla'
import { adapters } from '../adapters'
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
import { joinSignInTabs, tellSignInTabs } from './sign-in-tabs'
import { endKept } from './siwe-config'
import { followLogin, hasLogin, ownSiwe, siwxInUse, wayToSignIn } from './siwx-source'
import { within } from './within'

/** Finding out whether there is a session takes no longer, a backend that is asked once more (16 s) included; then the visitor is asked to sign in. */
const LOOKUP_LIMIT_MS = 18_000

/** The account that closed the question where it need not be answered; not asked again until another one comes. */
let declined: string | undefined
let lookups = 0
/** What follows the account loads behind the rest of a page. */
let isFollowed = false
/** Whether the last lookup failed: who signed out is known to be nobody, also where the backend could not be told. */
let isUnknown = false
let ending: ReturnType<typeof setTimeout> | undefined
/** A timer counts no further. */
const LONGEST_WAIT_MS = 2 ** 31 - 2_000

/** Starts sign-in: it follows the active account and the other tabs. Returns its stop. */
export function startSiwx(): () => void {
  isFollowed = true
  const stops = [
    // Another backend would not know the message that was made.
    onChange([config], wayToSignIn, dropAttempt),
    onChange(
      [chains, config, auth],
      () => `${config.signInMode} ${wayToSignIn()} ${chains.active.caipAddress} ${auth.operator}`,
      checkSignIn,
    ),
    // Whoever signed in with another wallet, which is still there, stays signed in.
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

/** Who could not be found without a network is looked for when there is one. Returns its stop. */
function askOnline(): () => void {
  const stop = new AbortController()
  globalThis.addEventListener?.('online', lookAgain, stop)
  return () => stop.abort()
}

/** Looks for a session again where it could not be looked for. */
export function lookAgain(): void {
  if (isUnknown) void checkSignIn()
}

/** Whether another tab has ended it and gone on with another account: who has signed in there since is not signed out by a tab that was asleep. */
function isOthers({ namespace, caipAddress, reason, followed }: End): boolean {
  const { entries } = rememberedConnections()
  const isKept = personOf(entries[namespace]?.caipAddress) === personOf(caipAddress as CaipAddress)
  return (followed || (reason !== 'user' && !isKept)) && Object.keys(entries).length > 0
}

/** Whether visitors must sign in. */
const isRequired = (): boolean => config.signInMode === 'required'

/** Settles once it is known whether the active account has signed in; looks for that where nothing follows the account yet. */
export async function sessionKnown(): Promise<void> {
  if (!isFollowed) await checkSignIn()
  await untilNot([siwx], () => siwx.checking)
}

/** Looks for the active account's session; where there is none, it is asked for. Never rejects. */
export async function checkSignIn(): Promise<void> {
  const lookup = ++lookups
  const { caipAddress, restored } = chains.active
  if (signInAttempt.account !== caipAddress) dropAttempt()
  // A support view has no wallet: one that is here was connected in another tab.
  if (config.signInMode === 'off' || !caipAddress || auth.operator || !canSignIn(caipAddress)) {
    if (!caipAddress) declined = undefined
    settle(undefined, false)
    return leaveSignIn()
  }
  siwx.checking = true
  const { found, problem } = await lookUp(caipAddress)
  // Another account, chain or setting has come meanwhile: its own lookup answers.
  if (lookup !== lookups) return
  if (problem) {
    // Without proof nobody is signed in; signing in again is the way out.
    signInAttempt.code = 'SIGN_IN_FAILED'
    report(problem)
  }
  settle(found, !found && isRequired())
  isUnknown = Boolean(problem)
  if (found) {
    // A message that could not be made is made anew when it is asked for again.
    if (signInAttempt.status === 'failed') dropAttempt()
    signInAttempt.code = undefined
    return leaveSignIn()
  }
  if (isRequired() || !(restored || declined === personOf(caipAddress))) askSignIn()
}

/** Another tab has signed in or out. Whoever signed out there is not asked to come back in this one. */
export async function lookAfterTabs(): Promise<void> {
  const before = declined
  if (siwx.session) declined = personOf(chains.active.caipAddress)
  await checkSignIn()
  if (siwx.session) declined = before
}

async function lookUp(caipAddress: CaipAddress): Promise<{ found?: SiwxSession | undefined; problem?: WalletError }> {
  const { networkId, address } = parseCaipAddress(caipAddress)
  try {
    const [found] = await within(siwxInUse().getSessions(networkId, address), LOOKUP_LIMIT_MS)
    return { found }
  } catch (cause) {
    return { problem: cause instanceof WalletError ? cause : new WalletError('SIGN_IN_FAILED', { cause }) }
  }
}

/** Whether an account can be asked: on a network of the app, by an adapter that signs, with somebody to prove it. */
export function canSignIn(caipAddress: CaipAddress): boolean {
  const { networkId, namespace } = parseCaipAddress(caipAddress)
  const siwe = ownSiwe()
  const own = ownSiwx.siwx || siwe || hasLogin()
  if (chainOf(namespace).connectorId === WATCH) return false
  // Its messages are of Ethereum alone, and its backend would take no other.
  if (!ownSiwx.siwx && siwe && namespace !== 'eip155') return false
  return isConfigured(networkId) && Boolean(adapters[namespace]?.load && (own || adapters[namespace].verify))
}

/** Shows the question. */
export function askSignIn(): void {
  if (attempt.status === 'connected') forgetAttempt()
  if (modal.view !== 'SIWXSignMessage' || modal.elementId === undefined) openAnywhere('SIWXSignMessage')
}

/** What is known now, whatever a lookup that began before still finds. A session that is found once more is the one that was there: nobody has signed in again. */
export function settle(session: SiwxSession | undefined, locked: boolean): void {
  lookups += 1
  isUnknown = false
  clearTimeout(ending)
  const left = Date.parse(session?.data.expirationTime ?? '') - Date.now()
  // When its time is over it is looked for again.
  if (left > 0 && left < LONGEST_WAIT_MS) ending = setTimeout(checkSignIn, left + 1_000)
  const isKept = session && JSON.stringify(session) === JSON.stringify(siwx.session)
  Object.assign(siwx, { checking: false, locked, ...(!isKept && { session: session && ref(session) }) })
}

/** The screen that asks is done. */
export function leaveSignIn(): void {
  if (modal.view !== 'SIWXSignMessage') return
  hideModal()
  resetHome()
}

/** The visitor does not sign: a site that requires it is left, another one goes on without. Throws DISCONNECT_FAILED. */
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
    // The note stands over a view: where none is open, nobody would read it.
    if (modal.elementId === undefined && !chains.active.address) openAnywhere('Connect')
    throw error
  }
})

/** The question was closed, not answered; the embedded wallet's own question stands on top of it. */
function dismiss(): void {
  if (siwx.session || !modal.stack.some(({ view }) => view === 'SIWXSignMessage')) return
  declined = personOf(chains.active.caipAddress)
  dropAttempt()
}

/** Ends the active account's session, or the support view; a site that requires a session is left. */
export const signOut = action('DISCONNECT_FAILED', async (): Promise<void> => {
  if (auth.operator) return (await import('./login')).logout()
  // Whoever is being found again just now would be signed in after all.
  await sessionsKnown()
  const { caipAddress } = chains.active
  if (!caipAddress) return
  const kept = ended(() => endKept(ownSiwe()))
  if (isRequired()) return void (await Promise.all([disconnect.run(), kept]))
  const person = personOf(caipAddress)
  declined = person
  await Promise.all([revoke(caipAddress), kept])
  // Whoever else is there by now has an answer of their own.
  if (personOf(chains.active.caipAddress) === person) settle(undefined, false)
  tellSignInTabs()
})

/** Disconnecting clears every session, where others stay connected the account's own. */
function revoke(caipAddress: CaipAddress, own = false): Promise<void> {
  const { networkId, address } = parseCaipAddress(caipAddress)
  const source = siwxInUse()
  return ended(async () => (own ? undefined : source.setSessions?.([])) ?? source.revokeSession(networkId, address))
}

/** What fails is told to nobody: the visitor has left. */
async function ended(end: () => Promise<void>): Promise<void> {
  try {
    await within(end(), LOOKUP_LIMIT_MS)
  } catch (cause) {
    console.warn('<wallet-modal> a session could not be revoked', cause)
  }
}

/** Who is asked, whatever the chain. */
function personOf(caipAddress: CaipAddress | undefined): string | undefined {
  if (!caipAddress) return undefined
  const { namespace, address } = parseCaipAddress(caipAddress)
  return `${namespace} ${address}`
}
