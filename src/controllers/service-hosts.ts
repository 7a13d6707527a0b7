import { PUBLIC_PROVIDER_URL, PUBLIC_WALLETS_URL } from '../lib/public-services'
import { config } from '../state/config'

/** The provider API and the wallet list in use: the host's own, or the public ones where there is a project id. */
export function serviceHosts(): { readonly provider: string | undefined; readonly wallets: string | undefined } {
  const { projectId, providerUrl, walletsUrl } = config
  return { provider: providerUrl ?? (projectId && PUBLIC_PROVIDER_URL), wallets: walletsUrl ?? (projectId && PUBLIC_WALLETS_URL) }
}
