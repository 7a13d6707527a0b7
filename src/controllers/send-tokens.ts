import { type CaipAddress, parseCaipAddress } from '../lib/caip'
import { isPositive } from '../lib/decimal'
import type { Network } from '../lib/network'
import type { TokenBalance } from '../lib/token'
import { account } from '../state/account'
import { chains } from '../state/chains'
import { tokens } from '../state/tokens'
import { networkOf } from './network-list'

/** A coin or token that can be sent from the active account. */
export type SendToken = {
  /** `native` or the token's CAIP-10 id. */
  readonly id: string
  /** Contract or mint; absent for the coin. */
  readonly address: string | undefined
  readonly name: string
  readonly symbol: string
  /** The balance that services list: decimal string in the main unit. */
  readonly listed: string | undefined
  /** As services list them; absent for the coin. */
  readonly decimals?: string
  /** Of one, in US dollars; undefined where no price is known. */
  readonly price: string | undefined
  readonly iconUrl: string | undefined
}

/** The coin or a token of the active account by its id; undefined where the account no longer has it. */
export function sendToken(id: string): SendToken | undefined {
  const { caipAddress, networkId } = chains.active
  if (!networkId) return undefined
  const list = tokens.owner === caipAddress ? tokens.list : []
  const balance = account.owner === caipAddress ? account.balance : undefined
  return findSendToken(id, networkOf(networkId), balance, list)
}

/** The coin or a token of `list` by its id; undefined where neither has it. `balance` is the coin's, by the chain itself. */
export function findSendToken(
  id: string,
  { nativeCurrency, name }: Network,
  balance: string | undefined,
  list: readonly TokenBalance[],
): SendToken | undefined {
  const wanted = id.toLowerCase()
  const token = list.find(({ address }) => address?.toLowerCase() === wanted)
  if (token?.address) return fromList(token, token.address)
  if (id !== 'native') return undefined
  const coin = list.find(({ address }) => address === undefined)
  return {
    id: 'native',
    address: undefined,
    name: nativeCurrency.name || name,
    symbol: nativeCurrency.symbol,
    listed: balance ?? coin?.quantity.numeric,
    price: priceOf(coin),
    iconUrl: coin?.iconUrl,
  }
}

function fromList(token: TokenBalance, id: CaipAddress): SendToken {
  const { name, symbol, quantity, iconUrl } = token
  const { address } = parseCaipAddress(id)
  return {
    id,
    address,
    name: name || symbol,
    symbol,
    listed: quantity.numeric,
    decimals: quantity.decimals,
    price: priceOf(token),
    iconUrl,
  }
}

const priceOf = (token: TokenBalance | undefined) => (token?.price && isPositive(token.price) ? token.price : undefined)
