import { type CaipNetworkId, parseCaipNetworkId } from '../lib/caip'
import { ecosystemOf } from '../lib/ecosystem'

/** The fields of the text. The caller guarantees that none contains a line break. */
type SignInFields = {
  readonly domain: string
  readonly address: string
  readonly statement: string
  readonly uri: string
  readonly chain: CaipNetworkId
  readonly nonce: string
  readonly issuedAt: number
  readonly expiresAt: number
  readonly requestId: string
  readonly resources?: readonly string[]
}

/** The text for a wallet to sign: EIP-4361, or CAIP-122 outside `eip155`. */
export function signInMessage(fields: SignInFields): string {
  const { namespace, reference } = parseCaipNetworkId(fields.chain)
  return [
    `${fields.domain} wants you to sign in with your ${ecosystemOf(namespace)} account:`,
    fields.address,
    '',
    fields.statement,
    '',
    `URI: ${fields.uri}`,
    'Version: 1',
    `Chain ID: ${reference}`,
    `Nonce: ${fields.nonce}`,
    `Issued At: ${new Date(fields.issuedAt).toISOString()}`,
    `Expiration Time: ${new Date(fields.expiresAt).toISOString()}`,
    `Request ID: ${fields.requestId}`,
    ...(fields.resources ? ['Resources:', ...fields.resources.map((each) => `- ${each}`)] : []),
  ].join('\n')
}
