import type { Social } from '../../lib/social'

/** The social networks on offer: none in this release, whose social login is not there yet. */
export function useSocials(): { readonly list: readonly Social[]; readonly start: (social: Social) => void } {
  return { list: [], start: () => {} }
}
