import type { Cost, Prepared, TransferOrder, Transfers } from '../adapters/transfers'
import type { RpcContext } from '../adapters/types'
import { parseCaipAddress } from '../lib/caip'
import { WalletError } from '../lib/errors'
import type { Network } from '../lib/network'
import { chains } from '../state/chains'
import { send } from '../state/send'
import { activeTransfers } from './active-transfers'
import { walletOf } from './connection'
import { loadNetworks, networkOf } from './network-list'
import { rpcContext } from './rpc'
import { unitsOf } from './send-problem'
import { type SendToken, sendToken } from './send-tokens'
import { type Submission, sender, traceOf } from './submission'

/** A simulated transfer, as one transaction or as a batch; `cost` is absent for a smart account, where only the wallet knows it. */
type Made = Pick<Submission, 'request' | 'send'> &
  Pick<Prepared, 'changes' | 'arrives'> & { readonly cost: Cost | undefined; readonly trace: ReturnType<typeof traceOf> }

/** The transfer that the form describes, made, and what it was made of. */
export type FormTransfer = {
  readonly made: Made
  readonly from: NonNullable<ReturnType<typeof sender>>
  readonly network: Network
  readonly token: SendToken
  readonly found: NonNullable<typeof send.found>
  /** In base units of the token. */
  readonly amount: bigint
  readonly decimals: number
  readonly max: boolean
}

/** The form's inputs as text to compare; with Max the amount does not count, since it follows the fee. */
export const filled = (): string =>
  [send.tokenId, send.max || [send.amount, send.unit], send.receiver, send.found?.address].join()

/**
 * Prepares and simulates the transfer that the form describes now; a change of the form meanwhile does not get into it. Throws
 * SEND_INCOMPLETE, and what `Transfers` throws.
 */
export async function makeTransfer(signal: AbortSignal): Promise<FormTransfer> {
  const asked = filled()
  const from = sender()
  const token = sendToken(send.tokenId)
  // One copy at the start: a change that is undone before the end must not get into the transaction.
  const { found, held, max, ...entered } = { ...send }
  const transfers = await activeTransfers()
  if (!from || !token || !transfers || !found || !held) throw new WalletError('SEND_INCOMPLETE')
  await loadNetworks()
  const { networkId, address } = parseCaipAddress(from.owner)
  const network = networkOf(networkId)
  const context = rpcContext(network)
  const { units, decimals } = await transfers.held(network, address, token.address, context, signal)
  // The amount was typed and compared for those of before.
  if (decimals !== held.decimals) throw new WalletError('TRANSACTION_CHANGED')
  // The form may have been open for long: what it says is wrong must go by the present balance.
  if (asked === filled() && send.owner === from.owner) {
    send.held = { tokenId: token.id, units: `${units}`, decimals }
    if (token.address === undefined) send.coin = `${units}`
  }
  const order = { from: address, to: found.address, token: token.address }
  // With Max, reserve what the transfer may cost now, not when Max was pressed.
  const cost = max && units > 0n ? await transfers.estimate(network, { ...order, amount: 1n }, context, signal) : undefined
  const wanted = max ? units - reservedFor(cost) : unitsOf(entered, decimals, token.price)
  const make = async (amount: bigint | undefined): Promise<Pick<FormTransfer, 'amount' | 'made'>> => {
    if (amount === undefined || amount <= 0n || amount > units) throw new WalletError('SEND_INCOMPLETE')
    const made = await simulated(transfers, network, { ...order, amount }, context, signal)
    const most = units - reservedFor(made.cost)
    // A new block may have raised the fee since: lower the amount until the rest pays for the prepared transfer.
    return max && amount > most && !signal.aborted ? make(most) : { amount, made }
  }
  return { ...(await make(wanted)), from, network, token, found, decimals, max }
}

/** What a cost takes from the coins at most; nothing where only the wallet knows it. */
const reservedFor = (cost: Cost | undefined) => (cost ? cost.maxFee + cost.deposit : 0n)

async function simulated(
  { prepare, submit, smart }: Transfers,
  network: Network,
  order: TransferOrder,
  context: RpcContext,
  signal: AbortSignal,
): Promise<Made> {
  const { isSmart } = send
  const calls = isSmart && (await smart?.prepare(network, walletOf(chains.activeNamespace), order, context, signal))
  if (smart && calls)
    return { ...calls, cost: undefined, trace: {}, send: (wallet, taken) => smart.submit(wallet, calls.request, taken) }
  const single = await prepare(network, order, context, signal)
  const { request, changes, arrives } = single
  return {
    // A contract does not pay the fee: whoever executes its transaction does.
    request,
    changes,
    arrives,
    cost: isSmart ? undefined : single,
    trace: traceOf(single),
    send: (wallet) => submit(network, wallet, request, context),
  }
}
