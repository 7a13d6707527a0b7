import { serviceHosts } from '../src/controllers/service-hosts'
import type { CaipNetworkId } from '../src/lib/caip'
import { endpointHosts } from '../src/lib/endpoint-hosts'
import { config } from '../src/state/config'

/** A host with its port, what it is used for, and what triggers the first request; in words for people. */
export type PlannedHost = { readonly host: string; readonly feature: string; readonly when: string }

/** Hosts that the current configuration may contact; none of them before the visitor acts. */
export function networkPlan(): PlannedHost[] {
  const plan: [string | undefined, string, string][] = [
    [config.relayUrl, 'WalletConnect', 'a phone is paired, or a session is kept'],
    [serviceHosts().wallets, 'wallet list and images', 'wallets are offered'],
    [serviceHosts().provider, 'balance, name and chain RPC', 'an account is shown'],
    ...endpoints().map((url): [string, string, string] => [url, 'chain RPC', 'an account is shown']),
    [config.loginUrl, 'login backend', 'the visitor signs in'],
    [config.email || config.socials.length ? config.secureSiteUrl : undefined, 'embedded wallet', 'the visitor signs in with it'],
    [config.analyticsUrl, 'analytics', 'an event happens'],
  ]
  return plan.flatMap(([url, feature, when]) => (url && URL.canParse(url) ? [{ host: new URL(url).host, feature, when }] : []))
}

/** Endpoints for reading chains besides the provider: those the host gave, and the other chains' own public ones. */
function endpoints(): string[] {
  const given = Object.values(config.rpcUrl).flat()
  const others = config.networkIds.filter((id) => !config.rpcUrl[id]?.length)
  return [...given, ...others.flatMap(ownEndpoints)]
}

function ownEndpoints(id: CaipNetworkId): readonly string[] {
  const described = config.customNetworks.find(({ caipNetworkId }) => caipNetworkId === id)
  const host = endpointHosts[id]
  return described?.rpcUrls ?? (host ? [`https://${host}`] : [])
}
