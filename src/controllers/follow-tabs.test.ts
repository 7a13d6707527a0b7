import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { mockConnection, mockWallet } from '../connectors/mock'
import { keys, remember } from '../lib/storage'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { resetStores } from '../state/store'
import { chooseAccount } from './choose-account'
import { abandonConnections, connect } from './connection'
import { addConnector, forgetConnectors } from './discovery'
import { followTabs } from './follow-tabs'
import { rememberConnections, rememberedConnections } from './remembered'

const caipAddress = 'eip155:31337:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' as const
const other = 'eip155:31337:0x70997970C51812dc3A010C7d01b50e0d17dc79C8' as const
const settled = () => new Promise((done) => setTimeout(done))

beforeEach(() => {
  resetStores()
  config.mode = 'localhost'
})
afterEach(() => {
  abandonConnections()
  forgetConnectors()
  remember(keys.connections, { entries: {} })
})

describe('followTabs', () => {
  test('what another tab connected is taken over without asking the person', async () => {
    const wallet = mockWallet({}, { restore: 'approve' })
    addConnector(wallet.connector)
    const networkId = 'eip155:31337' as const
    remember(keys.connections, { entries: { eip155: { connectorId: 'mock', networkId, caipAddress } } })
    followTabs()
    await vi.waitFor(() => expect(chains.active.status).toBe('connected'), { timeout: 10_000 })
    expect(wallet.calls.connect).toBe(0)
  })

  test('an account that another tab chose is taken over, and given back when it chooses the first one again', async () => {
    const stop = rememberConnections()
    const connections = [{ ...mockConnection(), accounts: [caipAddress, other] }]
    addConnector(mockWallet({}, { restore: 'approve', connections }).connector)
    await connect({ wallet: 'mock' })
    await settled()
    const before = rememberedConnections()
    chooseAccount(other)
    await settled()
    const chosen = rememberedConnections()
    for (const told of [before, chosen, before]) {
      remember(keys.connections, told)
      followTabs()
      await vi.waitFor(() => expect(chains.active.caipAddress).toBe(told.entries.eip155?.caipAddress), { timeout: 10_000 })
    }
    stop()
  })

  test('what another tab left is left here too, and the wallet is not told twice', async () => {
    const wallet = mockWallet()
    addConnector(wallet.connector)
    await connect({ wallet: 'mock' })
    remember(keys.connections, { entries: {} })
    followTabs()
    expect([chains.active.status, wallet.calls.disconnect]).toEqual(['disconnected', 0])
  })
})
