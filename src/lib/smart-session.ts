/** What an app may do without asking. Amounts are base units; `spent` is what it has used in the present period. */
export type SmartPermission =
  | {
      readonly kind: 'spend'
      /** Absent: the network's coin. */
      readonly token: string | undefined
      readonly allowance: bigint
      /** Seconds; 0: the allowance is a total. */
      readonly period: number
      readonly spent: bigint | undefined
    }
  /** `value`: how much of the network's coin the calls may send. */
  | { readonly kind: 'call'; readonly contract: string; readonly functions: readonly string[]; readonly value: bigint }
  | { readonly kind: 'other'; readonly type: string }

/** The expiry of a session without an end, which is 0 on the wire (ERC-4337): the latest time that a Date can hold. */
export const NEVER_MS = 8.64e15

/** A session that an account has granted (ERC-7715), as the provider knows it. Times are epoch ms. */
export type SmartSession = {
  /** Its id with the provider: a UUID. */
  readonly pci: string
  readonly app: { readonly name: string; readonly icon: string | undefined }
  readonly createdAt: number
  readonly expiry: number
  readonly revokedAt: number | undefined
  readonly permissions: readonly SmartPermission[]
  /** The permissions as received; sent back to the wallet to revoke them. */
  readonly wire: readonly unknown[]
}

/** Where a session stands at a time. */
export const sessionStage = ({ revokedAt, expiry }: SmartSession, now: number): 'active' | 'expired' | 'revoked' =>
  revokedAt !== undefined ? 'revoked' : expiry <= now ? 'expired' : 'active'
