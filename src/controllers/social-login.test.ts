import { afterEach, describe, expect, test, vi } from 'vitest'
import { guardedStorage } from '../lib/guarded-storage'
import { config } from '../state/config'
import { embedded } from '../state/embedded'
import { modal } from '../state/modal'
import { resetStores } from '../state/store'
import { setHome } from './modal'
import { endSocial, finishSocial, leaveSocial, startSocial } from './social-login'

const RESULT = 'https://secure.example/callback?code=c&state=s'
const gone = { provider: 'google', state: 's', at: Date.now() }
const { socials } = config

describe('finishSocial', () => {
  afterEach(() => {
    endSocial()
    config.socials = socials
    guardedStorage.clear()
  })
  function comeBack(kept: unknown) {
    config.socials = ['google', 'farcaster']
    guardedStorage.set('session', 'social', JSON.stringify(kept))
    finishSocial(RESULT)
    return embedded.stage === 'retrieving' && embedded.busy === 'social'
  }

  test('goes on with the sign-in that left this page', () => {
    expect(comeBack(gone)).toBe(true)
  })
  test.each([
    ['is too old', { at: gone.at - 11 * 60_000 }],
    ['is of a time to come', { at: gone.at + 60_000 }],
    ['says no time', { at: 'now' }],
    ['says a list for a time', { at: [gone.at] }],
    ['has another state', { state: 't' }],
    ['has no state', { state: null }],
    ['names a network that has no page of its own', { provider: 'farcaster' }],
    ['names a list of networks', { provider: ['google'] }],
  ])('error: one that %s is not gone on with', (_, odd) => {
    expect(comeBack({ ...gone, ...odd })).toBe(false)
  })
})

test('a tap in an element that shows its views in place opens nothing, and leads back to where it was', async () => {
  resetStores()
  setHome(7)
  vi.stubGlobal('window', { open: () => null })
  startSocial('google')
  expect([modal.view, modal.elementId, modal.stack.length]).toEqual(['ConnectingSocial', undefined, 2])
  leaveSocial()
  expect(modal.view).toBe('Connect')
  setHome(undefined)
  vi.unstubAllGlobals()
})
