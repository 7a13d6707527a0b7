import './page.css'
import { accountsIn, activeNow, isSolana, move, preferAccount, smartChains } from './accounts'
import { tellHeight, whenCarriedOut } from './approval'
import { chainById, siteConfig } from './chains'
import { keepSession, post, type SignedIn, SiteError, session, Unanswered } from './server'
import { answerRpc } from './wallet'

/** Interval for polling whether a link was opened or a phone has answered. */
const POLL_MS = 700
const POLL_LIMIT_MS = 20 * 60_000

type Payload = Record<string, unknown>
type Answer = unknown

const person = (): SignedIn['user'] => {
  const current = session()
  if (!current) throw new SiteError('Nobody is signed in')
  return current.user
}

async function user(): Promise<Answer> {
  const { id, email, name } = person()
  return { email, ...(name && { userName: name }), ...(await accountsIn(id)) }
}

async function waitFor<T>(look: () => Promise<T | undefined>, end: () => number): Promise<T> {
  while (Date.now() < end()) {
    const found = await look().catch((error: unknown) => {
      // Switching to the mail app or the phone may interrupt the network for a moment.
      if (!(error instanceof Unanswered)) throw error
    })
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  throw new SiteError('Nobody answered in time')
}

/** The address of this tab's last mail; other tabs may wait for others. Stored, because the frame may be reloaded meanwhile. */
const MAILED = 'mailed'
const mailed = () => ({ email: sessionStorage.getItem(MAILED) })

/** The server reports only once that the link was opened: one poll is shared by all waiting requests, which may have sent another mail. */
let linkOpened: Promise<boolean> | undefined
let linkEnd = 0
const lookForLink = async () => (await post<{ confirmed: boolean }>('device', mailed())).confirmed || undefined

const events: Record<string, (payload: Payload, site: string, origin: string) => Promise<Answer>> = {
  async IS_CONNECTED() {
    const current = session()
    if (!current) return { isConnected: false }
    const known = await post<SignedIn['user']>('session').catch((error: unknown) => error)
    // Only the server ends a session, a lost network does not.
    if (known instanceof SiteError && known.message === 'Nobody is signed in') keepSession(undefined)
    return { isConnected: session() !== undefined }
  },
  async CONNECT_EMAIL({ email }) {
    const answer = await post('email', { email })
    sessionStorage.setItem(MAILED, String(email))
    return answer
  },
  async CONNECT_DEVICE() {
    linkEnd = Date.now() + POLL_LIMIT_MS
    linkOpened ??= waitFor(lookForLink, () => linkEnd).finally(() => {
      linkOpened = undefined
    })
    await linkOpened
    return undefined
  },
  async CONNECT_OTP({ otp }) {
    keepSession(await post<SignedIn>('otp', { otp, ...mailed() }))
    sessionStorage.removeItem(MAILED)
    return undefined
  },
  GET_SOCIAL_REDIRECT_URI: ({ provider }, _, origin) => post('social/start', { provider, site: origin }),
  async CONNECT_SOCIAL({ uri }) {
    keepSession(await post<SignedIn>('social/finish', { uri }))
    return user()
  },
  GET_FARCASTER_URI: (_, __, origin) => post('farcaster/start', { site: origin }),
  async CONNECT_FARCASTER() {
    const end = Date.now() + POLL_LIMIT_MS
    const signedIn = await waitFor(
      async () => (await post<{ signedIn?: SignedIn }>('farcaster/status')).signedIn,
      () => end,
    )
    keepSession(signedIn)
    return { userName: signedIn.user.name ?? '' }
  },
  async GET_USER({ chainId, preferredAccountType: type }) {
    move({
      ...((typeof chainId === 'number' || typeof chainId === 'string') && { chainId }),
      ...((type === 'eoa' || type === 'smartAccount') && { type }),
    })
    return user()
  },
  async SIGN_OUT() {
    await post('signout').catch(() => {})
    keepSession(undefined)
    return undefined
  },
  GET_CHAIN_ID: async () => ({ chainId: activeNow().chainId }),
  async SWITCH_NETWORK({ chainId }) {
    if (!isSolana(String(chainId))) await chainById(Number(chainId))
    else if (String(chainId) !== (await siteConfig()).solana.id) throw new SiteError('Chain is not supported')
    return { chainId: move({ chainId: String(chainId) }).chainId }
  },
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: async () => ({ smartAccountEnabledNetworks: await smartChains() }),
  SET_PREFERRED_ACCOUNT: ({ type }) => preferAccount(person().id, type),
  RPC_REQUEST: ({ method, params }, site) =>
    answerRpc({ method: String(method), params, site, person: person().id, active: activeNow() }),
  UPDATE_EMAIL: ({ email }) => post('update-email', { email }),
  UPDATE_EMAIL_PRIMARY_OTP: ({ otp }) => post('update-primary', { otp }),
  async UPDATE_EMAIL_SECONDARY_OTP({ otp }) {
    const { newEmail } = await post<{ newEmail: string }>('update-secondary', { otp })
    const current = session()
    if (current) keepSession({ ...current, user: { ...current.user, email: newEmail } })
    return { newEmail }
  },
  async SYNC_THEME({ themeMode, w3mThemeVariables }) {
    if (themeMode === 'light' || themeMode === 'dark') document.documentElement.dataset.theme = themeMode
    const given = Object(w3mThemeVariables) as Record<string, unknown>
    const colours = { '--accent': given['--w3m-accent'], '--ground': given['--w3m-background'] }
    for (const [name, colour] of Object.entries(colours))
      if (typeof colour === 'string' && CSS.supports('color', colour)) document.documentElement.style.setProperty(name, colour)
    return undefined
  },
  SYNC_DAPP_DATA: async () => undefined,
  async RELOAD() {
    // After closing, an approved request's result is still reported.
    await whenCarriedOut()
    setTimeout(() => location.reload())
    return undefined
  },
}

window.addEventListener('resize', tellHeight)

window.addEventListener('message', async ({ source, origin, data }) => {
  // Only from the embedding page; the browser provides its origin.
  if (source !== window.parent || window.parent === window) return
  const [, name = ''] = /^@w3m-app\/([A-Z_]+)$/.exec(String(data?.type)) ?? []
  if (!Object.hasOwn(events, name) || typeof data.id !== 'string') return
  const answer = (end: string, payload?: unknown) =>
    window.parent.postMessage(
      { type: `@w3m-frame/${name}_${end}`, id: data.id, ...(payload !== undefined && { payload }) },
      origin,
    )
  try {
    answer('SUCCESS', await events[name]?.(data.payload ?? {}, new URL(origin).host, origin))
  } catch (error) {
    answer('ERROR', { message: error instanceof Error ? error.message : 'An error occurred' })
  }
})

// The embedding origin is not known yet; the message contains nothing secret.
if (window.parent !== window) window.parent.postMessage({ type: '@w3m-frame/READY', payload: { version: '4' } }, '*')
