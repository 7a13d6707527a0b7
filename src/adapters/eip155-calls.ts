import { numberToHex } from 'viem'
import { WalletError } from '../lib/errors'
import type { Network } from '../lib/network'
import { toWalletError } from '../lib/rpc-errors'
import { z } from '../lib/schema'
import type { Call } from './eip155-call'
import type { WalletProvider } from './types'
import { askWallet, READ_LIMIT_MS } from './wallet-request'

/** A wallet that says nothing of its abilities in this time has none (security/SECURITY.md, fault 70). */
export const CAPABILITIES_LIMIT_MS = 3_000
const STATUS_PAUSE_MS = 1_000
const STATUS_LIMIT_MS = 180_000
const COMPLETE = 200

const Capabilities = z.record(z.string(), z.unknown())
const Atomic = z.object({ atomic: z.object({ status: z.enum(['supported', 'ready']) }) })
const Sent = z.union([z.string(), z.object({ id: z.string() })])
const Status = z.object({
  status: z.union([z.number(), z.enum(['PENDING', 'CONFIRMED'])]),
  receipts: z.optional(z.nullable(z.array(z.object({ transactionHash: z.string().check(z.regex(/^0x[0-9a-f]{64}$/i)) })))),
})

/** Whether the wallet does several calls as one on a network (EIP-5792 `atomic`). Never throws. */
export async function capableOfBatch(provider: WalletProvider, network: Network, address: string): Promise<boolean> {
  const wanted = numberToHex(Number(network.id))
  const request = { method: 'wallet_getCapabilities', params: [address, [wanted]] }
  const answer = await askWallet(provider, request, undefined, CAPABILITIES_LIMIT_MS).catch(() => ({}))
  const all = z.safeParse(Capabilities, answer)
  // Wallets write chain ids in hex of either case, and some with leading zeros; 0x0 stands for every chain.
  const isOurs = (key: string) => /^0x[0-9a-f]+$/i.test(key) && [BigInt(wanted), 0n].includes(BigInt(key))
  return all.success && Object.entries(all.data).some(([key, value]) => isOurs(key) && z.safeParse(Atomic, value).success)
}

/** Calls as one request (EIP-5792 `wallet_sendCalls`), frozen: all of them happen or none. */
export function batchOf(network: Network, calls: readonly Call[]): Readonly<Record<string, unknown>> {
  return Object.freeze({
    version: '2.0.0',
    from: calls[0]?.from,
    chainId: numberToHex(Number(network.id)),
    atomicRequired: true,
    calls: Object.freeze(calls.map(({ to, value, data }) => Object.freeze({ to, value: numberToHex(value), data }))),
  })
}

/**
 * Hands a batch to the wallet, once, and waits until it names a transaction; resolves to its hash. Throws what the wallet says,
 * CALLS_UPGRADE_REJECTED and CALLS_NOT_ATOMIC among it, SWAP_FAILED where the batch came to nothing.
 */
export async function sendBatch(provider: WalletProvider, request: Readonly<Record<string, unknown>>): Promise<string> {
  const answer = await askWallet(provider, { method: 'wallet_sendCalls', params: [request] }).catch((cause) => {
    throw toWalletError(cause, 'SWAP_FAILED')
  })
  const sent = z.safeParse(Sent, answer)
  if (!sent.success) throw new WalletError('WALLET_ANSWER_INVALID', { cause: sent.error })
  const id = typeof sent.data === 'string' ? sent.data : sent.data.id
  const until = Date.now() + STATUS_LIMIT_MS
  while (Date.now() < until) {
    const told = await askWallet(provider, { method: 'wallet_getCallsStatus', params: [id] }, undefined, READ_LIMIT_MS).catch(
      () => undefined,
    )
    const status = z.safeParse(Status, told)
    const code = status.success ? (status.data.status === 'CONFIRMED' ? COMPLETE : Number(status.data.status) || 0) : 0
    const hash = status.data?.receipts?.at(-1)?.transactionHash
    if (hash) return hash
    if (code > COMPLETE) throw new WalletError('SWAP_FAILED', { cause: status.data })
    await new Promise((resolve) => setTimeout(resolve, STATUS_PAUSE_MS))
  }
  throw new WalletError('TRANSACTION_UNCONFIRMED')
}
