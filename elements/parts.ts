import type { Diagnosis } from '../src/controllers/diagnose'
import { type ErrorCode, WalletError } from '../src/lib/errors'
import { told } from './told'

const LOST = 'A part did not load. Check the connection, then try again.'

/** What a member of the element loads. Throws `code`, told, where it does not come, as after a new release; it is asked for again the next time. */
export const part = <T>(coming: Promise<T>, code: ErrorCode = 'CONNECT_FAILED'): Promise<T> =>
  coming.catch((cause: unknown) => {
    throw told(new WalletError(code, { cause, help: LOST }))
  })

/** What acts on a wallet loads with the first call. */
export const calls = (code?: ErrorCode) => part(import('./calls'), code)

/** What is found out where that did not load which finds out. */
export const lostDiagnosis = (): Diagnosis => ({
  checks: [{ name: 'Script', ok: false, text: LOST }],
  text: `FAIL Script: ${LOST}`,
})
