/** Requests to this site's own server; it knows who is signed in, never a key. */

const SESSION = 'session'
const DEVICE = 'device'

/** The signed-in person and their session token. */
export type SignedIn = { readonly token: string; readonly user: { id: string; email: string | null; name: string | null } }

/** An error with a text for the person, passed on to the page. */
export class SiteError extends Error {
  override name = 'SiteError'
}
/** There was no answer: the request may have been carried out all the same. */
export class Unanswered extends SiteError {}

/** Sends a request to the server; throws SiteError with its message. */
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

/** The person who is signed in in this browser, kept across reloads. */
export function session(): SignedIn | undefined {
  try {
    return JSON.parse(localStorage.getItem(SESSION) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

export const keepSession = (next: SignedIn | undefined) =>
  next ? localStorage.setItem(SESSION, JSON.stringify(next)) : localStorage.removeItem(SESSION)

/** Identifies this browser to the server. */
function deviceId(): string {
  const known = localStorage.getItem(DEVICE)
  if (known) return known
  const made = crypto.randomUUID()
  localStorage.setItem(DEVICE, made)
  return made
}
