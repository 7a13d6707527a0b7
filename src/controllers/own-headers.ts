import { roughTime } from '../lib/exact-time'

/** What the page's server says: its Cross-Origin-Opener-Policy, and by how much the clock here is ahead of its own. */
export type OwnHeaders = { readonly opener: string | null; readonly skewMs: number | undefined } | undefined

/** The relay turns away clocks that are further ahead than this (SECURITY fault 28). */
export const CLOCK_LEEWAY_MS = 120_000
/** Nobody waits longer to learn how wrong the clock is. */
const CLOCK_LIMIT_MS = 5_000

/** This page's address, as a request says it and a policy reports it. */
export const ownUrl = (): string => location.href.replace(/#.*$/, '')

/** The page's own headers, asked of its server anew; undefined where they cannot be read. Never rejects. */
export async function ownHeaders(limitMs: number): Promise<OwnHeaders> {
  const asked = Date.now()
  try {
    if (!/^https?:/.test(location.protocol)) return undefined
    const response = await fetch(ownUrl(), {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout(limitMs),
    })
    const date = Date.parse(response.headers.get('Date') ?? '')
    // What stands between may hand out what it has kept, with the date of then.
    const isKept = Number(response.headers.get('Age')) > 0
    // The server wrote its date somewhere between the question and the answer.
    const middle = (asked + Date.now()) / 2
    return {
      opener: response.headers.get('Cross-Origin-Opener-Policy'),
      skewMs: Number.isNaN(date) || isKept ? undefined : middle - date,
    }
  } catch {
    return undefined
  }
}

/** By how much the clock here is ahead of the page's server, in ms; 0 where nobody knows. Never rejects. */
export const clockSkew = async (limitMs: number): Promise<number> => (await ownHeaders(limitMs))?.skewMs ?? 0

/** About how long the clock here is ahead of the page's server, in words; undefined where the relay would not mind, or nobody knows. */
export async function timeFast(locale: string): Promise<string | undefined> {
  const skewMs = await clockSkew(CLOCK_LIMIT_MS)
  return skewMs > CLOCK_LEEWAY_MS ? roughTime(skewMs / 1_000, locale) : undefined
}
