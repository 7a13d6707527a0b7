import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { chainOf } from '../state/chains'
import { modal } from '../state/modal'
import { siwx } from '../state/siwx'
import { resetStores } from '../state/store'
import { onStep } from './host-consent'
import { closeModal, leaveView, navigate, openModal, resetHome } from './modal'

beforeEach(() => {
  vi.useFakeTimers()
  openModal(1, 'Connect')
})
afterEach(() => {
  resetStores()
  vi.useRealTimers()
})

describe('closeModal', () => {
  test.each(['button', 'escape', 'backdrop', 'api'] as const)('by %s asks the host once, which may refuse', (source) => {
    const asked: unknown[] = []
    const stop = onStep((step) => asked.push(step) > 1)
    expect(closeModal(source)).toBe(false)
    expect([modal.elementId, modal.shaking]).toEqual([1, false])
    expect(closeModal(source)).toBe(true)
    expect(modal.elementId).toBeUndefined()
    expect(asked).toEqual(Array(2).fill({ type: 'close-request', source }))
    stop()
  })

  test('a host that closes it in the answer to that question is not asked again', () => {
    const asked: unknown[] = []
    const stop = onStep((step) => {
      asked.push(step)
      return closeModal('api')
    })
    expect([closeModal('button'), modal.elementId]).toEqual([true, undefined])
    expect(asked).toEqual([{ type: 'close-request', source: 'button' }])
    openModal(1, 'Connect')
    expect(closeModal('escape')).toBe(true)
    expect(asked).toHaveLength(2)
    stop()
  })

  test('one that refuses to close it and then closes it itself, as after a question of its own, has closed it', () => {
    const stop = onStep(() => {
      closeModal('api')
      return false
    })
    expect([closeModal('button'), modal.elementId]).toEqual([true, undefined])
    stop()
  })

  test('a required sign-in stays open and shakes for 500 ms, once however often closing is tried', () => {
    siwx.locked = true
    for (const after of [0, 200, 299]) {
      vi.advanceTimersByTime(after)
      expect(closeModal('escape')).toBe(false)
      expect([modal.elementId, modal.shaking]).toEqual([1, true])
    }
    vi.advanceTimersByTime(1)
    expect([modal.elementId, modal.shaking]).toEqual([1, false])
  })

  test('a required sign-in is shown if another view stands in its place; a view on top of it stays', () => {
    siwx.locked = true
    openModal(1, 'Networks')
    expect([closeModal('button'), modal.view, modal.shaking]).toEqual([false, 'SIWXSignMessage', true])
    navigate('ApproveTransaction')
    expect([closeModal('button'), modal.view]).toEqual([false, 'ApproveTransaction'])
  })

  test('a modal already closed asks nobody', () => {
    closeModal('api')
    const stop = onStep(() => false)
    expect(closeModal('api')).toBe(true)
    stop()
  })
})

describe('resetHome', () => {
  test('shows Connect, or Account, or a required sign-in first', () => {
    const homes = [{}, { caipAddress: 'eip155:1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' as const }].map((account) => {
      Object.assign(chainOf('eip155'), account)
      resetHome()
      return modal.view
    })
    siwx.locked = true
    resetHome()
    expect([...homes, modal.view]).toEqual(['Connect', 'Account', 'SIWXSignMessage'])
  })
})

describe('leaveView', () => {
  test('goes back, or to Connect with the namespace that the host wants', () => {
    openModal(1, 'ConnectingWallet', { walletId: 'a', namespace: 'solana' })
    navigate('GetWallet')
    leaveView('Connect')
    expect(modal.view).toBe('ConnectingWallet')
    leaveView('Connect')
    expect(modal.stack).toEqual([{ view: 'Connect', data: { namespace: 'solana' } }])
    openModal(1, 'ConnectingWallet', { walletId: 'a' })
    leaveView('Connect')
    expect(modal.stack).toEqual([{ view: 'Connect' }])
  })
})
