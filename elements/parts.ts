import type { Diagnosis } from '../src/controllers/diagnose'
import { LOST, part } from '../src/controllers/part'
import type { ErrorCode } from '../src/lib/errors'

/** What acts on a wallet loads with the first call. */
export const calls = (code?: ErrorCode) => part(import('./calls'), code)

/** What is found out where that did not load which finds out. */
export const lostDiagnosis = (): Diagnosis => ({
  checks: [{ name: 'Script', ok: false, text: LOST }],
  text: `FAIL Script: ${LOST}`,
})
