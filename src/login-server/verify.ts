import { verifyBitcoinMessage } from '../lib/bitcoin-signature'
import { type CaipNetworkId, parseCaipNetworkId } from '../lib/caip'
import { verifyPolkadotMessage } from '../lib/polkadot-signature'
import { type Cacao, messageOfCacao } from './cacao'
import type { Caller } from './challenge'
import { limit } from './limits'
import type { LoginContext } from './options'
import { LoginRefusal } from './refusal'
import type { AccountType, Challenge } from './types'
import { verifyEip155 } from './verify-eip155'
import { verifySolana } from './verify-solana'

const FAILED_PER_MINUTE = 5

/** Phase two of a sign-in, unvalidated: challenge id with a signature as its namespace has it, or a WalletConnect `cacao` (CAIP-74). */
export type Answer = { readonly challengeId?: unknown; readonly signature?: unknown; readonly cacao?: unknown }
/** A verified sign-in: the account, and the signed bytes. */
type Verified = {
  readonly challenge: Challenge
  readonly accountType: AccountType
  readonly message: string
  readonly signature: string
}

/**
 * Verifies an answer against the text created here. The challenge is used up first, so that a failed attempt ends it. Throws
 * LoginRefusal: `bad_signature`, `challenge_used`, `challenge_expired`, `origin_not_allowed`, `verifier_unavailable`.
 */
export async function verifyAnswer(context: LoginContext, answer: Answer, caller: Caller): Promise<Verified> {
  const { challengeId, signature, cacao } = readAnswer(answer)
  // Counted before and taken back after, so that concurrent attempts count too.
  const giveBack = await limit(context, 'failed', caller.ip, FAILED_PER_MINUTE)
  try {
    const verified = await check(context, { challengeId, signature, cacao }, caller)
    await giveBack()
    return verified
  } catch (error) {
    if (!(error instanceof LoginRefusal) || error.code === 'verifier_unavailable') await giveBack()
    throw error
  }
}

type Read = { readonly challengeId: string; readonly signature: string; readonly cacao: Cacao | undefined }

async function check(context: LoginContext, { challengeId, signature, cacao }: Read, caller: Caller): Promise<Verified> {
  const challenge = await context.storage.takeChallenge(challengeId, context.now())
  if (challenge === 'used') throw new LoginRefusal('challenge_used')
  if (challenge === 'expired') throw new LoginRefusal('challenge_expired')
  if (challenge.origin !== caller.origin) throw new LoginRefusal('origin_not_allowed')
  const message = cacao ? messageOfCacao(cacao, challenge) : challenge.message
  const { address, chain } = challenge
  const accountType = message && (await accountTypeOf(context, { message, address, chain, signature }))
  if (!message || !accountType) throw new LoginRefusal('bad_signature')
  return { challenge, accountType, message, signature }
}

function readAnswer({ challengeId, signature, cacao }: Answer): Read {
  if (typeof challengeId !== 'string' || challengeId.length > 64) throw new LoginRefusal('bad_request')
  if (cacao === null || cacao === undefined) {
    if (typeof signature !== 'string') throw new LoginRefusal('bad_request')
    return { challengeId, signature, cacao: undefined }
  }
  const parts = cacao as { p?: unknown; s?: { s?: unknown } }
  if (typeof cacao !== 'object' || typeof parts.p !== 'object' || parts.p === null || typeof parts.s?.s !== 'string')
    throw new LoginRefusal('bad_request')
  return { challengeId, signature: parts.s.s, cacao: { p: parts.p } }
}

type Signed = { readonly message: string; readonly address: string; readonly chain: CaipNetworkId; readonly signature: string }

/** The type of account that signed; `undefined` if it was another account or none. */
async function accountTypeOf(context: LoginContext, signed: Signed): Promise<AccountType | undefined> {
  const { namespace } = parseCaipNetworkId(signed.chain)
  if (namespace === 'eip155') return verifyEip155(signed, context.chains.get(signed.chain) ?? [])
  return (await keys[namespace]?.(signed)) ? 'eoa' : undefined
}

/** Namespaces whose accounts are keys: no chain has to be asked. */
const keys: Readonly<Record<string, (signed: Signed) => boolean | Promise<boolean>>> = {
  solana: ({ message, address, signature }) => verifySolana(message, address, signature),
  bip122: verifyBitcoinMessage,
  polkadot: verifyPolkadotMessage,
}
