import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PATIENCE, stageFrames } from '../connectors/test-frame'
import { guardedStorage } from '../lib/guarded-storage'
import { config } from '../state/config'
import { embedded } from '../state/embedded'
import { modal } from '../state/modal'
import { resetStores } from '../state/store'
import { closeFrame } from './embedded'
import { offerFramePlace } from './frame-place'
import { setHome } from './modal'
import { continueHere, endSocial, finishSocial, leaveSocial, startSocial, WATCH_MS } from './social-login'

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

  test('continues the sign-in that left this page', () => {
    expect(comeBack(gone)).toBe(true)
  })
  test.each([
    ['is too old', { at: gone.at - 11 * 60_000 }],
    ['is from the future', { at: gone.at + 60_000 }],
    ['has an invalid time', { at: 'now' }],
    ['has a list as time', { at: [gone.at] }],
    ['has another state', { state: 't' }],
    ['has no state', { state: null }],
    ['names a network without a page', { provider: 'farcaster' }],
    ['names a list of networks', { provider: ['google'] }],
    ['names a network that the page does not offer', { provider: 'github' }],
  ])('error: does not continue one that %s', (_, odd) => {
    expect(comeBack({ ...gone, ...odd })).toBe(false)
  })
  test('error: nor the same one twice', () => {
    expect(comeBack(gone)).toBe(true)
    endSocial()
    finishSocial(RESULT)
    expect(embedded.busy).toBeUndefined()
  })
})

test('a tap in an inline element opens no modal, and leads back to the view before', async () => {
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

describe('a popup that looks closed', () => {
  /** Whether the visitor is on this page, which opened the popup. */
  let here = false
  const popup = { closed: false, document: {}, location: { replace: vi.fn() }, close: vi.fn() }
  let stage: ReturnType<typeof stageFrames>
  const afterLooks = (count: number) => vi.advanceTimersByTimeAsync(count * WATCH_MS)

  beforeEach(() => {
    resetStores()
    setHome(7)
    vi.useFakeTimers()
    stage = stageFrames(new URL(config.secureSiteUrl).origin)
    vi.stubGlobal('location', { origin: 'https://shop.example', host: 'shop.example', hostname: 'shop.example' })
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
    Object.assign(stage.page, { open: () => popup })
    popup.close.mockClear()
    popup.location.replace.mockClear()
    Object.assign(document, { hasFocus: () => here })
    Object.assign(popup, { closed: false })
    here = false
    startSocial('google')
  })
  afterEach(() => {
    endSocial()
    config.socials = socials
    guardedStorage.clear()
    closeFrame()
    setHome(undefined)
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  test('counts as closed once the visitor is back on the page: Connect is shown', async () => {
    await afterLooks(2)
    expect(modal.view).toBe('ConnectingSocial')
    Object.assign(popup, { closed: true })
    await afterLooks(1)
    expect(modal.view).toBe('ConnectingSocial')
    here = true
    await afterLooks(1)
    expect(modal.view).toBe('Connect')
  })

  test('by itself, right after its answer: that counts if it comes a moment later', async () => {
    offerFramePlace(stage.body)
    await vi.waitFor(() => expect(stage.last().isConnected).toBe(true), PATIENCE)
    stage.getReady()
    await stage.answer('GET_SOCIAL_REDIRECT_URI', { uri: 'https://social.example/?state=s' })
    await vi.waitFor(() => expect(popup.location.replace).toHaveBeenCalledOnce(), PATIENCE)
    here = true
    Object.assign(popup, { closed: true })
    await afterLooks(1)
    stage.say(popup, { resultUri: RESULT })
    await vi.waitFor(() => expect(stage.last().posted.at(-1)?.type).toBe('@w3m-app/CONNECT_SOCIAL'), PATIENCE)
    await afterLooks(5)
    expect([modal.view, embedded.stage]).toEqual(['ConnectingSocial', 'retrieving'])
  })

  test('that the visitor is still in has cut itself off: the link to continue in this tab stays, also once they are back', async () => {
    Object.assign(popup, { closed: true })
    await afterLooks(5)
    here = true
    await afterLooks(5)
    expect([modal.view, embedded.stage, embedded.busy]).toEqual(['ConnectingSocial', 'window', 'social'])
    leaveSocial()
    expect(modal.view).toBe('Connect')
  })

  test('is closed as soon as it has answered: the page is visible while the secure site looks up the account', async () => {
    offerFramePlace(stage.body)
    await vi.waitFor(() => expect(stage.last().isConnected).toBe(true), PATIENCE)
    stage.getReady()
    await stage.answer('GET_SOCIAL_REDIRECT_URI', { uri: 'https://social.example/?state=s' })
    await vi.waitFor(() => expect(popup.location.replace).toHaveBeenCalledOnce(), PATIENCE)
    expect(popup.close).not.toHaveBeenCalled()
    stage.say(popup, { resultUri: RESULT })
    await vi.waitFor(() => expect(stage.last().posted.at(-1)?.type).toBe('@w3m-app/CONNECT_SOCIAL'), PATIENCE)
    expect([popup.close.mock.calls.length, embedded.stage]).toEqual([1, 'retrieving'])
  })

  test('error: an answer from another window of the secure site, or from another site in that window, is ignored', async () => {
    offerFramePlace(stage.body)
    await vi.waitFor(() => expect(stage.last().isConnected).toBe(true), PATIENCE)
    stage.getReady()
    await stage.answer('GET_SOCIAL_REDIRECT_URI', { uri: 'https://social.example/?state=s' })
    await vi.waitFor(() => expect(popup.location.replace).toHaveBeenCalledWith('https://social.example/?state=s'), PATIENCE)
    stage.say({ ...popup }, { resultUri: RESULT })
    stage.say(popup, { resultUri: RESULT }, 'https://evil.example')
    await vi.advanceTimersByTimeAsync(0)
    expect([popup.close.mock.calls.length, embedded.stage]).toEqual([0, 'window'])
  })

  test('was not opened at all: whoever goes back to the page that they left in its tab is shown the ways to connect', async () => {
    offerFramePlace(stage.body)
    const open = vi.fn()
    Object.assign(stage.page, { open })
    continueHere()
    await vi.waitFor(() => expect(stage.last().isConnected).toBe(true), PATIENCE)
    stage.getReady()
    await stage.answer('GET_SOCIAL_REDIRECT_URI', { uri: 'https://social.example/?state=s' })
    await vi.waitFor(() => expect(open).toHaveBeenCalledOnce(), PATIENCE)
    const show = (persisted: boolean) => stage.page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
    // The page has only just loaded.
    show(false)
    expect(modal.view).toBe('ConnectingSocial')
    show(true)
    expect([modal.view, embedded.busy]).toEqual(['Connect', undefined])
  })

  test('is this page itself, as in an app’s web view without windows: the login goes on here, with the way back', async () => {
    offerFramePlace(stage.body)
    const replace = vi.fn()
    const href = 'https://shop.example/till'
    vi.stubGlobal('location', { origin: 'https://shop.example', host: 'shop.example', hostname: 'shop.example', href })
    const open = vi.fn(() => stage.page)
    Object.assign(stage.page, { open, top: stage.page, document: {}, location: { replace } })
    startSocial('google')
    await vi.waitFor(() => expect(stage.last().isConnected).toBe(true), PATIENCE)
    stage.getReady()
    await stage.answer('GET_SOCIAL_REDIRECT_URI', { uri: 'https://social.example/?state=s' })
    await vi.waitFor(() => expect(open.mock.calls.length + replace.mock.calls.length).toBe(2), PATIENCE)
    const target = `https://social.example/?state=s--${encodeURIComponent(href)}`
    expect([replace.mock.calls, open.mock.calls.at(-1)]).toEqual([[], [target, '_self']])
    config.socials = ['google']
    finishSocial(RESULT)
    expect(embedded.stage).toBe('retrieving')
  })

  test('whoever gives up while it is looked up how this page is isolated stays on it', async () => {
    offerFramePlace(stage.body)
    let tell = (_: Response) => {}
    vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (tell = resolve)))
    const open = vi.fn(() => popup)
    Object.assign(stage.page, { open })
    startSocial('google')
    await vi.waitFor(() => expect(stage.last().isConnected).toBe(true), PATIENCE)
    stage.getReady()
    await stage.answer('GET_SOCIAL_REDIRECT_URI', { uri: 'https://social.example/?state=s' })
    await vi.advanceTimersByTimeAsync(0)
    leaveSocial()
    tell(new Response(null, { headers: { 'cross-origin-opener-policy': 'same-origin' } }))
    await vi.advanceTimersByTimeAsync(0)
    expect([open.mock.calls, modal.view]).toEqual([[['', '', 'popup,width=600,height=800']], 'Connect'])
  })
})
