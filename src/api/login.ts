import { isCaipAddress, parseCaipAddress } from '../lib/caip'
import { WalletError } from '../lib/errors'
import { httpStatus, request } from '../lib/http'
import type { AnswerInput, AssistInput, ChallengeInput, LoginClient } from '../lib/login-client'
import { safeParse, z } from '../lib/schema'
import { loginUser as user } from './login-storage'

const text = (limit: number) => z.string().check(z.minLength(1), z.maxLength(limit))

const token = { accessToken: text(4_000), expiresIn: z.number().check(z.positive(), z.maximum(86_400)) }
const view = z.object({ operator: text(128), reason: z.string().check(z.maxLength(200)), at: z.number(), until: z.number() })

const challenge = z.object({ status: z.literal('challenge'), challengeId: text(64), message: text(2_000) })
const session = z.object({ ...token, user })
const login = z.object({ status: z.literal('ok'), ...token, user, assists: z._default(z.array(view), []) })
const assist = z.object({
  ...token,
  sub: z.optional(text(200)),
  user: z.optional(user),
  act: z.object({ sub: text(128) }),
  scope: z.literal('read'),
})

type LoginChallenge = z.infer<typeof challenge>
/** An access token, how many seconds it lives, and its user. */
export type LoginSession = z.infer<typeof session>
type LoginAnswer = z.infer<typeof login>
type AssistAnswer = LoginSession & Pick<z.infer<typeof assist>, 'act' | 'scope'>

/** An unanswered refresh is repeated within the 10 s in which its token still gives the successor. */
const REFRESH_LIMIT_MS = 5_000
const REFRESH_PAUSE_MS = 1_000

/** The three routes of security/LOGIN.md below `base`. Only the browser sees the refresh token. */
export function loginClient(base: string): LoginClient {
  const post = async (path: string, body?: unknown, more: Readonly<Record<string, string>> = {}, timeoutMs?: number) => {
    const headers = { 'x-wm': '1', ...(body !== undefined && { 'content-type': 'application/json' }), ...more }
    const url = new URL(path, base.endsWith('/') ? base : `${base}/`)
    const json = body === undefined ? {} : { body: JSON.stringify(body) }
    return (await request(url, { method: 'POST', headers, ...json, retry: false, credentials: 'include', timeoutMs })).body
  }
  const refresh = (timeoutMs?: number) => post('auth/refresh-token', undefined, undefined, timeoutMs)
  return {
    challenge: (input) => post('auth/login-dapp', input),
    signIn: (input) => post('auth/login-dapp', input),
    refresh: () =>
      refresh(REFRESH_LIMIT_MS).catch(async (cause) => {
        // The backend may have exchanged the token, and its answer been lost: the cookie is still the old one.
        if (httpStatus(cause) !== undefined) throw cause
        await new Promise((resolve) => setTimeout(resolve, REFRESH_PAUSE_MS))
        return refresh()
      }),
    signOut: () => post('auth/refresh-token', undefined, { 'x-wm-logout': '1' }),
    assist: (input) => post('auth/login-wallet-by-admin', input),
  }
}

const parsed = <Output>(schema: z.ZodMiniType<Output>, answer: unknown): Output => {
  const found = safeParse(schema, answer)
  if (!found.success) throw new WalletError('API_RESPONSE_INVALID', { cause: found.error })
  return found.data
}

const backend = z.optional(z.string())
const shared = z.union([
  z.object({ backend, ended: z.literal(true), whose: z.optional(text(200)) }),
  z.object({ backend, session, at: z.optional(z.number()) }),
])

/**
 * What a tab tells the others about its backend: its session, issued at this time (epoch ms; a suspended tab hears of it later), or that
 * there is none any more; `whose`: the user's id.
 */
export type SharedLogin = z.infer<typeof shared>

/** Parses a message on the tabs' channel, where any script of the site can write; undefined if it is not ours. */
export const readShared = (message: unknown): SharedLogin | undefined => safeParse(shared, message).data

/** The text to sign. Throws API_RESPONSE_INVALID and the client's errors; so do the others. */
export const askChallenge = async (client: LoginClient, input: ChallengeInput): Promise<LoginChallenge> =>
  parsed(challenge, await client.challenge(input))

/** The session of the signer. */
export const answerChallenge = async (client: LoginClient, input: AnswerInput): Promise<LoginAnswer> =>
  parsed(login, await client.signIn(input))

/** A new access token for the session of the refresh cookie. */
export const refreshSession = async (client: LoginClient): Promise<LoginSession> => parsed(session, await client.refresh())

/** A read-only session of another user's account; if the backend gives only the user's id, the rest is taken from the request. */
export async function askAssist(client: LoginClient, input: AssistInput): Promise<AssistAnswer> {
  if (!isCaipAddress(input.target)) throw new WalletError('ASSIST_REFUSED')
  const { sub: id, user: told, ...granted } = parsed(assist, await client.assist(input))
  if (told) return { ...granted, user: told }
  if (!id) throw new WalletError('API_RESPONSE_INVALID')
  const { networkId: chain, address } = parseCaipAddress(input.target)
  return { ...granted, user: { id, address, chain, accountType: 'eoa', ref: null, createdAt: '' } }
}
