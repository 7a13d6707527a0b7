import { getVersion } from 'valtio/vanilla'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { chainOf, chains } from '../state/chains'
import { config } from '../state/config'
import { modal } from '../state/modal'
import { resetStores } from '../state/store'
import { hideModal, openModal, setHome } from './modal'
import { promptNetwork } from './prompt-network'

describe('a wallet on a network that the app does not use', () => {
  const isOn = (networkId: 'eip155:56' | 'eip155:1', more = {}) => {
    Object.assign(chainOf('eip155'), { status: 'connected', networkId, caipAddress: `${networkId}:someone`, ...more })
    promptNetwork()
  }
  const shown = () => modal.elementId !== undefined && modal.view
  beforeEach(() => {
    resetStores()
    config.networks = ['eip155:56']
    setHome(1)
    isOn('eip155:56')
  })
  afterEach(() => setHome(undefined))

  test('prompt: UnsupportedChain opens, once per network, and closes when the wallet has switched', () => {
    isOn('eip155:1')
    expect(shown()).toBe('UnsupportedChain')
    hideModal()
    promptNetwork()
    expect(shown()).toBe(false)
    openModal(1, 'UnsupportedChain')
    isOn('eip155:56')
    expect(shown()).toBe(false)
  })
  test('prompt: does not open for a restored connection', () => {
    isOn('eip155:1', { restored: true })
    expect(shown()).toBe(false)
  })
  test.each(['badge', 'ignore'] as const)('%s: nothing opens', (policy) => {
    config.wrongNetwork = policy
    isOn('eip155:1')
    expect(shown()).toBe(false)
  })
})

test('a chosen network, or one that a wallet has left, is dropped once the host no longer has it', () => {
  resetStores()
  Object.assign(chainOf('eip155'), { networkId: 'eip155:56' })
  const chosen = () => {
    promptNetwork()
    return chainOf('eip155').networkId
  }
  expect(chosen()).toBe('eip155:56')
  config.networks = ['eip155:97']
  expect(chosen()).toBe(undefined)
  // A wallet that is being asked may refuse, which changes nothing.
  Object.assign(chainOf('eip155'), { networkId: 'eip155:56', status: 'connecting' })
  expect(chosen()).toBe('eip155:56')
})

test('without a chosen network the store is not written: that would discard what was prerendered for the click', () => {
  resetStores()
  const before = getVersion(chains)
  promptNetwork()
  expect(getVersion(chains)).toBe(before)
})
