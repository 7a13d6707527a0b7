import { type CaipAddress, parseCaipAddress } from '../lib/caip'
import { safeImage } from '../lib/links'
import { safeParse, z } from '../lib/schema'
import type { SmartPermission, SmartSession } from '../lib/smart-session'
import { plainText } from '../lib/text'
import type { CallOptions } from './call'
import { endpoint } from './endpoint'

const MAX_SESSIONS = 1_000
const MAX_PERMISSIONS = 50
const MAX_NAME = 60

const Hex = z.string().check(z.regex(/^0x[0-9a-f]{1,64}$/i))
const Address = z.string().check(z.regex(/^0x[0-9a-f]{40}$/i))
const Seconds = z.int().check(z.nonnegative())
const Spend = z.object({ allowance: Hex, period: z._default(Seconds, 0), spent: z.catch(z.optional(Hex), undefined) })
const TokenSpend = z.object({ ...Spend.shape, token: Address })
const Called = z.object({ functionName: z.string(), valueLimit: z.nullish(Hex) })
const Call = z.object({ address: Address, functions: z.array(Called).check(z.maxLength(MAX_PERMISSIONS)) })

const Permission = z.pipe(
  z.object({ type: z.string(), data: z.unknown() }),
  z.transform((wire): { permission: SmartPermission; wire: unknown } => ({ permission: permissionOf(wire), wire })),
)
const Session = z.pipe(
  z.object({
    project: z.object({ name: z.string(), iconUrl: z.nullish(z.string()) }),
    pci: z.string().check(z.minLength(1), z.maxLength(100)),
    expiry: Seconds,
    createdAt: Seconds,
    permissions: z.array(Permission).check(z.maxLength(MAX_PERMISSIONS)),
    revokedAt: z.nullish(Seconds),
  }),
  z.transform(
    ({ project, pci, expiry, createdAt, permissions, revokedAt }): SmartSession => ({
      pci,
      app: { name: plainText(project.name, MAX_NAME), icon: safeImage(project.iconUrl) },
      createdAt: createdAt * 1000,
      expiry: expiry * 1000,
      revokedAt: typeof revokedAt === 'number' ? revokedAt * 1000 : undefined,
      permissions: permissions.map(({ permission }) => permission),
      wire: permissions.map(({ wire }) => wire),
    }),
  ),
)

/** What cannot be read is named by its type: it is a right all the same. */
function permissionOf({ type, data }: { type: string; data: unknown }): SmartPermission {
  const spend = (token: string | undefined, { allowance, period, spent }: z.infer<typeof Spend>): SmartPermission => ({
    ...{ kind: 'spend', token, allowance: BigInt(allowance), period },
    spent: spent === undefined ? undefined : BigInt(spent),
  })
  if (type === 'native-token-recurring-allowance') {
    const read = safeParse(Spend, data)
    if (read.success) return spend(undefined, read.data)
  }
  if (type === 'erc20-recurring-allowance') {
    const read = safeParse(TokenSpend, data)
    if (read.success) return spend(read.data.token, read.data)
  }
  const call = type === 'contract-call' ? safeParse(Call, data) : undefined
  if (call?.success) {
    const functions = call.data.functions.map(({ functionName }) => plainText(functionName, MAX_NAME))
    const value = call.data.functions.reduce((sum, { valueLimit }) => sum + BigInt(valueLimit ?? 0), 0n)
    return { kind: 'call', contract: call.data.address, functions, value }
  }
  return { kind: 'other', type: plainText(type, MAX_NAME) }
}

type Owned = { readonly networkId: ReturnType<typeof parseCaipAddress>['networkId']; readonly owner: CaipAddress }

const list = endpoint({
  path: ({ owner }: Owned) => `/v1/sessions/${encodeURIComponent(owner)}`,
  namespaces: ['eip155'],
  response: z.object({ pcis: z.array(Session).check(z.maxLength(MAX_SESSIONS)) }),
  empty: { pcis: [] as SmartSession[] },
})

/** The sessions of an account, ended ones among them, the newest first (source: GET /v1/sessions/{caip10}). */
export async function getSessions(owner: CaipAddress, options?: CallOptions): Promise<readonly SmartSession[]> {
  const { pcis } = await list({ networkId: parseCaipAddress(owner).networkId, owner }, options)
  return [...pcis].sort((a, b) => b.createdAt - a.createdAt)
}

const revoke = endpoint({
  method: 'POST',
  namespaces: ['eip155'],
  path: ({ owner }: Owned & { pci: string; signature: string }) => `/v1/sessions/${encodeURIComponent(owner)}/revoke`,
  body: ({ pci, signature }) => ({ pci, signature }),
  // The real server answers nothing at all.
  response: z.unknown(),
  unsupported: 'API_REFUSED',
})

/** Tells the provider that a session has ended, once; `signature` is what the wallet answered (source: POST /v1/sessions/{caip10}/revoke). */
export const postRevoked = (owner: CaipAddress, pci: string, signature: string): Promise<unknown> =>
  revoke({ networkId: parseCaipAddress(owner).networkId, owner, pci, signature })
