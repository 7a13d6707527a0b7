import { type Address, createPublicClient, erc20Abi, http } from 'viem'
import { urls } from './site'

/** A client that reads a chain of the local stack. */
export const chainOf = (network: string) => createPublicClient({ transport: http(urls.rpc[network]), pollingInterval: 100 })

/** The address of the demo dollar on a chain. */
export function dollarOn(network: string): Address {
  const token = urls.tokens[network]?.find(({ symbol }) => symbol === 'DUSD')
  if (!token) throw new Error(`There are no dollars on ${network}`)
  return token.address as Address
}

/** An account's balance of demo dollars, in base units. */
export const dollarsOf = (network: string, owner: Address) =>
  chainOf(network).readContract({ address: dollarOn(network), abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
