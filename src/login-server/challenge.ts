import type { CaipAddress, CaipNetworkId } from '../lib/caip'
import { isCaipAddress, isCaipNetworkId, parseCaipAddress } from '../lib/caip'
import { addressOn, referral } from './accounts'
import { limit } from './limits'
import { signInMessage } from './message'
import type { LoginContext } from './options'
import { newId, newNonce } from './random'
import { LoginRefusal } from './refusal'
import type { Challenge } from './types'

const CHALLENGE_LIFE_MS = 300_000
const CHALLENGES_PER_MINUTE = 10

/** The origin of a request's page and the client's IP address, as known to the caller's own server, never from a header the client sets. */
export type Caller = { readonly origin: string; readonly ip: string }
/** Phase one of a sign-in, unvalidated: address, chain (CAIP-2), referrer, and the account (CAIP-10) that an operator asks to view. */
export type ChallengeRequest = {
  readonly address?: unknown
  readonly chain?: unknown
  readonly ref?: unknown
  readonly assist?: unknown
}

/** Creates the text for the wallet to sign, valid once and for five minutes. Throws LoginRefusal. */
export async function issueChallenge(context: LoginContext, request: ChallengeRequest, caller: Caller): Promise<Challenge> {
  await limit(context, 'challenge', caller.ip, CHALLENGES_PER_MINUTE)
  // The text vouches for its domain: none is made for a page that may not log in, whoever serves this.
  if (!context.origins.has(caller.origin)) throw new LoginRefusal('origin_not_allowed')
  const { chain } = request
  const ref = referral(request.ref)
  if (!isCaipNetworkId(chain) || typeof request.address !== 'string' || ref === undefined) throw new LoginRefusal('bad_request')
  if (!context.chains.has(chain)) throw new LoginRefusal('chain_not_supported')
  const address = addressOn(chain, request.address)
  if (!address) throw new LoginRefusal('bad_request')
  const assist = request.assist === undefined ? undefined : targetOf(request.assist)
  const challenge = render(context, { chain, address, ref, assist, origin: caller.origin })
  await context.storage.addChallenge(challenge)
  return challenge
}

/** The account to view. Anybody gets the text: it opens nothing by itself, and a refusal would tell who is an operator. */
function targetOf(target: unknown): CaipAddress {
  const parsed = isCaipAddress(target) ? parseCaipAddress(target) : undefined
  const address = parsed && addressOn(parsed.networkId, parsed.address)
  if (!parsed || !address) throw new LoginRefusal('bad_request')
  return `${parsed.networkId}:${address}`
}

type Asked = { chain: CaipNetworkId; address: string; ref: string | null; assist: CaipAddress | undefined; origin: string }

function render({ statement, now }: LoginContext, { chain, address, ref, assist, origin }: Asked): Challenge {
  const [id, nonce, issuedAt] = [newId('ch'), newNonce(), now()]
  const expiresAt = issuedAt + CHALLENGE_LIFE_MS
  const message = signInMessage({
    domain: new URL(origin).host,
    address,
    statement: assist ? `View ${assist} as support. Read only.` : statement,
    uri: origin,
    chain,
    nonce,
    issuedAt,
    expiresAt,
    requestId: id,
    ...(assist && { resources: [`urn:wm:assist:${assist}`] }),
  })
  return { id, message, address, chain, origin, nonce, ref, issuedAt, expiresAt, ...(assist && { assist }) }
}
