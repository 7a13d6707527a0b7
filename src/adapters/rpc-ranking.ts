/** How many of an endpoint's last answers count, and their weights (specification §9). */
export const SAMPLE_COUNT = 10
const STABILITY_WEIGHT = 0.7
const LATENCY_WEIGHT = 0.3
/** Unused endpoints are sampled at most this often, and only during reads. */
export const SAMPLE_INTERVAL_MS = 4_000

type Sample = { readonly ok: boolean; readonly ms: number }
const samples = new Map<string, Sample[]>()

/** Records the outcome of a request to an endpoint, the last ten of each. */
export function noteAnswer(url: string, ok: boolean, ms: number): void {
  samples.set(url, [...(samples.get(url) ?? []), { ok, ms }].slice(-SAMPLE_COUNT))
}

/** For tests: forgets every answer. */
export const forgetAnswers = (): void => samples.clear()

/** The endpoints, the best first; in the host's order until each has been measured. */
export function ranked<Endpoint extends { readonly url: string }>(endpoints: readonly Endpoint[]): readonly Endpoint[] {
  const known = endpoints.map((endpoint) => ({ endpoint, heard: samples.get(endpoint.url) ?? [] }))
  if (known.length < 2 || known.some(({ heard }) => heard.length === 0)) return endpoints
  const slowest = Math.max(1, ...known.flatMap(({ heard }) => heard.map(({ ms }) => ms)))
  const scoreOf = (heard: readonly Sample[]) => {
    const stability = heard.filter(({ ok }) => ok).length / heard.length
    // Speed does not count for an endpoint that never answered.
    if (stability === 0) return 0
    const latency = 1 - mean(heard.map(({ ms }) => ms)) / slowest
    return STABILITY_WEIGHT * stability + LATENCY_WEIGHT * latency
  }
  return known
    .map(({ endpoint, heard }) => ({ endpoint, score: scoreOf(heard) }))
    .sort((a, b) => b.score - a.score)
    .map(({ endpoint }) => endpoint)
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
