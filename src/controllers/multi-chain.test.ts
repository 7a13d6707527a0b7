import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { mockConnection, mockWallet } from '../connectors/test-wallet'
import type { Connector } from '../connectors/types'
import type { WalletInfo } from '../lib/wallet'
import { attempt } from '../state/attempt'
import { chainOf, chains } from '../state/chains'
import { config } from '../state/config'
import { connectors } from '../state/connectors'
import { modal } from '../state/modal'
import { resetStores } from '../state/store'
import { connectorFor, routeTo } from './connecting'
import { abandonConnections, connect, disconnect } from './connection'
import { addConnector, connectorById, discoverWallets, forgetConnectors } from './discovery'
import { hideModal, openModal } from './modal'
import { forgetPart, mergeWallets, partOf, rememberPart, usualPart } from './multi-chain'
import { switchNetwork } from './network'
import { selectWallet } from './select-wallet'

const SOLANA = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const info = (id: string, namespace: string, more: Partial<WalletInfo> = {}): WalletInfo => ({
  id,
  name: 'Phantom',
  type: 'ANNOUNCED',
  namespaces: [namespace],
  ...more,
})
const evm = info('app.phantom', 'eip155', { rdns: 'app.phantom', icon: 'data:image/png;base64,AA==' })
const solana = info('Phantom', 'solana')
const other = info('io.other', 'eip155', { name: 'Other' })

beforeEach(() => {
  resetStores()
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
  config.networks = ['eip155:31337', SOLANA]
})
afterEach(() => vi.unstubAllGlobals())

describe('mergeWallets', () => {
  test('one name in several namespaces is one entry, at the first one’s place', () => {
    expect(mergeWallets([other, evm, solana])).toEqual([
      other,
      {
        id: 'multi:phantom',
        name: 'Phantom',
        type: 'MULTI_CHAIN',
        namespaces: ['eip155', 'solana'],
        parts: [evm, solana],
        icon: evm.icon,
        rdns: 'app.phantom',
      },
    ])
  })
  test('"Trust Wallet" and "Trust" are one wallet', () => {
    expect(
      mergeWallets([
        { ...evm, name: 'Trust Wallet' },
        { ...solana, name: 'Trust' },
      ]),
    ).toMatchObject([{ type: 'MULTI_CHAIN', name: 'Trust Wallet' }])
  })
  test.each([
    ['two with one name in one namespace', [evm, { ...evm, id: 'x' }, solana]],
    ['one whose rdns another one claims', [{ ...evm, duplicate: true }, solana]],
    ['another name', [other, solana]],
    ['a pairing', [evm, { ...solana, type: 'WALLET_CONNECT' as const }]],
    ['a chain that the app does not use', [evm, info('bip122:Phantom', 'bip122')]],
  ])('not merged: %s', (_, list) => expect(mergeWallets(list)).toEqual(list))
})

describe('a wallet of several chains', () => {
  let stop: () => void
  const present = (details: Partial<Connector>, networkId: `${string}:${string}`, address?: string) => {
    const wallet = mockWallet({ name: 'Phantom', ...details }, { connections: [mockConnection(networkId, address)] })
    addConnector(wallet.connector)
    return wallet
  }
  beforeEach(async () => {
    vi.stubGlobal('window', new EventTarget())
    stop = discoverWallets()
    present({ id: 'app.phantom', rdns: 'app.phantom' }, 'eip155:31337')
    present({ id: 'Phantom', namespaces: ['solana'] }, SOLANA, 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96')
    await vi.waitFor(() => expect(entry()).toBeDefined(), { timeout: 60_000 })
  }, 60_000)
  afterEach(() => {
    stop()
    abandonConnections()
    forgetConnectors()
  })
  const entry = () => connectors.list.find(({ id }) => id === 'multi:phantom')
  const shown = () => {
    const found = entry()
    if (!found) throw new Error('There is no entry')
    return found
  }

  test('asks the visitor for the chain before anything else', () => {
    selectWallet('multi:phantom')
    expect([attempt.status, modal.view, modal.top.data?.walletId]).toEqual(['idle', 'ConnectingWallet', 'multi:phantom'])
    const route = routeTo('multi:phantom', { connectors: connectors.list, listed: undefined, mobile: false })
    expect(connectorFor(route)).toBeUndefined()
  })
  test('the choice is remembered until that chain is connected', async () => {
    expect(usualPart(shown())).toBeUndefined()
    rememberPart(shown(), 'solana')
    expect(usualPart(shown())?.id).toBe('Phantom')
    await connect({ wallet: 'Phantom' })
    expect(usualPart(shown())).toBeUndefined()
    await disconnect('solana')
    expect(usualPart(shown())?.id).toBe('Phantom')
  })
  test('a choice that has come to nothing is forgotten, by whatever name the wallet has there; those of others stay', () => {
    for (const name of ['Trust', 'Phantom']) rememberPart({ ...shown(), name }, 'solana')
    forgetPart({ name: 'Trust Wallet' })
    expect(usualPart({ ...shown(), name: 'Trust' })).toBeUndefined()
    expect(usualPart(shown())?.id).toBe('Phantom')
  })
  test('a picked network decides the chain', async () => {
    await connect({ wallet: 'app.phantom' })
    await switchNetwork(SOLANA)
    expect([chains.active.status, usualPart(shown())?.id]).toEqual(['disconnected', 'Phantom'])
  })
  test('a request goes on if the part for another chain appears meanwhile, unless the host asks for that chain', () => {
    rememberPart(shown(), 'solana')
    Object.assign(attempt, { status: 'waiting', wallet: evm })
    expect(partOf(shown())?.id).toBe('app.phantom')
    openModal(1, 'ConnectingWallet', { walletId: 'app.phantom', namespace: 'solana' })
    expect(partOf(shown())?.id).toBe('Phantom')
    hideModal()
  })
  test('a connection made by the host without a screen is not taken for the choice: another chain may be wanted', () => {
    Object.assign(attempt, { status: 'connected', wallet: evm })
    expect(partOf(shown())).toBeUndefined()
  })
  test('a namespace that the host asks for decides the chain, whatever was chosen before', () => {
    rememberPart(shown(), 'solana')
    openModal(1, undefined, { namespace: 'eip155' })
    expect([modal.view, usualPart(shown())?.id]).toEqual(['Connect', 'app.phantom'])
    hideModal()
  })
  test('the host can connect each chain by any of the wallet’s ids', async () => {
    expect(connectorById('app.phantom', 'solana')?.id).toBe('Phantom')
    expect(connectorById('multi:phantom', 'solana')?.id).toBe('Phantom')
    // As for an app that lists connectors itself.
    expect(connectorById('multi:phantom')?.id).toBe('app.phantom')
    expect(await connect({ wallet: 'app.phantom', namespace: 'solana' })).toBe(true)
    expect(await connect({ wallet: 'app.phantom' })).toBe(true)
    expect([chainOf('solana').connectorId, chainOf('eip155').connectorId, chains.activeNamespace]).toEqual([
      'Phantom',
      'app.phantom',
      'eip155',
    ])
  })
  test('its chains disconnect one by one', async () => {
    await connect({ wallet: 'app.phantom' })
    await connect({ wallet: 'Phantom' })
    await disconnect('solana')
    expect([chainOf('solana').status, chainOf('eip155').status]).toEqual(['disconnected', 'connected'])
  })
  test.each(['', '[]', '{"phantom":7}', 'null'])('a stored choice may be garbage: %j', (text) => {
    localStorage.setItem('wallet-modal:wallet-chains', text)
    expect(usualPart(shown())).toBeUndefined()
  })
})
