import { type Address, createPublicClient, formatUnits, http, parseAbi } from 'viem'
import type { Chain } from './chain'
import { MULTICALL_ADDRESS } from './deploy'
import { localNetworks, prices } from './networks'

const reads = parseAbi([
  'function getEthBalance(address) view returns (uint256)',
  'function balanceOf(address) view returns (uint256)',
])

/** One line of an account's portfolio, as the provider's API words it; `numeric` is exact. */
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

/** What an account holds on these chains, read from them: the coin always, a token when there is some of it. */
export async function readBalances(
  chains: readonly Chain[],
  owner: Address,
  iconOf: (symbol: string) => string,
): Promise<Balance[]> {
  return (await Promise.all(chains.map((chain) => readChain(chain, owner, iconOf)))).flat()
}

async function readChain(chain: Chain, owner: Address, iconOf: (symbol: string) => string): Promise<Balance[]> {
  const network = localNetworks.find(({ chainId }) => chainId === chain.chainId)
  const read = (address: Address, functionName: 'getEthBalance' | 'balanceOf') => ({
    address,
    abi: reads,
    functionName,
    args: [owner] as const,
  })
  const [coins = 0n, ...amounts] = await createPublicClient({ transport: http(chain.url) }).multicall({
    multicallAddress: MULTICALL_ADDRESS,
    allowFailure: false,
    contracts: [read(MULTICALL_ADDRESS, 'getEthBalance'), ...chain.tokens.map(({ address }) => read(address, 'balanceOf'))],
  })
  const line = (name: string, symbol: string, amount: bigint, decimals: number, address?: Address): Balance => {
    const price = prices[symbol] ?? 0
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
  const tokens = chain.tokens.flatMap(({ address, name, symbol, decimals }, i) => {
    const amount = amounts[i] ?? 0n
    return amount > 0n ? [line(name, symbol, amount, decimals, address)] : []
  })
  return [line(network?.currency ?? 'Ether', network?.symbol ?? 'ETH', coins, 18), ...tokens]
}
