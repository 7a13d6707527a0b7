import type { CaipNetworkId } from './caip'
import type { AccountType } from './wallet'

/** Whose text to sign is wanted: the account on its chain, and who referred the visitor. */
export type ChallengeInput = {
  readonly address: string
  readonly chain: CaipNetworkId
  readonly accountType: AccountType
  readonly ref: string | null
  /** The account that support wants to view. */
  readonly assist?: string
}
/** The answer to a challenge: its signature, with the CACAO of a one-click sign-in. */
export type AnswerInput = {
  readonly challengeId: string
  readonly signature: string
  readonly cacao: unknown
  readonly walletInfo?: { readonly name: string; readonly type: string }
}
/** The operator's signature for a view of `target`, a CAIP-10 id, for `ttl` seconds. */
export type AssistInput = AnswerInput & { readonly target: string; readonly reason: string; readonly ttl: number }

/** The app's login backend. A host may bring a client of its own (property `login`); its answers are parsed in the same way. */
export type LoginClient = {
  challenge(input: ChallengeInput): Promise<unknown>
  signIn(input: AnswerInput): Promise<unknown>
  /** Rejects with an error whose `status` is 401 where nobody is logged in any more. */
  refresh(): Promise<unknown>
  /** Ends the session of the refresh token; there may be none. */
  signOut(): Promise<unknown>
  assist(input: AssistInput): Promise<unknown>
}
