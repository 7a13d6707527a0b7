import { isCaipNetworkId } from './caip'
import type { Cacao, SiwxData, SiwxSession } from './siwx'
import type { StorageKey } from './storage'

/** Nobody has more accounts on one site; the oldest are dropped. */
export const MAX_SESSIONS = 20

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 70_000
const isMaybeText = (value: unknown) => value === undefined || isText(value)
const isMaybeTexts = (value: unknown) => value === undefined || (Array.isArray(value) && value.every(isText))

const isData = (value: unknown): value is SiwxData =>
  isRecord(value) &&
  [value.accountAddress, value.domain, value.uri, value.version, value.nonce].every(isText) &&
  isCaipNetworkId(value.chainId) &&
  [value.statement, value.issuedAt, value.expirationTime, value.notBefore, value.requestId].every(isMaybeText) &&
  isMaybeTexts(value.resources)

const isCacao = (value: unknown): value is Cacao =>
  isRecord(value) &&
  [value.h, value.p, value.s].every(isRecord) &&
  isRecord(value.p) &&
  [value.p.iss, value.p.aud, value.p.domain, value.p.nonce].every(isText) &&
  isRecord(value.s) &&
  [value.s.t, value.s.s].every(isText)

const isSession = (value: unknown): value is SiwxSession =>
  isRecord(value) &&
  isData(value.data) &&
  isText(value.message) &&
  isText(value.signature) &&
  (value.cacao === undefined || isCacao(value.cacao))

/** The sign-ins of this browser: proofs, not credentials. Each is verified again before it counts; unreadable ones are dropped. */
export const siwxSessionsKey: StorageKey<readonly SiwxSession[]> = {
  area: 'local',
  name: 'siwx',
  parse: (value) => (Array.isArray(value) ? value.filter(isSession).slice(-MAX_SESSIONS) : undefined),
}
