import { expect, vi } from 'vitest'
import { PATIENCE, stageFrames } from '../src/connectors/test-frame'
import { abandonConnections } from '../src/controllers/connection'
import { forgetConnectors } from '../src/controllers/discovery'
import { closeFrame, finishLogin } from '../src/controllers/embedded'
import { offerFramePlace } from '../src/controllers/frame-place'
import { setHome } from '../src/controllers/modal'
import { guardedStorage } from '../src/lib/guarded-storage'
import { config } from '../src/state/config'
import { embedded } from '../src/state/embedded'
import { resetStores } from '../src/state/store'

export type Stage = ReturnType<typeof stageFrames>

/** A shop's page with one element, for tests without a browser; its secure frames are created on the returned stage. */
export function openShop(): Stage {
  resetStores()
  config.mode = 'localhost'
  const stage = stageFrames(new URL(config.secureSiteUrl).origin)
  vi.stubGlobal('location', { origin: 'https://shop.example', host: 'shop.example', hostname: 'shop.example' })
  offerFramePlace(stage.body)
  setHome(7)
  return stage
}

/** Ends everything on that page and clears its storage. */
export function closeShop(): void {
  closeFrame()
  abandonConnections()
  forgetConnectors()
  setHome(undefined)
  guardedStorage.clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
}

/** Completes a sign-in in the frame, with smart accounts on the local network. */
export async function signInFramed(stage: Stage, user: { address: string; chainId: number | string }): Promise<void> {
  const done = finishLogin()
  await vi.waitFor(() => expect(stage.last().isConnected).toBe(true), PATIENCE)
  stage.getReady()
  await stage.answer('GET_USER', user)
  await stage.answer('GET_SMART_ACCOUNT_ENABLED_NETWORKS', { smartAccountEnabledNetworks: [31337] })
  await done
  await vi.waitFor(() => expect(embedded.smartNetworks).toEqual([31337]), PATIENCE)
}
