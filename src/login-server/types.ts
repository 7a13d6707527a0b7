import type { CaipAddress, CaipNetworkId } from '../lib/caip'
import type { AccountType } from '../lib/wallet'

export type { AccountType }

/** A pending sign-in: exactly these bytes, for this account, chain and site, once. */
export type Challenge = {
  readonly id: string
  /** The text as created here; nothing else is ever verified. */
  readonly message: string
  readonly address: string
  readonly chain: CaipNetworkId
  /** Origin of the page it was issued to. */
  readonly origin: string
  readonly nonce: string
  /** The referrer, an EVM address; null: nobody. */
  readonly ref: string | null
  /** Epoch ms. */
  readonly issuedAt: number
  readonly expiresAt: number
  /** The account an operator asks to view; a challenge with it logs nobody in. */
  readonly assist?: CaipAddress
}

/** A user of the app, as sent to the browser. */
export type User = {
  readonly id: string
  readonly address: string
  /** The chain of the latest sign-in. */
  readonly chain: CaipNetworkId
  readonly accountType: AccountType
  /** The referrer, given at the first sign-in; null: nobody. */
  readonly ref: string | null
  /** ISO 8601. */
  readonly createdAt: string
}

/** A signature with its text, kept for contract accounts only: their owners may change. */
export type Proof = { readonly message: string; readonly signature: string; readonly checkedAt: number }

/** All refresh tokens that follow from one sign-in. Only their SHA-256 hashes are stored. */
export type Family = {
  readonly id: string
  readonly user: User
  readonly currentHash: string
  /** The previous token, and its successor encrypted for the holder of that token. */
  readonly previousHash: string | null
  readonly sealedSuccessor: string | null
  /** Epoch ms. */
  readonly rotatedAt: number
  readonly idleUntil: number
  readonly absoluteUntil: number
  readonly proof: Proof | null
}

/** One view of an account by an operator. Rows are added, never changed. */
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
 * Stores sign-ins, families and the audit log. Several processes may share it, so each method is atomic. Times are epoch ms of the
 * caller's clock.
 */
export type LoginStorage = {
  /** Stores a challenge until it is taken or expires. */
  addChallenge(challenge: Challenge): Promise<void>
  /** Takes a challenge for good, once across all processes, even if the signature is wrong. `expired` also for an unknown one. */
  takeChallenge(id: string, now: number): Promise<Challenge | 'used' | 'expired'>
  /** Stores a new user for the account, or returns the existing one with this sign-in's chain. */
  saveUser(account: string, candidate: User): Promise<User>
  /** The user of an account. */
  findUser(account: string): Promise<User | undefined>
  /** Stores the family of a new sign-in. */
  addFamily(family: Family): Promise<void>
  /** The living family that a token ever belonged to; `ended` once it has been revoked. */
  familyOf(tokenHash: string): Promise<Family | 'ended' | undefined>
  /** Replaces a living family whose current token is `fromHash` by `next`; resolves to whether it did. */
  advanceFamily(fromHash: string, next: Family): Promise<boolean>
  /** False if it has been revoked or is unknown. */
  isFamilyAlive(id: string): Promise<boolean>
  /** Revokes it for good. */
  endFamily(id: string): Promise<void>
  /** Adds an audit row unless the operator has `limit` of them since `since`; resolves to whether it did. */
  addAssist(assist: Assist, limit: number, since: number): Promise<boolean>
  /** The latest rows about a user, newest first. */
  assistsOf(userId: string, count: number): Promise<readonly Assist[]>
  /** Adds `by` to a key's count; resolves to the sum in the current window of `windowMs`. */
  count(key: string, by: number, windowMs: number, now: number): Promise<number>
  /** Closes the database or connection. */
  close(): Promise<void>
}
