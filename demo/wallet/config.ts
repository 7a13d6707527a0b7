import type { LocalNetwork } from '../stack/networks'

/** What the stack tells its pages, as far as the wallet uses it. */
export type WalletConfig = {
  readonly relay: string
  readonly projectId: string
  readonly rpc: Readonly<Record<string, string>>
  readonly chains: readonly LocalNetwork[]
}

/** The configuration of the stack that serves `base`. Rejects when there is none. */
export async function loadConfig(base: string): Promise<WalletConfig> {
  const response = await fetch(new URL('/config.json', base))
  if (!response.ok) throw new Error(`The local stack did not answer: ${response.status}`)
  return (await response.json()) as WalletConfig
}
