import { adapters } from '../adapters'
import { AUTH_ID } from '../lib/auth-id'
import { type CaipAddress, parseCaipAddress } from '../lib/caip'
import { type ErrorCode, WalletError } from '../lib/errors'
import type { SiwxData, SiwxMessage, SiwxSession } from '../lib/siwx'
import { chains } from '../state/chains'
import { modal } from '../state/modal'
import { signInAttempt } from '../state/sign-in'
import { siwx } from '../state/siwx'
import { action } from './action'
import { walletOf } from './connection'
import { nameError } from './name-error'
import { attemptSignal, dropAttempt, ignoreAnswers } from './sign-in-attempt'
import { signInStep } from './sign-in-step'
import { inOneTab, tellSignInTabs } from './sign-in-tabs'
import { askSignIn, checkSignIn, leaveSignIn, settle } from './siwx'
import { siwxInUse } from './siwx-source'

/** A backend has this long to make or to verify a message. */
export const BACKEND_LIMIT_MS = 30_000
/** An older message is made anew: backends forget theirs after five minutes. */
const MESSAGE_LIFE_MS = 240_000

/** A message that was made for one attempt; no other attempt uses it. */
type Prepared = { readonly of: AbortSignal; readonly data: SiwxData; readonly text: string; readonly at: number }

let prepared: Prepared | undefined
let preparing: { readonly of: AbortSignal; readonly made: Promise<Prepared> } | undefined
let signing: { readonly of: AbortSignal; readonly ended: Promise<SiwxSession> } | undefined

/** Makes the message for the active account, so that it can be read before it is signed. Throws SIGN_IN_FAILED, SIGN_IN_UNSUPPORTED, SIGN_IN_MISMATCH. */
export const prepareSignIn = action('SIGN_IN_FAILED', async (): Promise<void> => {
  const account = chains.active.caipAddress
  if (account && signInAttempt.status === 'idle') await prepare(account, attemptSignal())
})

/** Makes it now, or once this tab is looked at: a backend may know the newest message only, and count them. Returns its stop. */
export function prepareWhenSeen(): () => void {
  const look = () => {
    if (!document.hidden) void prepareSignIn()
  }
  document.addEventListener('visibilitychange', look)
  look()
  return () => document.removeEventListener('visibilitychange', look)
}

function prepare(account: CaipAddress, of: AbortSignal): Promise<Prepared> {
  if (prepared?.of === of && Date.now() - prepared.at < MESSAGE_LIFE_MS) return Promise.resolve(prepared)
  if (preparing?.of !== of) preparing = { of, made: make(account, of) }
  const own = preparing
  const over = () => {
    if (preparing === own) preparing = undefined
  }
  own.made.then(over, over)
  return own.made
}

async function make(account: CaipAddress, signal: AbortSignal): Promise<Prepared> {
  Object.assign(signInAttempt, { status: 'preparing', account })
  try {
    const { networkId: chainId, address: accountAddress } = parseCaipAddress(account)
    const message = await signInStep(siwxInUse().createMessage({ accountAddress, chainId }), BACKEND_LIMIT_MS, signal)
    const text = textOf(message)
    if (message.domain !== location.host) throw new WalletError('SIGN_IN_MISMATCH')
    prepared = { of: signal, data: plain(message), text, at: Date.now() }
    Object.assign(signInAttempt, { status: 'ready', text })
    return prepared
  } catch (cause) {
    throw await failed(cause, signal)
  }
}

/** An empty message is never signed. */
function textOf(message: SiwxMessage): string {
  const text = String(message)
  if (!text.trim()) throw new WalletError('SIGN_IN_MESSAGE_INVALID')
  return text
}

/** The message's plain data, without its functions. */
const plain = (message: SiwxMessage): SiwxData =>
  Object.fromEntries(Object.entries(message).filter(([, value]) => typeof value !== 'function')) as SiwxData

/**
 * Signs in the active account: asks the wallet for the signature and has it verified; one request at a time in all tabs of the site.
 * Throws SIGNATURE_DECLINED, SMART_ACCOUNT_UNSUPPORTED, SIGN_IN_FAILED, SIGN_IN_UNSUPPORTED, SIGN_IN_MISMATCH, REQUEST_PENDING, and
 * ABORTED when the account or chain has changed meanwhile or another tab did it.
 */
export const signIn = action('SIGN_IN_FAILED', (): Promise<SiwxSession> => {
  const account = chains.active.caipAddress
  if (!account) return Promise.reject(new WalletError('NETWORK_OR_ADDRESS_UNDEFINED'))
  const of = attemptSignal()
  if (signing?.of === of) return signing.ended
  const ended = attemptSignIn(account, of)
  const own = { of, ended }
  signing = own
  const over = () => {
    if (signing === own) signing = undefined
  }
  ended.then(over, over)
  return ended
})

async function attemptSignIn(account: CaipAddress, signal: AbortSignal): Promise<SiwxSession> {
  signInAttempt.code = undefined
  // The account may have changed while the browser was asked.
  const waiting = () => {
    if (!signal.aborted) signInAttempt.status = 'elsewhere'
  }
  try {
    const session = await inOneTab(account, () => ask(account, signal), signal, waiting)
    if (session) return session
  } catch (cause) {
    throw await failed(cause, signal)
  }
  // Another tab has asked the wallet: look for its session instead of asking again.
  signInAttempt.status = prepared?.of === signal ? 'ready' : 'idle'
  await checkSignIn()
  throw new WalletError('ABORTED')
}

async function ask(account: CaipAddress, signal: AbortSignal): Promise<SiwxSession> {
  const { data, text } = await prepare(account, signal)
  if (signal.aborted) throw new WalletError('ABORTED')
  Object.assign(signInAttempt, { status: 'signing', account, code: undefined })
  const signature = await signed(account, text, signal)
  // A wallet may change the account together with its answer.
  if (signal.aborted) throw new WalletError('ABORTED')
  const session = { data, message: text, signature }
  signInAttempt.status = 'verifying'
  // A nonce can be used only once, whatever happens.
  prepared = undefined
  const source = siwxInUse()
  const added = Promise.resolve(source.addSession(session))
  try {
    await signInStep(added, BACKEND_LIMIT_MS, signal)
    if (signal.aborted || chains.active.caipAddress !== account) throw new WalletError('ABORTED')
  } catch (cause) {
    // If the session is added after all, it is of no use any more, unless the account has signed in since.
    const isIn = () => siwx.session && chains.active.caipAddress === account
    void added.then(() => (isIn() ? undefined : source.revokeSession(data.chainId, data.accountAddress))).catch(() => {})
    throw signal.aborted ? cause : namedFailure(cause)
  }
  dropAttempt()
  settle(session, false)
  leaveSignIn()
  tellSignInTabs()
  return session
}

async function signed(account: CaipAddress, text: string, signal: AbortSignal): Promise<string> {
  const { namespace, address } = parseCaipAddress(account)
  const loaded = await adapters[namespace]?.load?.()
  if (!loaded) throw new WalletError('ADAPTER_NOT_FOUND')
  try {
    return await loaded.adapter.signMessage(walletOf(namespace), address, text, signal)
  } catch (cause) {
    if (signal.aborted) throw new WalletError('ABORTED', { cause })
    const { code } = await nameError(cause, 'SIGN_IN_FAILED')
    if (chains.active.accountType === 'smartAccount') throw new WalletError('SMART_ACCOUNT_UNSUPPORTED', { cause })
    // The approval screen of the embedded wallet was closed.
    const isLeft = code === 'REQUEST_ABORTED' && chains.active.connectorId === AUTH_ID
    if (lacking.includes(code)) throw new WalletError('SIGN_IN_UNSUPPORTED', { cause })
    throw code === 'USER_REJECTED' || isLeft ? new WalletError('SIGNATURE_DECLINED', { cause }) : cause
  }
}

/** Errors of a wallet that signs no messages, as of some hardware. */
const lacking: readonly ErrorCode[] = ['WALLET_METHOD_UNSUPPORTED', 'RPC_METHOD_NOT_FOUND', 'RPC_METHOD_NOT_SUPPORTED']

/** The error of a failed verification: one of these codes, else SIGN_IN_FAILED, never "declined". */
function namedFailure(cause: unknown): WalletError {
  const code = cause instanceof WalletError && verifierCodes.includes(cause.code) ? cause.code : 'SIGN_IN_FAILED'
  return new WalletError(code, { cause })
}

/** Of the backend, and of a browser that cannot verify. */
const verifierCodes: readonly ErrorCode[] = ['SIGN_IN_MISMATCH', 'SIGN_IN_UNSUPPORTED', 'LOGIN_LIMITED', 'LOGIN_UNAVAILABLE']

/** Codes that tell the visitor what to do; every other becomes SIGN_IN_FAILED. */
const told: readonly ErrorCode[] = [
  'SIGNATURE_DECLINED',
  'SMART_ACCOUNT_UNSUPPORTED',
  'SIGN_IN_MESSAGE_INVALID',
  'REQUEST_PENDING',
  ...verifierCodes,
]

/** Notes the error and shows the sign-in view, if it is not shown. */
async function failed(cause: unknown, signal: AbortSignal): Promise<WalletError> {
  const error = await nameError(cause, 'SIGN_IN_FAILED')
  if (signal.aborted || error.code === 'ABORTED') return new WalletError('ABORTED', { cause })
  const named = told.includes(error.code) ? error : new WalletError('SIGN_IN_FAILED', { cause })
  // A backend that is still verifying the message logs nobody in later.
  if (signInAttempt.status === 'verifying') ignoreAnswers()
  Object.assign(signInAttempt, { status: 'failed', code: named.code })
  if (modal.view !== 'SIWXSignMessage' || modal.elementId === undefined) askSignIn()
  return named
}
