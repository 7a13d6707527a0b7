import { roughTime } from '../lib/exact-time'

/** Cross-Origin-Opener-Policy of the page, and by how much the clock of this device is ahead of the page's server. */
export type OwnHeaders = { readonly opener: string | null; readonly skewMs: number | undefined } | undefined

/** The relay turns away clocks that are further ahead than this (SECURITY fault 28). */
export const CLOCK_LEEWAY_MS = 120_000
/** The clock is compared for at most this long. */
const CLOCK_LIMIT_MS = 5_000

/** This page's address without the fragment, as requests and policy reports name it. */
export const ownUrl = (): string => location.href.replace(/#.*$/, '')

/** The page's own headers, by a new request to its server; undefined where they cannot be read. Never rejects. */
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
    // A cache on the way may answer with an old date.
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

/** By how much the clock of this device is ahead of the page's server, in ms; 0 where that is unknown. Never rejects. */
export const clockSkew = async (limitMs: number): Promise<number> => (await ownHeaders(limitMs))?.skewMs ?? 0

/** About how far the clock of this device is ahead, in words; undefined where the relay accepts it or it is unknown. */
export async function timeFast(locale: string): Promise<string | undefined> {
  const skewMs = await clockSkew(CLOCK_LIMIT_MS)
  return skewMs > CLOCK_LEEWAY_MS ? roughTime(skewMs / 1_000, locale) : undefined
}
