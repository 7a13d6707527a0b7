import { vi } from 'vitest'
import { RETRY_COUNT, RETRY_DELAY_MS } from '../src/lib/retry'

const pauses = Array.from({ length: RETRY_COUNT }, (_, count) => RETRY_DELAY_MS * 2 ** count)

/**
 * Skips the pauses before a read is retried, a second for each unanswered request, until globals are unstubbed. All other timers
 * are unchanged. The length of the pauses is tested in `eip155-client.test.ts` and `lib/http.test.ts`.
 */
export function skipPauses(): void {
  const wait = globalThis.setTimeout
  const short = (run: () => void, ms = 0) => wait(run, pauses.includes(ms) ? 0 : ms)
  vi.stubGlobal('setTimeout', short)
}
