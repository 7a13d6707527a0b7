import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { mockConnection, mockWallet } from '../connectors/test-wallet'
import type { CaipNetworkId } from '../lib/caip'
import { chainOf, chains } from '../state/chains'
import { config } from '../state/config'
import { modal } from '../state/modal'
import { notice } from '../state/notice'
import { siwx } from '../state/siwx'
import { resetStores } from '../state/store'
import { abandonConnections, connect } from './connection'
import { addConnector, forgetConnectors } from './discovery'
import { goBack, navigate, openModal } from './modal'
import { pickNetwork } from './pick-network'

const SOLANA: CaipNetworkId = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'

beforeEach(() => {
  resetStores()
  config.networks = ['eip155:31337', 'eip155:56', SOLANA]
})
afterEach(() => {
  abandonConnections()
  forgetConnectors()
})

/** A wallet that says yes to whatever network it is asked for, and the list of networks on screen. */
async function withList(id = 'evm') {
  let chainId = '0x7a69'
  const provider = {
    request: async ({ method, params }: { method: string; params?: unknown }) => {
      if (method !== 'eth_chainId') chainId = (params as [{ chainId: string }])[0].chainId
      return chainId
    },
  }
  addConnector(mockWallet({ id }, { connections: [mockConnection('eip155:31337', undefined, provider)] }).connector)
  await connect.run({ wallet: id })
  openModal(1, 'Account')
  navigate('Networks')
}

describe('pickNetwork', () => {
  test('one of the wallet’s own chains is moved to, and the list is left', async () => {
    await withList()
    expect(await pickNetwork('eip155:56')).toBe(true)
    expect([modal.view, chains.active.networkId]).toEqual(['Account', 'eip155:56'])
  })

  test('that a change was declined is not told over the network that is moved to then', async () => {
    await withList()
    notice.snack = { kind: 'error', text: 'Network change declined', code: 'NETWORK_CHANGE_DECLINED' }
    await pickNetwork('eip155:56')
    expect(notice.snack).toBeUndefined()
  })

  test('where no wallet is connected it is the choice of where to connect', async () => {
    openModal(1, 'Networks')
    expect(await pickNetwork(SOLANA)).toBe(true)
    expect([chains.activeNamespace, chains.active.networkId, modal.elementId]).toEqual(['solana', SOLANA, undefined])
  })

  test('a sign-in that is required stands where the list was', async () => {
    await withList()
    siwx.locked = true
    openModal(1, 'Networks')
    expect(await pickNetwork('eip155:31337')).toBe(true)
    expect([modal.view, modal.elementId]).toEqual(['SIWXSignMessage', 1])
  })

  test('one that another wallet is needed for leads to those that have it; who is connected stays so until then', async () => {
    await withList()
    const before = JSON.stringify(chains.active)
    expect(await pickNetwork(SOLANA)).toBe(true)
    expect([modal.view, modal.stack[0]?.data?.namespace]).toEqual(['Connect', 'solana'])
    expect([chains.activeNamespace, JSON.stringify(chains.active)]).toEqual(['eip155', before])
    // It is where that wallet connects.
    expect(chainOf('solana').networkId).toBe(SOLANA)
    // An element in place has no other way back.
    goBack()
    expect(modal.view).toBe('Networks')
  })
})
