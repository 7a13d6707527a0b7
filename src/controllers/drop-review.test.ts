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
  test('drops a review that was left', () => {
    goBack()
    dropReview('SendReview', drop)
    expect(drop).toHaveBeenCalledOnce()
  })

  test('keeps a review that the embedded wallet’s approval covers and returns to', async () => {
    navigate('ApproveTransaction')
    dropReview('SendReview', drop)
    goBack()
    await settled()
    expect(drop).not.toHaveBeenCalled()
  })

  test.each([
    ['closed', () => hideModal()],
    ['left for another view', () => openModal(7, 'Account')],
  ])('drops it if that approval is %s', async (_, leave) => {
    navigate('ApproveTransaction')
    dropReview('SendReview', drop)
    leave()
    await settled()
    expect(drop).toHaveBeenCalledOnce()
  })
})
