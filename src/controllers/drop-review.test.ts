import { beforeEach, describe, expect, test, vi } from 'vitest'
import { resetStores } from '../state/store'
import { dropReview } from './drop-review'
import { goBack, hideModal, navigate, openModal } from './modal'

const drop = vi.fn()
const settled = () => new Promise((done) => setTimeout(done))

beforeEach(() => {
  resetStores()
  drop.mockClear()
  openModal(7, 'Account')
  navigate('Send')
  navigate('SendReview')
})

describe('dropReview', () => {
  test('drops one that was left', () => {
    goBack()
    dropReview('SendReview', drop)
    expect(drop).toHaveBeenCalledOnce()
  })

  test('keeps one that the embedded wallet asks about, and which it leads back to', async () => {
    navigate('ApproveTransaction')
    dropReview('SendReview', drop)
    goBack()
    await settled()
    expect(drop).not.toHaveBeenCalled()
  })

  test.each([
    ['closed', () => hideModal()],
    ['left for another view', () => openModal(7, 'Account')],
  ])('drops it when that question is %s', async (_, leave) => {
    navigate('ApproveTransaction')
    dropReview('SendReview', drop)
    leave()
    await settled()
    expect(drop).toHaveBeenCalledOnce()
  })
})
