let signClient: unknown
const listeners = new Set<() => void>()

/** The host's own sign client, when it gave one. */
export const ownSignClient = (): unknown => signClient

/** Uses the host's own sign client from the next connection on. */
export function takeSignClient(client: unknown): void {
  signClient = client
  for (const listener of listeners) listener()
}

/** Calls `listener` whenever the host gives another one. Returns its stop. */
export function onSignClient(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
