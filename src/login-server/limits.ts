import type { LoginContext } from './options'
import { LoginRefusal } from './refusal'

const MINUTE_MS = 60_000

/** Counts one more under `key` and throws `too_many_requests` when that is more than `perMinute`; gives what takes it back. */
export async function limit(
  { rateLimits, storage, now }: LoginContext,
  key: string,
  perMinute: number,
): Promise<() => Promise<void>> {
  if (rateLimits === 'off') return async () => {}
  const at = now()
  if ((await storage.count(key, 1, MINUTE_MS, at)) > perMinute)
    throw new LoginRefusal('too_many_requests', MINUTE_MS - (at % MINUTE_MS))
  return async () => void (await storage.count(key, -1, MINUTE_MS, at))
}
