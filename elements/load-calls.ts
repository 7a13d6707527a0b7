import type { Diagnosis } from '../src/controllers/diagnose'
import { LOST, part } from '../src/controllers/load-part'
import type { ErrorCode } from '../src/lib/errors'

/** The code that acts on a wallet is loaded with the first call. */
export const calls = (code?: ErrorCode) => part(import('./calls'), code)

/** The diagnosis if the code that diagnoses did not load. */
export const lostDiagnosis = (): Diagnosis => ({
  checks: [{ name: 'Script', ok: false, text: LOST }],
  text: `FAIL Script: ${LOST}`,
})
