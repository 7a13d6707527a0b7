import { type Address, createPublicClient, formatUnits, http, parseAbi } from 'viem'
import type { Chain } from './chain'
import type { Db } from './database'
import { MULTICALL_ADDRESS } from './deploy'
import type { Contracts } from './index-contracts'
import { localNetworks } from './networks'
import type { PriceOf } from './prices'

const reads = parseAbi([
  'function getEthBalance(address) view returns (uint256)',
  'function balanceOf(address) view returns (uint256)',
])
/** Bytes of call data in one multicall: some 500 balances, well within a block's gas. */
const BATCH_BYTES = 18_000

/** One line of an account's portfolio in the provider API's format; `numeric` is exact. */
export type Balance = {
  name: string
  symbol: string
  chainId: string
  address?: string
  value: number
  price: number
  quantity: { decimals: string; numeric: string }
  iconUrl: string
}

/** An account's holdings, read from the chain: always the coin, and those tokens it ever received that it still has. */
export async function readBalances(
  chain: Chain,
  owner: Address,
  { db, contracts, priceOf, iconOf }: { db: Db; contracts: Contracts; priceOf: PriceOf; iconOf: (symbol: string) => string },
): Promise<Balance[]> {
  const network = localNetworks.find(({ chainId }) => chainId === chain.chainId)
  const held = db
    .prepare('select token from held where owner = ? and network = ? order by block, token')
    .all(owner.toLowerCase(), chain.networkId) as { token: string }[]
  // The demo tokens first, then in the order of arrival.
  const order = (address: string) => {
    const at = chain.tokens.findIndex((token) => token.address.toLowerCase() === address)
    return at < 0 ? chain.tokens.length : at
  }
  const tokens = held.flatMap(({ token }) => contracts.token(token) ?? []).sort((a, b) => order(a.address) - order(b.address))
  const read = (address: Address, functionName: 'getEthBalance' | 'balanceOf') => ({
    address,
    abi: reads,
    functionName,
    args: [owner] as const,
  })
  const [coins, ...amounts] = await createPublicClient({ transport: http(chain.url) }).multicall({
    multicallAddress: MULTICALL_ADDRESS,
    batchSize: BATCH_BYTES,
    contracts: [read(MULTICALL_ADDRESS, 'getEthBalance'), ...tokens.map(({ address }) => read(address as Address, 'balanceOf'))],
  })
  const line = (name: string, symbol: string, amount: bigint, decimals: number, address?: string): Balance => {
    const price = priceOf(symbol)
    const numeric = formatUnits(amount, decimals)
    return {
      name,
      symbol,
      chainId: chain.networkId,
      ...(address && { address: `${chain.networkId}:${address}` }),
      value: Number(numeric) * price,
      price,
      quantity: { decimals: String(decimals), numeric },
      iconUrl: iconOf(symbol),
    }
  }
  const lines = tokens.flatMap(({ address, name, symbol, decimals }, i) => {
    const amount = amounts[i]?.result
    const written = chain.tokens.find((token) => token.address.toLowerCase() === address)?.address ?? address
    return typeof amount === 'bigint' && amount > 0n ? [line(name, symbol, amount, decimals, written)] : []
  })
  return [line(network?.currency ?? 'Ether', network?.symbol ?? 'ETH', coins?.result ?? 0n, 18), ...lines]
}
