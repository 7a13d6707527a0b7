import type { Address } from 'viem'
import type { CaipAddress } from '../lib/caip'
import type { Network } from '../lib/network'
import type { AssetChange } from '../lib/transfer'
import { type Call, prepareCall, submitCall } from './eip155-call'
import { eip155Client } from './eip155-client'
import { simulate } from './eip155-simulate'
import { type SwapOrder, verifyApproval, verifyChanges, verifySwap } from './swap-calldata'
import type { Prepared } from './transfers'
import type { RpcContext } from './types'

export { batchOf, capableOfBatch, sendBatch } from './eip155-batch'
export { submitCall }

type Built = { readonly from: CaipAddress; readonly to: CaipAddress; readonly data: string }

/** A swap that was read, compared and tried out. `approval` is there where it comes first. */
type CheckedSwap = {
  readonly approval: Call | undefined
  readonly swap: Call
  readonly router: Address
  /** The least that comes, in base units of the target. */
  readonly least: bigint
  readonly changes: readonly AssetChange[] | undefined
}

/** Reads what a service built, compares it with what was shown, and tries it out. Throws SWAP_UNVERIFIED, TRANSACTION_WOULD_FAIL. */
export async function checkSwap(
  network: Network,
  order: SwapOrder,
  built: { readonly swap: Built; readonly approval?: (Built & { readonly value: string }) | undefined },
  context: RpcContext,
  signal?: AbortSignal,
): Promise<CheckedSwap> {
  const verified = verifySwap(order, built.swap)
  const approval = built.approval && verifyApproval(order, verified.call.to, built.approval)
  const calls = [...(approval ? [approval] : []), verified.call]
  const changes = await simulate(eip155Client(network, context), calls, signal)
  verifyChanges(order, verified, changes)
  return { approval, swap: verified.call, router: verified.call.to, least: verified.least, changes }
}

/** Makes the transaction of a checked call, frozen. Throws FEE_UNKNOWN, TRANSACTION_WOULD_FAIL. */
export const prepare = (network: Network, call: Call, context: RpcContext, signal?: AbortSignal): Promise<Prepared> =>
  prepareCall(network, call, context, signal)
