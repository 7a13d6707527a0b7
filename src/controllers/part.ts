import { type ErrorCode, WalletError } from '../lib/errors'
import { report } from './report'

/** What is said where a part does not come. */
export const LOST = 'A part did not load. Check the connection, then try again.'

/** What a call of the page's loads. Throws `code`, told, where it does not come, as after a new release; it is asked for again the next time. */
export const part = <T>(coming: Promise<T>, code: ErrorCode = 'CONNECT_FAILED'): Promise<T> =>
  coming.catch((cause: unknown) => {
    const error = new WalletError(code, { cause, help: LOST })
    report(error)
    throw error
  })
