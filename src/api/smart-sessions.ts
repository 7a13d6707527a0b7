import { type CaipAddress, parseCaipAddress } from '../lib/caip'
import { EVM_ADDRESS } from '../lib/evm-address'
import { safeImage } from '../lib/links'
import { safeParse, z } from '../lib/schema'
import { NEVER_MS, type SmartPermission, type SmartSession } from '../lib/smart-session'
import { plainText } from '../lib/text'
import type { CallOptions } from './call'
import { endpoint } from './endpoint'
import { rows } from './rows'

const MAX_SESSIONS = 1_000
const MAX_PERMISSIONS = 50
const MAX_NAME = 60

const Units = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-f]{1,64}$/i)),
  z.transform((hex) => BigInt(hex)),
)
const Address = z.string().check(z.regex(EVM_ADDRESS))
const Seconds = z.int().check(z.nonnegative())
const Time = z.pipe(
  Seconds,
  z.transform((seconds) => seconds * 1000),
)
/** Later than 0, which stands for "never" (ERC-4337). */
const Moment = z.pipe(
  z.int().check(z.positive()),
  z.transform((seconds) => seconds * 1000),
)
const Spend = z.object({
  allowance: Units,
  period: z._default(Seconds, 0),
  spent: z.catch(z.optional(Units), undefined),
  token: z.optional(Address),
})
const Called = z.object({ functionName: z.string(), valueLimit: z.nullish(Units) })
const Call = z.object({ address: Address, functions: z.array(Called).check(z.maxLength(MAX_PERMISSIONS)) })

/** Values chosen by an app or a wallet must not hide its session or others: what cannot be read is shown as the worse case. */
const Session = z.pipe(
  z.object({
    project: z.unknown(),
    pci: z.string().check(z.minLength(1), z.maxLength(100)),
    expiry: z.catch(Moment, NEVER_MS),
    createdAt: Time,
    permissions: z.array(z.unknown()),
    revokedAt: z.catch(z.optional(Moment), undefined),
  }),
  z.transform(({ project, permissions: wire, revokedAt, ...rest }): SmartSession => {
    const { name, iconUrl } = Object(project) as { name?: unknown; iconUrl?: unknown }
    return {
      ...rest,
      app: { name: plainText(name, MAX_NAME) || rest.pci, icon: safeImage(iconUrl) },
      revokedAt,
      permissions: rightsOf(wire),
      wire,
    }
  }),
)

/** The first permissions, and how many more there are. */
function rightsOf(all: readonly unknown[]): SmartPermission[] {
  const more = all.length - MAX_PERMISSIONS
  const first = all.slice(0, MAX_PERMISSIONS).map((each) => permissionOf(Object(each)))
  return more > 0 ? [...first, { kind: 'other', type: `+${more}` }] : first
}

/** A permission that cannot be read is named by its type: it is a permission all the same. */
function permissionOf({ type, data }: { readonly type?: unknown; readonly data?: unknown }): SmartPermission {
  const isCoin = type === 'native-token-recurring-allowance'
  const spend = safeParse(Spend, data).data
  if (spend && (isCoin || (type === 'erc20-recurring-allowance' && spend.token)))
    return { kind: 'spend', ...spend, spent: spend.spent, token: isCoin ? undefined : spend.token }
  const call = safeParse(Call, data).data
  if (type === 'contract-call' && call) {
    const functions = call.functions.map(({ functionName }) => plainText(functionName, MAX_NAME))
    const value = call.functions.reduce((sum, { valueLimit }) => sum + (valueLimit ?? 0n), 0n)
    return { kind: 'call', contract: call.address, functions, value }
  }
  return { kind: 'other', type: plainText(type, MAX_NAME) }
}

type Owned = { readonly networkId: ReturnType<typeof parseCaipAddress>['networkId']; readonly owner: CaipAddress }

const list = endpoint({
  path: ({ owner }: Owned) => `/v1/sessions/${encodeURIComponent(owner)}`,
  namespaces: ['eip155'],
  response: z.object({ pcis: rows(Session, MAX_SESSIONS) }),
  empty: { pcis: [] as SmartSession[] },
  told: true,
})

/** The sessions of an account, including ended ones, newest first (source: GET /v1/sessions/{caip10}). */
export async function getSessions(owner: CaipAddress, options?: CallOptions): Promise<readonly SmartSession[]> {
  const { pcis } = await list({ networkId: parseCaipAddress(owner).networkId, owner }, options)
  return [...pcis].sort((a, b) => b.createdAt - a.createdAt)
}

const revoke = endpoint({
  method: 'POST',
  namespaces: ['eip155'],
  path: ({ owner }: Owned & { pci: string; signature: string }) => `/v1/sessions/${encodeURIComponent(owner)}/revoke`,
  body: ({ pci, signature }) => ({ pci, signature }),
  // The real server's answer is empty.
  response: z.unknown(),
  unsupported: 'API_REFUSED',
})

/** Reports a revoked session to the provider, once; `signature` is the wallet's (source: POST /v1/sessions/{caip10}/revoke). */
export const postRevoked = (owner: CaipAddress, pci: string, signature: string): Promise<unknown> =>
  revoke({ networkId: parseCaipAddress(owner).networkId, owner, pci, signature })
