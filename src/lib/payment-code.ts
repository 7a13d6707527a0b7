import { parseUnits } from './format'

/** What a code asks for. Of a code that says no more than whom it pays, the rest is absent. */
type PaymentCode = {
  /** Who is paid, an address or a name; of what is no such code the text itself, cut to 255 characters. */
  readonly to: string
  /** CAIP-2 namespace of its scheme, and the chain id as it stands there (EIP-681). */
  readonly namespace?: string | undefined
  readonly chainId?: string | undefined
  /** Contract or mint; absent: the coin. */
  readonly token?: string | undefined
  /** How much: in base units (EIP-681), or a decimal string in the main unit (Solana Pay, BIP-21). */
  readonly units?: bigint | undefined
  readonly amount?: string | undefined
}

const namespaces: Readonly<Record<string, string>> = { ethereum: 'eip155', solana: 'solana', bitcoin: 'bip122' }

/**
 * Reads a code: a wallet's URI (EIP-681, Solana Pay, BIP-21) or a bare text. A sum of a token names its contract first and whoever is
 * paid after it. Any other call of a contract pays nobody, and a payment that its receiver knows by a memo or a reference alone
 * would be lost without: both stay the text that they are.
 */
export function readCode(text: string): PaymentCode {
  const whole = text.trim()
  const [, scheme = '', target, chainId, call, query] =
    /^([a-z0-9]+):(?:pay-)?([^@/?]+)(?:@([^/?]*))?(\/[^?]*)?(?:\?(.*))?$/i.exec(whole) ?? []
  const said = new URLSearchParams(query)
  const isTransfer = call === '/transfer'
  const paid = isTransfer ? said.get('address') : !call && target
  if (!paid || said.has('memo') || said.has('reference')) return { to: whole.slice(0, 255) }
  const token = isTransfer ? target : said.get('spl-token')
  const units = unitsIn(said.get(isTransfer ? 'uint256' : 'value'))
  return {
    ...{ to: paid.slice(0, 255), namespace: namespaces[scheme.toLowerCase()], chainId, token: token ?? undefined },
    ...{ units, amount: said.get('amount') ?? undefined },
  }
}

/** A number of EIP-681, which may have an exponent; undefined unless it is whole. */
function unitsIn(text: string | null): bigint | undefined {
  const [, digits, exponent = '0'] = /^(\d+(?:\.\d+)?)(?:e(\d{1,2}))?$/i.exec(text ?? '') ?? []
  return digits === undefined ? undefined : parseUnits(digits, Number(exponent))
}
