import type { Challenge } from './types'

/** What a WalletConnect wallet claims to have signed (CAIP-74), unverified. */
export type Cacao = { readonly p: object }

/**
 * The text of a CACAO if it is the challenge's own, except for the case of the address; else `undefined`. Wallets choose the case of the
 * address and sign that.
 */
export function messageOfCacao(
  { p }: Cacao,
  { message, address, chain, issuedAt, expiresAt, nonce, origin, id }: Challenge,
): string | undefined {
  const said = p as Readonly<Record<string, unknown>>
  const signer = typeof said.iss === 'string' ? new RegExp(`^did:pkh:${chain}:(\\S+)$`).exec(said.iss)?.[1] : undefined
  if (signer?.toLowerCase() !== address.toLowerCase()) return undefined
  const expected: Readonly<Record<string, string>> = {
    domain: new URL(origin).host,
    aud: origin,
    version: '1',
    nonce,
    iat: new Date(issuedAt).toISOString(),
    exp: new Date(expiresAt).toISOString(),
    requestId: id,
  }
  const isOurs = Object.entries(expected).every(([name, value]) => said[name] === value)
  const isMore = said.nbf !== undefined || (Array.isArray(said.resources) && said.resources.length > 0)
  // The second line is the address; the rest of the text is ours, including the statement.
  return isOurs && !isMore ? message.replace(`\n${address}\n`, `\n${signer}\n`) : undefined
}
