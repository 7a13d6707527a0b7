import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { mockConnection, mockWallet } from '../connectors/test-wallet'
import { abandonConnections, connect as connectNow } from '../controllers/connection'
import { addConnector, forgetConnectors } from '../controllers/discovery'
import { mergeWallets } from '../controllers/multi-chain'
import { sleep, wake } from '../controllers/wake'
import { keys, remember } from '../lib/storage'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { connectors } from '../state/connectors'
import { resetStores } from '../state/store'
import { connect, disconnect, prepareSend, signMessage, switchNetwork } from './index'

const request = vi.fn(async ({ method }: { method: string }) => (method === 'eth_chainId' ? '0x38' : '0x51'))

/** The result of a call that begins before the last visit’s wallet has answered. */
async function whileRestoring<T>(call: () => Promise<T>) {
  const wallet = mockWallet({}, { connections: [mockConnection('eip155:31337', undefined, { request })] })
  chains.restoring = true
  const end = call()
  addConnector(wallet.connector)
  await connectNow({ wallet: 'mock' })
  chains.restoring = false
  return { end: await end, wallet }
}

beforeEach(async () => {
  resetStores()
  request.mockClear()
  vi.stubGlobal('location', { host: 'bakery.example', origin: 'https://bakery.example', pathname: '/' })
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal(
    'document',
    Object.assign(new EventTarget(), { title: 'Bakery', querySelector: () => null, querySelectorAll: () => [] }),
  )
  Object.assign(config, { mode: 'localhost', networks: ['eip155:31337'] })
  await Promise.all([wake(), import('../controllers/network')])
})
afterEach(() => {
  remember(keys.connections, { entries: {} })
  sleep()
  abandonConnections()
  forgetConnectors()
  vi.unstubAllGlobals()
})

describe('while the last connection is being restored', () => {
  test('signMessage waits for its account', async () => {
    expect((await whileRestoring(() => signMessage('Hello'))).end).toBe('0x51')
  })

  test('switchNetwork waits for its wallet', async () => {
    config.networks = ['eip155:31337', 'eip155:56']
    await whileRestoring(() => switchNetwork('eip155:56'))
    expect(request).toHaveBeenCalledWith(expect.objectContaining({ method: 'wallet_switchEthereumChain' }))
  })

  test('prepareSend waits for its account', async () => {
    await import('../controllers/prepare-send')
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
    const code = async () => {
      const order = { to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', amount: '1' }
      const told = prepareSend(order).catch((error: { code: string }) => error.code)
      // Without an account it would be refused by now.
      for (let turn = 0; turn < 100; turn++) await undefined
      return { told }
    }
    const { end } = await whileRestoring(code)
    expect(await end.told).not.toBe('SEND_INCOMPLETE')
  })

  test('disconnect ends it in the wallet too', async () => {
    const { wallet } = await whileRestoring(() => disconnect())
    expect([chains.status, wallet.calls.disconnect]).toEqual(['disconnected', 1])
  })

  test('connect of the wallet being restored does not ask it again', async () => {
    const caipAddress = 'eip155:31337:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
    remember(keys.connections, { entries: { eip155: { connectorId: 'mock', networkId: 'eip155:31337', caipAddress } } })
    const { end, wallet } = await whileRestoring(() => connect({ wallet: 'mock' }))
    expect([end, wallet.calls.connect]).toMatchObject([{ caipAddress, wallet: { id: 'mock' } }, 1])
  })

  test('connect of a wallet being restored ends with its signal', async () => {
    const caipAddress = 'eip155:31337:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
    remember(keys.connections, { entries: { eip155: { connectorId: 'mock', networkId: 'eip155:31337', caipAddress } } })
    const wallet = mockWallet()
    addConnector(wallet.connector)
    chains.restoring = true
    const stop = new AbortController()
    const end = expect(connect({ wallet: 'mock', signal: stop.signal })).rejects.toMatchObject({ code: 'ABORTED' })
    await new Promise((done) => setTimeout(done))
    stop.abort()
    await end
    expect(wallet.calls.connect).toBe(0)
  })
})

test('connect of an entry with several chains does not ask its connected part again', async () => {
  config.networks = ['eip155:31337', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1']
  const evm = mockWallet()
  const solana = mockWallet({ id: 'other', namespaces: ['solana'] })
  for (const { connector } of [evm, solana]) addConnector(connector)
  connectors.list = mergeWallets(connectors.list)
  const [{ id: wallet } = { id: '' }] = connectors.list
  await connect({ wallet })
  for (const namespace of [undefined, 'eip155'])
    expect(await connect({ wallet, namespace })).toMatchObject({ wallet: { id: 'mock' } })
  expect([wallet, evm.calls.connect, solana.calls.connect]).toEqual(['multi:mock wallet', 1, 0])
})

describe('with a wallet of several namespaces', () => {
  const SOLANA = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'

  test('disconnect of one leaves the other connected', async () => {
    config.networks = ['eip155:31337', SOLANA]
    const other = mockConnection(SOLANA, 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96')
    addConnector(mockWallet().connector)
    addConnector(mockWallet({ id: 'other', namespaces: ['solana'] }, { connections: [other] }).connector)
    for (const wallet of ['mock', 'other']) await connect({ wallet })
    await disconnect('solana')
    const statuses = ['eip155', 'solana'].map((namespace) => chains.byNamespace[namespace]?.status)
    expect(statuses).toEqual(['connected', 'disconnected'])
  })

  test('connect of one that is connected in another namespace only asks for the wanted one’s account', async () => {
    config.networks = ['eip155:31337', SOLANA]
    const wallet = mockWallet({ namespaces: ['eip155', 'solana'] })
    addConnector(wallet.connector)
    await connect({ wallet: 'mock', namespace: 'eip155' })
    wallet.script.connections = [mockConnection(SOLANA, 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96')]
    expect(await connect({ wallet: 'mock', namespace: 'solana' })).toMatchObject({ caipAddress: expect.stringContaining(SOLANA) })
    expect(wallet.calls.connect).toBe(2)
  })

  test('connect requests the wanted namespace, and ends with its signal', async () => {
    config.networks = ['eip155:31337', SOLANA]
    const { connector } = mockWallet({ namespaces: ['eip155', 'solana'] }, { connect: 'hang' })
    const asked = vi.fn(connector.connect)
    addConnector({ ...connector, connect: asked })
    const stop = new AbortController()
    const end = connect({ wallet: 'mock', namespace: 'solana', signal: stop.signal }).catch(({ code }) => code)
    await vi.waitFor(() => expect(asked).toHaveBeenCalledWith(expect.objectContaining({ namespace: 'solana' })))
    stop.abort()
    expect(await end).toBe('ABORTED')
  })
})
