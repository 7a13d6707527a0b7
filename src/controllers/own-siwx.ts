/** What the host gave to sign in with; read, and then trusted, where sign-in is done. */
type OwnSiwx = { siwx?: unknown; siweConfig?: unknown; login?: unknown }

/** The host's own way to sign in: at most one of the two. */
export const ownSiwx: OwnSiwx = {}
