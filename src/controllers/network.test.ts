import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { mockConnection, mockWallet } from '../connectors/test-wallet'
import type { CaipNetworkId } from '../lib/caip'
import { chainOf, chains } from '../state/chains'
import { config } from '../state/config'
import { resetStores } from '../state/store'
import { abandonConnections, connect, disconnect } from './connection'
import { addConnector, forgetConnectors } from './discovery'
import { switchNetwork } from './network'
import { onChange } from './on-change'
import { onError } from './report'

const SOLANA: CaipNetworkId = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const codes: string[] = []
let stop = () => {}

beforeEach(() => {
  resetStores()
  config.networks = ['eip155:31337', 'eip155:56', SOLANA]
  codes.length = 0
  stop = onError(({ code }) => codes.push(code))
})
afterEach(() => {
  stop()
  abandonConnections()
  forgetConnectors()
})

/** An EVM wallet that answers a switch with `answer`; resolves to the methods it was asked for. */
async function evmWallet(answer: () => unknown) {
  const asked: string[] = []
  let chainId = '0x7a69'
  const provider = {
    request: async ({ method, params }: { method: string; params?: unknown }) => {
      if (method === 'eth_chainId') return chainId
      asked.push(method)
      const said = answer()
      chainId = (params as [{ chainId: string }])[0].chainId
      return said
    },
  }
  addConnector(mockWallet({ id: 'evm' }, { connections: [mockConnection('eip155:31337', undefined, provider)] }).connector)
  await connect.run({ wallet: 'evm' })
  return asked
}
async function solanaWallet() {
  const connections = [mockConnection(SOLANA, '11111111111111111111111111111112')]
  addConnector(mockWallet({ id: 'sol', namespaces: ['solana'] }, { connections }).connector)
  await connect.run({ wallet: 'sol' })
}
const picture = () => JSON.stringify([chains.activeNamespace, chains.byNamespace])

describe('switchNetwork', () => {
  test('within a namespace the wallet is asked, and its network followed', async () => {
    const asked = await evmWallet(() => null)
    expect(await switchNetwork('eip155:56')).toBe(true)
    expect([asked, chains.active.networkId, chains.switching]).toEqual([['wallet_switchEthereumChain'], 'eip155:56', false])
  })

  test('across namespaces `switching` is set meanwhile, and the other wallet becomes active', async () => {
    const asked = await evmWallet(() => null)
    await solanaWallet()
    const flags: boolean[] = []
    const unwatch = onChange(
      [chains],
      () => chains.switching,
      (now) => flags.push(now),
    )
    expect(chains.activeNamespace).toBe('solana')
    expect(await switchNetwork('eip155:56')).toBe(true)
    await Promise.resolve()
    unwatch()
    expect(flags).toEqual([true, false])
    expect([asked, chains.activeNamespace, chains.active.networkId]).toEqual([
      ['wallet_switchEthereumChain'],
      'eip155',
      'eip155:56',
    ])
    expect(chainOf('solana')).toMatchObject({ status: 'connected', networkId: SOLANA })
  })

  test('a wallet that goes there without an answer, as one that its visitor has moved by hand, has switched', async () => {
    const request = vi.fn(({ method }: { method: string }) => (method === 'eth_chainId' ? '0x7a69' : new Promise(() => {})))
    const provider = { request: async (args: { method: string }) => request(args) }
    const on = (id: CaipNetworkId) => [mockConnection(id, undefined, provider)]
    const { connector, emit } = mockWallet({ id: 'evm' }, { connections: on('eip155:31337') })
    addConnector(connector)
    await connect.run({ wallet: 'evm' })
    const switching = switchNetwork('eip155:56')
    await vi.waitFor(() =>
      expect(request).toHaveBeenCalledWith(expect.objectContaining({ method: 'wallet_switchEthereumChain' })),
    )
    emit({ type: 'change', connections: on('eip155:56') })
    expect(await switching).toBe(true)
    expect([chains.active.networkId, codes]).toEqual(['eip155:56', []])
  })

  test('error: a switch that another one replaces stops silently', async () => {
    await evmWallet(() => new Promise(() => {}))
    const before = picture()
    const other = new AbortController()
    const first = switchNetwork('eip155:56', other.signal)
    other.abort()
    expect(await first).toBe(false)
    expect([codes, picture()]).toEqual([[], before])
  })

  test.each([4001, 5000])('error: a wallet that refuses with %i changes nothing, and one error is reported', async (code) => {
    const asked = await evmWallet(() => {
      throw { code, message: 'No' }
    })
    await solanaWallet()
    const before = picture()
    expect(await switchNetwork('eip155:56')).toBe(false)
    expect([picture(), chains.switching, asked, codes]).toEqual([
      before,
      false,
      ['wallet_switchEthereumChain'],
      ['NETWORK_CHANGE_DECLINED'],
    ])
  })

  test('error: a late approval of a switch does not affect the wallet that has replaced it', async () => {
    let agree = () => {}
    const asked = await evmWallet(
      () =>
        new Promise<void>((resolve) => {
          agree = resolve
        }),
    )
    const switching = switchNetwork('eip155:56')
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    addConnector(mockWallet({ id: 'other' }, { connections: [mockConnection('eip155:31337')] }).connector)
    await connect.run({ wallet: 'other' })
    agree()
    expect([await switching, chains.active.connectorId, chains.active.networkId, codes]).toEqual([
      ...[false, 'other', 'eip155:31337', []],
    ])
  })

  test('asked again while its prompt is open, the wallet’s answer to that is the answer to both', async () => {
    config.networks = ['eip155:31337', 'eip155:56', 'eip155:42161']
    let agree = () => {}
    const answers = [() => new Promise<void>((resolve) => (agree = resolve))]
    const asked = await evmWallet(
      () => answers.shift()?.() ?? Promise.reject({ code: -32002, message: 'Request of type … already pending' }),
    )
    const calls = ['eip155:56', 'eip155:56', 'eip155:42161', 'eip155:56'] as const
    const ends = calls.map((id) =>
      switchNetwork.run(id).then(
        () => 'done',
        ({ code }) => code,
      ),
    )
    await vi.waitFor(() => expect(asked).toHaveLength(calls.length))
    agree()
    expect(await Promise.all(ends)).toEqual(['done', 'done', 'REQUEST_PENDING', 'done'])
    expect([chains.active.networkId, codes]).toEqual(['eip155:56', ['REQUEST_PENDING']])
  })

  test('error: of two who ask for the same, one that leaves does not end the other’s call with its own ABORTED', async () => {
    const answers = [() => new Promise<void>(() => {})]
    const asked = await evmWallet(() => answers.shift()?.() ?? Promise.reject({ code: -32002, message: 'already pending' }))
    const visitor = new AbortController()
    void switchNetwork('eip155:56', visitor.signal)
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    const host = expect(switchNetwork.run('eip155:56')).rejects.toMatchObject({ code: 'REQUEST_PENDING' })
    await vi.waitFor(() => expect(asked).toHaveLength(2))
    await new Promise((resolve) => setTimeout(resolve))
    visitor.abort()
    await host
  })

  test('before a connection it sets the network to connect on', async () => {
    expect(await switchNetwork(SOLANA)).toBe(true)
    expect([chains.activeNamespace, chains.active]).toMatchObject(['solana', { status: 'disconnected', networkId: SOLANA }])
  })

  test('a wallet without a network of its own connects on the networks chosen before, in every namespace', async () => {
    const [devnet, mainnet] = [SOLANA, 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] as const
    config.networks = ['eip155:31337', 'eip155:56', mainnet, devnet]
    const asked: string[][] = []
    const { connector } = mockWallet({ id: 'walletConnect', type: 'WALLET_CONNECT', namespaces: ['eip155', 'solana'] })
    addConnector({
      ...connector,
      connect(request) {
        asked.push(request.networks.map(({ caipNetworkId }) => caipNetworkId))
        return connector.connect(request)
      },
    })
    await connect.run({ wallet: 'walletConnect' })
    await disconnect.run()
    await switchNetwork('eip155:56')
    await switchNetwork(devnet)
    await connect.run({ wallet: 'walletConnect' })
    expect(asked).toEqual([config.networks, [devnet, 'eip155:56', 'eip155:31337', mainnet]])
  })

  test('error: a network that the app does not use is refused', async () => {
    const before = picture()
    await expect(switchNetwork.run('eip155:1')).rejects.toMatchObject({ code: 'SWITCH_NETWORK_NOT_FOUND' })
    expect(picture()).toBe(before)
  })
})
