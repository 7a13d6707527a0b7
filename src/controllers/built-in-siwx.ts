import { adapters } from '../adapters'
import { type CaipNetworkId, parseCaipNetworkId } from '../lib/caip'
import { WalletError } from '../lib/errors'
import { decodeRecap } from '../lib/recap'
import type { Siwx, SiwxData, SiwxMessage, SiwxMessageInput, SiwxSession } from '../lib/siwx'
import { dataOf, formatSiwxMessage, parseSiwxMessage } from '../lib/siwx-message'
import { siwxSessionsKey } from '../lib/siwx-sessions'
import { forget, read, remember } from '../lib/storage'
import { config } from '../state/config'
import { loadNetworks, networkOf } from './network-list'
import { rpcContext } from './rpc'

/** How long a sign-in is valid: a week. */
export const SESSION_LIFE_MS = 7 * 24 * 60 * 60 * 1000
/** How long a verification is cached: a contract's answer may change (SECURITY promise 28). */
export const VERDICT_LIFE_MS = 5 * 60 * 1000
/** How far ahead the clock of the device may be. */
const CLOCK_LEEWAY_MS = 10 * 60 * 1000
const NONCE_LENGTH = 24
const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Sign-in without a backend: verified in the browser, kept in its storage, valid on this site only. */
export const builtInSiwx: Siwx = {
  async createMessage(input: SiwxMessageInput): Promise<SiwxMessage> {
    const data = freshData(input)
    return { ...data, toString: () => formatSiwxMessage(data) }
  },

  async getSessions(chainId, address) {
    const own = stored().filter(({ data }) => isOwner(data, chainId, address) && covers(data, chainId))
    const proven = await Promise.all(
      own.map(async (session) => {
        const verdict = await check(session).catch(() => 'unknown' as const)
        if (verdict === 'bad') drop((each) => each.signature === session.signature)
        return verdict === 'good' ? [session] : []
      }),
    )
    return proven.flat()
  },

  async addSession(session) {
    if ((await check(session)) !== 'good') throw new WalletError('SIGNATURE_INVALID')
    const { chainId, accountAddress } = session.data
    const others = stored().filter(({ data }) => data.chainId !== chainId || !isOwner(data, chainId, accountAddress))
    remember(siwxSessionsKey, [...others, session])
  },

  async revokeSession(chainId, address) {
    drop(({ data }) => isOwner(data, chainId, address) && covers(data, chainId))
  },

  async setSessions(sessions) {
    if (sessions.length === 0) return forget(siwxSessionsKey)
    remember(siwxSessionsKey, [])
    for (const each of sessions) await this.addSession(each)
  },
}

/** The data of a new message, with a nonce of 142 bits. */
export function freshData({ accountAddress, chainId, notBefore }: SiwxMessageInput): SiwxData {
  const now = Date.now()
  return {
    accountAddress,
    chainId,
    domain: location.host,
    // Without query and fragment, which may contain secrets.
    uri: location.origin + rfc3986(location.pathname),
    version: '1',
    nonce: nonce(),
    statement: config.signInStatement,
    issuedAt: new Date(now).toISOString(),
    expirationTime: new Date(now + SESSION_LIFE_MS).toISOString(),
    ...(notBefore !== undefined && { notBefore }),
  }
}

/** Whether a sign-in is valid on a chain: its own, and those that its ReCap names. */
export function covers({ chainId, resources }: SiwxData, wanted: CaipNetworkId): boolean {
  if (chainId === wanted) return true
  const abilities = Object.values(decodeRecap(resources?.at(-1) ?? '')?.att ?? {}).flatMap((each) => Object.values(each))
  return abilities.flat().some((limits) => {
    const named: unknown = typeof limits === 'object' && limits !== null && 'chains' in limits ? limits.chains : undefined
    return Array.isArray(named) && named.includes(wanted)
  })
}

function isOwner({ chainId, accountAddress }: SiwxData, wanted: CaipNetworkId, address: string): boolean {
  const { namespace } = parseCaipNetworkId(wanted)
  if (parseCaipNetworkId(chainId).namespace !== namespace) return false
  return namespace === 'eip155' ? accountAddress.toLowerCase() === address.toLowerCase() : accountAddress === address
}

const stored = (): readonly SiwxSession[] => read(siwxSessionsKey) ?? []

function drop(gone: (session: SiwxSession) => boolean): void {
  const before = stored()
  const kept = before.filter((each) => !gone(each))
  if (kept.length < before.length) remember(siwxSessionsKey, kept)
}

const verdicts = new Map<string, number>()

/** Whether a session is genuine, of this site and current. Rejects where that cannot be verified. */
async function check({ data, message, signature }: SiwxSession): Promise<'good' | 'bad'> {
  const said = parseSiwxMessage(message)
  const meant = said && dataOf(said)
  if (!meant || !isSame(meant, data) || data.domain !== location.host || !isCurrent(data)) return 'bad'
  const { namespace } = parseCaipNetworkId(data.chainId)
  const key = JSON.stringify([data.chainId, message, signature])
  if (Date.now() - (verdicts.get(key) ?? Number.NEGATIVE_INFINITY) < VERDICT_LIFE_MS) return 'good'
  const loaded = await adapters[namespace]?.verify?.()
  if (!loaded) throw new WalletError('SIGN_IN_UNSUPPORTED')
  await loadNetworks()
  const network = networkOf(data.chainId)
  const proven = await loaded.verifySignature(network, { address: data.accountAddress, message, signature }, rpcContext(network))
  if (proven) verdicts.set(key, Date.now())
  return proven ? 'good' : 'bad'
}

const isSame = (one: SiwxData, other: SiwxData) => flat(one) === flat(other)
const flat = (data: SiwxData) =>
  JSON.stringify(
    Object.entries(data)
      .filter(([, value]) => value !== undefined)
      .sort(),
  )

function isCurrent({ issuedAt, notBefore, expirationTime }: SiwxData): boolean {
  const now = Date.now()
  const from = Date.parse(notBefore ?? issuedAt ?? '')
  return from <= now + CLOCK_LEEWAY_MS && (expirationTime === undefined || Date.parse(expirationTime) > now)
}

/** Percent-encodes characters that browsers leave in a path and RFC 3986 does not allow. */
const rfc3986 = (path: string) =>
  path.replace(/%(?![0-9A-Fa-f]{2})/g, '%25').replace(/[^A-Za-z0-9\-._~!$&'()*+,;=:@/%]/gu, encodeURIComponent)

function nonce(): string {
  let text = ''
  while (text.length < NONCE_LENGTH)
    // Without the bytes above the last multiple of 62, which would make the first letters more likely.
    for (const byte of crypto.getRandomValues(new Uint8Array(NONCE_LENGTH)))
      if (byte < 248 && text.length < NONCE_LENGTH) text += ALPHANUMERIC[byte % ALPHANUMERIC.length]
  return text
}
