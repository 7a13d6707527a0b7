import { beforeEach, describe, expect, test, vi } from 'vitest'
import { embedded } from '../state/embedded'
import { modal } from '../state/modal'
import { resetStores } from '../state/store'
import { approve, settled, watchApprovals } from './approvals'
import { offerFramePlace, offerRoom } from './frame-place'
import { goBack, hideModal, navigate, onClosed, openModal, resetHome, resetView, setHome } from './modal'

/** A part of a page, as far as the frame's place needs it. */
const part = () => ({ isConnected: true, style: { setProperty: () => {} } }) as unknown as HTMLElement

describe('approve, in an element that shows its views in place', () => {
  beforeEach(() => {
    resetStores()
    modal.frameIn = 7
    offerFramePlace(part(), () => true)
    resetView('Account')
    navigate('Send')
  })

  test('comes over what is there, and leaves that as it was', async () => {
    const shown = approve('1', 'personal_sign')
    expect([modal.view, modal.elementId, modal.stack.length]).toEqual(['ApproveTransaction', undefined, 3])
    const gone = offerRoom(part())
    await shown
    settled('1', false)
    gone()
    expect([modal.view, modal.stack.length, embedded.approvals]).toEqual(['Send', 2, []])
  })
})

test('approve, with the frame in a dialog, leaves what the visitor has open in an element that shows its views in place', async () => {
  resetStores()
  modal.frameIn = 7
  offerFramePlace(part())
  resetView('Account')
  navigate('Send')
  // As such an element does.
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

test('approve, with the frame in a dialog: whoever closes that has what was open in place, as one who refuses has', async () => {
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

test('approve, where the element that held the frame has left the page, shows the request in the one that is there', async () => {
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

describe('approve, with the frame in another element than the one that is open', () => {
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

  test('leads back to that one, and to what was there', async () => {
    const gone = await asked()
    settled('1', false)
    gone()
    expect([modal.view, modal.elementId, modal.stack.length]).toEqual(['Send', 8, 2])
  })

  test('tells there what an app may do from now on, and leads on to what was there', async () => {
    const shown = approve('1', 'wallet_grantPermissions')
    const gone = offerRoom(part())
    await shown
    settled('1', true)
    gone()
    expect([modal.view, modal.elementId]).toEqual(['SmartSessionCreated', 8])
    goBack()
    expect([modal.view, modal.elementId, modal.stack.length]).toEqual(['Send', 8, 2])
  })

  test('opens nothing anew where the visitor has closed it', async () => {
    const gone = await asked()
    hideModal()
    settled('1', false)
    gone()
    expect(modal.elementId).toBeUndefined()
  })
})
