import { describe, expect, test, vi } from 'vitest'
import {
  ALICE,
  approval,
  BOB,
  both,
  configure,
  connected,
  connector,
  events,
  hostClient,
  network,
  networks,
  next,
  openWallet,
  proposal,
  wallet,
} from '../../.ci/walletkit-world'
import type { Provider } from './types'

type Host = { features: { 'standard:events': { on(name: 'change', hear: (properties: object) => void): void } } }

type Listened = Provider & Record<'on' | 'removeListener', (name: string, hear: (payload: unknown) => void) => void>

const signal = () => new AbortController().signal
const asked = (method: string, by = wallet) =>
  new Promise<{ topic: string; id: number }>((resolve) => {
    const hear = ({ topic, id, params }: { topic: string; id: number; params: { request: { method: string } } }) => {
      if (params.request.method !== method) return
      by.off('session_request', hear)
      resolve({ topic, id })
    }
    by.on('session_request', hear)
  })
const say = (topic: string, name: string, data: unknown, chainId = 'eip155:31337') =>
  wallet.emitSessionEvent({ topic, event: { name, data }, chainId })

/** A host’s client whose storage of our keys answers once `hold` resolves. */
async function slowClient(prefix: string) {
  const { signClient, close } = await hostClient(prefix)
  const { storage } = signClient.core
  const getItem = storage.getItem.bind(storage)
  const slow = { hold: undefined as Promise<unknown> | undefined, reached: () => {} }
  storage.getItem = async (key) => {
    if (slow.hold && key.startsWith('wallet-modal:')) {
      slow.reached()
      await slow.hold
    }
    return getItem(key)
  }
  return { signClient, slow, close }
}

describe('a session that changes', () => {
  test('an account that the wallet withdraws is gone, even if it was active', async () => {
    const { session } = await connected(approval([...both(ALICE), ...both(BOB)]))
    const active = next('change')
    await say(session.topic, 'accountsChanged', [BOB])
    expect((await active).connections[0]?.accounts[0]).toBe(`eip155:31337:${BOB}`)
    const change = next('change')
    await wallet.updateSession({ topic: session.topic, namespaces: approval(both(ALICE)) })
    expect((await change).connections[0]?.accounts).toEqual([`eip155:31337:${ALICE}`])
  })

  test('an account named on several chains is used on the page’s chain', async () => {
    const { session } = await connected(approval([...both(ALICE), ...both(BOB)]))
    const moved = next('change')
    await say(session.topic, 'chainChanged', 56)
    await moved
    const change = next('change')
    await say(session.topic, 'accountsChanged', both(BOB))
    expect((await change).connections[0]).toMatchObject({
      networkId: 'eip155:56',
      accounts: [`eip155:56:${BOB}`, `eip155:56:${ALICE}`],
    })
  })

  test.each([[[]], [[null]]])('a wallet that names no account (%j) keeps its present one', async (none) => {
    const bitcoin = network('bip122:000000000933ea01ad0ee984209779ba')
    const id = bitcoin.caipNetworkId
    const account = `${id}:tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx`
    const bip122 = { chains: [id], accounts: [account], methods: ['signMessage'], events: ['accountsChanged'] }
    const { session } = await connected({ ...approval(both(ALICE)), bip122 }, [...networks, bitcoin])
    await say(session.topic, 'accountsChanged', none, id)
    // An event sent later arrives later.
    const change = next('change', ({ connections }) => connections[0]?.networkId === 'eip155:56')
    await say(session.topic, 'chainChanged', 56)
    const { connections } = await change
    expect(connections.find(({ namespace }) => namespace === 'bip122')?.accounts).toEqual([account])
  })

  test('a pending request ends at once when the page disconnects', async () => {
    const phone = await openWallet('left-by-page')
    const { connection } = await connected(undefined, undefined, phone)
    const heard = asked('personal_sign', phone)
    const waiting = connection.provider.request({ method: 'personal_sign', params: [] })
    const ended = expect(waiting).rejects.toMatchObject({ code: 'SESSION_ENDED' })
    await heard
    await phone.close()
    await connector.disconnect()
    await ended
  })

  test('a pending request ends at once when the wallet disconnects', async () => {
    const phone = await openWallet('left-by-wallet')
    const { connection, session } = await connected(undefined, undefined, phone)
    const heard = asked('personal_sign', phone)
    const waiting = connection.provider.request({ method: 'personal_sign', params: [] })
    const ended = expect(waiting).rejects.toMatchObject({ code: 'SESSION_ENDED' })
    await heard
    const told = next('disconnect')
    await phone.disconnectSession({ topic: session.topic, reason: { code: 6000, message: 'Bye' } })
    await ended
    await told
    await phone.close()
  })

  test('a host’s Solana wallet has the session’s features, and reports that its accounts are gone', async () => {
    const mainnet = network('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')
    const id = mainnet.caipNetworkId
    const accounts = [`${id}:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv`]
    const solana = { chains: [id], accounts, methods: ['solana_signMessage'], events: [] }
    const { connections, session } = await connected({ ...approval(both(ALICE)), solana }, [...networks, mainnet])
    const host = connections.find(({ namespace }) => namespace === 'solana')?.publicProvider as Host | undefined
    expect(Object.keys(host?.features ?? {})).toEqual(['standard:connect', 'standard:events', 'solana:signMessage'])
    const told = new Promise((resolve) => host?.features['standard:events'].on('change', resolve))
    await wallet.disconnectSession({ topic: session.topic, reason: { code: 6000, message: 'Bye' } })
    expect(await told).toEqual({ accounts: [] })
  })

  test('a host’s provider emits chainChanged, accountsChanged and disconnect', async () => {
    const { connection, session } = await connected(approval([...both(ALICE), ...both(BOB)]))
    const host = connection.publicProvider as Listened
    expect(await host.request({ method: 'eth_accounts' })).toEqual([ALICE, BOB])
    const heard: unknown[] = []
    const unheard = () => heard.push('removed')
    for (const name of ['chainChanged', 'accountsChanged', 'disconnect']) host.on(name, (payload) => heard.push(name, payload))
    host.on('chainChanged', unheard)
    host.removeListener('chainChanged', unheard)
    for (const [name, data] of [['chainChanged', 56] as const, ['accountsChanged', [BOB]] as const]) {
      const change = next('change')
      await say(session.topic, name, data)
      await change
    }
    const ended = next('disconnect')
    await wallet.disconnectSession({ topic: session.topic, reason: { code: 6000, message: 'Bye' } })
    await ended
    await vi.waitFor(() => expect(heard).toHaveLength(8))
    expect(heard.slice(0, 7)).toEqual([
      'chainChanged',
      '0x38',
      'accountsChanged',
      [BOB, ALICE],
      'accountsChanged',
      [],
      'disconnect',
    ])
    expect(heard[7]).toMatchObject({ code: 4900 })
  })

  test('a session that is restored again is the same: its provider still answers', async () => {
    const { connection } = await connected()
    const [again] = await connector.restore({ networks, signal: signal() })
    expect(again?.provider).toBe(connection.provider)
    const heard = asked('personal_sign')
    const signed = connection.provider.request({ method: 'personal_sign', params: ['0x61', ALICE] })
    signed.catch(() => {})
    const { topic, id } = await heard
    await wallet.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', result: '0x5161' } })
    expect(await signed).toBe('0x5161')
  })

  test('a wallet that reports accounts first and then the requested chain has switched', async () => {
    const { connection, session } = await connected()
    const heard = asked('wallet_switchEthereumChain')
    const switching = connection.provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x89' }] })
    switching.catch(() => {})
    const { topic, id } = await heard
    await wallet.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', result: null } })
    const first = next('change')
    await say(session.topic, 'accountsChanged', [BOB])
    await first
    await say(session.topic, 'chainChanged', 137)
    expect(await switching).toBe(null)
  })

  test('a wallet that reports the requested chain, but never answers, has switched', async () => {
    const { connection, session } = await connected()
    const heard = asked('wallet_switchEthereumChain')
    const switching = connection.provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x89' }] })
    const { topic, id } = await heard
    await say(session.topic, 'chainChanged', 137)
    expect(await switching).toBe(null)
    expect(await connection.provider.request({ method: 'eth_chainId' })).toBe('0x89')
    // Its late answer changes nothing.
    await wallet.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', error: { code: 5000, message: 'No' } } })
  })

  test('an event of a new session while an older one still counts is not lost', async () => {
    const { signClient, slow, close } = await slowClient('two')
    configure({ signClient })
    await connected()
    let go = () => {}
    slow.hold = new Promise<void>((resolve) => {
      go = resolve
    })
    const reading = new Promise<void>((resolve) => {
      slow.reached = resolve
    })
    const second = connected()
    await reading
    const heard = new Promise((resolve) => signClient.once('session_event', resolve))
    const topic = signClient.session.getAll().at(-1)?.topic ?? ''
    await say(topic, 'chainChanged', 56)
    await heard
    go()
    expect((await second).connection.networkId).toBe('eip155:56')
    await close()
  })

  test('error: giving up while a session is being made leaves none in the wallet', async () => {
    const { signClient, slow, close } = await slowClient('given-up')
    configure({ signClient })
    let go = () => {}
    slow.hold = new Promise<void>((resolve) => {
      go = resolve
    })
    const reading = new Promise<void>((resolve) => {
      slow.reached = resolve
    })
    const controller = new AbortController()
    const connecting = connector.connect({ networks, signal: controller.signal })
    const aborted = expect(connecting).rejects.toMatchObject({ code: 'ABORTED' })
    const { uri } = await next('pairing')
    const proposed = proposal()
    await wallet.pair({ uri })
    await wallet.approveSession({ id: (await proposed).id, namespaces: approval(both(ALICE)) })
    await reading
    controller.abort()
    go()
    await aborted
    await vi.waitFor(() => expect(signClient.session.getAll()).toEqual([]), { timeout: 5_000 })
    expect(events.filter(({ type }) => type === 'change')).toEqual([])
    await close()
  })

  test('error: a session that fails here, e.g. because the storage breaks, is ended: the phone would keep showing it', async () => {
    const { signClient, close } = await hostClient('broken')
    configure({ signClient })
    const lost = new DOMException('Connection to Indexed Database server lost.', 'UnknownError')
    const read = vi.spyOn(signClient.core.storage, 'getItem').mockRejectedValue(lost)
    const left = new Promise((resolve) => wallet.once('session_delete', resolve))
    await expect(connected()).rejects.toBe(lost)
    await left
    expect(signClient.session.keys).toEqual([])
    read.mockRestore()
    await close()
  })
})
