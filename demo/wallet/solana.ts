import { fromBase58, toBase58 } from '../../src/lib/base58'
import { fromBase64, toBase64 } from '../../src/lib/base64'
import { type SolanaKey, solanaKey } from '../secure/solana-key'
import { SOLANA_NETWORK_ID } from '../stack/networks'
import { devSeeds } from '../stack/solana-keys'
import type { WalletConfig } from './config'
import type { Description } from './describe'
import { RequestError, type WalletRequest } from './request'

/** What the wallet can be asked for on Solana. */
export const SOLANA_METHODS = [
  'solana_signMessage',
  'solana_signTransaction',
  'solana_signAllTransactions',
  'solana_signAndSendTransaction',
]

export type SolanaWallet = Awaited<ReturnType<typeof createSolana>>

/** The wallet's Solana keys, one for each of its accounts; `index` says which is in use. */
export async function createSolana(config: WalletConfig, index: () => number) {
  const accounts = await Promise.all((await devSeeds()).map(solanaKey))
  const account = () => accounts[index()] ?? (accounts[0] as SolanaKey)
  const rpcUrl = config.rpc[SOLANA_NETWORK_ID] ?? ''

  async function signed(transaction: unknown): Promise<Uint8Array> {
    const bytes = fromBase64(transaction)
    // The library comes with the first transaction: it is larger than the rest of this wallet.
    const { VersionedTransaction } = await import('@solana/web3.js')
    try {
      const read = VersionedTransaction.deserialize(bytes ?? new Uint8Array())
      const { address, sign } = account()
      const signer = read.message.staticAccountKeys.find((key) => key.toBase58() === address)
      if (!signer) throw new RequestError(4100, 'This account does not sign the transaction')
      read.addSignature(signer, await sign(read.message.serialize()))
      return read.serialize()
    } catch (error) {
      throw error instanceof RequestError ? error : new RequestError(-32602, 'Expected a transaction')
    }
  }

  async function send(transaction: Uint8Array, options: unknown): Promise<string> {
    const response = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'sendTransaction',
        params: [toBase64(transaction), { ...(typeof options === 'object' && options), encoding: 'base64' }],
      }),
    })
    const answer = (await response.json()) as { result?: string; error?: { code: number; message: string } }
    if (!answer.result) throw new RequestError(answer.error?.code ?? -32603, answer.error?.message ?? 'The chain did not answer')
    return answer.result
  }

  return {
    accounts,
    get address() {
      return account().address
    },
    /** Signs the bytes with the account in use. */
    sign: (bytes: Uint8Array) => account().sign(bytes),
    /** Does what was asked. Throws RequestError; consent is the caller's matter. */
    async perform({ method, params }: WalletRequest): Promise<unknown> {
      const { message, transaction, transactions, pubkey, sendOptions } = (params ?? {}) as Record<string, unknown>
      if (pubkey !== undefined && pubkey !== account().address) throw new RequestError(4100, 'This account is not the one in use')
      switch (method) {
        case 'solana_signMessage': {
          const bytes = typeof message === 'string' ? fromBase58(message) : undefined
          if (!bytes) throw new RequestError(-32602, 'Expected a message')
          return { signature: toBase58(await account().sign(bytes)) }
        }
        case 'solana_signTransaction':
          return { transaction: toBase64(await signed(transaction)) }
        case 'solana_signAllTransactions': {
          if (!Array.isArray(transactions)) throw new RequestError(-32602, 'Expected transactions')
          return { transactions: (await Promise.all(transactions.map(signed))).map(toBase64) }
        }
        case 'solana_signAndSendTransaction':
          return { signature: await send(await signed(transaction), sendOptions) }
        default:
          throw new RequestError(4200, `The wallet cannot do ${method}`)
      }
    },
  }
}

/** What a request asks for, for a person to read; never throws. */
export function describeSolana({ method, params }: WalletRequest): Description {
  const { message, transactions } = (params ?? {}) as Record<string, unknown>
  const network = ['Network', 'Solana Devnet'] as const
  switch (method) {
    case 'solana_signMessage': {
      const bytes = typeof message === 'string' ? fromBase58(message) : undefined
      return { title: 'Sign a message', lines: [['Message', bytes ? new TextDecoder().decode(bytes) : String(message)]] }
    }
    case 'solana_signTransaction':
      return { title: 'Sign a transaction', lines: [network] }
    case 'solana_signAllTransactions':
      return {
        title: 'Sign transactions',
        lines: [network, ['Count', String(Array.isArray(transactions) ? transactions.length : 0)]],
      }
    case 'solana_signAndSendTransaction':
      return { title: 'Send a transaction', lines: [network] }
    default:
      return { title: `Request: ${method}`, lines: [network] }
  }
}
