import { describe, expect, test, vi } from 'vitest'
import { beginDisconnected } from '../../.ci/connection-world'
import { mockConnection, mockWallet } from '../connectors/test-wallet'
import type { Connection } from '../connectors/types'
import { watchConnector } from '../connectors/watch'
import { keys, remember } from '../lib/storage'
import { WALLET_CONNECT, WATCH } from '../lib/wallet'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { chooseAccount } from './choose-account'
import { abandonConnections, connect, disconnect, forgetAttempt } from './connection'
import { addConnector } from './discovery'
import { followTabs } from './follow-tabs'
import { rememberConnections, rememberedConnections } from './remembered'

const caipAddress = 'eip155:31337:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' as const
const other = 'eip155:31337:0x70997970C51812dc3A010C7d01b50e0d17dc79C8' as const
const settled = () => new Promise((done) => setTimeout(done))

beginDisconnected()

describe('followTabs', () => {
  test('a connection made in another tab is taken over without asking the visitor', async () => {
    const wallet = mockWallet({}, { restore: 'approve' })
    addConnector(wallet.connector)
    const networkId = 'eip155:31337' as const
    remember(keys.connections, { entries: { eip155: { connectorId: 'mock', networkId, caipAddress } } })
    followTabs()
    await vi.waitFor(() => expect(chains.active.status).toBe('connected'), { timeout: 10_000 })
    expect(wallet.calls.connect).toBe(0)
  })

  test('for a wallet of several chains, the other tab’s active one is taken over; a tab with a wallet keeps its own', async () => {
    const solana = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' as const
    const key = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
    config.networks = ['eip155:31337', solana]
    const connections = [mockConnection('eip155:31337', other.slice(13)), mockConnection(solana, key)]
    addConnector(mockWallet({ namespaces: ['eip155', 'solana'] }, { restore: 'approve', connections }).connector)
    const entry = { connectorId: 'mock', networkId: 'eip155:31337', caipAddress: other } as const
    const entries = { eip155: entry, solana: { ...entry, networkId: solana, caipAddress: `${solana}:${key}` as const } }
    remember(keys.connections, { active: 'solana', entries })
    followTabs()
    await vi.waitFor(() => expect(chains.active.address).toBe(key), { timeout: 10_000 })
    await settled()
    expect(chains.activeNamespace).toBe('solana')
    remember(keys.connections, { active: 'eip155', entries })
    followTabs()
    await settled()
    expect(chains.activeNamespace).toBe('solana')
  })

  test('if a session also holds chains of another page of the site, one of this page’s becomes active', async () => {
    const ids = { eip155: 'eip155:31337', solana: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' } as const
    config.networks = [ids.eip155]
    const connections = Object.values(ids).map((networkId) => mockConnection(networkId, 'someone'))
    addConnector(mockWallet({ namespaces: ['eip155', 'solana'] }, { restore: 'approve', connections }).connector)
    const entry = { connectorId: 'mock', networkId: ids.eip155, caipAddress: `${ids.eip155}:someone` } as const
    const onSolana = { ...entry, networkId: ids.solana, caipAddress: `${ids.solana}:someone` } as const
    remember(keys.connections, { active: 'solana', entries: { eip155: entry, solana: onSolana } })
    followTabs()
    await vi.waitFor(() => expect(chains.active.address).toBe('someone'), { timeout: 10_000 })
    await settled()
    expect(chains.activeNamespace).toBe('eip155')
  })

  test('a wallet that appears in this tab only later is taken over then', async () => {
    const networkId = 'eip155:31337' as const
    remember(keys.connections, { entries: { eip155: { connectorId: 'mock', networkId, caipAddress } } })
    followTabs()
    await settled()
    const wallet = mockWallet({}, { restore: 'approve' })
    addConnector(wallet.connector)
    await vi.waitFor(() => expect(chains.active.status).toBe('connected'), { timeout: 10_000 })
    expect(wallet.calls).toMatchObject({ connect: 0, restore: 1 })
  })

  test('a session made in another tab while this one shows a QR code is taken over once the code is left', async () => {
    config.projectId = 'bakery'
    // Until then its client does not know that session.
    const phone = mockWallet({ id: WALLET_CONNECT, type: 'WALLET_CONNECT' }, { connect: 'hang' })
    addConnector(phone.connector)
    const asking = connect({ wallet: WALLET_CONNECT })
    const networkId = 'eip155:31337' as const
    remember(keys.connections, { entries: { eip155: { connectorId: WALLET_CONNECT, networkId, caipAddress } } })
    followTabs()
    await settled()
    await settled()
    phone.script.restore = 'approve'
    forgetAttempt()
    await asking
    await vi.waitFor(() => expect(chains.active.caipAddress).toBe(caipAddress), { timeout: 10_000 })
  })

  test('a session made in another tab is taken over at once where a phone’s list of wallets has a pairing ready', async () => {
    config.projectId = 'bakery'
    const phone = mockWallet({ id: WALLET_CONNECT, type: 'WALLET_CONNECT' }, { connect: 'hang', restore: 'approve' })
    addConnector(phone.connector)
    const asking = connect({ wallet: WALLET_CONNECT, ahead: true })
    await vi.waitFor(() => expect(phone.calls.connect).toBe(1))
    const networkId = 'eip155:31337' as const
    remember(keys.connections, { entries: { eip155: { connectorId: WALLET_CONNECT, networkId, caipAddress } } })
    followTabs()
    await vi.waitFor(() => expect(chains.active).toMatchObject({ status: 'connected', connectorId: WALLET_CONNECT }))
    expect(await asking).toBe(false)
  })

  test('an account chosen in another tab is taken over, and the first one again once that is chosen back', async () => {
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

  test('a disconnect in another tab applies here too, and the wallet is not asked twice', async () => {
    const wallet = mockWallet()
    addConnector(wallet.connector)
    await connect({ wallet: 'mock' })
    remember(keys.connections, { entries: {} })
    followTabs()
    expect([chains.active.status, wallet.calls.disconnect]).toEqual(['disconnected', 0])
  })

  test('a wallet that another tab could not restore stays connected here, and is kept for the next visit', async () => {
    const wallet = mockWallet()
    addConnector(wallet.connector)
    const stop = rememberConnections()
    await connect({ wallet: 'mock' })
    await settled()
    const before = rememberedConnections()
    remember(keys.connections, { active: 'eip155', entries: {}, lost: ['eip155'] })
    followTabs()
    expect([chains.active.status, rememberedConnections()]).toEqual(['connected', before])
    stop()
  })

  test('with reconnect off, a connection in one tab disconnects no other wallet in another tab', async () => {
    config.reconnect = 'off'
    const networkId = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' as const
    const solana = { connectorId: 'other', networkId, caipAddress: `${networkId}:someone` as const }
    remember(keys.connections, { active: 'solana', entries: { solana } })
    // A tab opened since then has no connection, and connects a wallet.
    const stop = rememberConnections()
    addConnector(mockWallet().connector)
    await connect({ wallet: 'mock' })
    await settled()
    const told = rememberedConnections()
    stop()
    abandonConnections()
    // The tab with the first wallet hears of it.
    addConnector(
      mockWallet({ id: 'other', namespaces: ['solana'] }, { connections: [mockConnection(networkId, 'someone')] }).connector,
    )
    await connect({ wallet: 'other' })
    remember(keys.connections, told)
    followTabs()
    expect([chains.byNamespace.solana?.status, Object.keys(rememberedConnections().entries)]).toEqual([
      'connected',
      ['eip155', 'solana'],
    ])
  })

  test('a session that another tab has replaced for the same account is taken over, and the old one’s end does not affect it', async () => {
    const stop = rememberConnections()
    const wallet = mockWallet({}, { restore: 'approve', connections: [{ ...mockConnection(), session: 'old' }] })
    addConnector(wallet.connector)
    await connect({ wallet: 'mock' })
    await settled()
    expect(rememberedConnections().entries.eip155?.session).toBe('old')
    const entries = {
      eip155: { connectorId: 'mock', networkId: 'eip155:31337' as const, caipAddress, session: 'new' },
    }
    remember(keys.connections, { active: 'eip155', entries })
    wallet.script.connections = [{ ...mockConnection(), session: 'new' }]
    followTabs()
    await vi.waitFor(() => expect(chains.active.session).toBe('new'), { timeout: 10_000 })
    expect(wallet.calls.disconnect).toBe(0)
    // Or the old one’s end comes first.
    remember(keys.connections, { active: 'eip155', entries: { eip155: { ...entries.eip155, session: 'newest' } } })
    wallet.emit({ type: 'disconnect', reason: 'wallet' })
    await settled()
    expect(rememberedConnections().entries.eip155?.session).toBe('newest')
    stop()
  })

  test('a wallet that another tab has replaced does not affect the new one when it disconnects', async () => {
    const stop = rememberConnections()
    const old = mockWallet()
    addConnector(old.connector)
    await connect({ wallet: 'mock' })
    await settled()
    const entries = { eip155: { connectorId: 'new', networkId: 'eip155:31337' as const, caipAddress: other } }
    remember(keys.connections, { active: 'eip155', entries })
    // The other tab revoked its permissions; this event arrives here first.
    old.emit({ type: 'disconnect', reason: 'wallet' })
    await settled()
    expect([chains.active.status, rememberedConnections().entries]).toEqual(['disconnected', entries])
    stop()
  })

  test('disconnecting while a connection is being taken over stays disconnected', async () => {
    const { connector } = mockWallet()
    let holds: (connections: Connection[]) => void = () => {}
    const restore = vi.fn(
      () =>
        new Promise<Connection[]>((resolve) => {
          holds = resolve
        }),
    )
    addConnector({ ...connector, restore })
    remember(keys.connections, { entries: { eip155: { connectorId: 'mock', networkId: 'eip155:31337', caipAddress } } })
    followTabs()
    await vi.waitFor(() => expect(restore).toHaveBeenCalled(), { timeout: 10_000 })
    await disconnect()
    holds([mockConnection()])
    await settled()
    expect(chains.active.status).toBe('disconnected')
  })

  test('a watched account, which is not shared between tabs, stays', async () => {
    addConnector(watchConnector('eip155:31337', caipAddress.slice(13)))
    await connect({ wallet: WATCH })
    followTabs()
    expect(chains.active).toMatchObject({ status: 'connected', connectorId: WATCH })
    const wallet = mockWallet({}, { restore: 'approve', connections: [{ ...mockConnection(), accounts: [other] }] })
    addConnector(wallet.connector)
    remember(keys.connections, { entries: { eip155: { connectorId: 'mock', networkId: 'eip155:31337', caipAddress: other } } })
    followTabs()
    await settled()
    expect([chains.active.connectorId, wallet.calls.restore]).toEqual([WATCH, 0])
  })
})
