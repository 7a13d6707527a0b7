let signClient: unknown

/** The host's own sign client, when it gave one. */
export const ownSignClient = (): unknown => signClient

/** Uses the host's own sign client from the next connection on. */
export function takeSignClient(client: unknown): void {
  signClient = client
}
