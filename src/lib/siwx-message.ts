import { type CaipNetworkId, type ChainNamespace, parseCaipNetworkId } from './caip'
import { ecosystemOf, namespaceOf } from './ecosystem'
import { WalletError } from './errors'
import type { SiwxData } from './siwx'

// RFC 3986, as EIP-4361 refers to it
const PCHAR = "(?:[A-Za-z0-9\\-._~!$&'()*+,;=:@]|%[0-9A-Fa-f]{2})"
const USER = "(?:(?:[A-Za-z0-9\\-._~!$&'()*+,;=:]|%[0-9A-Fa-f]{2})*@)?"
const LITERAL = '\\[[0-9A-Fa-f:.]+\\]'
const isDomain = matches(`${USER}(?:${LITERAL}|(?:[A-Za-z0-9\\-._~!$&'()*+,;=]|%[0-9A-Fa-f]{2})+)(?::\\d*)?`)
// A host that is a name is of a path's own letters: to look for both would take the square of their length.
const isUri = matches(
  `[A-Za-z][A-Za-z0-9+.-]*:(?://${USER}${LITERAL})?(?:${PCHAR}|/)*(?:\\?(?:${PCHAR}|[/?])*)?(?:#(?:${PCHAR}|[/?])*)?`,
)
// RFC 3339
const isTime = matches(
  '\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])T(?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:Z|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)',
)
const isNonce = matches('[A-Za-z0-9]{8,}')
const isVersion = matches('1')
const isRequestId = matches(`${PCHAR}*`)
const isHexAddress = matches('0x[0-9A-Fa-f]{40}')
const isAddress = matches('[-.%A-Za-z0-9]{1,128}')
const isNumber = matches('\\d+')
const isReference = matches('[-_A-Za-z0-9]{1,64}')
/** One line of visible text, without characters that hide or reorder it. EIP-4361 itself allows ASCII only. */
const isLine = matches('[^\\p{C}\\p{Zl}\\p{Zp}]+', 'u')

/** The lines after the statement, in EIP-4361's order. */
const fields = [
  { label: 'URI: ', key: 'uri', valid: isUri },
  { label: 'Version: ', key: 'version', valid: isVersion },
  { label: 'Chain ID: ', key: 'chain', valid: isReference },
  { label: 'Nonce: ', key: 'nonce', valid: isNonce },
  { label: 'Issued At: ', key: 'issuedAt', valid: isTime },
  { label: 'Expiration Time: ', key: 'expirationTime', valid: isTime },
  { label: 'Not Before: ', key: 'notBefore', valid: isTime },
  { label: 'Request ID: ', key: 'requestId', valid: isRequestId },
] as const
const RESOURCES = 'Resources:'
/** Required by EIP-4361; all optional in Sign In With Solana. */
const needed: readonly string[] = ['uri', 'version', 'chain', 'nonce', 'issuedAt']

/** The parts of a message as written in the text; Sign In With Solana requires the first two only. */
export type MessageParts = {
  readonly domain: string
  readonly address: string
  readonly statement?: string | undefined
  readonly uri?: string | undefined
  readonly version?: string | undefined
  /** The CAIP-2 reference. */
  readonly chain?: string | undefined
  readonly nonce?: string | undefined
  readonly issuedAt?: string | undefined
  readonly expirationTime?: string | undefined
  readonly notBefore?: string | undefined
  readonly requestId?: string | undefined
  readonly resources?: readonly string[] | undefined
}

/** A sign-in message, parsed. */
export type ParsedMessage = MessageParts & {
  readonly namespace: ChainNamespace
  /** The optional `scheme://` in front of the domain, without `://`. */
  readonly scheme?: string | undefined
}

/**
 * The text of a sign-in: EIP-4361 for `eip155`, Sign In With Solana for `solana`, CAIP-122 in the same form for the others.
 * Throws SIGN_IN_MESSAGE_INVALID where a part does not fit the grammar, a statement of several lines among them.
 */
export function formatSiwxMessage(data: SiwxData): string {
  const { accountAddress: address, chainId, ...rest } = data
  const { namespace, reference } = parseCaipNetworkId(chainId)
  return formatParts(namespace, { ...rest, address, chain: reference })
}

/** The text of a sign-in, from the parts as the text itself names them. Throws SIGN_IN_MESSAGE_INVALID. */
export function formatParts(namespace: ChainNamespace, parts: MessageParts): string {
  const { domain, address, statement, resources } = parts
  const lines = [`${domain} wants you to sign in with your ${ecosystemOf(namespace)} account:`, address]
  if (statement !== undefined) lines.push('', statement)
  // Without a statement EIP-4361 still has its empty line; Sign In With Solana has not.
  else if (namespace === 'eip155') lines.push('')
  const given = fields.flatMap(({ label, key }) => (parts[key] === undefined ? [] : [label + parts[key]]))
  if (resources) given.push(RESOURCES, ...resources.map((each) => `- ${each}`))
  if (given.length) lines.push('', ...given)
  const text = lines.join('\n')
  // Parsing the text again proves that it holds exactly these parts: no part can pass for another.
  if (!isSame(parseSiwxMessage(text), { ...parts, namespace })) throw new WalletError('SIGN_IN_MESSAGE_INVALID')
  return text
}

/** The parts of a text; undefined if it does not fit the grammar of its namespace. Address checksums are not verified. */
export function parseSiwxMessage(text: string): ParsedMessage | undefined {
  const lines = text.split('\n')
  const [first = '', address = '', gap, ...below] = lines
  const [, scheme, domain = '', ecosystem = ''] =
    /^(?:([A-Za-z][A-Za-z0-9+.-]*):\/\/)?(.+) wants you to sign in with your ([^ ]+) account:$/.exec(first) ?? []
  const namespace = namespaceOf(ecosystem)
  const strict = namespace === 'eip155'
  if (!namespace || !isDomain(domain) || !(strict ? isHexAddress : isAddress)(address)) return undefined
  const head = { namespace, domain, address, ...(scheme !== undefined && { scheme }) }
  if (gap === undefined) return strict ? undefined : head
  if (gap !== '') return undefined
  const body = splitStatement(below, strict)
  const read = body && readFields(body.rest, strict)
  return read && { ...head, ...(body.statement !== undefined && { statement: body.statement }), ...read }
}

/** The CAIP-122 data of a parsed message; undefined if a part that CAIP-122 requires is missing. */
export function dataOf({ namespace, address, chain, ...parts }: ParsedMessage): SiwxData | undefined {
  const { domain, uri, version, nonce, statement, issuedAt, expirationTime, notBefore, requestId, resources } = parts
  if (uri === undefined || version === undefined || nonce === undefined || chain === undefined) return undefined
  const optional = { statement, issuedAt, expirationTime, notBefore, requestId, resources }
  const given = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined))
  const chainId: CaipNetworkId = `${namespace}:${chain}`
  return { accountAddress: address, chainId, domain, uri, version, nonce, ...given }
}

function splitStatement(lines: string[], strict: boolean): { statement?: string; rest: string[] } | undefined {
  const [first = '', second, ...rest] = lines
  if (strict && first === '') return { rest: lines.slice(1) }
  if (!strict && isField(first)) return { rest: lines }
  if (!isLine(first)) return undefined
  if (second === undefined) return { statement: first, rest: [] }
  // The empty line must be followed by the fields: no message ends with it.
  return second === '' && rest.length > 0 ? { statement: first, rest } : undefined
}

const isField = (line: string) => line === RESOURCES || fields.some(({ label }) => line.startsWith(label))

type Fields = { -readonly [Key in (typeof fields)[number]['key']]?: string }

function readFields(lines: string[], strict: boolean): (Fields & { resources?: string[] }) | undefined {
  const read: Fields = {}
  let at = 0
  const take = ({ label, key, valid }: (typeof fields)[number]): boolean => {
    const line = lines[at]
    if (!line?.startsWith(label) || key in read) return true
    const value = line.slice(label.length)
    read[key] = value
    at++
    return valid(value) && (!strict || key !== 'chain' || isNumber(value))
  }
  for (const field of fields) {
    if (!take(field)) return undefined
    // CAIP-122's own examples have the chain after the time.
    if (!strict && field.key === 'issuedAt' && !take(fields[2])) return undefined
    if (strict && needed.includes(field.key) && !(field.key in read)) return undefined
  }
  if (at === lines.length) return read
  if (lines[at] !== RESOURCES) return undefined
  const resources = lines.slice(at + 1).map((line) => (line.startsWith('- ') ? line.slice(2) : ''))
  return resources.every(isUri) ? Object.assign(read, { resources }) : undefined
}

function isSame(read: ParsedMessage | undefined, meant: MessageParts & { namespace: ChainNamespace }): boolean {
  const flat = ({ resources, ...parts }: MessageParts) =>
    [...Object.entries(parts).filter(([, value]) => value !== undefined), ['resources', JSON.stringify(resources)]]
      .map((pair) => pair.join('='))
      .sort()
      .join('\n')
  return read !== undefined && flat(read) === flat(meant)
}

function matches(pattern: string, flags = ''): (text: string) => boolean {
  const expression = new RegExp(`^(?:${pattern})$`, flags)
  return (text) => expression.test(text)
}
