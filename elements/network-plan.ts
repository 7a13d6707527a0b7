import { serviceHosts } from '../src/controllers/service-hosts'
import { config } from '../src/state/config'

export type PlannedHost = { readonly host: string; readonly feature: string; readonly when: string }

/** Hosts that the present configuration may contact; none of them before the visitor acts. */
export function networkPlan(): PlannedHost[] {
  const plan: [string | undefined, string, string][] = [
    [config.relayUrl, 'WalletConnect', 'a phone is paired, or a session is kept'],
    [serviceHosts().wallets, 'wallet list and images', 'wallets are offered'],
    [serviceHosts().provider, 'balance, name and chain RPC', 'an account is shown'],
    ...Object.values(config.rpcUrl).flatMap((urls) =>
      urls.map((url): [string, string, string] => [url, 'chain RPC', 'an account is shown']),
    ),
    [config.loginUrl, 'login backend', 'the visitor signs in'],
    [config.email || config.socials.length ? config.secureSiteUrl : undefined, 'embedded wallet', 'the visitor signs in with it'],
    [config.analyticsUrl, 'analytics', 'an event happens'],
  ]
  return plan.flatMap(([url, feature, when]) => (url ? [{ host: new URL(url).host, feature, when }] : []))
}
