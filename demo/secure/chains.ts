import { defineChain, type Hex } from 'viem'

export type SiteChain = {
  readonly chainId: number
  readonly name: string
  readonly symbol: string
  readonly currency: string
  readonly rpc: string
  readonly tokens: readonly { readonly address: Hex; readonly symbol: string; readonly decimals: number }[]
  /** The factory that deploys smart accounts, on chains that have them. */
  readonly factory?: Hex
  /** A contract whose swaps are known here. */
  readonly exchange?: Hex
}

type Config = { readonly chains: readonly SiteChain[]; readonly solana: { readonly id: string; readonly rpc: string } }

let loading: Promise<Config> | undefined

/** Every chain that this site knows, the development chain first. */
export function siteConfig(): Promise<Config> {
  loading ??= fetch('/config.json')
    .then((response) => response.json())
    .catch((cause: unknown) => {
      // The next request tries again.
      loading = undefined
      throw cause
    })
  return loading
}

/** Throws for a chain that this site does not know. */
export async function chainById(chainId: number): Promise<SiteChain> {
  const chain = (await siteConfig()).chains.find((each) => each.chainId === chainId)
  if (!chain) throw new Error('Chain is not supported')
  return chain
}

export const viemChain = ({ chainId, name, currency, symbol, rpc }: SiteChain) =>
  defineChain({
    id: chainId,
    name,
    nativeCurrency: { name: currency, symbol, decimals: 18 },
    rpcUrls: { default: { http: [rpc] } },
  })

/** One JSON-RPC call to a chain; throws with the chain's message. */
export async function callChain<T = unknown>(rpc: string, method: string, params: unknown): Promise<T> {
  const response = await fetch(rpc, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = await response.json()
  if (error) throw new Error(error.message ?? 'The network refused the request')
  return result
}
