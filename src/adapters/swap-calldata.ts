import { type Address, getAddress, type Hex } from 'viem'
import { type CaipAddress, type CaipNetworkId, COIN, isCaipAddress, parseCaipAddress } from '../lib/caip'
import { WalletError } from '../lib/errors'
import { EVM_ADDRESS } from '../lib/evm-address'
import '../lib/money-errors'
import type { AssetChange } from '../lib/asset-change'
import type { Call } from './eip155-simulate'

/** The router that the public provider trades through (1inch v6), the same on each of its chains except ZKsync Era. */
const routerOn = (networkId: CaipNetworkId) =>
  networkId === 'eip155:324' ? '0x6fd4383cb451173d5f9304f041c7bcbf27d561ff' : '0x111111125421ca6dc452d289314280a0f8842a65'

/** `swap(address,address,uint256,uint256,address)`: from, to, amount, least, receiver. */
const PLAIN_SWAP = 'd5bcb9b5'
/** 1inch's `swap(address,(address,address,address,address,uint256,uint256,uint256),bytes)`. */
const AGGREGATED_SWAP = '07ed2379'
/** 1inch's `unoswap`s, from a token and from the coin: the target goes to the caller, and only the pools determine which it is. */
const POOL_SWAPS = new Set(['83800a8e', '8770ba91', '19367472'])
const COIN_POOL_SWAPS = new Set(['a76dfc3b', '89af926a', '188ac35d'])
const APPROVE = '095ea7b3'
/** The flag of a swap that may take only a part of the source. */
const PARTIAL_FILL = 1n

/** What the visitor was shown: addresses in lower case, amounts in base units. */
export type SwapOrder = {
  readonly networkId: CaipNetworkId
  readonly user: string
  readonly from: string
  readonly to: string
  readonly amount: bigint
  /** The minimum received. */
  readonly least: bigint
  /** It is of the public provider, which trades through its own router alone. */
  readonly isPublic?: boolean
}

/** A swap that does what was shown. `known`: by a router that we know, so it needs no simulation. */
type VerifiedSwap = { readonly call: Call; readonly least: bigint; readonly known: boolean }

/** A transaction that the service has built: CAIP-10 ids, and call data in hex. */
export type Built = { readonly from: CaipAddress; readonly to: CaipAddress; readonly data: string }
/** The terms of a swap by its call data; what the data does not name is absent. */
type Told = { from?: string; to?: string; amount: bigint; least: bigint; receiver?: string; flags?: bigint }

const unverified = (help?: string) => new WalletError('SWAP_UNVERIFIED', help === undefined ? {} : { cause: help })
/** What is compared is what is sent, to its first character. */
const hexIn = (data: string): Hex => {
  const hex = data.toLowerCase()
  if (!/^0x[0-9a-f]*$/.test(hex)) throw unverified('data')
  return hex as Hex
}
const words = (data: string) => data.slice(10).match(/.{64}/g) ?? []
const addressIn = (word: string | undefined) => {
  // With other bits besides the address, contracts may read the word differently.
  if (!word || !/^0{24}/.test(word)) throw unverified('address')
  return `0x${word.slice(24).toLowerCase()}`
}
const numberIn = (word: string | undefined) => {
  if (!word) throw unverified('number')
  return BigInt(`0x${word}`)
}

/** Parses the service's transaction and compares it with what the visitor was shown (SECURITY 17). Throws SWAP_UNVERIFIED. */
export function verifySwap(order: SwapOrder, built: Built): VerifiedSwap {
  const router = accountOn(order.networkId, built.to)
  if (accountOn(order.networkId, built.from) !== order.user) throw unverified('sender')
  if (router === order.user || router === order.from || router === order.to || /^0x0{40}$/.test(router))
    throw unverified('router')
  // A simulation proves little of an unknown contract: it can tell one from the chain, and its owner may change it meanwhile.
  const isOurs = router === routerOn(order.networkId)
  if (order.isPublic && !isOurs) throw unverified('router')
  const data = hexIn(built.data)
  const told = termsIn(data, order)
  const isCoin = order.from === COIN
  const own = told.receiver === undefined || told.receiver === order.user
  const same = (told.from ?? order.from) === order.from && (told.to ?? order.to) === order.to && told.amount === order.amount
  if (!own || !same || told.least < order.least || ((told.flags ?? 0n) & PARTIAL_FILL) !== 0n) throw unverified('terms')
  const call: Call = { from: getAddress(order.user), to: getAddress(router), value: isCoin ? order.amount : 0n, data }
  return { call, least: told.least, known: isOurs && told.to !== undefined }
}

/** What the call data says, by the methods that we know. Throws SWAP_UNVERIFIED for any other. */
function termsIn(data: Hex, order: SwapOrder): Told {
  const selector = data.slice(2, 10)
  const all = words(data)
  if (selector === PLAIN_SWAP && data.length === 10 + 5 * 64)
    return {
      from: addressIn(all[0]),
      to: addressIn(all[1]),
      amount: numberIn(all[2]),
      least: numberIn(all[3]),
      receiver: addressIn(all[4]),
    }
  if (selector === AGGREGATED_SWAP && all.length >= 10)
    return {
      from: addressIn(all[1]),
      to: addressIn(all[2]),
      receiver: addressIn(all[4]),
      amount: numberIn(all[5]),
      least: numberIn(all[6]),
      flags: numberIn(all[7]),
    }
  if (POOL_SWAPS.has(selector) && all.length >= 4)
    return { from: addressIn(all[0]), amount: numberIn(all[1]), least: numberIn(all[2]), receiver: order.user }
  if (COIN_POOL_SWAPS.has(selector) && all.length >= 2)
    return { from: COIN, amount: order.amount, least: numberIn(all[0]), receiver: order.user }
  throw unverified('method')
}

/** An approval of exactly the amount for the swap's router, on the token's own contract. Throws SWAP_UNVERIFIED. */
export function verifyApproval(order: SwapOrder, router: Address, built: Built & { readonly value: string }): Call {
  // The service echoes the source token as the sender; the approval goes to it (facts: provider API §2.10).
  if (accountOn(order.networkId, built.from) !== order.from || order.from === COIN) throw unverified('token')
  const data = hexIn(built.data)
  const [spender, amount] = words(data)
  const isExact = data.length === 10 + 128 && data.slice(2, 10) === APPROVE && /^0+$/.test(built.value)
  if (!isExact || addressIn(spender) !== router.toLowerCase() || numberIn(amount) !== order.amount) throw unverified('approval')
  return { from: getAddress(order.user), to: getAddress(order.from), value: 0n, data }
}

/** The approval with an amount of zero, which takes it back. */
export const withdrawal = (approval: Call): Call => ({
  ...approval,
  data: `${approval.data.slice(0, -64)}${'0'.repeat(64)}` as Hex,
})

/**
 * Compares a simulation with what was shown: no more of the source leaves, the target arrives, nothing else moves. Throws
 * SWAP_UNVERIFIED.
 */
export function verifyChanges(order: SwapOrder, swap: VerifiedSwap, changes: readonly AssetChange[] | undefined): void {
  if (!changes) {
    if (swap.known) return
    throw unverified('trial')
  }
  const by = new Map(changes.map(({ token, amount }) => [token?.toLowerCase() ?? COIN, amount]))
  const [gone, got] = [by.get(order.from) ?? 0n, by.get(order.to) ?? 0n]
  const isOther = [...by.keys()].some((each) => each !== order.from && each !== order.to)
  const isLess = got < swap.least || got < order.least || got <= 0n
  // Less may leave: a token as Aave's logs the interest since the last transfer as arriving with this one.
  if (isOther || gone < -order.amount || isLess) throw unverified('changes')
}

/** The address of an account on this network, lower case. Throws SWAP_UNVERIFIED for one of another. */
export function accountOn(networkId: CaipNetworkId, account: CaipAddress): string {
  if (!isCaipAddress(account)) throw unverified('account')
  const { networkId: own, address } = parseCaipAddress(account)
  if (own !== networkId || !EVM_ADDRESS.test(address)) throw unverified('network')
  return address.toLowerCase()
}
