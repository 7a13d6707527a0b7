import { type Hex, keccak256, type TransactionSerializable } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { askNode } from './json-rpc'
import { WalletRefusal } from './manner'

/** A transaction as a page asks for it: numbers in hex, by their JSON-RPC names. */
export type TransactionRequest = {
  readonly from?: string
  readonly to?: string
  readonly data?: string
  readonly input?: string
  readonly [field: string]: string | undefined
}

/** Signs with real keys. Transactions are sent to the chain's `rpcUrl`; without one they are signed and kept. */
export class EvmSigner {
  readonly accounts: readonly PrivateKeyAccount[]
  /** Raw transactions by hash, of chains without a node. */
  readonly unsent = new Map<string, Hex>()
  readonly #nonces = new Map<string, number>()

  constructor(keys: readonly Hex[]) {
    this.accounts = keys.map((key) => privateKeyToAccount(key))
  }

  /** Rejects with 4100 for an account that is not one of ours. */
  accountOf(address: unknown): PrivateKeyAccount {
    const found = this.accounts.find((each) => each.address.toLowerCase() === String(address).toLowerCase())
    if (!found) throw new WalletRefusal(4100, `The wallet has no account ${String(address)}.`)
    return found
  }

  signMessage(address: unknown, message: unknown): Promise<Hex> {
    if (typeof message !== 'string') throw new WalletRefusal(-32602, 'personal_sign expects a message.')
    const text = /^0x([0-9a-f]{2})*$/i.test(message) ? { raw: message as Hex } : message
    return this.accountOf(address).signMessage({ message: text })
  }

  signTypedData(address: unknown, data: unknown): Promise<Hex> {
    const { domain, types, primaryType, message } = typeof data === 'string' ? JSON.parse(data) : (data as Record<string, never>)
    // With `EIP712Domain` if the page sends it: viem leaves a chain id that is a text, as ethers sends it, out of the fields it finds.
    return this.accountOf(address).signTypedData({ domain, types, primaryType, message })
  }

  /** Fills in missing fields, signs, and sends if there is a node. Resolves to the hash. */
  async sendTransaction(chainId: number, rpcUrl: string | undefined, request: TransactionRequest): Promise<Hex> {
    const account = this.accountOf(request.from)
    const number = (field: string) => {
      const value = request[field]
      return value === undefined ? undefined : BigInt(value)
    }
    const read = async (method: string, params: unknown[], otherwise: bigint) =>
      rpcUrl ? BigInt(String(await askNode(rpcUrl, method, params))) : otherwise
    const call = { from: account.address, to: request.to, data: request.data ?? request.input, value: request.value }
    const key = `${chainId}:${account.address}`
    const nonce =
      number('nonce') ?? (await read('eth_getTransactionCount', [account.address, 'pending'], BigInt(this.#nonces.get(key) ?? 0)))
    const gas = number('gas') ?? number('gasLimit') ?? (await read('eth_estimateGas', [call], 21_000n))
    const price = number('gasPrice') ?? number('maxFeePerGas') ?? (await read('eth_gasPrice', [], 1_000_000_000n)) * 2n
    const data = call.data as Hex | undefined
    const to = request.to as Hex | undefined
    const transaction: TransactionSerializable = {
      chainId,
      type: 'eip1559',
      nonce: Number(nonce),
      gas,
      maxFeePerGas: price,
      maxPriorityFeePerGas: number('maxPriorityFeePerGas') ?? (price < 1_000_000n ? price : 1_000_000n),
      value: number('value') ?? 0n,
      ...(to && { to }),
      ...(data && { data }),
    }
    const raw = await account.signTransaction(transaction)
    const hash = keccak256(raw)
    if (rpcUrl) await askNode(rpcUrl, 'eth_sendRawTransaction', [raw])
    else this.unsent.set(hash, raw)
    this.#nonces.set(key, Number(nonce) + 1)
    return hash
  }
}
