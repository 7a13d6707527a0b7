import type { Address } from 'viem'
import type { AssetChange } from '../lib/asset-change'
import type { CaipAddress } from '../lib/caip'
import type { Network } from '../lib/network'
import { safeParse } from '../lib/schema'
import { ask, isRevert, prepareCall, submitCall, Word } from './eip155-call'
import { eip155Client } from './eip155-client'
import { type Call, simulate } from './eip155-simulate'
import { accountOn, type Built, type SwapOrder, verifyApproval, verifyChanges, verifySwap, withdrawal } from './swap-calldata'
import type { Prepared } from './transfers'
import type { RpcContext } from './types'

export { batchOf, capableOfBatch, sendBatch } from './eip155-batch'
export { submitCall }

/** `allowance(address,address)` of ERC-20. */
const ALLOWANCE = '0xdd62ed3e'

/** A swap that was parsed, compared and simulated. */
type CheckedSwap = {
  /** In order: the approvals, then the swap. */
  readonly calls: readonly [Call, ...Call[]]
  readonly router: Address
  /** The minimum received, in base units of the target. */
  readonly least: bigint
  readonly changes: readonly AssetChange[] | undefined
}

/** The exchange's allowance of the source token, from the chain; undefined if no node answers. Throws SWAP_UNVERIFIED. */
export async function allowanceOf(
  network: Network,
  { networkId, user, from }: SwapOrder,
  exchange: CaipAddress,
  context: RpcContext,
  signal?: AbortSignal,
): Promise<bigint | undefined> {
  const data = ALLOWANCE + [user, accountOn(networkId, exchange)].map((each) => each.slice(2).padStart(64, '0')).join('')
  const call = { to: from, data }
  const answer = await ask(eip155Client(network, context), 'eth_call', [call, 'latest'], signal).catch(() => undefined)
  const read = safeParse(Word, answer)
  return read.success ? BigInt(read.data) : undefined
}

/** Parses the service's transaction, compares it with what was shown, and simulates it. Throws SWAP_UNVERIFIED, TRANSACTION_WOULD_FAIL. */
export async function checkSwap(
  network: Network,
  order: SwapOrder,
  built: {
    readonly swap: Built
    readonly approval?: (Built & { readonly value: string }) | undefined
    /** The present allowance. */
    readonly allowed: bigint
  },
  context: RpcContext,
  signal?: AbortSignal,
): Promise<CheckedSwap> {
  const verified = verifySwap(order, built.swap)
  const approval = built.approval && verifyApproval(order, verified.call.to, built.approval)
  const client = eip155Client(network, context)
  const before = approval ? await approvalsOf(client, approval, built.allowed, signal) : []
  const [first = verified.call, ...others] = [...before, verified.call]
  const calls = [first, ...others] as const
  const changes = (await simulate(client, calls, signal))?.changes
  verifyChanges(order, verified, changes)
  return { calls, router: verified.call.to, least: verified.least, changes }
}

/** Some tokens (USDT) refuse to change a non-zero allowance: it is set to zero first. */
async function approvalsOf(
  client: ReturnType<typeof eip155Client>,
  approval: Call,
  allowed: bigint,
  signal: AbortSignal | undefined,
): Promise<readonly Call[]> {
  if (allowed === 0n) return [approval]
  const { from, to, data } = approval
  const refuses = await ask(client, 'eth_call', [{ from, to, data }, 'latest'], signal).then(() => false, isRevert)
  return refuses ? [withdrawal(approval), approval] : [approval]
}

/** Prepares the transaction of a checked call, frozen. Throws FEE_UNKNOWN, TRANSACTION_WOULD_FAIL. */
export const prepare = (network: Network, call: Call, context: RpcContext, signal?: AbortSignal): Promise<Prepared> =>
  prepareCall(network, call, context, signal)
