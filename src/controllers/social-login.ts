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

/** A person has so long to finish in the other window. */
const SOCIAL_LIMIT_MS = 10 * 60_000
/** How often the window is looked after: whoever closes it is back within a second. */
export const WATCH_MS = 400

/** A sign-in that went on in this tab: what its answer must carry. */
type Gone = { readonly provider: SocialProvider; readonly state: string; readonly at: number }
/** What is kept of it while the person is elsewhere. */
export const goneKey: StorageKey<Gone> = { area: 'session', name: 'social', parse }

// Parsed by hand, as everything in storage is.
function parse(value: unknown): Gone | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { provider, state, at } = value as Record<string, unknown>
  if (typeof state !== 'string' || typeof at !== 'number' || !Number.isFinite(at)) return undefined
  if (typeof provider !== 'string' || !isSocial(provider) || provider === 'farcaster') return undefined
  return { provider, state, at }
}

let current: AbortController | undefined

/** Whether the sign-in can go on in this tab: a frame cannot be come back to. */
export const canGoHere = (): boolean => !isFramed() || isTelegram()

/** Signs in with a social network. Call it in the tap itself: its window may not be opened later. */
export function startSocial(provider: SocialProvider): void {
  const telegram = isTelegram()
  const popup = telegram ? null : openWindow()
  const stop = begin(provider, 'window')
  if (telegram) return run(stop, async () => leaveFor(provider, await linkOf(provider, stop.signal)))
  if (!popup) return run(stop, () => Promise.reject(new WalletError('POPUP_BLOCKED')))
  stop.signal.addEventListener('abort', () => popup.close())
  let severed = 0
  const watch = setInterval(() => {
    if (!popup.closed || embedded.stage !== 'window') return
    if (isBack()) giveUp(stop)
    // A page that cuts itself off from ours (Cross-Origin-Opener-Policy) looks closed, and the visitor is there still.
    else if (++severed > 1) clearInterval(watch)
  }, WATCH_MS)
  stop.signal.addEventListener('abort', () => clearInterval(watch))
  run(stop, async () => {
    const [link, apart] = await Promise.all([linkOf(provider, stop.signal), opensApart()])
    if (apart) {
      // Its answer could never be heard here.
      clearInterval(watch)
      popup.close()
      return leaveFor(provider, link)
    }
    popup.location.replace(link)
    const answer = await answerOf(popup, link, stop.signal)
    // The page behind it is in sight again: a phone lets nothing go on in a tab that is not.
    popup.close()
    await finish(answer, stop.signal)
  })
}

/** Goes on in this tab, and comes back to this page. */
export function continueHere(): void {
  const { social } = embedded
  if (!social || social === 'farcaster') return
  const stop = begin(social, 'window')
  run(stop, async () => leaveFor(social, await linkOf(social, stop.signal)))
}

/** Leaves the sign-in: its window closes, nothing that comes later counts, and what went wrong in it is told nowhere else. */
export function endSocial(): void {
  current?.abort()
  current = undefined
  Object.assign(embedded, { code: undefined, words: undefined })
}

/** Back from a social network in this tab (`reconnecting.ts` has its answer from the address bar). Whose answer it is, is checked before anything is shown. */
export function finishSocial(result: string): void {
  const gone = read(goneKey)
  forget(goneKey)
  const age = gone ? Date.now() - gone.at : Number.NaN
  // Somebody else's link, or an old one, or one of a time to come: the page opens as it would without.
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
  // Come back to the page: nothing is open. From a tap it goes on where that was, also in an element that shows its views in place.
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

/** One run of it; what goes wrong is on screen, unless the person has left. */
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

/** Whether the visitor is on this page: behind another window it is in sight, too, but for phones, where windows are tabs. */
const isBack = (): boolean => document.hasFocus() || (isMobile() && !document.hidden)

/** The window was closed: back to the ways to connect. */
function giveUp(stop: AbortController): void {
  if (stop.signal.aborted) return
  stop.abort()
  leaveSocial()
}

/** Leaves the view of the sign-in, to where it was opened from. */
export function leaveSocial(): void {
  endSocial()
  leaveView('Connect')
}

/** E-mail in its place. */
export function emailInstead(): void {
  endSocial()
  replaceView('EmailLogin')
}

function openWindow(): Window | null {
  try {
    const popup = window.open('', '', 'popup,width=600,height=800')
    if (popup) popup.document.title = '…'
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

/** What the secure site's own page says in that window about this sign-in; other windows, origins and sign-ins are not heard. */
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

/** `settled`: the frame has only begun to load, and is asked when its start is complete. */
async function finish(uri: string, signal: AbortSignal, settled = false): Promise<void> {
  embedded.stage = 'retrieving'
  const { askFrame, reloadFrame } = await embeddedWallet()
  const { userName } = await askFrame('CONNECT_SOCIAL', { uri }, { signal, settled }).catch((cause) => {
    // It would sign them in all the same, behind whoever is there by then.
    if (signal.aborted) void reloadFrame()
    throw cause
  })
  // An address that was typed before is nobody's: the frame says whose account it is.
  Object.assign(embedded, { email: undefined, written: undefined, username: userName ?? undefined, via: embedded.social })
  await finishLogin()
  endSocial()
}

function leaveFor(provider: SocialProvider, link: string): void {
  const [state, target] = [stateOf(link), withReturn(link, location.href)]
  if (!state || !target) throw new WalletError('SOCIAL_LOGIN_FAILED')
  remember(goneKey, { provider, state, at: Date.now() })
  window.open(target, isTelegram() ? '_top' : '_self')
}

/** Whether this page's own policy cuts it off from the windows that it opens (Cross-Origin-Opener-Policy). */
async function opensApart(): Promise<boolean> {
  if (globalThis.crossOriginIsolated) return true
  try {
    const response = await fetch(location.href, { method: 'HEAD', cache: 'force-cache', signal: AbortSignal.timeout(2_000) })
    return /^\s*(same-origin|noopener-allow-popups)\s*(;|$)/.test(response.headers.get('cross-origin-opener-policy') ?? '')
  } catch {
    return false
  }
}
