import { WalletError } from '../lib/errors'
import { isEmail } from '../lib/is-email'
import { latinDigits } from '../lib/latin-digits'
import { forget, read, remember, type StorageKey } from '../lib/storage'
import { enEmbedded } from '../locales/en-embedded'
import { embedded } from '../state/embedded'
import { messages } from '../state/messages'
import { modal } from '../state/modal'
import { notice } from '../state/notice'
import { embeddedWallet, finishLogin, step, tellProblem, where } from './embedded'
import { goBack, leaveView, navigate, replaceView } from './modal'
import { onChange, untilNot } from './on-change'

/** A mail may be asked for once in this time (specification §5). */
export const EMAIL_COOLDOWN_MS = 30_000
/** Digits of a code. */
export const CODE_LENGTH = 6

/** When a mail was last asked for, in ms since 1970. */
export const emailSentKey: StorageKey<number> = {
  area: 'local',
  name: 'email-sent',
  parse: (value) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined),
}
/** When this page last asked for a mail, by a clock that cannot be set: performance.now(). */
let sentHere = Number.NEGATIVE_INFINITY
let counting: ReturnType<typeof setInterval> | undefined
let awaiting: AbortController | undefined

/** Seconds until the next mail may be asked for: by the stored time, which outlives a reload, and by this page's own clock. */
export function secondsToWait(now = Date.now(), steady = performance.now()): number {
  let stored = read(emailSentKey) ?? Number.NEGATIVE_INFINITY
  if (stored > now) {
    // The device's clock was set back: the wait starts anew instead of lasting longer.
    stored = now
    remember(emailSentKey, now)
  }
  const left = Math.max(stored + EMAIL_COOLDOWN_MS - now, sentHere + EMAIL_COOLDOWN_MS - steady)
  return Math.max(0, Math.ceil(left / 1000))
}

/** Counts the wait down in the store; ends by itself at 0. */
export function countDown(): void {
  const look = () => {
    embedded.wait = secondsToWait()
    if (embedded.wait > 0) return
    clearInterval(counting)
    counting = undefined
    if (embedded.code === 'EMAIL_COOLDOWN') forgetProblem()
  }
  look()
  if (embedded.wait > 0) counting ??= setInterval(look, 1000)
}

const words = () => messages.view?.embedded ?? enEmbedded.embedded

function noteSent(): void {
  sentHere = performance.now()
  remember(emailSentKey, Date.now())
  countDown()
}

/** After a sign-in or a change of address the next person may ask for a mail at once (facts: frame protocol §4). */
function forgetSent(): void {
  embedded.mailView = undefined
  sentHere = Number.NEGATIVE_INFINITY
  forget(emailSentKey)
  countDown()
}

/**
 * The digits of what was typed, at most six: those of a line of the mail that stand together, else the first. Where a whole code was
 * pasted behind digits that stood there `before`, it replaces those.
 */
export function codeIn(text: string, before = ''): string {
  const latin = latinDigits(text)
  const digits = /(?:^|\D)(\d{6})(?!\d)/.exec(latin)?.[1] ?? latin.replace(/\D/g, '')
  const from = digits.length > CODE_LENGTH && digits.startsWith(before) ? before.length : 0
  return digits.slice(from, from + CODE_LENGTH)
}

/** Asks for a mail; resolves to the view that follows, or undefined where this person is signed in already. */
async function ask(email: string): Promise<typeof embedded.mailView> {
  if (!isEmail(email)) throw new WalletError('EMAIL_INVALID')
  countDown()
  if (embedded.wait > 0) throw new WalletError('EMAIL_COOLDOWN', { message: words().wait(embedded.wait) })
  const { askFrame } = await embeddedWallet()
  const { action } = await askFrame('CONNECT_EMAIL', { email })
  // Signed in already: no mail was sent.
  if (action === 'CONNECT') return undefined
  noteSent()
  const view = action === 'VERIFY_DEVICE' ? 'EmailVerifyDevice' : 'EmailVerifyOtp'
  Object.assign(embedded, { mailedTo: email, mailView: view })
  return view
}

/** Returns a check whether the visitor is still in the present view: a late answer must not move them. */
function staying(): () => boolean {
  const { view, elementId } = modal
  return () => modal.view === view && modal.elementId === elementId
}

/** Signs in by e-mail: the frame says whether a code, this device or nothing more has to be confirmed. */
export const submitEmail = (text: string): Promise<boolean> =>
  step('email', 'LOGIN_STEP_FAILED', async () => {
    const email = text.trim()
    const stays = staying()
    // Whoever came back with the same address has a mail already.
    const known = embedded.mailedTo === email && secondsToWait() > 0 ? embedded.mailView : undefined
    const view = known ?? (await ask(email))
    if (!stays()) return
    if (!view) return finish(email)
    navigate(view)
  })

/** Asks for another mail to the same address, then shows the view that the frame names. */
export const resendEmail = (): Promise<boolean> =>
  step('email', 'LOGIN_STEP_FAILED', async () => {
    const stays = staying()
    const { mailedTo: email = '' } = embedded
    const view = await ask(email)
    if (view) notice.snack = { kind: 'success', text: words().resent }
    if (!stays()) return
    if (!view) return finish(email)
    if (modal.view !== view) replaceView(view)
    else if (view === 'EmailVerifyDevice') awaitLink()
  })

/** Runs a step that sends a code. While another mail is being asked for it waits, and gives up if that changes the view. */
async function codeStep(work: () => Promise<void>): Promise<boolean> {
  if (embedded.busy === 'email') {
    const stays = staying()
    const { updating } = embedded
    await untilNot([embedded], () => embedded.busy === 'email')
    if (!stays() || embedded.updating !== updating) return false
  }
  return step('code', 'LOGIN_STEP_FAILED', work)
}

/** Sends the code of the mail; one at a time. */
export const submitCode = (code: string): Promise<boolean> =>
  codeStep(async () => {
    const stays = staying()
    const { askFrame, reloadFrame } = await embeddedWallet()
    const left = new AbortController()
    const stop = onChange([modal], where, () => left.abort())
    await askFrame('CONNECT_OTP', { otp: code }, left)
      .catch((cause) => {
        // The frame would still sign this visitor in, after they have left the view.
        if (left.signal.aborted) void reloadFrame()
        throw cause
      })
      .finally(stop)
    forgetSent()
    if (stays())
      await finish(embedded.mailedTo).catch(async (cause) => {
        // The code was right and is used up; submitting the address again needs no new one.
        if (stays()) {
          leaveView('Connect')
          await tellProblem(cause, 'CONNECT_FAILED')
        }
        throw cause
      })
  })

/** Connects the wallet after the frame has signed this person in. */
function finish(email: string | undefined): Promise<void> {
  Object.assign(embedded, { email, via: undefined })
  return finishLogin()
}

/** Waits until the link in the newest mail has been opened. Returns its stop. */
export function waitForDevice(): () => void {
  awaitLink()
  return () => awaiting?.abort()
}

function awaitLink(): void {
  awaiting?.abort()
  const stop = new AbortController()
  awaiting = stop
  void embeddedWallet()
    .then(({ askFrame }) => askFrame('CONNECT_DEVICE', undefined, { signal: stop.signal }))
    .then(
      () => {
        // The link has been used; a code comes next.
        embedded.mailView &&= 'EmailVerifyOtp'
        if (modal.view === 'EmailVerifyDevice') replaceView('EmailVerifyOtp')
      },
      (error: WalletError) => {
        if (stop.signal.aborted || modal.view !== 'EmailVerifyDevice') return
        goBack()
        // The link has expired. The text of SOCIALS_TIMEOUT would blame the site's set-up.
        const { message } = error.code === 'SOCIALS_TIMEOUT' ? new WalletError('LOGIN_EXPIRED') : error
        Object.assign(embedded, { code: 'LOGIN_STEP_FAILED', words: message, wrongIn: modal.view })
      },
    )
}

/** Begins the change to a new address: a code goes to the present address first, then one to the new address. */
export const submitNewEmail = (text: string): Promise<boolean> =>
  step('email', 'LOGIN_STEP_FAILED', async () => {
    const email = text.trim()
    if (!isEmail(email)) throw new WalletError('EMAIL_INVALID')
    const { askFrame } = await embeddedWallet()
    const { action } = await askFrame('UPDATE_EMAIL', { email })
    noteSent()
    Object.assign(embedded, { newEmail: email, updating: action === 'VERIFY_PRIMARY_OTP' ? 'primary' : 'secondary' })
  })

/** Sends the code of the present step of that change. */
export const submitUpdateCode = (otp: string): Promise<boolean> =>
  codeStep(async () => {
    const stays = staying()
    const { askFrame } = await embeddedWallet()
    if (embedded.updating === 'primary') {
      await askFrame('UPDATE_EMAIL_PRIMARY_OTP', { otp })
      embedded.updating = 'secondary'
      return
    }
    const { newEmail } = await askFrame('UPDATE_EMAIL_SECONDARY_OTP', { otp })
    forgetSent()
    Object.assign(embedded, { email: newEmail, newEmail: undefined, updating: 'form' })
    notice.snack = { kind: 'success', text: words().emailChanged }
    if (stays()) leaveUpdate()
  })

/** Leaves that change, to where it was opened from. */
export const leaveUpdate = (): void => leaveView('Account')

/** Back to the form of that change. */
export function restartUpdate(): void {
  Object.assign(embedded, { updating: 'form', code: undefined, words: undefined })
}

/** Keeps what is typed as the address, and clears the error of the one before. */
export function writeEmail(text: string): void {
  embedded.written = text
  forgetProblem()
}

/** Notes that a field for the address is on screen. Returns its stop. */
export function showEmailField(): () => void {
  embedded.field = true
  return () => {
    embedded.field = false
  }
}

/** Clears the error of an earlier step. */
export function forgetProblem(): void {
  Object.assign(embedded, { code: undefined, words: undefined })
}
