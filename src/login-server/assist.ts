import { parseCaipAddress } from '../lib/caip'
import { issueAccessToken } from './access-token'
import { accountOf, addressOfKey } from './accounts'
import type { Caller } from './challenge'
import type { LoginContext } from './options'
import { newId } from './random'
import { LoginRefusal } from './refusal'
import type { User } from './types'
import { type Answer, verifyAnswer } from './verify'

const ASSIST_LIFE_S = 900
const ASSISTS_PER_DAY = 10
const DAY_MS = 24 * 3_600_000

/** Unvalidated request of an operator to view an account: answer, account (CAIP-10), reason (4 to 200 characters), `ttl` in s. */
export type AssistRequest = Answer & { readonly target?: unknown; readonly reason?: unknown; readonly ttl?: unknown }

/** A support view: a short-lived, read-only token. */
export type AssistGrant = {
  readonly accessToken: string
  /** Seconds. */
  readonly expiresIn: number
  /** Id of the user whose account is viewed, and address of the operator (RFC 8693). */
  readonly sub: string
  readonly act: { readonly sub: string }
  readonly scope: 'read'
  readonly assistId: string
  readonly user: User
}

/**
 * Lets an operator who has just signed in for it view a user's account, and records who, whom, why and until when. Throws LoginRefusal:
 * `not_found` if support views are off, for non-operators, whatever they send, and for an unknown user.
 */
export async function beginAssist(context: LoginContext, request: AssistRequest, caller: Caller): Promise<AssistGrant> {
  const { target, reason, ttl = ASSIST_LIFE_S } = request
  const { challenge, accountType } = await verifyAnswer(context, request, caller).catch(hide)
  // The daily limit is of the key, not of one of its addresses.
  const operator = addressOfKey(challenge.address)
  if (!challenge.assist || !context.isOperator(operator)) throw new LoginRefusal('not_found')
  // The list names keys: a contract at such an address on some chain is somebody else.
  if (accountType !== 'eoa') throw new LoginRefusal('not_found')
  if (typeof reason !== 'string' || reason.trim().length < 4 || reason.length > 200) throw new LoginRefusal('bad_request')
  if (typeof ttl !== 'number' || !(ttl > 0)) throw new LoginRefusal('bad_request')
  if (typeof target !== 'string' || target.toLowerCase() !== challenge.assist.toLowerCase()) throw new LoginRefusal('bad_request')
  const { networkId, address } = parseCaipAddress(challenge.assist)
  if (context.isOperator(address)) throw new LoginRefusal('target_not_allowed')
  const user =
    (await context.storage.findUser(accountOf(networkId, address, 'eoa'))) ??
    (await context.storage.findUser(accountOf(networkId, address, 'smartAccount')))
  if (!user) throw new LoginRefusal('not_found')

  const now = context.now()
  const lifeS = Math.min(Math.ceil(ttl), ASSIST_LIFE_S)
  const assist = { id: newId('as'), operator, userId: user.id, reason, at: now, until: now + lifeS * 1000, ip: caller.ip }
  if (!(await context.storage.addAssist(assist, ASSISTS_PER_DAY, now - DAY_MS)))
    throw new LoginRefusal('too_many_requests', DAY_MS)
  const accessToken = issueAccessToken(context, { user, sid: assist.id, now, lifeS, operator })
  return { accessToken, expiresIn: lifeS, sub: user.id, act: { sub: operator }, scope: 'read', assistId: assist.id, user }
}

/** Non-operators must not learn that operators exist, not even by which chain requests are made: an operator is a key. */
function hide(cause: unknown): never {
  throw cause instanceof LoginRefusal ? new LoginRefusal('not_found', undefined, { cause }) : cause
}
