/** Magic's page keeps the network's own address, and with it the state, in this parameter. */
const NESTED = 'provider_authorization_url'
const MAGIC = 'auth.magic.link'
/** Separates the state from the page to return to. The state may contain `--` too, so an address must follow. */
const MARK = '--'
const RETURN = /--https?:\/\/.*$/s

const parse = (url: string): URL | undefined => (URL.canParse(url) ? new URL(url) : undefined)

/** The `state` of a sign-in link or of its answer, without the return page that we added; undefined if there is none. */
export function stateOf(link: string): string | undefined {
  const url = parse(link)
  if (!url) return undefined
  const nested = url.host === MAGIC ? url.searchParams.get(NESTED) : null
  const state = url.searchParams.get('state') ?? new URLSearchParams(url.hash.slice(1)).get('state')
  if (state === null) return nested ? stateOf(nested) : undefined
  return state.replace(RETURN, '') || undefined
}

/** Whether an answer belongs to the sign-in of this link: if the link has a state, the answer must have the same. */
export function answers(result: string, link: string): boolean {
  const state = stateOf(link)
  return parse(result) !== undefined && (state === undefined || stateOf(result) === state)
}

/** Longer answers are ignored. */
const MAX_RESULT = 8_192

/** The answer to this link's sign-in in a window message; undefined for any other message. */
export function resultOf(message: unknown, link: string): string | undefined {
  const { resultUri } = Object(message) as Record<string, unknown>
  return typeof resultUri === 'string' && resultUri.length <= MAX_RESULT && answers(resultUri, link) ? resultUri : undefined
}

/** The link for a sign-in in this tab, with the page to return to in its state (facts: frame protocol §11.1). Undefined if it has no state. */
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

/** The `result_uri` in the address of the page returned to, and that address without it; other parameters stay exactly as they are. */
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
