import { type Address, BaseError, type EIP1193RequestFn, type Hex, RpcRequestError } from 'viem'
import { verifyHash } from 'viem/actions'
import { WalletError } from '../lib/errors'
import type { Network } from '../lib/network'
import { eip155Client } from './eip155-client'
import type { RpcContext } from './types'

type Signed = { readonly account: Address; readonly hash: Hex; readonly signature: Hex }

/** Codes of Geth and most others, and of Nethermind; some nodes have only the message. */
const REVERT_CODES: readonly number[] = [3, -32015]
const REVERT_WORDS = /revert|out of gas|invalid (opcode|jump)|stack (under|over)flow/i

/**
 * Whether the account's contract accepts the signature (ERC-1271), or would once deployed (ERC-6492), on this
 * chain alone. Throws RPC_UNAVAILABLE.
 */
export async function verifyContract(
  network: Network,
  { account, hash, signature }: Signed,
  context: RpcContext,
): Promise<boolean> {
  // For what it cannot recover, a chain's `ecrecover` gives the zero address.
  if (BigInt(account) === 0n) return false
  const client = eip155Client(network, context)
  // viem also returns `false` when the chain did not answer.
  let unanswered: unknown
  const ask = (asked: never, options?: { signal?: AbortSignal }): Promise<unknown> =>
    client.request(asked, options).catch((cause: unknown) => {
      if (!isRevert(cause)) unanswered = cause
      throw cause
    })
  // Empty: a Safe that has signed on its chain. Not with viem's validator, which reads the signature's end.
  if (signature === '0x') {
    const data = `0x1626ba7e${hash.slice(2)}${'40'.padStart(64, '0')}${'0'.repeat(64)}`
    const call = { method: 'eth_call', params: [{ to: account, data }, 'latest'] }
    const answer = await ask(call as never).catch(() => undefined)
    if (unanswered) throw new WalletError('RPC_UNAVAILABLE', { cause: unanswered })
    // The exact length: a precompile returns its input, which begins the same.
    return /^0x1626ba7e.{56}$/.test(String(answer))
  }
  // viem's type lists each method with its answer; answers are passed on unchanged.
  const request = ask as EIP1193RequestFn
  // A contract may send its reader to any server (ERC-3668), but visitors' browsers contact the configured hosts only.
  const reader = { ...client, request, ccipRead: false as const }
  if (await verifyHash(reader, { address: account, hash, signature }).catch(() => false)) return true
  if (unanswered) throw new WalletError('RPC_UNAVAILABLE', { cause: unanswered })
  return false
}

/** Whether the contract ran, and refused. */
function isRevert(error: unknown): boolean {
  const said = error instanceof BaseError ? error.walk((each) => each instanceof RpcRequestError) : undefined
  return said instanceof RpcRequestError && (REVERT_CODES.includes(said.code) || REVERT_WORDS.test(said.details))
}
