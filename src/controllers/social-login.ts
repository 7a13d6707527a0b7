import { WalletError } from '../lib/errors'
import { safeLink } from '../lib/links'
import { isFramed, isMobile, isTelegram } from '../lib/platform'
import { isSocial, type SocialProvider } from '../lib/social'
import { resultOf, stateOf, withReturn } from '../lib/social-link'
import { forget, read, remember, type StorageKey } from '../lib/storage'
import { config } from '../state/config'
import { embedded } from '../state/embedded'
import { modal } from '../state/modal'
import { assertOnline, embeddedWallet, finishLogin, tellProblem } from './embedded'
import { leaveView, navigate, onClosed, openAnywhere, replaceView } from './modal'
import { onChange } from './on-change'

/** How long a person has to finish in the other window. */
const SOCIAL_LIMIT_MS = 10 * 60_000
/** How often it is checked whether the window was closed. */
export const WATCH_MS = 400

/** A login that left for the network's page in this tab; its result must have the same `state`. */
type Gone = { readonly provider: SocialProvider; readonly state: string; readonly at: number }
/** Where that is kept while the person is away. */
export const goneKey: StorageKey<Gone> = { area: 'session', name: 'social', parse }

function parse(value: unknown): Gone | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { provider, state, at } = value as Record<string, unknown>
  if (typeof state !== 'string' || typeof at !== 'number' || !Number.isFinite(at)) return undefined
  if (typeof provider !== 'string' || !isSocial(provider) || provider === 'farcaster') return undefined
  return { provider, state, at }
}

let current: AbortController | undefined

/** Whether the login can go on in this tab; not in a frame, since nothing leads back there. */
export const canGoHere = (): boolean => !isFramed() || isTelegram()

/** Signs in with a social network. Call it synchronously in the click: later the browser would block the window. */
export function startSocial(provider: SocialProvider): void {
  const telegram = isTelegram()
  const popup = telegram ? null : openWindow()
  const stop = begin(provider, 'window')
  // The web views of many apps have no second window, and answer with this one.
  if (telegram || popup === window) return run(stop, async () => leaveFor(provider, await linkOf(provider, stop.signal)))
  if (!popup) return run(stop, () => Promise.reject(new WalletError('POPUP_BLOCKED')))
  stop.signal.addEventListener('abort', () => popup.close())
  let looks = 0
  const watch = setInterval(() => {
    if (!popup.closed || embedded.stage !== 'window') return
    // Not at the first look: a window that closes itself is gone before its answer has come.
    if (++looks > 1 && isBack()) giveUp(stop)
    // With a Cross-Origin-Opener-Policy of its own, the other page looks closed although the visitor is still there.
    else if (looks > 2) clearInterval(watch)
  }, WATCH_MS)
  stop.signal.addEventListener('abort', () => clearInterval(watch))
  run(stop, async () => {
    const [link, apart] = await Promise.all([linkOf(provider, stop.signal), opensApart()])
    // They may have given up meanwhile, or begun anew.
    if (stop.signal.aborted) return
    if (apart) {
      // The answer of such a window could not reach this page.
      clearInterval(watch)
      popup.close()
      return leaveFor(provider, link)
    }
    popup.location.replace(link)
    const answer = await answerOf(popup, link, stop.signal)
    // Bring this page back to the front: a phone suspends a tab that is not visible.
    popup.close()
    await finish(answer, stop.signal)
  })
}

/** Goes on with the login in this tab; the network's page leads back to this one. */
export function continueHere(): void {
  const { social } = embedded
  if (!social || social === 'farcaster') return
  const stop = begin(social, 'window')
  run(stop, async () => leaveFor(social, await linkOf(social, stop.signal)))
}

/** Ends the login: closes its window, ignores later answers and clears its error. */
export function endSocial(): void {
  current?.abort()
  current = undefined
  Object.assign(embedded, { code: undefined, words: undefined })
}

/** Goes on after the network's page has led back to this tab; `result` is from the address bar (`reconnecting.ts`) and checked before anything is shown. */
export function finishSocial(result: string): void {
  const gone = read(goneKey)
  forget(goneKey)
  const age = gone ? Date.now() - gone.at : Number.NaN
  // Ignore the result of another login, of one that took too long, and of one that began in the future.
  if (!gone || age < 0 || age > SOCIAL_LIMIT_MS || stateOf(result) !== gone.state) return
  if (!config.socials.includes(gone.provider)) return
  const stop = begin(gone.provider, 'retrieving')
  run(stop, () => finish(result, stop.signal, true))
}

function begin(provider: SocialProvider, stage: 'window' | 'retrieving'): AbortController {
  endSocial()
  const stop = new AbortController()
  current = stop
  Object.assign(embedded, { social: provider, stage, busy: 'social', code: undefined, words: undefined })
  // After a return to the page nothing is open; from a click the view opens where that was.
  if (stage === 'retrieving' && modal.elementId === undefined) openAnywhere('ConnectingSocial')
  else navigate('ConnectingSocial')
  const here = () => modal.view === 'ConnectingSocial'
  const stops = [onClosed(endSocial), onChange([modal], here, (stays) => !stays && endSocial())]
  stop.signal.addEventListener('abort', () => {
    if (embedded.busy === 'social') embedded.busy = undefined
    for (const each of stops) each()
  })
  return stop
}

/** Runs `work` within the time limit; shows its error, unless the person has left. */
function run(stop: AbortController, work: () => Promise<void>): void {
  const timer = setTimeout(() => void end(new WalletError('SOCIAL_LOGIN_FAILED')), SOCIAL_LIMIT_MS)
  const end = async (cause: unknown) => {
    if (stop.signal.aborted) return
    await tellProblem(cause, 'SOCIAL_LOGIN_FAILED')
    stop.abort()
  }
  stop.signal.addEventListener('abort', () => clearTimeout(timer))
  work().catch(end)
}

/** Whether the visitor is back on this page. On a phone windows are tabs, and a visible page is enough. */
const isBack = (): boolean => document.hasFocus() || (isMobile() && !document.hidden)

/** Ends the login after its window was closed, and leaves its view. */
function giveUp(stop: AbortController): void {
  if (stop.signal.aborted) return
  stop.abort()
  leaveSocial()
}

/** Ends the login and leaves its view, to where it was opened from. */
export function leaveSocial(): void {
  endSocial()
  leaveView('Connect')
}

/** Ends the login and shows the e-mail login instead. */
export function emailInstead(): void {
  endSocial()
  replaceView('EmailLogin')
}

function openWindow(): Window | null {
  try {
    const popup = window.open('', '', 'popup,width=600,height=800')
    if (popup && popup !== window) popup.document.title = '…'
    return popup
  } catch {
    return null
  }
}

async function linkOf(provider: SocialProvider, signal: AbortSignal): Promise<string> {
  assertOnline()
  const { askFrame } = await embeddedWallet()
  const { uri } = await askFrame('GET_SOCIAL_REDIRECT_URI', { provider }, { signal })
  const link = safeLink(uri)
  if (!link) throw new WalletError('SOCIAL_LOGIN_FAILED')
  return link
}

/** The result that the secure site's page posts from that window for this login; other windows, origins and logins are ignored. */
function answerOf(popup: Window, link: string, signal: AbortSignal): Promise<string> {
  const { origin } = new URL(config.secureSiteUrl)
  return new Promise((resolve) => {
    const hear = ({ source, origin: from, data }: MessageEvent<unknown>) => {
      if (source !== popup || from !== origin) return
      const result = resultOf(data, link)
      if (result !== undefined) resolve(result)
    }
    window.addEventListener('message', hear, { signal })
  })
}

/** `settled`: the frame has only begun to load and is asked once it is ready. */
async function finish(uri: string, signal: AbortSignal, settled = false): Promise<void> {
  embedded.stage = 'retrieving'
  const { askFrame, reloadFrame } = await embeddedWallet()
  const { userName } = await askFrame('CONNECT_SOCIAL', { uri }, { signal, settled }).catch((cause) => {
    // The frame would still sign this visitor in, after they have left the view.
    if (signal.aborted) void reloadFrame()
    throw cause
  })
  // An e-mail address that was typed before need not be this person's.
  Object.assign(embedded, { email: undefined, written: undefined, username: userName ?? undefined, via: embedded.social })
  await finishLogin()
  endSocial()
}

function leaveFor(provider: SocialProvider, link: string): void {
  const [state, target] = [stateOf(link), withReturn(link, location.href)]
  if (!state || !target) throw new WalletError('SOCIAL_LOGIN_FAILED')
  remember(goneKey, { provider, state, at: Date.now() })
  // Going back leads to this page as it was left, if the browser has kept it.
  window.addEventListener('pageshow', ({ persisted }) => persisted && leaveSocial(), current)
  window.open(target, isTelegram() ? '_top' : '_self')
}

/** Whether this page's Cross-Origin-Opener-Policy cuts it off from windows that it opens. */
async function opensApart(): Promise<boolean> {
  if (globalThis.crossOriginIsolated) return true
  try {
    const response = await fetch(location.href, { method: 'HEAD', cache: 'force-cache', signal: AbortSignal.timeout(2_000) })
    return /^\s*(same-origin|noopener-allow-popups)\s*(;|$)/.test(response.headers.get('cross-origin-opener-policy') ?? '')
  } catch {
    return false
  }
}
