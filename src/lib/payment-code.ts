import { type CaipNetworkId, chainIdOf, parseCaipNetworkId } from './caip'
import { parseUnits } from './format'

/** What a payment code asks for; everything but the receiver may be absent. */
type PaymentCode = {
  /** The receiver, an address or a name; for any other text the text itself, cut to 255 characters. */
  readonly to: string
  /** CAIP-2 namespace of its scheme, and the chain id as it stands there (EIP-681), or by its short name. */
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
 * Short names of chains (EIP-3770), which Safe writes before addresses: its contract may exist on that chain only, and coins sent on
 * another would be lost.
 */
const chainNames: Readonly<Record<string, number>> = {
  eth: 1,
  oeth: 10,
  bnb: 56,
  gno: 100,
  unichain: 130,
  matic: 137,
  pol: 137,
  zksync: 324,
  zkevm: 1101,
  mantle: 5000,
  base: 8453,
  arb1: 42161,
  celo: 42220,
  avax: 43114,
  linea: 59144,
  berachain: 80094,
  scr: 534352,
  aurora: 1313161554,
  sep: 11155111,
  basesep: 84532,
}

/**
 * Reads a code: a payment URI (EIP-681, Solana Pay, BIP-21), an address behind its chain's short name (EIP-3770), or a bare text. In a
 * token transfer (EIP-681) the contract comes first and the receiver is an argument. Any other contract call, and a payment that needs
 * a memo or a reference to be recognized, is returned as the bare text, as is an unknown chain.
 */
export function readCode(text: string): PaymentCode {
  const whole = text.trim()
  const [, scheme = '', target, at, call, query] =
    /^([a-z0-9]+):(?:pay-)?([^@/?]+)(?:@([^/?]*))?(\/[^?]*)?(?:\?(.*))?$/i.exec(whole) ?? []
  const name = scheme.toLowerCase()
  const own = chainNames[name]
  const [namespace, chainId] = own ? ['eip155', `${own}`] : [namespaces[name], at]
  const said = new URLSearchParams(query)
  const isTransfer = call === '/transfer'
  const paid = isTransfer ? said.get('address') : !call && target
  if (!paid || !namespace || said.has('memo') || said.has('reference')) return { to: whole.slice(0, 255) }
  const token = isTransfer ? target : said.get('spl-token')
  const units = unitsIn(said.get(isTransfer ? 'uint256' : 'value'))
  return {
    to: paid.slice(0, 255),
    namespace,
    chainId,
    token: token ?? undefined,
    units,
    amount: said.get('amount') ?? undefined,
  }
}

/** Whether what a code asks for is a payment on a network; one that names no chain is of any of its kind. */
export function isCodeFor(networkId: CaipNetworkId, { namespace, chainId }: PaymentCode): boolean {
  const own = parseCaipNetworkId(networkId).namespace
  return (namespace ?? own) === own && (chainId === undefined || Number(chainId) === chainIdOf(networkId))
}

/** A number of EIP-681, which may have an exponent; undefined unless it is whole. */
function unitsIn(text: string | null): bigint | undefined {
  const [, digits, exponent = '0'] = /^(\d+(?:\.\d+)?)(?:e(\d{1,2}))?$/i.exec(text ?? '') ?? []
  return digits === undefined ? undefined : parseUnits(digits, Number(exponent))
}
