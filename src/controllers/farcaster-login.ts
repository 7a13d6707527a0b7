import { WalletError } from '../lib/errors'
import { safeLink } from '../lib/links'
import { embedded } from '../state/embedded'
import { assertOnline, embeddedWallet, finishLogin, tellProblem } from './embedded'
import { onClosed } from './modal'

let current: AbortController | undefined

/** Signs in with the Farcaster app on a phone: a link for it, then the wait for its answer. The returned stop ends it. */
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
    // The frame goes on asking the phone, whoever is signed in there, until it starts anew.
    if (waits)
      embeddedWallet()
        .then(({ reloadFrame }) => reloadFrame())
        .catch(() => {})
  })
  const answered = async (username: string) => {
    waits = false
    if (signal.aborted) return
    // An address that was typed before is nobody's: the frame says whose account it is.
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
    // What went wrong here is told nowhere else.
    Object.assign(embedded, { code: undefined, words: undefined })
  }
}

/** Resolves to the name of who has answered on the phone. */
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
