import {
  createClient,
  defineChain,
  type Hex,
  http,
  isAddressEqual,
  isHex,
  type PrivateKeyAccount,
  stringToHex,
  type TypedDataDefinition,
} from 'viem'
import { sendTransaction } from 'viem/actions'
import { RequestError, type WalletChain, type WalletRequest } from './request'

type TransactionParam = Partial<
  Record<
    | 'from'
    | 'to'
    | 'value'
    | 'data'
    | 'input'
    | 'gas'
    | 'nonce'
    | 'gasPrice'
    | 'maxFeePerGas'
    | 'maxPriorityFeePerGas'
    | 'chainId',
    Hex
  >
>

/** Signs a message, typed data, or a transaction, which is then sent to the chain. Throws RequestError. */
export async function sign({ method, params }: WalletRequest, account: PrivateKeyAccount, chain: WalletChain): Promise<Hex> {
  const list: unknown[] = Array.isArray(params) ? params : []
  switch (method) {
    case 'personal_sign': {
      const [message, address] = list
      own(account, address)
      if (typeof message !== 'string') throw new RequestError(-32602, 'Expected a message')
      return account.signMessage({ message: { raw: isHex(message) ? message : stringToHex(message) } })
    }
    case 'eth_signTypedData_v4': {
      const [address, data] = list
      own(account, address)
      return account.signTypedData(typedDataIn(data))
    }
    case 'eth_sendTransaction':
      return send(list[0] as TransactionParam, account, chain)
    default:
      throw new RequestError(4200, `The wallet cannot do ${method}`)
  }
}

/** EIP-712 data, given as an object or as its JSON text. Throws -32602. */
export function typedDataIn(data: unknown): TypedDataDefinition {
  try {
    const typed = typeof data === 'string' ? JSON.parse(data) : data
    if (typed?.types && typed?.message && typeof typed.primaryType === 'string') return typed
  } catch {}
  throw new RequestError(-32602, 'Expected EIP-712 typed data')
}

function own(account: PrivateKeyAccount, address: unknown) {
  if (!isHex(address) || address.length !== 42 || !isAddressEqual(address, account.address))
    throw new RequestError(4100, 'This account is not the one in use')
}

async function send(
  param: TransactionParam | undefined,
  account: PrivateKeyAccount,
  { chainId, name, symbol, rpcUrl }: WalletChain,
): Promise<Hex> {
  own(account, param?.from)
  if (param?.chainId && Number(param.chainId) !== chainId)
    throw new RequestError(-32602, `The transaction is for chain ${Number(param.chainId)}`)
  const chain = defineChain({
    id: chainId,
    name,
    nativeCurrency: { name: symbol, symbol, decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  const amount = (value: Hex | undefined) => (value === undefined ? undefined : BigInt(value))
  const data = param?.data ?? param?.input
  return sendTransaction(createClient({ account, chain, transport: http(rpcUrl) }), {
    to: param?.to ?? null,
    value: amount(param?.value) ?? 0n,
    ...(data && { data }),
    ...(param?.gas && { gas: BigInt(param.gas) }),
    ...(param?.nonce && { nonce: Number(param.nonce) }),
    ...(param?.maxFeePerGas ? { maxFeePerGas: BigInt(param.maxFeePerGas) } : {}),
    ...(param?.maxPriorityFeePerGas ? { maxPriorityFeePerGas: BigInt(param.maxPriorityFeePerGas) } : {}),
  })
}
