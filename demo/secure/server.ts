/** What this site's own server is asked; it knows who is signed in, never a key. */

const SESSION = 'session'
const DEVICE = 'device'

/** The person whose session is open here. */
export type SignedIn = { readonly token: string; readonly user: { id: string; email: string | null; name: string | null } }

/** Words for the person, given on to the page. */
export class SiteError extends Error {
  override name = 'SiteError'
}
/** No answer came: what was asked may have been done all the same. */
export class Unanswered extends SiteError {}

/** Asks the server; throws SiteError with its words. */
export async function post<T>(path: string, body: object = {}): Promise<T> {
  const response = await fetch(`/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${session()?.token ?? ''}` },
    body: JSON.stringify({ device: deviceId(), ...body }),
  }).catch(() => {
    throw new Unanswered('The service did not answer. Try again.')
  })
  const answer = (await response.json().catch(() => ({}))) as { message?: string }
  if (!response.ok) throw new SiteError(answer.message ?? 'Something went wrong')
  return answer as T
}

/** Who is signed in in this browser, kept across reloads. */
export function session(): SignedIn | undefined {
  try {
    return JSON.parse(localStorage.getItem(SESSION) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

export const keepSession = (next: SignedIn | undefined) =>
  next ? localStorage.setItem(SESSION, JSON.stringify(next)) : localStorage.removeItem(SESSION)

/** Names this browser to the server. */
function deviceId(): string {
  const known = localStorage.getItem(DEVICE)
  if (known) return known
  const made = crypto.randomUUID()
  localStorage.setItem(DEVICE, made)
  return made
}
