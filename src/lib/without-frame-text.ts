import { WalletError } from './errors'

/** The error that a host is given: without the secure frame's own text, which may name the person. */
export function withoutFrameText<Cause>(cause: Cause): Cause | WalletError {
  let at: unknown = cause
  while (at instanceof WalletError && at.code !== 'FRAME_ERROR') at = at.cause
  return at instanceof WalletError ? new WalletError((cause as WalletError).code) : cause
}
