import { vi } from 'vitest'
import { guardedStorage } from '../lib/guarded-storage'
import { authConnector, closeFrame } from './auth'
import type { stageFrames } from './test-frame'

/** Leaves no sign-in, frame, page or stored value to the next test. */
export async function leaveStage(stage: ReturnType<typeof stageFrames>): Promise<void> {
  const leaving = authConnector.disconnect()
  stage.getReady()
  await stage.answer('SIGN_OUT')
  await leaving
  closeFrame()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  guardedStorage.clear()
}
