import { WalletError } from '../lib/errors'
import { safeLink } from '../lib/links'
import { embedded } from '../state/embedded'
import { assertOnline, embeddedWallet, finishLogin, tellProblem } from './embedded'
import { onClosed } from './modal'

let current: AbortController | undefined

/** Signs in with the Farcaster app on a phone: gets a link for it, then waits for its answer. Returns its stop. */
export function startFarcaster(): () => void {
  current?.abort()
  const stop = new AbortController()
  current = stop
  const { signal } = stop
  let waits = true
  const begun = { social: 'farcaster', stage: 'window', busy: 'social' } as const
  Object.assign(embedded, { ...begun, farcasterUrl: undefined, code: undefined, words: undefined })
  const unfollow = onClosed(() => stop.abort())
  signal.addEventListener('abort', () => {
    unfollow()
    embedded.farcasterUrl = undefined
    if (embedded.busy === 'social') embedded.busy = undefined
    // The frame would go on waiting for the phone; only a reload ends that.
    if (waits)
      embeddedWallet()
        .then(({ reloadFrame }) => reloadFrame())
        .catch(() => {})
  })
  const answered = async (username: string) => {
    waits = false
    if (signal.aborted) return
    // An e-mail address that was typed before need not be this person's.
    Object.assign(embedded, { email: undefined, written: undefined, username, via: 'farcaster', stage: 'retrieving' })
    await finishLogin()
  }
  ask(signal)
    .then(answered)
    .catch(async (cause) => {
      if (signal.aborted) return
      await tellProblem(cause, 'SOCIAL_LOGIN_FAILED')
      stop.abort()
    })
  return () => {
    stop.abort()
    // The error belongs to this view alone.
    Object.assign(embedded, { code: undefined, words: undefined })
  }
}

/** Resolves to the user name of whoever has confirmed on the phone. */
async function ask(signal: AbortSignal): Promise<string> {
  assertOnline()
  const { askFrame } = await embeddedWallet()
  const { url } = await askFrame('GET_FARCASTER_URI', undefined, { signal })
  const link = safeLink(url)
  if (!link) throw new WalletError('SOCIAL_LOGIN_FAILED')
  embedded.farcasterUrl = link
  const { userName } = await askFrame('CONNECT_FARCASTER', undefined, { signal })
  return userName
}
