import { decodeFunctionData, erc20Abi, type Hex, isAddress, isHex, maxUint256, parseAbi } from 'viem'

/** One call of a transaction, as requested. */
export type Call = { readonly to?: Hex | undefined; readonly value?: Hex | undefined; readonly data?: Hex | undefined }

/**
 * The used members of a transaction; the chain determines fees and nonce. Invalid ones are refused: ignoring them could send
 * another amount, or create a contract instead of paying a name. Throws with a text for the page.
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

/** An allowance above this counts as unlimited. */
export const UNLIMITED = maxUint256 / 2n

const swapAbi = parseAbi(['function swap(address from, address to, uint256 amount, uint256 least, address receiver)'])
const allAbi = parseAbi(['function setApprovalForAll(address operator, bool approved)'])

/** A token transfer or approval in call data; undefined for anything else. */
export function readToken(data: Hex) {
  try {
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data })
    if (functionName === 'transfer') return { kind: 'transfer', who: args[0], amount: args[1] } as const
    if (functionName === 'approve') return { kind: 'approve', who: args[0], amount: args[1] } as const
  } catch {
    // Another function, or no function call.
  }
  return undefined
}

/** A swap on the exchange that this site knows. */
export function readSwap(data: Hex) {
  try {
    const { args } = decodeFunctionData({ abi: swapAbi, data })
    const [from, to, amount, least, receiver] = args
    return { from, to, amount, least, receiver }
  } catch {
    return undefined
  }
}

/** The operator that would get access to a whole collection, or undefined. */
export function readOperator(data: Hex): Hex | undefined {
  try {
    const { args } = decodeFunctionData({ abi: allAbi, data })
    return args[1] ? args[0] : undefined
  } catch {
    return undefined
  }
}
