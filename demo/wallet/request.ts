/** A chain that the wallet can use. */
export type WalletChain = { readonly chainId: number; readonly name: string; readonly symbol: string; readonly rpcUrl: string }

/** A JSON-RPC request to the wallet. */
export type WalletRequest = { readonly method: string; readonly params?: unknown }

/** A refusal with its EIP-1193 or JSON-RPC number. */
export class RequestError extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message)
  }
}

/** Chain id of an EIP-3326 or EIP-3085 parameter. Throws -32602. */
export function chainIdIn(param: unknown): number {
  const { chainId } = (param ?? {}) as { chainId?: unknown }
  const number = typeof chainId === 'string' && /^0x[0-9a-f]+$/i.test(chainId) ? Number(chainId) : Number.NaN
  if (!Number.isSafeInteger(number) || number <= 0) throw new RequestError(-32602, 'Expected 0x-prefixed chainId')
  return number
}
