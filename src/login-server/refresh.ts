import type { LoginContext } from './options'
import { hashOf, newId, newToken, seal } from './random'
import { LoginRefusal } from './refusal'
import type { Family, Proof, User } from './types'
import { isOfContract } from './verify-eip155'

const REFRESH_IDLE_MS = 24 * 3_600_000
const REFRESH_ABSOLUTE_MS = 7 * 24 * 3_600_000
/** How long the previous token still leads to the current one: for tabs that refresh at once, and for a lost answer. */
const REFRESH_OVERLAP_MS = 10_000
const PROOF_LIFE_MS = 24 * 3_600_000

/** A family and its holder's new token. */
export type Refreshed = { readonly family: Family; readonly token: string }

/** Starts a family for a user who has just signed in. */
export async function beginFamily(
  { storage, now }: LoginContext,
  user: User,
  proof: Omit<Proof, 'checkedAt'> | null,
): Promise<Refreshed> {
  const [token, at] = [newToken(), now()]
  const family: Family = {
    id: newId('f'),
    user,
    currentHash: hashOf(token),
    previousHash: null,
    sealedSuccessor: null,
    rotatedAt: at,
    idleUntil: at + REFRESH_IDLE_MS,
    absoluteUntil: at + REFRESH_ABSOLUTE_MS,
    proof: proof && { ...proof, checkedAt: at },
  }
  await storage.addFamily(family)
  return { family, token }
}

/**
 * Exchanges a refresh token for its successor. The previous token gives the same successor for 10 s; any other used token ends the
 * family. Throws `refresh_invalid`, `refresh_reused`, `verifier_unavailable`.
 */
export async function rotate(context: LoginContext, token: string): Promise<Refreshed> {
  const { storage, now } = context
  const hash = hashOf(token)
  const family = await livingFamily(context, hash)
  if (family.currentHash === hash) {
    const successor = newToken()
    // The chain's endpoints may take longer than the overlap, which starts only afterwards.
    const proof = family.proof && (await proved(context, family, family.proof))
    const at = now()
    const next: Family = {
      ...family,
      currentHash: hashOf(successor),
      previousHash: hash,
      sealedSuccessor: seal(token, successor),
      rotatedAt: at,
      idleUntil: Math.min(at + REFRESH_IDLE_MS, family.absoluteUntil),
      proof,
    }
    if (await storage.advanceFamily(hash, next)) return { family: next, token: successor }
    // Another request was first.
    return overlapping(context, await livingFamily(context, hash), token)
  }
  return overlapping(context, family, token)
}

async function livingFamily({ storage, now }: LoginContext, hash: string): Promise<Family> {
  const family = await storage.familyOf(hash)
  if (family === 'ended') throw new LoginRefusal('refresh_reused')
  if (!family || Math.min(family.idleUntil, family.absoluteUntil) <= now()) throw new LoginRefusal('refresh_invalid')
  return family
}

async function overlapping({ storage, now }: LoginContext, family: Family, token: string): Promise<Refreshed> {
  const { previousHash, sealedSuccessor, rotatedAt } = family
  // Of either sign: a clock that was set back must not keep the token for as long as that.
  const isOverlap = Math.abs(now() - rotatedAt) <= REFRESH_OVERLAP_MS
  if (previousHash === hashOf(token) && sealedSuccessor && isOverlap) return { family, token: seal(token, sealedSuccessor) }
  await storage.endFamily(family.id)
  throw new LoginRefusal('refresh_reused')
}

/** A contract's owners may have changed since it signed: verified again once a day. */
async function proved(context: LoginContext, { id, user }: Family, proof: Proof): Promise<Proof> {
  const at = context.now()
  if (at - proof.checkedAt < PROOF_LIFE_MS) return proof
  const signed = { message: proof.message, signature: proof.signature, address: user.address, chain: user.chain }
  if (await isOfContract(signed, context.chains.get(user.chain) ?? [])) return { ...proof, checkedAt: at }
  await context.storage.endFamily(id)
  throw new LoginRefusal('refresh_invalid')
}

/** Ends the family of a token; an unknown token does nothing. */
export async function endSession({ storage }: LoginContext, token: string): Promise<void> {
  const family = await storage.familyOf(hashOf(token))
  if (family && family !== 'ended') await storage.endFamily(family.id)
}
