import { describe, expect, test, vi } from 'vitest'
import {
  type Answers,
  account,
  bitcoinPage,
  connected,
  MAINNET,
  main,
  ON_TESTNET,
  ORDINALS,
  PAYMENT,
  PSBT,
  provider,
  request,
  SIGNATURE,
  signInputs,
  TESTNET,
  TXID,
  xverse,
} from '../../.ci/bitcoin-wallet-world'
import { adapter } from '../adapters/bip122'
import { networks } from '../adapters/bip122-networks'
import { toBase64 } from '../lib/base64'
import { toHex } from './bitcoin-hex'
import { TELL_INTERVAL_MS } from './limits'
import type { ConnectorEvent } from './types'

const page = bitcoinPage()

describe('Sats-Connect', () => {
  const find = (given = xverse()) => {
    page.window.XverseProviders = { BitcoinProvider: given.provider }
    return { ...given, connector: page.only() }
  }

  test('connects with both addresses and their purposes, signs a text and a transaction, and sends one', async () => {
    const { connector, asked } = find()
    const { connection, ask } = await connected(connector)
    expect(connection).toMatchObject({
      networkId: MAINNET,
      accounts: [`${MAINNET}:${PAYMENT}`, `${MAINNET}:${ORDINALS}`],
      types: { [PAYMENT]: 'payment', [ORDINALS]: 'ordinal' },
    })
    expect(asked).toEqual([['wallet_connect', { addresses: ['payment', 'ordinals'], message: 'Test site' }]])
    expect(await adapter.signMessage(connection.provider, ORDINALS, 'Grüezi')).toBe(SIGNATURE)
    expect(asked.at(-1)).toEqual(['signMessage', { address: ORDINALS, message: 'Grüezi' }])

    const psbt = toBase64(PSBT)
    const params = { psbt, signInputs: signInputs(PAYMENT, ORDINALS, PAYMENT) }
    expect(await ask('signPsbt', params)).toEqual({ psbt })
    const inputs = { [PAYMENT]: [0, 2], [ORDINALS]: [1] }
    expect(asked.at(-1)).toEqual(['signPsbt', { psbt, signInputs: inputs, broadcast: false }])
    expect(await ask('signPsbt', { ...params, broadcast: true })).toEqual({ txid: TXID })
    expect(asked.filter(([method]) => method === 'signPsbt')).toHaveLength(2)
  })

  test('error: an element named `title` hides the page’s title; it was given to the wallet, which cannot pass it on', async () => {
    vi.stubGlobal('document', { title: { tagName: 'IMG' } })
    vi.stubGlobal('location', { host: 'site.example' })
    const { connector, asked } = find()
    await connected(connector)
    expect(asked).toMatchObject([['wallet_connect', { message: 'site.example' }]])
  })

  test('an older wallet is asked with getAddresses', async () => {
    const given = xverse({ getAddresses: () => ({ addresses: [main[1]] }) })
    delete given.answers.wallet_connect
    const { connection } = await connected(find(given).connector)
    expect(connection.accounts).toEqual([`${MAINNET}:${PAYMENT}`])
    expect(given.asked.at(-1)).toEqual(['getAddresses', { purposes: ['payment', 'ordinals'], message: 'Test site' }])
  })

  test('is restored without a prompt, if the wallet allows that', async () => {
    const { connector, answers, asked } = find()
    expect(await connector.restore(request)).toMatchObject([{ networkId: MAINNET }])
    answers.wallet_getAccount = () => Promise.reject({ code: -32002, message: 'Access denied' })
    expect(await connector.restore(request)).toEqual([])
    expect(asked.map(([method]) => method)).toEqual(['wallet_getAccount', 'wallet_getAccount'])
  })

  test('it has its own network, which is requested and followed', async () => {
    const onTestnet = () => account('Testnet', [{ address: ON_TESTNET, purpose: 'payment' }])
    const { connector, answers, asked, emit } = find(xverse({ wallet_connect: onTestnet, wallet_getAccount: onTestnet }))
    const { connection } = await connected(connector)
    expect(connection).toMatchObject({ networkId: TESTNET, accounts: [`${TESTNET}:${ON_TESTNET}`], approved: [MAINNET, TESTNET] })
    const events: ConnectorEvent[] = []
    connector.on((event) => events.push(event))
    const mainnet = networks.find(({ caipNetworkId }) => caipNetworkId === MAINNET) as (typeof networks)[number]

    answers.wallet_changeNetwork = () => Promise.reject({ code: -32000, message: 'User rejected' })
    await expect(adapter.switchNetwork(connection.provider, mainnet)).rejects.toMatchObject({ code: 'NETWORK_CHANGE_DECLINED' })
    answers.wallet_changeNetwork = () => {
      answers.wallet_getAccount = () => account()
      return null
    }
    await adapter.switchNetwork(connection.provider, mainnet)
    expect(asked.filter(([method]) => method === 'wallet_changeNetwork').at(-1)?.[1]).toEqual({ name: 'Mainnet' })
    expect(events.at(-1)).toMatchObject({ type: 'change', connections: [{ networkId: MAINNET }] })

    answers.wallet_getAccount = onTestnet
    emit('networkChange')
    await vi.advanceTimersByTimeAsync(2 * TELL_INTERVAL_MS)
    expect(events.at(-1)).toMatchObject({ type: 'change', connections: [{ accounts: [`${TESTNET}:${ON_TESTNET}`] }] })

    // A network that is not the page's: none of it is shown as if it were.
    answers.wallet_getAccount = () => account('Signet', [{ address: ON_TESTNET, purpose: 'payment' }])
    emit('networkChange')
    await vi.advanceTimersByTimeAsync(2 * TELL_INTERVAL_MS)
    expect(events.at(-1)).toEqual({ type: 'disconnect', reason: 'wallet' })
  })

  test('a switch to another account is reported, and so is an end; after disconnecting it is not listened to', async () => {
    const given = find()
    await connected(given.connector)
    const events: ConnectorEvent[] = []
    given.connector.on((event) => events.push(event))
    given.answers.wallet_getAccount = () => account('Mainnet', [main[1] as object])
    given.emit('accountChange')
    await vi.advanceTimersByTimeAsync(TELL_INTERVAL_MS)
    expect(events).toMatchObject([{ type: 'change', connections: [{ accounts: [`${MAINNET}:${PAYMENT}`] }] }])
    given.emit('disconnect')
    await vi.advanceTimersByTimeAsync(2 * TELL_INTERVAL_MS)
    expect(events.at(-1)).toEqual({ type: 'disconnect', reason: 'wallet' })
    await connected(given.connector)
    await given.connector.disconnect()
    expect([given.asked.at(-1)?.[0], given.listening()]).toEqual(['wallet_disconnect', 0])
  })

  test('a newer wallet, which takes one listener object, is listened to, and no more after disconnecting', async () => {
    const heard = new Set<{ eventName: string; cb: () => void }>()
    const given = xverse()
    const addListener = (listener: { eventName: string; cb: () => void }) => {
      if (typeof listener !== 'object') throw new TypeError('No such event')
      heard.add(listener)
      return () => heard.delete(listener)
    }
    const { connector, answers } = find({ ...given, provider: { ...given.provider, addListener } as never })
    await connected(connector)
    const events: ConnectorEvent[] = []
    connector.on((event) => events.push(event))
    answers.wallet_getAccount = () => account('Mainnet', [main[1] as object])
    for (const { eventName, cb } of heard) if (eventName === 'accountChange') cb()
    await vi.advanceTimersByTimeAsync(TELL_INTERVAL_MS)
    expect(events).toMatchObject([{ type: 'change', connections: [{ accounts: [`${MAINNET}:${PAYMENT}`] }] }])
    await connector.disconnect()
    expect(heard.size).toBe(0)
  })

  test('switching to an account that was not shown to the site disconnects', async () => {
    const { connector, answers, emit } = find()
    await connected(connector)
    const events: ConnectorEvent[] = []
    connector.on((event) => events.push(event))
    answers.wallet_getAccount = () => Promise.reject({ code: -32603, message: 'Try again' })
    emit('accountChange')
    await vi.advanceTimersByTimeAsync(2 * TELL_INTERVAL_MS)
    expect(events).toEqual([])
    answers.wallet_getAccount = () => Promise.reject({ code: -32002, message: 'Access denied' })
    emit('accountChange')
    await vi.advanceTimersByTimeAsync(2 * TELL_INTERVAL_MS)
    expect(events).toEqual([{ type: 'disconnect', reason: 'wallet' }])
  })

  test.each<[string, Answers, string]>([
    ['refuses', { wallet_connect: () => Promise.reject({ code: -32000, message: 'User rejected request' }) }, 'USER_REJECTED'],
    ['gives no addresses', { wallet_connect: () => ({ addresses: [] }) }, 'NO_ACCOUNTS_FOUND'],
    ['gives junk', { wallet_connect: () => ({ addresses: [{ address: 7 }] }) }, 'WALLET_ANSWER_INVALID'],
    ['gives an invalid address', { wallet_connect: () => ({ addresses: [{ address: 'javascript:' }] }) }, 'NO_ACCOUNTS_FOUND'],
    ['is elsewhere', { wallet_connect: () => account('Signet') }, 'CHAIN_UNSUPPORTED'],
  ])('error: one that %s', async (_, answers, code) => {
    await expect(find(xverse(answers)).connector.connect(request)).rejects.toMatchObject({ code })
  })

  test.each<[string, unknown]>([
    ['no signature', {}],
    ['one by another account', { signature: SIGNATURE, address: ORDINALS }],
    ['an unreadable one', { signature: '!!' }],
  ])('error: %s', async (_, answer) => {
    const { connection } = await connected(find(xverse({ signMessage: () => answer })).connector)
    await expect(adapter.signMessage(connection.provider, PAYMENT, 'x')).rejects.toMatchObject({ code: 'WALLET_ANSWER_INVALID' })
  })

  test('error: an account that it does not hold signs nothing', async () => {
    const given = find()
    const { connection, ask } = await connected(given.connector)
    await expect(adapter.signMessage(connection.provider, ON_TESTNET, 'x')).rejects.toMatchObject({ code: 'WALLET_UNAUTHORIZED' })
    const params = { psbt: toBase64(PSBT), signInputs: signInputs(PAYMENT, ON_TESTNET) }
    await expect(ask('signPsbt', params)).rejects.toMatchObject({ code: 'WALLET_UNAUTHORIZED' })
    expect(given.asked).toHaveLength(1)
  })
})

describe('Leather', () => {
  const leather = (answers: Answers = {}) => {
    const addresses = [
      { symbol: 'BTC', type: 'p2wpkh', address: PAYMENT },
      { symbol: 'BTC', type: 'p2tr', address: ORDINALS },
      { symbol: 'STX', address: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7' },
    ]
    const given = provider(
      {
        getAddresses: () => ({ addresses }),
        signMessage: () => ({ signature: SIGNATURE }),
        signPsbt: ({ hex }: { hex: string }) => ({ hex, txid: TXID }),
        ...answers,
      },
      true,
    )
    page.window.LeatherProvider = given.provider
    return { ...given, connector: page.only() }
  }

  test('connects with its Bitcoin addresses, and gets hex', async () => {
    const { connector, asked } = leather()
    const { connection, ask } = await connected(connector)
    expect(connection.accounts).toEqual([`${MAINNET}:${PAYMENT}`, `${MAINNET}:${ORDINALS}`])
    expect(await adapter.signMessage(connection.provider, ORDINALS, 'Hi')).toBe(SIGNATURE)
    expect(asked.at(-1)).toEqual(['signMessage', { message: 'Hi', paymentType: 'p2tr', network: 'mainnet' }])
    const psbt = toBase64(PSBT)
    expect(await ask('signPsbt', { psbt, signInputs: signInputs(PAYMENT, PAYMENT) })).toEqual({ psbt })
    expect(asked.at(-1)).toEqual(['signPsbt', { hex: toHex(PSBT), signAtIndex: [0, 1], network: 'mainnet', broadcast: false }])
    expect(await ask('signPsbt', { psbt, signInputs: signInputs(PAYMENT), broadcast: true })).toEqual({ txid: TXID })
  })

  test('is not asked on reload or on disconnect; it cannot switch networks', async () => {
    const { connector, asked } = leather()
    expect(await connector.restore(request)).toEqual([])
    expect(asked).toEqual([])
    const { ask } = await connected(connector)
    await expect(ask('wallet_setNetwork', { networkId: TESTNET })).rejects.toMatchObject({ code: 'CHAIN_NOT_SUPPORTED' })
    await connector.disconnect()
    expect(asked).toHaveLength(1)
  })

  test('is not asked by a page from the back-forward cache or after another tab’s change either, and stays', async () => {
    const shown = new EventTarget()
    vi.stubGlobal('addEventListener', shown.addEventListener.bind(shown))
    const { connector, asked } = leather()
    const { connection } = await connected(connector)
    const told: ConnectorEvent[] = []
    connector.on((event) => told.push(event))
    shown.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    await vi.advanceTimersByTimeAsync(TELL_INTERVAL_MS)
    expect([told, asked.length]).toEqual([[], 1])
    expect(await connector.restore(request)).toHaveLength(1)
    expect(await adapter.signMessage(connection.provider, ORDINALS, 'Hi')).toBe(SIGNATURE)
  })

  test('error: a refusal is USER_REJECTED', async () => {
    const { connector } = leather({ getAddresses: () => Promise.reject({ code: 4001, message: 'User rejected request' }) })
    await expect(connector.connect(request)).rejects.toMatchObject({ code: 'USER_REJECTED' })
  })
})
