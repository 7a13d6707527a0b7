/** Magic's page keeps the network's own address, and with it the state, in this parameter. */
const NESTED = 'provider_authorization_url'
const MAGIC = 'auth.magic.link'
/** Between the state and the page to go back to. A state may hold the mark itself: what follows must be an address. */
const MARK = '--'
const RETURN = /--https?:\/\/.*$/s

const parse = (url: string): URL | undefined => (URL.canParse(url) ? new URL(url) : undefined)

/** The `state` of a sign-in link or of its answer, without the page that was added to it; undefined where there is none. */
export function stateOf(link: string): string | undefined {
  const url = parse(link)
  if (!url) return undefined
  const nested = url.host === MAGIC ? url.searchParams.get(NESTED) : null
  const state = url.searchParams.get('state') ?? new URLSearchParams(url.hash.slice(1)).get('state')
  if (state === null) return nested ? stateOf(nested) : undefined
  return state.replace(RETURN, '') || undefined
}

/** Whether an answer is of the sign-in that the link began; where the link has a state, so must the answer. */
export function answers(result: string, link: string): boolean {
  const state = stateOf(link)
  return parse(result) !== undefined && (state === undefined || stateOf(result) === state)
}

/** The longest answer that is heard. */
const MAX_RESULT = 8_192

/** The answer in a window's message, to the sign-in that the link began; undefined for every other message. */
export function resultOf(message: unknown, link: string): string | undefined {
  const { resultUri } = Object(message) as Record<string, unknown>
  return typeof resultUri === 'string' && resultUri.length <= MAX_RESULT && answers(resultUri, link) ? resultUri : undefined
}

/** The link of a sign-in in this tab: its state says which page to come back to (facts: frame protocol §11.1). Undefined where it has none. */
export function withReturn(link: string, page: string): string | undefined {
  const url = parse(link)
  const nested = url?.host === MAGIC ? url.searchParams.get(NESTED) : null
  if (url && nested) {
    const inner = withReturn(nested, page)
    if (!inner) return undefined
    url.searchParams.set(NESTED, inner)
    return url.href
  }
  return /[?&#]state=[^&#]+/.test(link)
    ? link.replace(/([?&#]state=[^&#]+)/, (pair) => `${pair}${MARK}${encodeURIComponent(page)}`)
    : undefined
}

/** The `result_uri` of a page that was come back to, and the page without it; every other parameter stays as it was written. */
export function resultIn(page: string): { readonly result: string; readonly page: string } | undefined {
  const url = parse(page)
  const result = url?.searchParams.get('result_uri')
  if (!url || !result) return undefined
  url.search = url.search
    .slice(1)
    .split('&')
    .filter((pair) => !pair.startsWith('result_uri='))
    .join('&')
  return { result, page: url.href }
}
