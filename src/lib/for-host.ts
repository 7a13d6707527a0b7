import { WalletError } from './errors'

/** An error as hosts are told of it: what the secure frame says, which may name the person, is for the screen alone. */
export function forHost<Cause>(cause: Cause): Cause | WalletError {
  let at: unknown = cause
  while (at instanceof WalletError && at.code !== 'FRAME_ERROR') at = at.cause
  return at instanceof WalletError ? new WalletError((cause as WalletError).code) : cause
}
