import { isCaipAddress, parseCaipAddress } from '../lib/caip'
import { WalletError } from '../lib/errors'
import { formatUnits, parseUnits } from '../lib/format'
import '../lib/money-errors'
import { action } from './action'
import { activeTransfers } from './active-transfers'
import { loadNetworks, networkOf } from './network-list'
import { rpcContext } from './rpc'
import { type Submission, sender, submit, traceOf } from './submission'

export type SendOrder = {
  /** An address of the active namespace. */
  readonly to: string
  /** Decimal string in the main unit; more decimals than the token has are refused. */
  readonly amount: string
  /** Contract or mint, as an address or a CAIP-10 id; absent: the coin of the network. */
  readonly token?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** A transfer that was tried out and has not been sent: what is here is what the wallet will be asked to sign. */
export type PreparedSend = {
  readonly networkId: string
  readonly from: string
  readonly to: string
  readonly amount: string
  /** Decimal strings in the coin's main unit: what it should cost, the most it can, and what is set aside for the receiver. */
  readonly fee: string
  readonly maxFee: string
  readonly deposit: string
  /** As the wallet gets it. */
  readonly request: Readonly<Record<string, string>>
  /** Decimal string: what comes of `amount`, of which some tokens keep a part; undefined where no endpoint can try it out. */
  readonly arrives: string | undefined
  /** What it moves for the sender, in base units of the coin or of `token`; undefined where no endpoint can try it out. */
  readonly changes: readonly { readonly token: string | undefined; readonly amount: bigint }[] | undefined
  /**
   * Asks the wallet, once; resolves to the hash. Rejects with USER_REJECTED, CHAIN_MISMATCH, TRANSACTION_CHANGED where account or
   * network is another one by now or it was sent before, and what the wallet says.
   */
  readonly send: () => Promise<string | undefined>
}

/**
 * Makes a transfer of the active account and tries it out; nothing is asked of the wallet.
 * Throws SEND_INCOMPLETE, TRANSACTION_WOULD_FAIL, FEE_UNKNOWN, RPC_UNAVAILABLE, ABORTED.
 */
export const prepareSend = action('SEND_FAILED', async ({ to, amount, token, signal }: SendOrder): Promise<PreparedSend> => {
  const [from, transfers] = [sender(), await activeTransfers()]
  const reading = transfers?.readAddress(to.trim())
  if (!from || !transfers || !reading || !('address' in reading)) throw new WalletError('SEND_INCOMPLETE')
  await loadNetworks()
  const { networkId, address } = parseCaipAddress(from.owner)
  const network = networkOf(networkId)
  const context = rpcContext(network)
  // The contract of another network may be anything on this one.
  if (isCaipAddress(token) && parseCaipAddress(token).networkId !== networkId) throw new WalletError('SEND_INCOMPLETE')
  const contract = isCaipAddress(token) ? parseCaipAddress(token).address : token
  const [held, isBatch] = await Promise.all([
    transfers.held(network, address, contract, context, signal),
    transfers.smart?.isSmart(network, address, context, signal) ?? false,
  ])
  const units = parseUnits(amount, held.decimals)
  if (units === undefined || units <= 0n || units > held.units) throw new WalletError('SEND_INCOMPLETE')
  const order = { from: address, to: reading.address, amount: units, token: contract }
  const prepared = await transfers.prepare(network, order, context, signal)
  if (signal?.aborted) throw new WalletError('ABORTED')
  let isOpen = true
  const submission: Submission = Object.freeze({
    kind: 'send' as const,
    ...from,
    request: prepared.request,
    holds: () => isOpen,
    // The owners of a contract may take their time: that is no failure.
    isBatch,
    send: (wallet: Parameters<Submission['send']>[0]) => {
      // A write is never repeated: whoever wants another prepares it.
      isOpen = false
      return transfers.submit(network, wallet, prepared.request, context)
    },
    note: {
      ...{ to: reading.address, amount: formatUnits(units, held.decimals), ...traceOf(prepared) },
      ...(contract === undefined ? { symbol: network.nativeCurrency.symbol } : { tokens: [`${networkId}:${contract}` as const] }),
    },
  })
  const coin = (units: bigint) => formatUnits(units, network.nativeCurrency.decimals)
  const { arrives = contract === undefined ? units : undefined } = prepared
  return Object.freeze({
    networkId,
    from: address,
    to: reading.address,
    amount,
    fee: coin(prepared.fee),
    maxFee: coin(prepared.maxFee),
    deposit: coin(prepared.deposit),
    request: prepared.request,
    arrives: arrives === undefined ? undefined : formatUnits(arrives, held.decimals),
    changes: prepared.changes,
    send: () => sendPrepared.run(submission),
  })
})

const sendPrepared = action('SEND_FAILED', submit)
