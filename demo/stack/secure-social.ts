import { createHash } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { type Identity, SOCIALS } from './identity'
import { type createPeople, Refusal, secret } from './secure-people'

const LIFE_MS = 20 * 60_000

type SignIns = {
  /** Of the secure site. */
  readonly origin: string
  readonly identity: Identity
  readonly people: ReturnType<typeof createPeople>
  readonly body: (c: Context) => Promise<Record<string, unknown>>
  readonly deviceIn: (given: Record<string, unknown>) => string
}

type Started = {
  readonly device: string
  readonly provider: string
  /** The page that asked; the answer goes nowhere else. */
  readonly site: string
  readonly verifier: string
  readonly nonce: string
  readonly end: number
}

/** Social login by OpenID Connect (code, PKCE, state and nonce), and Farcaster by its channel. */
export function addSocialRoutes(app: Hono, { origin, identity, people, body, deviceIn }: SignIns): void {
  const callback = `${origin}/social/callback`
  const started = new Map<string, Started>()
  const channels = new Map<string, string>()
  const keys = createRemoteJWKSet(new URL('/jwks', identity.url))
  identity.open(callback)

  /** The state of a sign-in, and the page to go back to where it came by a redirect. */
  const readState = (text = '') => {
    // Of 43 characters, two hyphens may be among them.
    const [state, page] = [text.slice(0, 43), text.startsWith('--', 43) ? text.slice(45) : undefined]
    const entry = started.get(state)
    return { state, page, entry: entry && entry.end > Date.now() ? entry : undefined }
  }

  app.post('/api/social/start', async (c) => {
    const given = await body(c)
    const [device, provider] = [deviceIn(given), String(given.provider)]
    if (!SOCIALS.some((each) => each === provider)) throw new Refusal('Something went wrong')
    const [state, verifier, nonce] = [secret(), secret(), secret()]
    started.set(state, { device, provider, site: String(given.site), verifier, nonce, end: Date.now() + LIFE_MS })
    const uri = new URL('/auth', identity.url)
    uri.search = new URLSearchParams({
      client_id: provider,
      redirect_uri: callback,
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      prompt: 'login',
      nonce,
      state,
    }).toString()
    return c.json({ uri: uri.href })
  })

  // Back from the social network: in the tab of the page that asked, or in a window of its own, whose script tells the page.
  app.get('/social/callback', async (c, next) => {
    const { page, entry } = readState(c.req.query('state'))
    if (page === undefined) return next()
    if (!entry || !URL.canParse(page) || new URL(page).origin !== entry.site) throw new Refusal('Something went wrong')
    const back = new URL(page)
    back.searchParams.set('result_uri', `${callback}${new URL(c.req.url).search}`)
    return c.redirect(back.href)
  })
  app.post('/api/social/site', async (c) => {
    const { entry } = readState(String((await body(c)).state))
    if (!entry) throw new Refusal('Something went wrong')
    return c.json({ site: entry.site })
  })

  app.post('/api/social/finish', async (c) => {
    const given = await body(c)
    const device = deviceIn(given)
    const uri = URL.canParse(String(given.uri)) ? new URL(String(given.uri)) : undefined
    if (!uri || uri.origin + uri.pathname !== callback) throw new Refusal('Something went wrong')
    const { state, entry } = readState(uri.searchParams.get('state') ?? '')
    // The link only works in the browser that started the sign-in.
    if (!entry || entry.device !== device) throw new Refusal('This sign-in has expired. Try again.')
    started.delete(state)
    if (uri.searchParams.has('error')) throw new Refusal('The sign-in was declined')
    const { sub, email, name } = await personBy(uri.searchParams.get('code') ?? '', entry)
    return c.json(people.signIn(`${entry.provider}:${sub}`, { email, name }, device))
  })

  async function personBy(code: string, { provider, verifier, nonce }: Started) {
    const response = await fetch(new URL('/token', identity.url), {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${provider}:${identity.secret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'authorization_code', redirect_uri: callback, code_verifier: verifier, code }),
    })
    const { id_token: token } = (await response.json()) as { id_token?: string }
    if (!response.ok || !token) throw new Refusal('This sign-in has expired. Try again.')
    const { payload } = await jwtVerify(token, keys, { issuer: identity.url, audience: provider, algorithms: ['ES256'] })
    if (payload.nonce !== nonce || !payload.sub) throw new Refusal('Something went wrong')
    const text = (value: unknown) => (typeof value === 'string' ? value : null)
    return { sub: payload.sub, email: text(payload.email), name: text(payload.name) }
  }

  app.post('/api/farcaster/start', async (c) => {
    const given = await body(c)
    const device = deviceIn(given)
    const response = await fetch(new URL('/v1/channel', identity.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ domain: URL.canParse(String(given.site)) ? new URL(String(given.site)).host : '' }),
    })
    const { channelToken, url } = (await response.json()) as { channelToken: string; url: string }
    channels.set(device, channelToken)
    return c.json({ url })
  })
  app.post('/api/farcaster/status', async (c) => {
    const device = deviceIn(await body(c))
    const response = await fetch(new URL('/v1/channel/status', identity.url), {
      headers: { authorization: `Bearer ${channels.get(device) ?? ''}` },
    })
    if (!response.ok) throw new Refusal('This sign-in has expired. Try again.')
    const { state, username = null, fid } = (await response.json()) as { state: string; username?: string; fid?: number }
    if (state !== 'completed') return c.json({})
    channels.delete(device)
    return c.json({ signedIn: people.signIn(`farcaster:${fid}`, { name: username }, device) })
  })
}
