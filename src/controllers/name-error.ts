import { type ErrorCode, WalletError } from '../lib/errors'

/** Turns any error into a WalletError; the code that reads foreign errors loads with the first of them. Never rejects. */
export async function nameError(cause: unknown, fallback: ErrorCode): Promise<WalletError> {
  if (cause instanceof WalletError) return cause
  const loaded = await import('../lib/rpc-errors').catch(() => undefined)
  return loaded?.toWalletError(cause, fallback) ?? new WalletError(fallback, { cause })
}
