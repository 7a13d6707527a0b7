import { secp256k1 } from '@noble/curves/secp256k1'
import {
  type Abi,
  type Address,
  bytesToHex,
  encodeFunctionData,
  getAddress,
  type Hex,
  isAddress,
  isHex,
  keccak256,
  toFunctionSelector,
  toHex,
} from 'viem'
import { publicKeyToAddress } from 'viem/accounts'
import { type Act, accountAbi, contextOf, pciOf, type Session, type Spend, sessionIdOf } from './account-abi'
import { askPerson } from './approval'
import type { AskedHere } from './asked'
import { UNLIMITED } from './calls'
import type { SiteChain } from './chains'
import { sendAsOne } from './operations'
import type { Preview } from './preview'
import { isGranted, type KnownSession, sessionsOf } from './sessions'
import { amountOf, tokenAt } from './simulate'
import { deployment, smartAccount } from './smart-account'

const NATIVE = 'native-token-recurring-allowance'
const ERC20 = 'erc20-recurring-allowance'
const CALL = 'contract-call'
const COIN: Address = `0x${'0'.repeat(40)}`
const DAY_S = 86_400
const LONG_S = 90 * DAY_S
/** The latest valid date. */
const LAST_DATE_MS = 8_640_000_000_000_000
const MAX_PERMISSIONS = 20

/** Permissions that the account's sessions support (EIP-5792 capability `permissions`). */
export const PERMISSIONS = {
  supported: true,
  permissionTypes: [NATIVE, ERC20, CALL],
  signerTypes: ['keys'],
  policyTypes: [],
}

type Given = Record<string, unknown>
const record = (value: unknown): Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Given) : {}

/** Grants a key of the site the requested rights (ERC-7715), after the person's approval. */
export async function grantPermissions({ list, chain, account, site }: AskedHere): Promise<unknown> {
  const asked = record(list[0])
  if (!account.smart) throw new Error('Sessions need a smart account')
  if (typeof asked.chainId !== 'string' || !/^0x[\da-f]{1,13}$/i.test(asked.chainId))
    throw new Error('Invalid chainId: must start with "0x"')
  if (Number(asked.chainId) !== chain.chainId) throw new Error('Chain is not supported')
  const address = asked.address ?? asked.account
  if (address !== undefined && String(address).toLowerCase() !== account.address.toLowerCase())
    throw new Error('This account is not the one in use')
  const session = readSession(asked, site)
  return askPerson(site, previewGrant(chain, account.address, session), async () => {
    const data = encodeFunctionData({ abi: accountAbi, functionName: 'grant', args: [session] })
    const { ok } = await sendAsOne(chain, account, [{ to: account.address, data }])
    if (!ok) throw new Error('The network undid the permission')
    const { permissions, expiry, signer, chainId, policies = [] } = asked
    const accountMeta = deployment(await smartAccount(chain, account.owner))
    return { permissions, policies, expiry, signer, chainId, address: account.address, context: contextOf(session), accountMeta }
  })
}

/** Ends a session; an ended one needs no approval. Resolves to the hash of the ending transaction, `0x` if there is none. */
export async function revokePermissions({ list, chain, account, site }: AskedHere): Promise<unknown> {
  if (!account.smart) throw new Error('Sessions need a smart account')
  const { pci, context, permissionContext, permissionsContext } = record(list[0])
  const given = context ?? permissionContext ?? permissionsContext
  const known = await sessionsOf(chain.rpc, account.address)
  const found = known.find(({ id }) => (isHex(given) ? id === keccak256(given) : pciOf(id) === pci))
  if (!found) throw new Error('There is no such session')
  if (!(await isGranted(chain.rpc, account.address, found.id))) return '0x'
  return askPerson(site, previewRevoke(chain, account.address, found), async () => {
    const data = encodeFunctionData({ abi: accountAbi, functionName: 'revoke', args: [found.id] })
    const { ok, hash } = await sendAsOne(chain, account, [{ to: account.address, data }])
    if (!ok) throw new Error('The network undid it')
    return hash
  })
}

/** Parses a request strictly: what cannot be enforced is refused, never ignored. */
export function readSession(asked: Given, site: string, nowS = Math.floor(Date.now() / 1000)): Session {
  const { expiry, permissions, policies } = asked
  // The contract stores 48 bits of it.
  if (!Number.isSafeInteger(expiry) || Number(expiry) <= nowS || Number(expiry) >= 2 ** 48)
    throw new Error('Invalid expiry: Expiry must be a future timestamp')
  if (!Array.isArray(permissions) || permissions.length === 0 || permissions.length > MAX_PERMISSIONS)
    throw new Error('Invalid permissions: at least one is needed')
  if (policies !== undefined && !(Array.isArray(policies) && policies.length === 0)) throw new Error('Policies are not supported')
  const read = permissions.map((each) => readPermission(record(each)))
  return {
    key: keyIn(record(asked.signer)),
    until: Number(expiry),
    salt: bytesToHex(crypto.getRandomValues(new Uint8Array(32))),
    site,
    spends: read.flatMap((each) => ('spend' in each ? [each.spend] : [])),
    acts: read.flatMap((each) => ('acts' in each ? each.acts : [])),
  }
}

function keyIn({ type, data }: Given): Address {
  const { keys, address } = record(data)
  if (type === 'account' && typeof address === 'string' && isAddress(address)) return address
  const [first, ...others] = Array.isArray(keys) ? keys.map(record) : []
  if (type !== 'keys' || !first) throw new Error('A set of public keys is required for multiKey signers')
  const { type: curve, publicKey } = first
  if (others.length > 0 || curve !== 'secp256k1' || !isHex(publicKey)) throw new Error('One secp256k1 key is supported')
  try {
    return publicKeyToAddress(`0x${secp256k1.ProjectivePoint.fromHex(publicKey.slice(2)).toHex(false)}`)
  } catch {
    throw new Error('Invalid publicKey')
  }
}

function readPermission({ type, data }: Given): { spend: Spend } | { acts: Act[] } {
  const { allowance, start, period, token, address, abi, functions } = record(data)
  if (type === NATIVE || type === ERC20) {
    const contract = type === NATIVE ? COIN : addressIn(token, 'token')
    return { spend: { token: contract, allowance: amountIn(allowance, 'allowance'), ...timesIn(start, period) } }
  }
  if (type !== CALL) throw new Error(`Unsupported permission: ${String(type).slice(0, 60)}`)
  const target = addressIn(address, 'address')
  if (!Array.isArray(functions) || functions.length === 0) throw new Error('Invalid functions: at least one is needed')
  const acts = functions.map(record).map(({ functionName, args, valueLimit, operation }): Act => {
    if (Array.isArray(args) && args.length > 0) throw new Error('Conditions on arguments are not supported')
    if (operation !== undefined && ![0, '0', 'Call', 'CALL'].includes(operation as number))
      throw new Error('Only plain calls are supported')
    const named = (Array.isArray(abi) ? (abi as Abi) : []).filter(
      (each) => each.type === 'function' && each.name === functionName,
    )
    const [only] = named
    if (named.length !== 1 || only?.type !== 'function') throw new Error(`Invalid function: ${String(functionName).slice(0, 60)}`)
    return {
      target,
      selector: toFunctionSelector(only),
      value: valueLimit === undefined ? 0n : amountIn(valueLimit, 'valueLimit'),
    }
  })
  return { acts }
}

function addressIn(value: unknown, name: string): Address {
  if (typeof value !== 'string' || !isAddress(value, { strict: false })) throw new Error(`Invalid ${name}`)
  return getAddress(value)
}

function amountIn(value: unknown, name: string): bigint {
  if (!isHex(value) || value.length > 66 || value === '0x') throw new Error(`Invalid ${name}: must start with "0x"`)
  return BigInt(value)
}

function timesIn(start: unknown, period: unknown) {
  const isTime = (value: unknown) =>
    value === undefined || (Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) < 2 ** 47)
  if (!isTime(start) || !isTime(period)) throw new Error('Invalid start or period')
  return { start: Number(start ?? 0), period: Number(period ?? 0) }
}

const periodWords = (seconds: number) => {
  const known: Record<number, string> = {
    0: 'in all',
    3600: 'an hour',
    [DAY_S]: 'a day',
    [7 * DAY_S]: 'a week',
    [30 * DAY_S]: 'in 30 days',
  }
  return known[seconds] ?? `every ${seconds} seconds`
}

/** What a session may do, a line for each. */
function rightsOf(chain: SiteChain, { spends, acts }: Session): readonly string[] {
  return [
    ...spends.map(({ token, allowance, period }) => {
      const amount = allowance >= UNLIMITED ? 'everything' : `up to ${amountOf(chain, token, allowance)}`
      return `Spend ${amount} ${periodWords(period)}`
    }),
    ...acts.map(({ target, selector, value }) => {
      const coins = value > 0n ? `, with up to ${amountOf(chain, COIN, value)} in all` : ''
      return `Call ${selector} of ${tokenAt(chain, target)?.symbol ?? getAddress(target)}${coins}`
    }),
  ]
}

/** What a person sees before a site gets rights. */
export function previewGrant(chain: SiteChain, from: Hex, session: Session): Preview {
  const until = new Date(Math.min(session.until * 1000, LAST_DATE_MS))
  const tokens = session.acts.flatMap(({ target }) => tokenAt(chain, target)?.symbol ?? [])
  const long = session.until - Date.now() / 1000 > LONG_S
  return {
    title: 'Let this site act for you',
    risks: [
      ...[...new Set(tokens)].map((symbol) => ({
        title: `This site could empty your ${symbol}`,
        text: 'It may call the token itself, and no limit is set on that.',
      })),
      ...(session.spends.some(({ allowance }) => allowance >= UNLIMITED)
        ? [{ title: 'There is no limit', text: 'It may spend everything there is, without asking.' }]
        : []),
      ...(long ? [{ title: 'This is for a long time', text: `It holds until ${until.toLocaleDateString('en')}.` }] : []),
    ],
    changes: [],
    facts: [
      ...rightsOf(chain, session).map((right) => ['It may', right] as const),
      ['Without asking until', until.toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })],
      ['Account', getAddress(from)],
      ['Its key', session.key],
      ['Network', chain.name],
      ['Network fee', 'Paid by this wallet'],
    ],
    raw: JSON.stringify(session, (_, value) => (typeof value === 'bigint' ? toHex(value) : value), 2),
  }
}

function previewRevoke(chain: SiteChain, from: Hex, { session }: KnownSession): Preview {
  return {
    title: `End what ${session.site} may do`,
    risks: [],
    changes: [],
    facts: [
      ...rightsOf(chain, session).map((right) => ['It may no longer', right] as const),
      ['Account', getAddress(from)],
      ['Network', chain.name],
      ['Network fee', 'Paid by this wallet'],
    ],
    raw: sessionIdOf(session),
  }
}
