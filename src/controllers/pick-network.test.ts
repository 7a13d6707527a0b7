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

/** A wallet that accepts every network, with the network list open. */
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
  test('one of the wallet’s chains is switched to, and the list closes', async () => {
    await withList()
    expect(await pickNetwork('eip155:56')).toBe(true)
    expect([modal.view, chains.active.networkId]).toEqual(['Account', 'eip155:56'])
  })

  test('a note that a change was declined goes with the next switch', async () => {
    await withList()
    notice.snack = { kind: 'error', text: 'Network change declined', code: 'NETWORK_CHANGE_DECLINED' }
    await pickNetwork('eip155:56')
    expect(notice.snack).toBeUndefined()
  })

  test('without a wallet it sets the network to connect on', async () => {
    openModal(1, 'Networks')
    expect(await pickNetwork(SOLANA)).toBe(true)
    expect([chains.activeNamespace, chains.active.networkId, modal.elementId]).toEqual(['solana', SOLANA, undefined])
  })

  test('a required sign-in replaces the list', async () => {
    await withList()
    siwx.locked = true
    openModal(1, 'Networks')
    expect(await pickNetwork('eip155:31337')).toBe(true)
    expect([modal.view, modal.elementId]).toEqual(['SIWXSignMessage', 1])
  })

  test('a network that needs another wallet leads to such wallets; the current connection stays until then', async () => {
    await withList()
    const before = JSON.stringify(chains.active)
    expect(await pickNetwork(SOLANA)).toBe(true)
    expect([modal.view, modal.stack[0]?.data?.namespace]).toEqual(['Connect', 'solana'])
    expect([chains.activeNamespace, JSON.stringify(chains.active)]).toEqual(['eip155', before])
    // The new wallet connects on it.
    expect(chainOf('solana').networkId).toBe(SOLANA)
    // An inline element has no other way back.
    goBack()
    expect(modal.view).toBe('Networks')
  })
})
