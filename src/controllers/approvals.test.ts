import { beforeEach, describe, expect, test } from 'vitest'
import { embedded } from '../state/embedded'
import { modal } from '../state/modal'
import { resetStores } from '../state/store'
import { approve, settled } from './approvals'
import { offerFramePlace, offerRoom } from './frame-place'
import { navigate, resetView } from './modal'

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
