import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PATIENCE, stageFrames } from '../connectors/test-frame'
import type { Provider } from '../connectors/types'
import { guardedStorage } from '../lib/guarded-storage'
import { keys, remember } from '../lib/storage'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { resetStores } from '../state/store'
import { abandonConnections } from './connection'
import { forgetConnectors } from './discovery'
import { closeFrame, finishLogin } from './embedded'
import { followTabs } from './follow-tabs'
import { offerFramePlace } from './frame-place'
import { setHome } from './modal'
import { publicProviderOf } from './providers'

const KEY = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

let stage: ReturnType<typeof stageFrames>

beforeEach(() => {
  resetStores()
  config.mode = 'localhost'
  stage = stageFrames(new URL(config.secureSiteUrl).origin)
  vi.stubGlobal('location', { origin: 'https://shop.example', host: 'shop.example', hostname: 'shop.example' })
  offerFramePlace(stage.body)
  setHome(7)
})
afterEach(() => {
  closeFrame()
  abandonConnections()
  forgetConnectors()
  setHome(undefined)
  guardedStorage.clear()
  vi.unstubAllGlobals()
})

test('where another tab signs out, a host that listens to its provider hears of it, and has no account any more', async () => {
  const done = finishLogin()
  await vi.waitFor(() => expect(stage.last().isConnected).toBe(true), PATIENCE)
  stage.getReady()
  await stage.answer('GET_USER', { address: KEY, chainId: 31337 })
  await stage.answer('GET_SMART_ACCOUNT_ENABLED_NETWORKS', { smartAccountEnabledNetworks: [] })
  await done
  const host = publicProviderOf('eip155') as Provider & { on(name: string, hear: (payload: unknown) => void): unknown }
  const heard: unknown[] = []
  host.on('accountsChanged', (accounts) => heard.push(accounts))
  expect(await host.request({ method: 'eth_accounts' })).toEqual([KEY])

  remember(keys.connections, { entries: {} })
  followTabs()
  expect(chains.active.status).toBe('disconnected')
  await vi.waitFor(() => expect(heard).toEqual([[]]))
  expect(await host.request({ method: 'eth_accounts' })).toEqual([])
})
