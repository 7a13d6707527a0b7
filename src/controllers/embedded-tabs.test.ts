import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeShop, openShop, type Stage, signInFramed } from '../../.ci/embedded-world'
import { PATIENCE } from '../connectors/test-frame'
import type { Provider } from '../connectors/types'
import { guardedStorage } from '../lib/guarded-storage'
import { keys, remember } from '../lib/storage'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { embedded } from '../state/embedded'
import { modal } from '../state/modal'
import { walletOf } from './connection'
import { followTabs } from './follow-tabs'
import { publicProviderOf } from './providers'

const KEY = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

let stage: Stage

beforeEach(() => {
  stage = openShop()
})
afterEach(closeShop)

/** Signs in in this tab. */
const signedIn = () => signInFramed(stage, { address: KEY, chainId: 31337 })

/** What another tab has stored about who is signed in there, and on which network. */
function elsewhere(networkId: 'eip155:31337' | 'eip155:56') {
  guardedStorage.set('local', 'embedded', JSON.stringify({ used: true, chain: networkId, via: 'google' }))
  const caipAddress = `${networkId}:${KEY}` as const
  remember(keys.connections, { entries: { eip155: { connectorId: 'ID_AUTH', networkId, caipAddress } } })
  followTabs()
}

test('a new sign-in in another tab is taken over by this one', async () => {
  await signedIn()
  remember(keys.connections, { entries: {} })
  followTabs()
  await vi.waitFor(() => expect(embedded.smartNetworks).toEqual([]))
  elsewhere('eip155:31337')
  await stage.answer('GET_SMART_ACCOUNT_ENABLED_NETWORKS', { smartAccountEnabledNetworks: [31337] })
  await stage.answer('IS_CONNECTED', { isConnected: true })
  await stage.answer('GET_USER', { address: KEY, chainId: 31337 })
  await vi.waitFor(() => expect(chains.active.wallet?.name).toBe('Google'), PATIENCE)
  expect(embedded).toMatchObject({ via: 'google', smartNetworks: [31337] })
})

test('a network switch in another tab is taken over by this one', async () => {
  config.networks = ['eip155:31337', 'eip155:56']
  await signedIn()
  elsewhere('eip155:56')
  await stage.answer('IS_CONNECTED', { isConnected: true })
  await stage.answer('GET_USER', { address: KEY, chainId: 56 })
  await vi.waitFor(() => expect(chains.active.networkId).toBe('eip155:56'), PATIENCE)
  expect(stage.last().posted.at(-1)).toMatchObject({ payload: { chainId: 56 } })
})

test('if another tab signs out, a host’s provider gets accountsChanged and has no account', async () => {
  await signedIn()
  const host = publicProviderOf('eip155') as Provider & { on(name: string, hear: (payload: unknown) => void): unknown }
  const heard: unknown[] = []
  host.on('accountsChanged', (accounts) => heard.push(accounts))
  expect(await host.request({ method: 'eth_accounts' })).toEqual([KEY])

  remember(keys.connections, { entries: {} })
  followTabs()
  expect(chains.active.status).toBe('disconnected')
  await vi.waitFor(() => expect(heard).toEqual([[]]))
  expect(await host.request({ method: 'eth_accounts' })).toEqual([])
})

test('if another tab signs out while an approval is open here, the approval is aborted', async () => {
  await signedIn()
  const asking = walletOf('eip155').request({ method: 'personal_sign', params: ['0x00', KEY] })
  const ended = expect(asking).rejects.toMatchObject({ code: 'REQUEST_ABORTED' })
  await vi.waitFor(() => expect(modal.view).toBe('ApproveTransaction'))
  modal.painted = 'ApproveTransaction'
  await stage.answer('GET_CHAIN_ID', { chainId: 31337 })
  await vi.waitFor(() => expect(stage.last().posted.at(-1)?.type).toBe('@w3m-app/RPC_REQUEST'), PATIENCE)
  remember(keys.connections, { entries: {} })
  followTabs()
  await stage.answer('RELOAD')
  await ended
  await vi.waitFor(() => expect(modal.elementId).toBeUndefined())
})
