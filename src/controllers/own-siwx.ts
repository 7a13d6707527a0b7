/** What the host gave to sign in with; checked where it is used. */
type OwnSiwx = { siwx?: unknown; siweConfig?: unknown; login?: unknown }

/** The host's own way to sign in: at most one of `siwx` and `siweConfig`. */
export const ownSiwx: OwnSiwx = {}
