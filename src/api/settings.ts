import { PUBLIC_PROVIDER_URL, PUBLIC_WALLETS_URL } from '../lib/public-services'

/** Addresses of the provider's services, and what every call carries. */
type ApiSettings = {
  /** Provider API; empty: the vendor's public host, and only with a project id. */
  providerUrl: string
  /** Wallet list and images; empty: the vendor's public host, and only with a project id. */
  walletsUrl: string
  projectId: string
  /** SDK type and version, sent with every GET; the balance call answers nothing without `sv`. */
  st: string
  sv: string
}

const initial: ApiSettings = {
  providerUrl: '',
  walletsUrl: '',
  projectId: '',
  st: 'wallet-modal',
  sv: 'html-universal',
}

/** The settings in use; changed by `configureApi` only. */
export const settings: ApiSettings = { ...initial }

/** Changes the given settings; one that is `undefined` returns to its default. */
export function configureApi(patch: { readonly [Member in keyof ApiSettings]?: ApiSettings[Member] | undefined }): void {
  for (const member of Object.keys(initial) as (keyof ApiSettings)[])
    if (member in patch) settings[member] = patch[member] ?? initial[member]
}

/** `sv` of a release: `html-eip155,solana-1.0.0`; `universal` stands for no adapter (DECISIONS 16). */
export const sdkVersion = (namespaces: readonly string[], version: string): string =>
  `html-${namespaces.join(',') || 'universal'}-${version}`

/** Base URL of a service without its trailing slash; `undefined` if it may not be called, for lack of a project id. */
export function baseUrl(service: 'provider' | 'wallets'): string | undefined {
  const [configured, vendor] =
    service === 'provider' ? [settings.providerUrl, PUBLIC_PROVIDER_URL] : [settings.walletsUrl, PUBLIC_WALLETS_URL]
  if (configured) return configured.replace(/\/+$/, '')
  return settings.projectId ? vendor : undefined
}

/** Sent with every GET; empty values are left out. */
export const sdkQuery = () => ({ st: settings.st, sv: settings.sv, projectId: settings.projectId })

/** A URL of `base`, `path` and the query members that have a value. */
export function urlOf(base: string, path: string, query: Readonly<Record<string, string | number | undefined>>): URL {
  const url = new URL(base + path)
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') url.searchParams.set(name, String(value))
  return url
}
