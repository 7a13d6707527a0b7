import type { CaipAddress, CaipNetworkId } from '../lib/caip'
import type { AccountType } from '../lib/wallet'

export type { AccountType }

/** One sign-in that may still happen: exactly these bytes, for this account, chain and site, once. */
export type Challenge = {
  readonly id: string
  /** The text as we wrote it; nothing else is ever verified. */
  readonly message: string
  readonly address: string
  readonly chain: CaipNetworkId
  /** The page it was given to. */
  readonly origin: string
  readonly nonce: string
  /** Who referred the user, an EVM address; null: nobody. */
  readonly ref: string | null
  /** Epoch ms. */
  readonly issuedAt: number
  readonly expiresAt: number
  /** The account an operator asks to view; a challenge with it logs nobody in. */
  readonly assist?: CaipAddress
}

/** A user of the app, as the browser is told. */
export type User = {
  readonly id: string
  readonly address: string
  /** The chain of the latest sign-in. */
  readonly chain: CaipNetworkId
  readonly accountType: AccountType
  /** Who brought the user, said at the first sign-in; null: nobody. */
  readonly ref: string | null
  /** ISO 8601. */
  readonly createdAt: string
}

/** A signature with its text, kept of a contract account only: its owners may change. */
export type Proof = { readonly message: string; readonly signature: string; readonly checkedAt: number }

/** All refresh tokens that follow from one sign-in. Tokens are known by SHA-256 alone. */
export type Family = {
  readonly id: string
  readonly user: User
  readonly currentHash: string
  /** The token before the current one, and its successor in a form that only its holder can read. */
  readonly previousHash: string | null
  readonly sealedSuccessor: string | null
  /** Epoch ms. */
  readonly rotatedAt: number
  readonly idleUntil: number
  readonly absoluteUntil: number
  readonly proof: Proof | null
}

/** One time that an operator viewed an account. Rows are added, never changed. */
export type Assist = {
  readonly id: string
  readonly operator: string
  readonly userId: string
  readonly reason: string
  /** Epoch ms. */
  readonly at: number
  readonly until: number
  /** The operator's. */
  readonly ip: string
}

/**
 * Where sign-ins, families and the audit are kept. Several processes may share it, so each member is atomic.
 * Times are epoch ms of the caller's clock.
 */
export type LoginStorage = {
  /** Keeps a challenge until it is taken or expires. */
  addChallenge(challenge: Challenge): Promise<void>
  /** Takes a challenge for good, once in all processes; a wrong signature has used it up. `expired` when it is not known either. */
  takeChallenge(id: string, now: number): Promise<Challenge | 'used' | 'expired'>
  /** Keeps a new user under its account, or gives the one that is there with this sign-in's chain. */
  saveUser(account: string, candidate: User): Promise<User>
  /** The user of an account. */
  findUser(account: string): Promise<User | undefined>
  /** Keeps the family of a new sign-in. */
  addFamily(family: Family): Promise<void>
  /** The living family that a token was ever part of; `ended` once it has been revoked. */
  familyOf(tokenHash: string): Promise<Family | 'ended' | undefined>
  /** Puts `next` in the place of a living family whose current token is `fromHash`; whether it did. */
  advanceFamily(fromHash: string, next: Family): Promise<boolean>
  /** False once it has been revoked, or is not known. */
  isFamilyAlive(id: string): Promise<boolean>
  /** Revokes it for good. */
  endFamily(id: string): Promise<void>
  /** Adds an audit row unless the operator has that many since `since`; whether it did. */
  addAssist(assist: Assist, limit: number, since: number): Promise<boolean>
  /** The latest rows about a user, newest first. */
  assistsOf(userId: string, count: number): Promise<readonly Assist[]>
  /** Adds `by` under a key; the sum in the present window of `windowMs`. */
  count(key: string, by: number, windowMs: number, now: number): Promise<number>
  /** Closes what keeps it. */
  close(): Promise<void>
}
