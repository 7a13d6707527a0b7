import { type Address, createPublicClient, erc20Abi, http } from 'viem'
import { urls } from './site'

/** Reads a chain of the local stack. */
export const chainOf = (network: string) => createPublicClient({ transport: http(urls.rpc[network]), pollingInterval: 100 })

/** The dollars there. */
export function dollarOn(network: string): Address {
  const token = urls.tokens[network]?.find(({ symbol }) => symbol === 'DUSD')
  if (!token) throw new Error(`There are no dollars on ${network}`)
  return token.address as Address
}

/** How many of them an account has, in their smallest unit. */
export const dollarsOf = (network: string, owner: Address) =>
  chainOf(network).readContract({ address: dollarOn(network), abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
