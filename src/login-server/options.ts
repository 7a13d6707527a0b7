import { createPrivateKey, generateKeyPairSync, KeyObject } from 'node:crypto'
import { type CaipNetworkId, isCaipNetworkId } from '../lib/caip'
import { originOf } from '../lib/origin'
import type { Issuer } from './access-token'
import { operatorKey } from './accounts'
import { httpRpc, type Rpc } from './rpc'
import type { LoginStorage } from './types'

/** Settings of a backend's login. */
export type LoginOptions = {
  /** Origins that may log in, e.g. `https://dapp.example`, or `capacitor://localhost` for an app; their host is the text's domain. */
  readonly origins: readonly string[]
  /** The chains to sign in on. `eip155`: at least two independent endpoints, or contract accounts are refused. */
  readonly chains: Readonly<Record<CaipNetworkId, { readonly rpc?: readonly (string | Rpc)[] | undefined }>>
  /** `sqliteStorage`, `redisStorage` or one of your own. */
  readonly storage: LoginStorage
  /** Ed25519 private key (PEM or KeyObject), the same in every instance; default: a new one, so that no other process takes its access tokens. */
  readonly signingKey?: string | KeyObject
  /** Issuer and audience of the tokens; default: `wallet-login` and `app`. */
  readonly issuer?: string | undefined
  readonly audience?: string | undefined
  /** One line in the text to sign, of EIP-4361's letters: ASCII without `"%<>\^{|}` and backtick; default: `Login wallet`. */
  readonly statement?: string | undefined
  /** Limits attempts per IP address of the caller, with `too_many_requests`; default: `on`. */
  readonly rateLimits?: 'on' | 'off' | undefined
  /** Addresses that may view accounts as support; absent or empty: the route does not exist. */
  readonly operators?: readonly string[] | undefined
  /** The clock, epoch ms; default: `Date.now`. */
  readonly now?: (() => number) | undefined
}

/** The options with defaults, read once. */
export type LoginContext = Issuer & {
  readonly origins: ReadonlySet<string>
  readonly chains: ReadonlyMap<string, readonly Rpc[]>
  readonly storage: LoginStorage
  readonly statement: string
  readonly rateLimits: 'on' | 'off'
  /** Whether an address, on any network, is an operator's. */
  readonly isOperator: (address: string) => boolean
  readonly now: () => number
}

/** Reads the options. Throws for an invalid origin, chain, endpoint or operator, a key of another kind, a statement of several lines. */
export function contextOf(options: LoginOptions): LoginContext {
  const { signingKey, statement = 'Login wallet' } = options
  const key = signingKey === undefined ? generateKeyPairSync('ed25519').privateKey : readKey(signingKey)
  if (key?.asymmetricKeyType !== 'ed25519' || key.type !== 'private')
    throw new TypeError('signingKey is no Ed25519 private key (PEM or KeyObject)')
  // With any other letter wallets take the text for no sign-in, and do not warn of another site's.
  if (!/^[\w\-.~:/?#[\]@!$&'()*+,;= ]{1,200}$/.test(statement))
    throw new TypeError("statement is one line of letters, digits, spaces and -._~:/?#[]@!$&'()*+,;= (EIP-4361)")
  for (const origin of options.origins) {
    const found = originOf(origin)
    // `localhost:3000` is a URL too, of the scheme `localhost:`, which has no origin.
    const meant = found && found !== 'null' ? found : 'it with its scheme, such as https://'
    if (found !== origin) throw new TypeError(`${origin} is no origin; write ${meant}`)
  }
  for (const [chain, { rpc = [] }] of Object.entries(options.chains)) {
    if (!isCaipNetworkId(chain)) throw new TypeError(`${chain} is no CAIP-2 id; write eip155:56, for example`)
    // Only contract accounts need them: a setting that is missing would not be noticed until one signs in.
    if (!rpc.every(canBeAsked))
      throw new TypeError(`Each rpc of ${chain} is an http or https URL without user name and password, or a function`)
  }
  const operators = new Set(options.operators?.map(operatorKey))
  // Its owner would be told what strangers are: that there are no support views.
  const none = options.operators?.find((each) => !operatorKey(each))
  if (none !== undefined) throw new TypeError(`"${none}" in operators is no address`)
  return {
    key,
    issuer: options.issuer ?? 'wallet-login',
    audience: options.audience ?? 'app',
    origins: new Set(options.origins),
    chains: new Map(
      Object.entries(options.chains).map(([id, { rpc = [] }]) => [
        id,
        rpc.map((each) => (typeof each === 'string' ? httpRpc(each) : each)),
      ]),
    ),
    storage: options.storage,
    statement,
    rateLimits: options.rateLimits ?? 'on',
    isOperator: (address) => operators.has(operatorKey(address)),
    now: options.now ?? Date.now,
  }
}

/** Whether `fetch` takes this endpoint. */
function canBeAsked(endpoint: string | Rpc): boolean {
  if (typeof endpoint === 'function') return true
  if (!URL.canParse(endpoint)) return false
  const { protocol, username, password } = new URL(endpoint)
  return /^https?:$/.test(protocol) && !username && !password
}

/** undefined for a text that is no key, such as an environment variable that is not set. */
function readKey(key: string | KeyObject): KeyObject | undefined {
  if (key instanceof KeyObject) return key
  try {
    return createPrivateKey(key)
  } catch {
    return undefined
  }
}
