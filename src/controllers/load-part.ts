import { type ErrorCode, WalletError } from '../lib/errors'
import { report } from './report'

/** Advice where a chunk does not load. */
export const LOST = 'A part did not load. Check the connection, then try again.'

/** Waits for a chunk that a call of the host needs. Reports and throws `code` where it does not load, as after a new release. */
export const part = <T>(coming: Promise<T>, code: ErrorCode = 'CONNECT_FAILED'): Promise<T> =>
  coming.catch((cause: unknown) => {
    const error = new WalletError(code, { cause, help: LOST })
    report(error)
    throw error
  })
