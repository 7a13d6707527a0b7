import { decodeFunctionData, erc20Abi, type Hex, isAddress, isHex, maxUint256, parseAbi } from 'viem'

/** One call of a transaction, as it was asked for. */
export type Call = { readonly to?: Hex | undefined; readonly value?: Hex | undefined; readonly data?: Hex | undefined }

/**
 * The members of a transaction that are kept; the chain decides about fees and nonce. What cannot be read is refused: left out,
 * another amount would be sent, or a contract be made of what was to be paid to a name. Throws in words for the page.
 */
export function readCall(given: unknown): Call {
  const { to, value, data, input } = Object(given) as Record<string, unknown>
  if (to != null && !(typeof to === 'string' && isAddress(to, { strict: false }))) throw new Error('Invalid to: not an address')
  const hexIn = (name: string, each: unknown) => {
    if (each != null && !isHex(each)) throw new Error(`Invalid ${name}: must start with "0x"`)
    return each ?? undefined
  }
  const [amount, payload] = [hexIn('value', value), hexIn('data', data ?? input)]
  return {
    ...(to != null && { to: to as Hex }),
    ...(amount && amount !== '0x' && { value: amount }),
    ...(payload && { data: payload }),
  }
}

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
