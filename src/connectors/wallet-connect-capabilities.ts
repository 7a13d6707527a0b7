import { safeParse, z } from '../lib/schema'

const ByChain = z.record(z.string(), z.record(z.string(), z.unknown()))
const ByName = z.record(z.string(), z.unknown())
const Asked = z.tuple([z.string()], z.unknown())

/** What a wallet may send with a session, unparsed. */
export type Told = { readonly sessionProperties?: unknown; readonly scopedProperties?: unknown }
type Abilities = Readonly<Record<string, unknown>>

/** Names of capabilities in EIP-5792 and the standards built on it; a session may hold other properties too. */
const NAMES = 'atomic paymasterService auxiliaryFunds sessionKeys flow-control permissions assetDiscovery'.split(' ')

/**
 * The answer to EIP-5792's `wallet_getCapabilities` that a wallet sent with its session, for the requested chains and for `0x0`,
 * which means all: as one text or object (facts: wallets §2.5), else by its scopes (CAIP-25); undefined: ask the wallet.
 * Never throws.
 */
export function capabilitiesIn({ sessionProperties, scopedProperties }: Told, params: unknown): Abilities | undefined {
  const [account = '', chainIds] = safeParse(Asked, params).data ?? []
  if (account === '') return undefined
  const whole = safeParse(ByChain, ofAccount(recordOf(sessionProperties).capabilities, account)).data
  const byChain = whole ?? scoped(sessionProperties, scopedProperties, account)
  if (!byChain || !Array.isArray(chainIds)) return byChain
  const wanted = new Set([0, ...chainIds.filter((id) => typeof id === 'string').map(Number)])
  return Object.fromEntries(Object.entries(byChain).filter(([id]) => wanted.has(Number(id))))
}

/** The capabilities of the session, of all EVM chains and of single ones; an account's own take precedence. */
function scoped(session: unknown, scopes: unknown, account: string): Abilities | undefined {
  const told = Object.entries(recordOf(scopes)).flatMap(([scope, said]): [string, Abilities][] => {
    const [isScope, chain = 0] = /^eip155(?::(\d{1,15}))?$/.exec(scope) ?? []
    const own = { ...abilitiesIn(said), ...abilitiesIn(ofAccount(said, `${scope}:${account}`)) }
    return isScope ? [[`0x${Number(chain).toString(16)}`, own]] : []
  })
  const all: [string, Abilities][] = [['0x0', abilitiesIn(session)], ...told]
  const known = all.filter(([, abilities]) => Object.keys(abilities).length > 0)
  return known.length > 0 ? Object.fromEntries(known) : undefined
}

/** Addresses may be in either case. */
const ofAccount = (said: unknown, account: string): unknown =>
  Object.entries(recordOf(said)).find(([id]) => id.toLowerCase() === account.toLowerCase())?.[1]

const abilitiesIn = (said: unknown): Abilities =>
  Object.fromEntries(
    Object.entries(recordOf(said)).flatMap(([name, ability]) => {
      const read = NAMES.includes(name) ? recordOf(ability) : {}
      return Object.keys(read).length > 0 ? [[name, read]] : []
    }),
  )

/** Where the protocol has JSON texts, wallets also send objects. */
function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  try {
    return safeParse(ByName, typeof value === 'string' ? JSON.parse(value) : value).data ?? {}
  } catch {
    return {}
  }
}
