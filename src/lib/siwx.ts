import type { CaipNetworkId } from './caip'

/** What a sign-in message says (CAIP-122). Times are RFC 3339 text, as the message has them. */
export type SiwxData = {
  /** Address alone, EIP-55 for `eip155`. */
  readonly accountAddress: string
  readonly chainId: CaipNetworkId
  /** Host and port of the page that asks. */
  readonly domain: string
  readonly uri: string
  readonly version: string
  readonly nonce: string
  readonly statement?: string | undefined
  readonly issuedAt?: string | undefined
  readonly expirationTime?: string | undefined
  readonly notBefore?: string | undefined
  readonly requestId?: string | undefined
  /** URIs; a ReCap (EIP-5573) is the last of them. */
  readonly resources?: readonly string[] | undefined
}

/** A message that can be signed: `toString` gives exactly the text that the wallet is asked for. */
export type SiwxMessage = SiwxData & { toString(): string }

/** A signed message as WalletConnect's one-click sign-in returns it (CAIP-74). */
export type Cacao = {
  readonly h: { readonly t: string }
  readonly p: {
    /** `did:pkh:<CAIP-10>`. */
    readonly iss: string
    readonly aud: string
    readonly domain: string
    readonly nonce: string
    readonly version?: string | undefined
    readonly iat?: string | undefined
    readonly nbf?: string | undefined
    readonly exp?: string | undefined
    readonly statement?: string | undefined
    readonly requestId?: string | undefined
    readonly resources?: readonly string[] | undefined
  }
  readonly s: { readonly t: string; readonly s: string; readonly m?: string | undefined }
}

/** A proven sign-in. */
export type SiwxSession = {
  readonly data: SiwxData
  /** The text that was signed. */
  readonly message: string
  /** 0x-hex for `eip155`, base58 for `solana`. */
  readonly signature: string
  readonly cacao?: Cacao | undefined
}

/** What a message to sign is made for. */
export type SiwxMessageInput = {
  /** Empty while the account is not known yet (one-click sign-in). */
  readonly accountAddress: string
  readonly chainId: CaipNetworkId
  /** RFC 3339. */
  readonly notBefore?: string
}

/** How sign-in is done: the built-in way, the login layer's, or the host's own. */
export type Siwx = {
  /** A message that has not been used before, for this account on this chain. */
  createMessage(input: SiwxMessageInput): Promise<SiwxMessage>
  /** The verified sessions of an account that are valid on a chain now; `[]` if it has to sign in. */
  getSessions(chainId: CaipNetworkId, address: string): Promise<readonly SiwxSession[]>
  /** Verifies and keeps a signed message; rejects if it is not valid. */
  addSession(session: SiwxSession): Promise<void>
  /** Ends the sessions of an account on a chain. */
  revokeSession(chainId: CaipNetworkId, address: string): Promise<void>
  /** Replaces all sessions; an empty list ends them all. If absent, the sessions of an account that leaves are revoked one by one. */
  setSessions?(sessions: readonly SiwxSession[]): Promise<void>
  /** `false`: a message cannot be made before the account is known, so connecting and signing in are two prompts. */
  readonly oneClick?: boolean | undefined
  /** `true`: there can be one session only. Of several messages that a wallet signed together, one is used. */
  readonly single?: boolean | undefined
  /** Whether visitors must sign in, unless the element says so; if absent, they must. */
  getRequired?(): boolean
}
