import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { embedded } from '../state/embedded'
import { modal } from '../state/modal'
import { resetStores } from '../state/store'
import { approve, REFUSED_MS, refused, settled, watchApprovals } from './approvals'
import { offerFramePlace, offerRoom } from './frame-place'
import { goBack, hideModal, navigate, onClosed, openModal, resetHome, resetView, setHome, viewPainted } from './modal'
import { onError } from './report'

/** An element of a page, as far as the frame’s place needs one. */
const part = () => ({ isConnected: true, style: { setProperty: () => {} } }) as unknown as HTMLElement

describe('approve, in an inline element', () => {
  beforeEach(() => {
    resetStores()
    modal.frameIn = 7
    offerFramePlace(part(), () => true)
    resetView('Account')
    navigate('Send')
  })

  test('is shown on top of the open view and leaves that as it was', async () => {
    const shown = approve('1', 'personal_sign')
    expect([modal.view, modal.elementId, modal.stack.length]).toEqual(['ApproveTransaction', undefined, 3])
    const gone = offerRoom(part())
    await shown
    settled('1', false)
    gone()
    expect([modal.view, modal.stack.length, embedded.approvals]).toEqual(['Send', 2, []])
  })

  test('once the visitor has gone back, its end goes no further back', async () => {
    const shown = approve('1', 'personal_sign')
    const gone = offerRoom(part())
    await shown
    goBack()
    settled('1', false)
    gone()
    expect([modal.view, modal.stack.length]).toEqual(['Send', 2])
  })
})

test('approve, with the frame in a dialog, keeps the open view of an inline element', async () => {
  resetStores()
  modal.frameIn = 7
  offerFramePlace(part())
  resetView('Account')
  navigate('Send')
  // As an inline element does.
  const stop = onClosed(() => queueMicrotask(resetHome))
  const shown = approve('1', 'personal_sign')
  expect([modal.view, modal.elementId]).toEqual(['ApproveTransaction', 7])
  const gone = offerRoom(part())
  await shown
  settled('1', false)
  await undefined
  gone()
  stop()
  expect([modal.view, modal.elementId, modal.stack.length]).toEqual(['Send', undefined, 2])
})

test('approve, with the frame in a dialog: closing it restores the inline element’s view, as refusing does', async () => {
  resetStores()
  modal.frameIn = 7
  offerFramePlace(part())
  resetView('Account')
  navigate('Send')
  const abort = vi.fn()
  const stops = [onClosed(() => queueMicrotask(resetHome)), watchApprovals(abort)]
  const shown = approve('1', 'personal_sign')
  const gone = offerRoom(part())
  await shown
  hideModal()
  await undefined
  expect([modal.view, modal.elementId, modal.stack.length, abort.mock.calls.length]).toEqual(['Send', undefined, 2, 1])
  settled('1', false)
  await undefined
  gone()
  for (const stop of stops) stop()
  expect([modal.view, modal.elementId, modal.stack.length]).toEqual(['Send', undefined, 2])
})

test('approve, if the element that held the frame was removed, shows the request in the remaining one', async () => {
  resetStores()
  offerFramePlace({ isConnected: false } as HTMLElement)
  setHome(9)
  const shown = approve('1', 'personal_sign')
  expect([modal.view, modal.elementId, modal.frameIn]).toEqual(['ApproveTransaction', 9, 9])
  const gone = offerRoom(part())
  await shown
  settled('1', false)
  gone()
  setHome(undefined)
  expect(modal.elementId).toBeUndefined()
})

describe('approve, with the frame in another element than the open one', () => {
  beforeEach(() => {
    resetStores()
    modal.frameIn = 7
    offerFramePlace(part())
    openModal(8, 'Account')
    navigate('Send')
  })
  const asked = async () => {
    const shown = approve('1', 'personal_sign')
    expect([modal.view, modal.elementId]).toEqual(['ApproveTransaction', 7])
    const gone = offerRoom(part())
    await shown
    return gone
  }

  test('returns to the open element and its view', async () => {
    const gone = await asked()
    settled('1', false)
    gone()
    expect([modal.view, modal.elementId, modal.stack.length]).toEqual(['Send', 8, 2])
  })

  test('shows there what the app may do from now on, then returns to the view before', async () => {
    const shown = approve('1', 'wallet_grantPermissions')
    const gone = offerRoom(part())
    await shown
    settled('1', true)
    gone()
    expect([modal.view, modal.elementId]).toEqual(['SmartSessionCreated', 8])
    goBack()
    expect([modal.view, modal.elementId, modal.stack.length]).toEqual(['Send', 8, 2])
  })

  test('error: shows nothing of that where the visitor has refused it', async () => {
    const shown = approve('1', 'wallet_grantPermissions')
    const gone = offerRoom(part())
    await shown
    settled('1', false)
    gone()
    expect([modal.view, modal.elementId]).toEqual(['Send', 8])
  })

  test('does not reopen what the visitor has closed', async () => {
    const gone = await asked()
    hideModal()
    settled('1', false)
    gone()
    expect(modal.elementId).toBeUndefined()
  })

  test('does not reopen it for the sake of a request that is open as the visitor closes it', async () => {
    const abort = vi.fn()
    const stop = watchApprovals(abort)
    const gone = await asked()
    hideModal()
    stop()
    gone()
    expect([modal.elementId, abort.mock.calls.length]).toEqual([undefined, 1])
  })

  test('a request after the visitor has closed the last one is shown again', async () => {
    const gone = await asked()
    hideModal()
    settled('1', false)
    const shown = approve('2', 'personal_sign')
    expect([modal.view, modal.elementId]).toEqual(['ApproveTransaction', 7])
    await shown
    settled('2', false)
    gone()
  })

  test('closes where that element has left the page meanwhile', async () => {
    offerFramePlace(part(), undefined, (id) => id !== 8)
    const gone = await asked()
    settled('1', true)
    gone()
    expect(modal.elementId).toBeUndefined()
  })

  test('shows what the app may do from now on where the frame is if that element has left the page meanwhile', async () => {
    offerFramePlace(part(), undefined, (id) => id !== 8)
    const shown = approve('1', 'wallet_grantPermissions')
    const gone = offerRoom(part())
    await shown
    settled('1', true)
    gone()
    expect([modal.view, modal.elementId]).toEqual(['SmartSessionCreated', 7])
  })
})

describe('approve, while the view is not on screen yet', () => {
  beforeEach(() => {
    resetStores()
    modal.frameIn = 7
    offerFramePlace(part())
    openModal(7, 'Account')
  })
  afterEach(() => {
    vi.useRealTimers()
    hideModal()
  })

  test('requests go on in the order in which they came', async () => {
    const order: string[] = []
    const first = approve('1', 'personal_sign').then(() => order.push('1'))
    viewPainted('ApproveTransaction')
    await Promise.all([approve('2', 'personal_sign').then(() => order.push('2')), first])
    expect(order).toEqual(['1', '2'])
  })

  test('a request that has ended no longer holds up the next', async () => {
    const first = approve('1', 'personal_sign')
    settled('1', false)
    await first
    expect(modal.view).toBe('Account')
  })

  test('error: a view that never comes holds a request up for ten seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const sent = vi.fn()
    void approve('1', 'personal_sign').then(sent)
    await vi.advanceTimersByTimeAsync(9_999)
    expect(sent).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(sent).toHaveBeenCalledTimes(1)
    settled('1', false)
  })
})

test('a method that is refused leaves the open view as it is, and is told there', () => {
  vi.useFakeTimers()
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const told = vi.fn()
  const stop = onError(told)
  resetStores()
  openModal(7, 'Account')
  navigate('Send')
  refused('eth_sign')
  vi.advanceTimersByTime(REFUSED_MS)
  expect([modal.view, modal.elementId, modal.stack.length]).toEqual(['Send', 7, 2])
  expect(told.mock.calls).toMatchObject([[{ code: 'METHOD_NOT_ALLOWED' }]])
  stop()
  logged.mockRestore()
  hideModal()
  vi.useRealTimers()
})
