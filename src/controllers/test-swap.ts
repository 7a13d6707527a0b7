import { afterEach, beforeEach, vi } from 'vitest'
import { adapters, type NamespaceEntry } from '../adapters'
import { clearApiCache } from '../api/call'
import { configureApi } from '../api/settings'
import { config } from '../state/config'
import { resetStores } from '../state/store'
import { abandonConnections } from './connection'
import { forgetConnectors } from './discovery'

/**
 * Lets each test of a file begin without a connection, on one network where `swapper` swaps; `answer` holds the service's answers, by
 * the end of the requested path.
 */
export function beginSwapping(network: `eip155:${string}`, swapper: object, answer: (path: string) => Response): void {
  let eip155: NamespaceEntry | undefined
  beforeEach(() => {
    resetStores()
    Object.assign(config, { mode: 'production', networks: [network], projectId: 'key' })
    configureApi({ projectId: 'key' })
    eip155 = adapters.eip155
    adapters.eip155 = { ...eip155, swap: async () => swapper } as unknown as NamespaceEntry
    vi.stubGlobal('fetch', async (url: string | URL) => {
      const path = new URL(url).pathname.split('/').at(-1) ?? ''
      return path === 'supported-chains' ? Response.json({ http: [network], ws: [] }) : answer(path)
    })
  })
  afterEach(() => {
    if (eip155) adapters.eip155 = eip155
    vi.unstubAllGlobals()
    clearApiCache()
    configureApi({ projectId: undefined })
    abandonConnections()
    forgetConnectors()
  })
}
