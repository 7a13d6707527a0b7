import { describe, expect, test, vi } from 'vitest'
import {
  ALICE,
  answer,
  approval,
  BOB,
  both,
  configure,
  connected,
  connector,
  control,
  events,
  hostClient,
  network,
  networks,
  next,
  openWallet,
  proposal,
  wallet,
} from '../../.ci/walletkit-world'
import { memoryStorage } from './test-storage'
import { closeWalletConnect } from './wallet-connect'

describe('session', () => {
  test('the wallet’s switch to another chain is reported, in any notation', async () => {
    const { session } = await connected()
    for (const [data, id] of [
      [56, '56'],
      ['0x7a69', '31337'],
      ['56', '56'],
      ['eip155:31337', '31337'],
    ] as const) {
      const change = next('change')
      await wallet.emitSessionEvent({ topic: session.topic, event: { name: 'chainChanged', data }, chainId: 'eip155:31337' })
      expect((await change).connections[0]?.networkId).toBe(`eip155:${id}`)
    }
  })

  test('an account that the wallet switches to comes first', async () => {
    const { session } = await connected(approval([...both(ALICE), ...both(BOB)]))
    const change = next('change')
    await wallet.emitSessionEvent({
      topic: session.topic,
      event: { name: 'accountsChanged', data: [BOB.toLowerCase()] },
      chainId: 'eip155:31337',
    })
    expect((await change).connections[0]?.accounts).toEqual([`eip155:31337:${BOB}`, `eip155:31337:${ALICE}`])
  })

  test('Bitcoin: a transfer goes to the wallet once, and a change of addresses is reported', async () => {
    const bitcoin = network('bip122:000000000933ea01ad0ee984209779ba')
    const id = bitcoin.caipNetworkId
    const [payment, ordinals] = ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'] as const
    const events = ['accountsChanged', 'chainChanged', 'bip122_addressesChanged']
    const methods = ['sendTransfer', 'signMessage']
    const { session, connections } = await connected(
      { ...approval(both(ALICE)), ...{ bip122: { chains: [id], accounts: [`${id}:${payment}`], methods, events } } },
      [...networks, bitcoin],
    )
    const connection = connections.find(({ namespace }) => namespace === 'bip122')
    const ask = (method: string, params: object = {}) => connection?.provider.request({ method, params })
    const transfer = { account: payment, recipientAddress: ordinals, amount: '1000' }
    const answered = answer({ txid: 'ab'.repeat(32) })
    expect(await ask('sendTransfer', transfer)).toEqual({ txid: 'ab'.repeat(32) })
    expect(await answered).toMatchObject({ method: 'sendTransfer', params: transfer, chainId: id })

    await expect(ask('getAccountAddresses')).rejects.toMatchObject({ code: 'WALLET_METHOD_UNSUPPORTED' })
    const change = next('change')
    const data = [{ address: payment, intention: 'ordinal' }, { address: ordinals }]
    await wallet.emitSessionEvent({ topic: session.topic, event: { name: 'bip122_addressesChanged', data }, chainId: id })
    const { connections: told } = await change
    expect(told.find(({ namespace }) => namespace === 'bip122')).toMatchObject({
      accounts: [`${id}:${payment}`],
      types: { [payment]: 'ordinal' },
    })
    expect(await ask('getAccountAddresses')).toEqual(data)
  })

  test('of several namespaces the page’s first one comes first, whatever order the wallet answers in', async () => {
    const bitcoin = network('bip122:000000000933ea01ad0ee984209779ba')
    const id = bitcoin.caipNetworkId
    const accounts = [`${id}:tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx`]
    const named = { bip122: { chains: [id], accounts, methods: ['signMessage'], events: ['accountsChanged'] } }
    const answer = { ...named, ...approval(both(ALICE)) }
    const order = async (asked: typeof networks) => (await connected(answer, asked)).connections.map(({ namespace }) => namespace)
    expect(await order([...networks, bitcoin])).toEqual(['eip155', 'bip122'])
    expect(await order([bitcoin, ...networks])).toEqual(['bip122', 'eip155'])
  })

  test('a code for one namespace also asks for those held before, which would be lost with the old session', async () => {
    await connected()
    const { signal } = new AbortController()
    const asked = [...networks, network('solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'), network('tron:1')]
    connector.connect({ networks: asked, namespace: 'solana', beside: ['eip155'], signal }).catch(() => {})
    const { uri } = await next('pairing')
    const proposed = new Promise<{ params: { optionalNamespaces: object } }>((resolve) =>
      wallet.once('session_proposal', resolve as never),
    )
    await wallet.pair({ uri })
    expect(Object.keys((await proposed).params.optionalNamespaces)).toEqual(['eip155', 'solana'])
  })

  test('an update that removes the current chain switches to a remaining one', async () => {
    const { session } = await connected()
    const change = next('change')
    await wallet.updateSession({ topic: session.topic, namespaces: approval([`eip155:56:${BOB}`], ['eip155:56']) })
    expect((await change).connections[0]).toMatchObject({
      networkId: 'eip155:56',
      accounts: [`eip155:56:${BOB}`],
      approved: ['eip155:56'],
    })
  })

  test('the wallet ends the session', async () => {
    const { session, connection } = await connected()
    const ended = next('disconnect')
    await wallet.disconnectSession({ topic: session.topic, reason: { code: 6000, message: 'Bye' } })
    expect(await ended).toEqual({ type: 'disconnect', reason: 'wallet' })
    await expect(connection.provider.request({ method: 'eth_accounts' })).rejects.toMatchObject({ code: 'SESSION_ENDED' })
  })

  test('an expired session is not reported as ended by the wallet', async () => {
    const { signClient, close } = await hostClient('over')
    configure({ signClient })
    const { session } = await connected()
    const ended = next('disconnect')
    signClient.core.expirer.events.emit('expirer_expired', { target: `topic:${session.topic}` })
    expect(await ended).toEqual({ type: 'disconnect', reason: 'expired' })
    await close()
  })

  test('disconnecting tells the wallet, and nothing is left to restore', async () => {
    const { session } = await connected()
    const told = new Promise((resolve) => wallet.once('session_delete', resolve))
    await connector.disconnect()
    expect(await told).toMatchObject({ topic: session.topic })
    expect(await connector.restore({ networks, signal: new AbortController().signal })).toEqual([])
  })

  test('a newer session replaces the older one, which is ended in the wallet', async () => {
    const first = await connected()
    const moved = next('change')
    const event = { name: 'chainChanged', data: 56 }
    await wallet.emitSessionEvent({ topic: first.session.topic, event, chainId: 'eip155:31337' })
    await moved
    const told = new Promise((resolve) => wallet.once('session_delete', resolve))
    const second = await connected()
    expect(await told).toMatchObject({ topic: first.session.topic })
    // The older one’s chain is not taken over.
    expect(second.connections.map(({ networkId }) => networkId)).toEqual(['eip155:31337'])
    expect(events.filter(({ type }) => type === 'disconnect')).toEqual([])
  })

  test('a reload restores the session with its chain, and what the wallet sent meanwhile', async () => {
    vi.stubGlobal('localStorage', memoryStorage())
    const { session, connection } = await connected()
    await connection.provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x38' }] })
    await closeWalletConnect()
    await wallet.updateSession({ topic: session.topic, namespaces: approval(both(BOB)) })
    const missed = next('change')
    const [restored] = await connector.restore({ networks, signal: new AbortController().signal })
    expect(restored).toMatchObject({ networkId: 'eip155:56' })
    // Received in time it is in the answer, later it is an event.
    const now = restored?.accounts[0]?.endsWith(BOB) ? restored : (await missed).connections[0]
    expect(now).toMatchObject({ networkId: 'eip155:56', accounts: [`eip155:56:${BOB}`] })
    void answer('0x5161')
    expect(await restored?.provider.request({ method: 'personal_sign', params: [] })).toBe('0x5161')
  })

  test('a reload restores the account that the wallet has switched to', async () => {
    vi.stubGlobal('localStorage', memoryStorage())
    const { session } = await connected(approval([...both(ALICE), ...both(BOB)]))
    const change = next('change')
    const event = { name: 'accountsChanged', data: [BOB] }
    await wallet.emitSessionEvent({ topic: session.topic, event, chainId: 'eip155:31337' })
    await change
    await closeWalletConnect()
    const [restored] = await connector.restore({ networks, signal: new AbortController().signal })
    expect(restored?.accounts).toEqual([`eip155:31337:${BOB}`, `eip155:31337:${ALICE}`])
  })

  test('an event during restore is not lost', async () => {
    const { signClient, close } = await hostClient('host')
    configure({ signClient })
    const { session } = await connected()
    await closeWalletConnect()
    // Reading the storage takes until the wallet’s event has arrived.
    const heard = new Promise((resolve) => signClient.once('session_update', resolve))
    const { storage } = signClient.core
    const getItem = storage.getItem.bind(storage)
    storage.getItem = async (key) => {
      if (key.startsWith('wallet-modal:')) await heard
      return getItem(key)
    }
    const restoring = connector.restore({ networks, signal: new AbortController().signal })
    await wallet.updateSession({ topic: session.topic, namespaces: approval(both(BOB)) })
    expect(await restoring).toMatchObject([{ networkId: 'eip155:31337', accounts: [`eip155:31337:${BOB}`] }])
    await close()
  })

  test('with a host’s client our own session is restored, not one that the host has made since', async () => {
    const { signClient, close } = await hostClient('busy')
    configure({ signClient })
    const { session } = await connected()
    const { uri = '', approval: approved } = await signClient.connect({ optionalNamespaces: { eip155: approval([]).eip155 } })
    const proposed = proposal()
    await wallet.pair({ uri })
    await wallet.approveSession({ id: (await proposed).id, namespaces: approval(both(BOB)) })
    const { topic } = await approved()
    await closeWalletConnect()
    const restore = () => connector.restore({ networks, signal: new AbortController().signal })
    expect(await restore()).toMatchObject([{ session: session.topic, accounts: [`eip155:31337:${ALICE}`] }])
    await connector.disconnect()
    expect([await restore(), signClient.session.keys]).toEqual([[], [topic]])
    await close()
  })

  test('error: if its storage cannot be read just now, the session is not reported as ended, and is restored next time', async () => {
    const { signClient, close } = await hostClient('lost')
    configure({ signClient })
    const { session } = await connected()
    await closeWalletConnect()
    const { storage } = signClient.core
    const before = storage.getItem.bind(storage)
    const read = vi.spyOn(storage, 'getItem')
    // Our session’s topic is read before its chain.
    read.mockImplementationOnce(before)
    const lost = new DOMException('Connection to Indexed Database server lost.', 'UnknownError')
    read.mockRejectedValueOnce(lost)
    const restore = () => connector.restore({ networks, signal: new AbortController().signal })
    await expect(restore()).rejects.toBe(lost)
    expect(await restore()).toMatchObject([{ session: session.topic }])
    read.mockRestore()
    await close()
  })

  test('the SDK is told not to open links itself', async () => {
    const storage = memoryStorage()
    storage.setItem('WALLETCONNECT_DEEPLINK_CHOICE', JSON.stringify({ href: 'javascript:alert(1)', name: 'x' }))
    vi.stubGlobal('localStorage', storage)
    const { session } = await connected()
    await closeWalletConnect()
    const stored = JSON.parse(Object.entries(storage).find(([key]) => key.endsWith('//session'))?.[1] as string)
    expect(stored).toMatchObject([{ topic: session.topic, sessionConfig: { disableDeepLink: true } }])
  })

  test('a relay that drops is reported, and the session goes on when it is back', async () => {
    const { connection } = await connected()
    const lost = next('relay')
    await control('down')
    expect(await lost).toEqual({ type: 'relay', status: 'reconnecting' })
    const back = next('relay')
    await control('ok')
    expect(await back).toEqual({ type: 'relay', status: 'connected' })
    void answer('0x5161')
    expect(await connection.provider.request({ method: 'personal_sign', params: [] })).toBe('0x5161')
  })

  test('error: without a relay, disconnecting still works locally', async () => {
    await connected()
    await control('down')
    await expect(connector.disconnect()).rejects.toMatchObject({ code: 'DISCONNECT_FAILED' })
    expect(await connector.restore({ networks, signal: new AbortController().signal })).toEqual([])
  })

  test('error: a session without the wanted namespace, which cannot be ended either, is no unhandled error', async () => {
    const { signClient, close } = await hostClient('deaf')
    const disconnect = vi.spyOn(signClient, 'disconnect').mockRejectedValue(new Error('No relay'))
    const thrown = vi.fn()
    process.on('unhandledRejection', thrown)
    configure({ signClient })
    const connecting = connector.connect({ networks, namespace: 'solana', signal: new AbortController().signal })
    const refused = expect(connecting).rejects.toMatchObject({ code: 'NO_ACCOUNTS_FOUND' })
    const { uri } = await next('pairing')
    const proposed = proposal()
    await wallet.pair({ uri })
    await wallet.approveSession({ id: (await proposed).id, namespaces: approval(both(ALICE)) })
    await refused
    await vi.waitFor(() => expect(signClient.session.getAll()).toEqual([]))
    expect(disconnect).toHaveBeenCalledOnce()
    await new Promise((resolve) => setTimeout(resolve))
    process.off('unhandledRejection', thrown)
    expect(thrown).not.toHaveBeenCalled()
    await close()
  })

  test('error: a hostile name is cut, and hostile links and pictures are dropped (fault 32)', async () => {
    const hostile = await openWallet('hostile', {
      name: 'A'.repeat(100_000),
      icons: ['javascript:alert(1)'],
      redirect: { native: 'javascript:alert(1)//', universal: 'http://evil.test' },
    })
    const { connection } = await connected(undefined, undefined, hostile)
    await hostile.close()
    expect(connection.peer?.name).toHaveLength(40)
    expect(connection.peer?.icon).toBe(undefined)
  })
})
