import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import Provider from 'oidc-provider'
import { createChannels } from './farcaster'
import { bodyOf, page } from './identity-page'
import { createStore } from './identity-store'
import { type Piece, startHttp } from './listen'
import { strictPolicy } from './page-policy'

/** The local social networks: clients of one OpenID Connect server, each with a page under its own name. */
export const SOCIALS = ['google', 'github', 'apple', 'facebook', 'x', 'discord'] as const
type SocialName = (typeof SOCIALS)[number]
const isSocial = (text: unknown): text is SocialName => SOCIALS.some((each) => each === text)

/** Where people sign in with a social network. */
export type Identity = Piece & {
  /** The secure site's client secret for the token endpoint. */
  readonly secret: string
  /** Sets the callback URL; before that nobody can sign in. */
  open(callback: string): void
}

/** The e-mail address for the typed name; X provides none, like the real one. */
const emailOf = (social: string, name: string) => (social === 'x' ? undefined : `${name}@${social}.example`)

/**
 * An OpenID Connect server (`oidc-provider`) with authorization code and PKCE, whose page asks for a name and nothing else,
 * and a Farcaster-like channel at `/v1/channel`.
 */
export async function startIdentity(port: number): Promise<Identity> {
  let provider: Provider | undefined
  const channels = createChannels()
  const { server, ...http } = await startHttp((request, response) => {
    const path = new URL(request.url ?? '/', 'http://identity').pathname
    if (/^\/(v1\/channel|connect)/.test(path)) return void channels.answer(http.url, request, response)
    if (!provider) return void response.writeHead(503).end()
    if (path.startsWith('/interaction/')) return void answerPerson(provider, request, response).catch(() => fail(response))
    // The library's own page that redirects by script adds that script's hash to this policy.
    response.setHeader('content-security-policy', strictPolicy())
    void provider.callback()(request, response)
  }, port)
  const secret = randomBytes(24).toString('base64url')

  return {
    ...http,
    secret,
    open(callback) {
      provider = createProvider(http.url, secret, callback)
    },
  }
}

function createProvider(issuer: string, secret: string, callback: string): Provider {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const provider = new Provider(issuer, {
    adapter: createStore(),
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256', kid: 'identity' }] },
    cookies: { keys: [randomBytes(24).toString('base64url')] },
    clients: SOCIALS.map((name) => ({
      client_id: name,
      client_secret: secret,
      redirect_uris: [callback],
      response_types: ['code'],
      grant_types: ['authorization_code'],
      id_token_signed_response_alg: 'ES256',
    })),
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // All claims are in the ID token, as with the real networks.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    // The page says what is shared; there is no separate consent screen.
    async loadExistingGrant({ oidc }) {
      const { client, session, provider: own } = oidc
      const grant = new own.Grant({ clientId: client?.clientId, accountId: session?.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    async findAccount(_, id) {
      const [social = '', name = ''] = id.split(':')
      const email = emailOf(social, name)
      return { accountId: id, claims: async () => ({ sub: id, name, ...(email && { email, email_verified: true }) }) }
    },
    ttl: { AccessToken: 600, AuthorizationCode: 60, IdToken: 600, Interaction: 1_200, Grant: 1_200, Session: 1_200 },
  })
  provider.on('server_error', (_, error) => console.error('identity:', error))
  return provider
}

/** The social network's page that asks for the name; the answer returns to the requesting site. */
async function answerPerson(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { params } = await provider.interactionDetails(request, response)
  const social = isSocial(params.client_id) ? params.client_id : undefined
  if (!social) return fail(response)
  if (request.method !== 'POST') return page(response, social, form('Continue'))
  const given = new URLSearchParams(await bodyOf(request))
  if (given.has('refuse'))
    return provider.interactionFinished(request, response, {
      error: 'access_denied',
      error_description: 'The person refused',
    })
  const name = (given.get('name') ?? '').toLowerCase()
  if (!/^[\w-]{1,40}$/.test(name))
    return page(response, social, `<p role="alert">Letters and digits, please.</p>${form('Continue')}`)
  await provider.interactionFinished(request, response, { login: { accountId: `${social}:${name}`, remember: false } })
}

const form = (label: string) =>
  `<form method="post"><label>User name <input name="name" autocomplete="username" required autofocus></label><button>${label}</button><button name="refuse" value="1" formnovalidate>Refuse</button></form>`

const fail = (response: ServerResponse) =>
  page(response, 'Identity', '<p role="alert">This page is too old. Start again.</p>', 400)
