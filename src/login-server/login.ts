import { ACCESS_LIFE_S, type AccessClaims, issueAccessToken, readAccessToken } from './access-token'
import { accountOf } from './accounts'
import { type AssistGrant, type AssistRequest, beginAssist } from './assist'
import { type Caller, type ChallengeRequest, issueChallenge } from './challenge'
import { contextOf, type LoginContext, type LoginOptions } from './options'
import { newId } from './random'
import { beginFamily, endSession, type Refreshed, rotate } from './refresh'
import { LoginRefusal } from './refusal'
import type { Assist, Challenge, User } from './types'
import { type Answer, verifyAnswer } from './verify'

/** A session as sent to the browser, and the refresh token for an HttpOnly cookie. */
export type Session = {
  /** A JWT (RFC 9068). */
  readonly accessToken: string
  /** Seconds. */
  readonly expiresIn: number
  readonly user: User
  /** Valid once. */
  readonly refreshToken: string
}
/** A support view of an account, as reported to its user. */
export type AssistNotice = Pick<Assist, 'operator' | 'reason' | 'at' | 'until'>

const ASSISTS_TOLD = 20

/** The login of one backend, independent of any framework; LoginRefusal is the only error it throws on purpose. */
export type Login = {
  /** Phase one: the text to sign (EIP-4361; others: CAIP-122). Throws `bad_request`, `origin_not_allowed`, `chain_not_supported` … */
  challenge(request: ChallengeRequest, caller: Caller): Promise<Challenge>
  /**
   * Phase two: the session of the signer, and the latest 20 support views of the account. Throws `bad_signature`, `challenge_used`,
   * `challenge_expired`, `verifier_unavailable` …
   */
  signIn(answer: Answer, caller: Caller): Promise<Session & { readonly assists: readonly AssistNotice[] }>
  /**
   * Continues a session with a new refresh token, which replaces the old one. Throws `refresh_invalid`, `refresh_reused`,
   * `verifier_unavailable`.
   */
  refresh(refreshToken: string): Promise<Session>
  /** Ends the session of a token; an unknown one does nothing. */
  signOut(refreshToken: string): Promise<void>
  /**
   * A support view, for an operator who signed for it. Throws `not_found` for everybody else, `bad_request`, `target_not_allowed`,
   * `too_many_requests`.
   */
  assist(request: AssistRequest, caller: Caller): Promise<AssistGrant>
  /**
   * What an access token currently allows. Throws `token_invalid`, also for an ended session, and `read_only` for a `write` in a
   * support view.
   */
  authorize(accessToken: string | undefined, access: 'read' | 'write'): Promise<AccessClaims>
}

/** Creates the login of one backend. Throws TypeError for invalid options. */
export function createLogin(options: LoginOptions): Login {
  const context = contextOf(options)
  return {
    challenge: (request, caller) => issueChallenge(context, request, caller),
    signIn: (answer, caller) => signIn(context, answer, caller),
    refresh: async (token) => sessionOf(context, await rotate(context, token)),
    signOut: (token) => endSession(context, token),
    assist: (request, caller) => beginAssist(context, request, caller),
    authorize: (token, access) => authorize(context, token, access),
  }
}

async function signIn(context: LoginContext, answer: Answer, caller: Caller) {
  const { challenge, accountType, message, signature } = await verifyAnswer(context, answer, caller)
  // A text that asks for a support view logs nobody in.
  if (challenge.assist) throw new LoginRefusal('bad_signature')
  const { address, chain, ref } = challenge
  const createdAt = new Date(context.now()).toISOString()
  const candidate: User = { id: newId('u'), address, chain, accountType, ref, createdAt }
  // The address as signed: another network may write it differently.
  const user = { ...(await context.storage.saveUser(accountOf(chain, address, accountType), candidate)), address }
  const assists = await context.storage.assistsOf(user.id, ASSISTS_TOLD)
  const family = await beginFamily(context, user, accountType === 'smartAccount' ? { message, signature } : null)
  const told = assists.map(({ operator, reason, at, until }) => ({ operator, reason, at, until }))
  return { ...sessionOf(context, family), assists: told }
}

function sessionOf(context: LoginContext, { family: { id, user }, token }: Refreshed): Session {
  const accessToken = issueAccessToken(context, { user, sid: id, now: context.now(), lifeS: ACCESS_LIFE_S })
  return { accessToken, expiresIn: ACCESS_LIFE_S, user, refreshToken: token }
}

async function authorize(context: LoginContext, token: string | undefined, access: 'read' | 'write'): Promise<AccessClaims> {
  const claims = readAccessToken(context, token ?? '', context.now())
  // An operator removed from the list loses their views; a user who signed out, their session.
  const holds = claims.act ? context.isOperator(claims.act.sub) : await context.storage.isFamilyAlive(claims.sid)
  if (!holds) throw new LoginRefusal('token_invalid')
  // In JavaScript it may be missing or misspelt: only what says that it reads is open to a support view.
  if (access !== 'read' && claims.scope !== 'full') throw new LoginRefusal('read_only')
  return claims
}
