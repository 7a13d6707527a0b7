import { decodeFunctionData, erc20Abi, type Hex, maxUint256, parseAbi } from 'viem'

/** One call of a transaction, as it was asked for. */
export type Call = { readonly to?: Hex | undefined; readonly value?: Hex | undefined; readonly data?: Hex | undefined }

/** An allowance above this is as good as all there will ever be. */
export const UNLIMITED = maxUint256 / 2n

const swapAbi = parseAbi(['function swap(address from, address to, uint256 amount, uint256 least, address receiver)'])
const allAbi = parseAbi(['function setApprovalForAll(address operator, bool approved)'])

/** What a call of a token does with it; undefined for what is none of the two. */
export function readToken(data: Hex) {
  try {
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data })
    if (functionName === 'transfer') return { kind: 'transfer', who: args[0], amount: args[1] } as const
    if (functionName === 'approve') return { kind: 'approve', who: args[0], amount: args[1] } as const
  } catch {
    // Another function, or none.
  }
  return undefined
}

/** A swap of the exchange that this site knows. */
export function readSwap(data: Hex) {
  try {
    const { args } = decodeFunctionData({ abi: swapAbi, data })
    const [from, to, amount, least, receiver] = args
    return { from, to, amount, least, receiver }
  } catch {
    return undefined
  }
}

/** Who would be let at a whole collection, or undefined. */
export function readOperator(data: Hex): Hex | undefined {
  try {
    const { args } = decodeFunctionData({ abi: allAbi, data })
    return args[1] ? args[0] : undefined
  } catch {
    return undefined
  }
}
