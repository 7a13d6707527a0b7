import { adapters, type NamespaceEntry } from '../adapters'
import { type CaipAddress, parseCaipAddress } from '../lib/caip'
import { WalletError } from '../lib/errors'
import '../lib/money-errors'
import type { Network } from '../lib/network'
import type { SwapAsset } from '../lib/swap-asset'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { swap } from '../state/swap'
import { walletOf } from './connection'
import { networkOf } from './network-list'
import { rpcContext } from './rpc'
import { sender } from './submission'
import { assetOf, isCoin, swapUnits } from './swap-assets'
import { readGasPrice, readHeld, swapCircumstances } from './swap-form'
import { QUOTE_LIFE_MS } from './swap-quotes'

type Swapper = Awaited<ReturnType<NonNullable<NamespaceEntry['swap']>>>

/** The swap that the form describes, made, and what it was made of. */
export type FormSwap = {
  readonly lib: Swapper
  readonly own: NonNullable<ReturnType<typeof sender>>
  readonly network: Network
  readonly from: SwapAsset
  readonly to: SwapAsset
  /** What is given and what one gets by the service, in base units. */
  readonly units: bigint
  readonly out: bigint
  readonly checked: Awaited<ReturnType<Swapper['checkSwap']>>
  /** The first of its calls as a transaction of its own. */
  readonly first: Awaited<ReturnType<Swapper['prepare']>>
  /** All calls at once, where that is wanted and the wallet can. */
  readonly batch: ReturnType<Swapper['batchOf']> | undefined
}

/** The allowance that an approval has just set: all of the amount, or none. */
export type Allowed = 'all' | 'none'

/** A token's contract, in lower case; `COIN` for the coin. */
export const plain = ({ address }: SwapAsset): string => parseCaipAddress(address).address.toLowerCase()

/**
 * Has the swap that the form describes built by the service, compares it with the quote, simulates it, and prepares its first call. A
 * node that does not know the `awaited` allowance is behind. Throws TRANSACTION_CHANGED, PRICE_CHANGED, SWAP_UNVERIFIED,
 * TRANSACTION_WOULD_FAIL, SWAP_NETWORK_UNSUPPORTED, and the errors of services and nodes.
 */
export async function makeSwap(signal: AbortSignal, awaited?: Allowed): Promise<FormSwap> {
  const own = sender()
  const from = assetOf(swap.from)
  const to = assetOf(swap.to)
  const units = swapUnits()
  const { quote, slippage } = swap
  if (!own || !from || !to || !units || !quote || quote.amount !== units.toString()) throw new WalletError('TRANSACTION_CHANGED')
  // The service did not renew it.
  if (Date.now() - quote.at > QUOTE_LIFE_MS) throw new WalletError('API_UNAVAILABLE')
  // The output is shown by the list's decimals; readHeld compares them with the chain's.
  if (swap.held[to.address] === undefined) await readHeld(to)
  if (swap.held[to.address] === undefined)
    throw new WalletError(swap.faults[to.address] === 'silent' ? 'RPC_UNAVAILABLE' : 'SWAP_UNVERIFIED')
  const { networkId, address } = parseCaipAddress(own.owner)
  const network = networkOf(networkId)
  const context = rpcContext(network)
  const pair = { networkId, from: from.address, to: to.address, amount: units.toString(), user: own.owner }
  const { lib, built, told, approve } = await build(pair, slippage, signal)
  const out = BigInt(built.amount)
  const lessSlippage = (sum: bigint) => (sum * BigInt(100 - slippage)) / 100n
  // Beyond the allowed slippage the person has to see the new price.
  if (out < lessSlippage(BigInt(quote.out))) throw new WalletError('PRICE_CHANGED')
  const order = {
    networkId,
    user: address.toLowerCase(),
    from: plain(from),
    to: plain(to),
    amount: units,
    // One unit for the service's rounding.
    least: lessSlippage(out) - 1n,
    isPublic: !config.providerUrl,
  }
  // The chain's allowance counts; the service's may be old, as just after an approval, and is used only where no node answers.
  const known = isCoin(from) ? undefined : await lib.allowanceOf(network, order, built.to, context, signal)
  if (awaited && known !== undefined && (awaited === 'all' ? known < units : known > 0n))
    throw new WalletError('TRANSACTION_WOULD_FAIL')
  const allowed = known ?? told
  const approval = allowed < units ? await approve() : undefined
  const checked = await lib.checkSwap(network, order, { swap: built, approval, allowed }, context, signal)
  const { calls } = checked
  // A smart account always gets a batch, as in Send: its owners may sign later, so there is no hash at once.
  const isWanted = calls.length > 1 || swapCircumstances(swap).isSmartAccount
  const isBatch = isWanted && !swap.sequential && (await lib.capableOfBatch(walletOf(chains.activeNamespace), network, address))
  const first = await lib.prepare(network, calls[0], context, signal)
  return { lib, own, network, from, to, units, out, checked, first, batch: isBatch ? lib.batchOf(network, calls) : undefined }
}

type Pair = {
  readonly networkId: FormSwap['network']['caipNetworkId']
  readonly from: CaipAddress
  readonly to: CaipAddress
  readonly amount: string
  readonly user: CaipAddress
}

/** The service's transaction, the allowance by its account, and the way to its approval; the gas price is read along with them. */
async function build(pair: Pair, slippage: number, signal: AbortSignal) {
  const loading = adapters[chains.activeNamespace]?.swap?.()
  const [lib, { buildApproval, buildSwap, getAllowance }] = await Promise.all([loading, import('../api/convert')])
  if (!lib) throw new WalletError('SWAP_NETWORK_UNSUPPORTED')
  const { networkId, from, user, amount } = pair
  const [{ allowance }, { tx: built }] = await Promise.all([
    isCoin({ address: from }) ? { allowance: amount } : getAllowance({ networkId, token: from, user }, { signal }),
    buildSwap({ ...pair, slippage }, { signal }),
    readGasPrice(signal),
  ]).catch(refused)
  const approve = async () => (await buildApproval(pair, { signal }).catch(refused)).tx
  return { lib, built, told: BigInt(allowance), approve }
}

/** A swap that the service refuses would fail; its refusal itself has no words for a visitor. Just after an approval its node may be behind. */
function refused(cause: unknown): never {
  throw Object(cause).code === 'API_REFUSED' ? new WalletError('TRANSACTION_WOULD_FAIL', { cause }) : cause
}
