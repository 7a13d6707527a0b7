import { vi } from 'vitest'
import { RETRY_COUNT, RETRY_DELAY_MS } from '../src/lib/retry'

const pauses = Array.from({ length: RETRY_COUNT }, (_, count) => RETRY_DELAY_MS * 2 ** count)

/**
 * Lets the pauses before a read is asked again be over at once, until globals are unstubbed: a second for each that nobody answers.
 * Every other time is as long as ever. How long the pauses are is asked in `eip155-client.test.ts` and `lib/http.test.ts`.
 */
export function skipPauses(): void {
  const wait = globalThis.setTimeout
  const short = (run: () => void, ms = 0) => wait(run, pauses.includes(ms) ? 0 : ms)
  vi.stubGlobal('setTimeout', short)
}
