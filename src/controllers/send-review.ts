import type { AssetChange } from '../lib/asset-change'
import { formatUnits } from '../lib/format'
import type { SendReview, ShownChange } from '../state/send'
import { tokens } from '../state/tokens'
import { ambiguousAmong } from './holdings'
import type { FormTransfer } from './send-transfer'

/** What the review shows of a transfer, all from what will be signed. */
export function reviewOf(transfer: FormTransfer): SendReview {
  const { made, network, token, found, amount, decimals } = transfer
  const { cost, changes, arrives = amount } = made
  const coin = network.nativeCurrency
  return {
    networkId: network.caipNetworkId,
    symbol: token.symbol,
    name: token.name,
    iconUrl: token.iconUrl,
    token: ambiguousAmong([coin, ...tokens.list])(token) ? token.address : undefined,
    amount: formatUnits(amount, decimals),
    arrives: arrives < amount ? formatUnits(arrives, decimals) : undefined,
    fee: cost && formatUnits(cost.fee, coin.decimals),
    deposit: formatUnits(cost?.deposit ?? 0n, coin.decimals),
    to: found.address,
    toName: found.name,
    changes: changes?.map((each) => shownChange(each, transfer)),
  }
}

/** Whether it was tried out and the amount leaves, as the review's head and its button say, and nothing else changes. */
export const movesOnlyAmount = ({ changes, amount, symbol }: SendReview): boolean =>
  changes?.map((each) => each.amount + each.symbol).join() === `-${amount}${symbol}`

/** A balance change as the review shows it: of the sent token, the coin, or another token, which may be unknown. */
function shownChange({ token, amount }: AssetChange, { token: sent, network, ...own }: FormTransfer): ShownChange {
  const coin = network.nativeCurrency
  if (token === undefined) return { symbol: coin.symbol, amount: formatUnits(amount, coin.decimals), token: undefined }
  const isSent = token.toLowerCase() === sent.address?.toLowerCase()
  const listed = isSent ? undefined : tokens.list.find(({ address }) => address?.toLowerCase().endsWith(token.toLowerCase()))
  const decimals = isSent ? own.decimals : listed && Number(listed.quantity.decimals)
  return {
    symbol: isSent ? sent.symbol : (listed?.symbol ?? ''),
    // Base units of an unknown token are no amount that could be shown; only the direction is.
    amount: decimals === undefined ? (amount < 0n ? '-' : '') : formatUnits(amount, decimals),
    token,
  }
}
