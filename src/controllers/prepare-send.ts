import { isCaipAddress, parseCaipAddress } from '../lib/caip'
import { WalletError } from '../lib/errors'
import { formatUnits, parseUnits } from '../lib/format'
import '../lib/money-errors'
import { action } from './action'
import { activeTransfers } from './active-transfers'
import { onceKnown } from './just-mined'
import { loadNetworks, networkOf } from './network-list'
import { rpcContext } from './rpc'
import { type Submission, sender, submit, traceOf } from './submission'

/** A transfer of the active account, as a host asks for it. */
export type SendOrder = {
  /** An address of the active namespace. */
  readonly to: string
  /** Decimal string in the main unit; more decimals than the token has are refused. */
  readonly amount: string
  /** Contract or mint, as an address or a CAIP-10 id; absent: the coin of the network. */
  readonly token?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** A transfer that was simulated and not yet sent; the wallet is asked to sign exactly this. */
export type PreparedSend = {
  readonly networkId: string
  readonly from: string
  readonly to: string
  readonly amount: string
  /** Decimal strings in the coin's main unit: the expected fee, the highest possible fee, and the deposit for the receiver's account. */
  readonly fee: string
  readonly maxFee: string
  readonly deposit: string
  /** The transaction as the wallet gets it. */
  readonly request: Readonly<Record<string, string>>
  /** Decimal string: what the receiver gets, since some tokens keep a part of `amount`; undefined where no endpoint can simulate it. */
  readonly arrives: string | undefined
  /** How the sender's balances change, in base units of the coin or of `token`; undefined where no endpoint can simulate it. */
  readonly changes: readonly { readonly token: string | undefined; readonly amount: bigint }[] | undefined
  /**
   * Asks the wallet, once; resolves to the hash. Rejects with USER_REJECTED, CHAIN_MISMATCH, TRANSACTION_CHANGED where account or
   * network is another one by now or it was sent before, and what the wallet says.
   */
  readonly send: () => Promise<string | undefined>
}

/**
 * Prepares a transfer of the active account and simulates it; the wallet is not asked for anything. Right after another transaction a
 * node that lacks it is asked again.
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
  // The same address may be another contract on this network.
  if (isCaipAddress(token) && parseCaipAddress(token).networkId !== networkId) throw new WalletError('SEND_INCOMPLETE')
  const contract = isCaipAddress(token) ? parseCaipAddress(token).address : token
  const read = async () => {
    const [held, isBatch] = await Promise.all([
      transfers.held(network, address, contract, context, signal),
      transfers.smart?.isSmart(network, address, context, signal) ?? false,
    ])
    const units = parseUnits(amount, held.decimals)
    // No node that knows more could make it an amount.
    if (units === undefined || units <= 0n) return undefined
    if (units > held.units) throw new WalletError('SEND_INCOMPLETE')
    const order = { from: address, to: reading.address, amount: units, token: contract }
    return { held, isBatch, units, prepared: await transfers.prepare(network, order, context, signal) }
  }
  const made = await onceKnown(read)
  if (!made) throw new WalletError('SEND_INCOMPLETE')
  const { held, isBatch, units, prepared } = made
  if (signal?.aborted) throw new WalletError('ABORTED')
  let isOpen = true
  const submission: Submission = Object.freeze({
    kind: 'send' as const,
    ...from,
    request: prepared.request,
    holds: () => isOpen,
    // The owners of a Safe may take their time; that is no failure.
    isBatch,
    send: (wallet: Parameters<Submission['send']>[0]) => {
      // A write is never repeated; another one has to be prepared.
      isOpen = false
      return transfers.submit(network, wallet, prepared.request, context)
    },
    note: {
      to: reading.address,
      amount: formatUnits(units, held.decimals),
      ...traceOf(prepared),
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
