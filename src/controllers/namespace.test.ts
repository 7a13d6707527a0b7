import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { adapters, type NamespaceEntry } from '../adapters'
import { perRequestNetwork } from '../adapters/per-request-network'
import type { Adapter } from '../adapters/types'
import { mockConnection, mockWallet } from '../connectors/test-wallet'
import type { CaipNetworkId } from '../lib/caip'
import type { Network } from '../lib/network'
import { account } from '../state/account'
import { chainOf, chains } from '../state/chains'
import { config } from '../state/config'
import { networks } from '../state/networks'
import { resetStores } from '../state/store'
import { refreshAccount } from './account'
import { abandonConnections, connect, disconnect } from './connection'
import { addConnector, forgetConnectors } from './discovery'
import { onEnd } from './endings'
import { switchNetwork } from './network'
import { loadNetworks } from './network-list'
import { readChain } from './rpc'
import { signMessage } from './sign'

// What `src/adapters/tron.ts` and its network table would contain.
const tron = (reference: string, name: string): Network => ({
  caipNetworkId: `tron:${reference}`,
  chainNamespace: 'tron',
  id: reference,
  name,
  nativeCurrency: { name: 'Tronix', symbol: 'TRX', decimals: 6 },
  rpcUrls: ['https://tron.example'],
})
const adapter: Adapter = {
  getBalance: async () => '12.5',
  read: async () => null,
  signMessage: async (provider, address, message) =>
    String(await provider.request({ method: 'tron_signMessage', params: { address, message } })),
  ...perRequestNetwork('tron'),
  normalizeAddress: (address) => address,
}
/** The one line in the registry; the other line is the name in `lib/caip.ts`, which only types need. */
const entry: NamespaceEntry = {
  networks: async () => ({ networks: [tron('main', 'Tron'), tron('nile', 'Tron Nile')] }),
  load: async () => ({ adapter }),
}

const MAIN: CaipNetworkId = 'tron:main'
const NILE: CaipNetworkId = 'tron:nile'
const ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'
const asked: { method: string; params?: unknown }[] = []
/** A wallet of the namespace, as its connector. */
function wallet(id: string, networkId: CaipNetworkId = MAIN, address = ADDRESS) {
  const answer = ({ method }: { method: string }) => (method.endsWith('sign') || method.endsWith('signMessage') ? 'signed' : null)
  const provider = {
    request: async (request: { method: string; params?: unknown }) => {
      asked.push(request)
      return answer(request)
    },
  }
  const [namespace = ''] = networkId.split(':')
  const mock = mockWallet(
    { id, name: id, namespaces: [namespace] },
    { connections: [mockConnection(networkId, address, provider)] },
  )
  addConnector(mock.connector)
  return mock
}

beforeEach(() => {
  resetStores()
  asked.length = 0
  config.networks = ['eip155:31337', MAIN, NILE]
})
afterEach(() => {
  delete adapters.tron
  abandonConnections()
  forgetConnectors()
})

describe('a new namespace takes one file and two lines', () => {
  beforeEach(() => {
    adapters.tron = entry
  })
  test('its networks have names, and its wallet connects, shows its balance, signs and switches networks', async () => {
    expect((await loadNetworks()).map(({ name }) => name)).toEqual(['Localhost', 'Tron', 'Tron Nile'])
    wallet('tronlink')
    expect(await connect({ wallet: 'tronlink' })).toBe(true)
    expect(chains.active).toMatchObject({ status: 'connected', networkId: MAIN, address: ADDRESS })
    await refreshAccount()
    expect(account).toMatchObject({ balance: '12.5', balanceSymbol: 'TRX' })
    expect(await signMessage.run('Hello')).toBe('signed')
    expect(await switchNetwork(NILE)).toBe(true)
    expect(chains.active.caipAddress).toBe(`${NILE}:${ADDRESS}`)
    expect(asked.map(({ method }) => method)).toEqual(['tron_signMessage', 'wallet_setNetwork'])
  })
  test('connects beside another namespace, and disconnects separately', async () => {
    const ended: string[] = []
    const stop = onEnd(({ namespace, reason }) => ended.push(`${namespace} ${reason}`))
    wallet('tronlink')
    wallet('ethereum', 'eip155:31337', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
    await connect({ wallet: 'ethereum' })
    await connect({ wallet: 'tronlink' })
    expect([chainOf('eip155').status, chainOf('tron').status, chains.activeNamespace]).toEqual(['connected', 'connected', 'tron'])
    await disconnect('tron')
    expect([chainOf('eip155').status, chainOf('tron').status, chains.activeNamespace]).toEqual([
      'connected',
      'disconnected',
      'eip155',
    ])
    expect(ended).toEqual(['tron user'])
    stop()
  })
  test('a wallet of it that refuses leaves the other connection as it was', async () => {
    wallet('ethereum', 'eip155:31337', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
    await connect({ wallet: 'ethereum' })
    wallet('tronlink').script.connect = 'USER_REJECTED'
    expect(await connect({ wallet: 'tronlink' })).toBe(false)
    expect([chains.activeNamespace, chains.active.status, chainOf('tron').status]).toEqual([
      'eip155',
      'connected',
      'disconnected',
    ])
  })
})

describe('a namespace without an adapter', () => {
  test('connects, signs with the method that every wallet has, and shows no balance', async () => {
    config.networks = ['eip155:31337', 'near:mainnet', 'near:testnet']
    wallet('any', 'near:mainnet', 'alice.near')
    expect(await connect({ wallet: 'any' })).toBe(true)
    await refreshAccount()
    expect([networks.list[1]?.name, account.balance]).toEqual(['Unknown Network', '0.00'])
    expect(await signMessage.run('Hello')).toBe('signed')
    expect(asked).toEqual([{ method: 'personal_sign', params: ['Hello', 'alice.near'] }])
    expect(await switchNetwork('near:testnet')).toBe(true)
    expect(chains.active.networkId).toBe('near:testnet')
    await expect(readChain('near:testnet', { method: 'status' })).rejects.toMatchObject({ code: 'ADAPTER_NOT_FOUND' })
  })
})
