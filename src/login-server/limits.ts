import { isIPv6 } from 'node:net'
import type { LoginContext } from './options'
import { LoginRefusal } from './refusal'

const MINUTE_MS = 60_000

/** Counts one more `what` of a client; throws `too_many_requests` above `perMinute`. Resolves to a function that takes the count back. */
export async function limit(
  { rateLimits, storage, now }: LoginContext,
  what: 'challenge' | 'failed',
  ip: string,
  perMinute: number,
): Promise<() => Promise<void>> {
  if (rateLimits === 'off') return async () => {}
  const [at, key] = [now(), `${what}:${clientOf(ip)}`]
  if ((await storage.count(key, 1, MINUTE_MS, at)) > perMinute)
    throw new LoginRefusal('too_many_requests', MINUTE_MS - (at % MINUTE_MS))
  return async () => void (await storage.count(key, -1, MINUTE_MS, at))
}

/** The client to count: for IPv6 its /64 network, since every host has all of its addresses. */
function clientOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped || !isIPv6(ip)) return mapped ?? ip
  const [before = [], after = []] = ip.split('::').map((half) => half.split(':').filter(Boolean))
  const zeros = Array<string>(8 - before.length - after.length).fill('0')
  const network = [...before, ...zeros, ...after].slice(0, 4)
  return network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')
}
