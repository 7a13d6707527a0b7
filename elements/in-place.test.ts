import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { mockWallet } from '../src/connectors/test-wallet'
import { connect } from '../src/controllers/connection'
import { addConnector } from '../src/controllers/discovery'
import { closeModal, openModal } from '../src/controllers/modal'
import { checkSignIn, startSiwx } from '../src/controllers/siwx'
import { signInRequired, stops } from '../src/controllers/test-siwx'
import { config } from '../src/state/config'
import { modal } from '../src/state/modal'
import { siwx } from '../src/state/siwx'
import { keepInPlace } from './in-place'

signInRequired()
let stop = () => {}
beforeEach(() => {
  stop = keepInPlace([{ embedded: true }])
})
afterEach(() => stop())

describe('keepInPlace', () => {
  test('closing declines an optional sign-in, as in a dialog', async () => {
    config.signInMode = 'optional'
    addConnector(mockWallet().connector)
    await connect({ wallet: 'mock' })
    stops.push(startSiwx())
    await vi.waitFor(() => expect(siwx.checking).toBe(false), { timeout: 10_000 })
    expect([modal.elementId, modal.view]).toEqual([1, 'SIWXSignMessage'])
    expect(closeModal('api')).toBe(true)
    await vi.waitFor(() => expect(modal.view).toBe('Account'))
    await checkSignIn()
    expect([modal.elementId, modal.view]).toEqual([undefined, 'Account'])
  })

  test('a view opened in the task in which another one closed stays', async () => {
    openModal(1, 'Networks')
    closeModal('api')
    openModal(1, 'WhatIsAWallet')
    await Promise.resolve()
    expect([modal.elementId, modal.view]).toEqual([1, 'WhatIsAWallet'])
  })

  test('the namespace that it was opened for is dropped on closing', async () => {
    openModal(1, 'Connect', { namespace: 'solana' })
    closeModal('api')
    await vi.waitFor(() => expect(modal.stack).toEqual([{ view: 'Connect' }]))
  })
})
