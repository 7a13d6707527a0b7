import type { Page } from '@playwright/test'
import { tsImport } from 'tsx/esm/api'
import type { Chain } from '../demo/stack/chain'
import type { Piece } from '../demo/stack/listen'
import { test as base, expect } from './fixtures'
import { openSite, urls } from './site'

/** A fault of the provider, for every path that starts with `path` (`demo/stack/provider-faults.ts`). */
export type Order = {
  path: string
  status?: number
  body?: unknown
  contentType?: string
  delayMs?: number
  headers?: object
  times?: number
}
/** A provider started for one test. */
export type Provider = Piece & {
  readonly order: (order: Order | { reset: true }) => Promise<void>
  readonly asked: (path: string) => Promise<number>
}

let loading: Promise<typeof import('../demo/stack/provider-api')> | undefined
/** By tsx, as Playwright's loader refuses JSON imports without an attribute; once, as tsx takes seconds each time. */
const loadProviderApi = () => (loading ??= tsImport('../demo/stack/provider-api.ts', import.meta.url))

/** A test with its own provider on the stack's chains: its faults affect no other test. */
export const test = base.extend<{ provider: Provider }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
  provider: async ({}, use) => {
    // Purchases from it arrive on the first chain: the one of the account tests (`account-page.ts`).
    const isFirst = ([networkId]: [string, string]) => networkId === 'eip155:421614'
    const evm = Object.entries(urls.rpc)
      .filter(([networkId]) => networkId.startsWith('eip155:'))
      .sort((a, b) => Number(isFirst(b)) - Number(isFirst(a)))
    const chains = evm.map(([networkId, url]): Chain => {
      const tokens = (urls.tokens[networkId] ?? []).map((token) => ({ ...token, name: token.symbol })) as Chain['tokens']
      return {
        networkId: networkId as Chain['networkId'],
        chainId: Number(networkId.split(':')[1]),
        url,
        tokens,
        stop: async () => {},
      }
    })
    const { startProviderApi } = await loadProviderApi()
    const api = await startProviderApi(0, { chains, walletUrl: urls.wallet, drift: false })
    const order = async (wanted: object) => {
      const { status } = await fetch(`${api.url}/control`, { method: 'POST', body: JSON.stringify(wanted) })
      expect(status).toBe(200)
    }
    const asked = async (path: string) => {
      const seen = (await (await fetch(`${api.url}/control/log`)).json()) as { path: string }[]
      return seen.filter((request) => request.path.startsWith(path)).length
    }
    await use({ ...api, order, asked })
    await api.stop()
  },
  otherHosts: ({ provider }, use) => use([new URL(provider.url).host]),
})

/** Opens a page whose element uses this provider; the Demo Wallet announces itself there. */
export const openAt = (page: Page, { url }: Piece, attributes: Record<string, string | null> = {}) =>
  openSite(page, { announced: true, attributes: { 'provider-url': `${url}/`, 'wallets-url': `${url}/`, ...attributes } })
