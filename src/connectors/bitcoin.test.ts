import { registerWallet } from '@wallet-standard/wallet'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { networks } from '../adapters/bip122-networks'
import { toBase64 } from '../lib/base64'
import { discover } from './bitcoin'
import { purposesOf, readAddress } from './bitcoin-values'
import { TELL_INTERVAL_MS } from './limits'
import type { Connector, ConnectorEvent } from './types'

const TESTNET = 'bip122:000000000933ea01ad0ee984209779ba'
const MAINNET = 'bip122:000000000019d6689c085ae165831e93'
const PAYMENT = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'
const ORDINALS = 'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47'

type Script = Record<string, (...given: never[]) => unknown>

/** A Bitcoin wallet whose features answer by the script. */
function fakeWallet(script: Script = {}, more: Record<string, unknown> = {}) {
  const listeners = new Set<() => void>()
  const asked: unknown[][] = []
  const accountOf = (address: string, purpose?: string) => ({ address, chains: ['bitcoin:testnet'], ...(purpose && { purpose }) })
  const wallet = {
    version: '1.0.0',
    name: 'Sats',
    icon: 'data:image/svg+xml,<svg/>',
    chains: ['bitcoin:testnet'],
    accounts: [accountOf(PAYMENT), accountOf(ORDINALS)] as object[],
    ...more,
  }
  const usual: Script = {
    connect: () => ({ accounts: wallet.accounts }),
    disconnect: () => undefined,
    on: ((_: string, hear: () => void) => {
      listeners.add(hear)
      return () => void listeners.delete(hear)
    }) as Script[string],
    signMessage: (() => [{ signature: new Uint8Array(65).fill(7) }]) as Script[string],
    signTransaction: (({ psbt }: { psbt: Uint8Array }) => [{ signedPsbt: psbt.slice().reverse() }]) as Script[string],
    ...script,
  }
  const of = (method: string) => ({
    [method]: (...given: unknown[]) => {
      asked.push([method, ...given])
      return usual[method]?.(...(given as never[]))
    },
  })
  const features: Record<string, object> = {
    'bitcoin:connect': of('connect'),
    'bitcoin:disconnect': of('disconnect'),
    'bitcoin:events': of('on'),
    'bitcoin:signMessage': of('signMessage'),
    'bitcoin:signTransaction': of('signTransaction'),
  }
  const whole = Object.assign(wallet, { features: { ...features, ...(more.features as object) } })
  const become = (...accounts: object[]) => {
    whole.accounts = accounts
    for (const hear of listeners) hear()
  }
  return { wallet: whole, asked, become, accountOf, listening: () => listeners.size }
}

let list: Connector[]
let stop: () => void
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', new EventTarget())
  list = []
  stop = discover(
    (connector) => list.push(connector),
    (id) => {
      list = list.filter((each) => each.id !== id)
    },
  )
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const present = (given: ReturnType<typeof fakeWallet>): Connector => {
  registerWallet(given.wallet as never)
  const connector = list.at(-1)
  if (!connector) throw new Error('The wallet was not found')
  return connector
}
const request = { networks, signal: new AbortController().signal }
const first = async (connector: Connector) => {
  const [connection] = await connector.connect(request)
  if (!connection) throw new Error('No connection')
  return connection
}

describe('a Bitcoin wallet of the Wallet Standard', () => {
  test('is found by its features, with an id of this namespace', () => {
    const connector = present(fakeWallet())
    expect(connector).toMatchObject({ id: 'bip122:Sats', name: 'Sats', type: 'ANNOUNCED', namespaces: ['bip122'] })
  })
  test.each([
    ['of another chain', { chains: ['solana:devnet'] }],
    ['that cannot connect', { features: { 'bitcoin:connect': undefined } }],
  ])('one %s is left out', (_, more) => {
    const wallet = fakeWallet({}, more)
    if ('features' in more) delete (wallet.wallet.features as Record<string, unknown>)['bitcoin:connect']
    registerWallet(wallet.wallet as never)
    expect(list).toEqual([])
  })
  test('gives both addresses with their purposes, on its own network', async () => {
    const given = fakeWallet()
    const connection = await first(present(given))
    expect(connection).toMatchObject({
      namespace: 'bip122',
      networkId: TESTNET,
      accounts: [`${TESTNET}:${PAYMENT}`, `${TESTNET}:${ORDINALS}`],
      types: { [PAYMENT]: 'payment', [ORDINALS]: 'ordinal' },
      approved: [TESTNET],
    })
    expect(given.asked[0]).toEqual(['connect', { purposes: ['payment', 'ordinals'] }])
    expect(await connection.provider.request({ method: 'wallet_getNetwork' })).toBe(TESTNET)
    await expect(
      connection.provider.request({ method: 'wallet_setNetwork', params: { networkId: MAINNET } }),
    ).rejects.toMatchObject({ code: 'CHAIN_NOT_SUPPORTED' })
  })
  test('the payment account comes first, even if the wallet lists the ordinals account before it', async () => {
    const given = fakeWallet()
    given.wallet.accounts.reverse()
    const { accounts, provider } = await first(present(given))
    expect(accounts).toEqual([`${TESTNET}:${PAYMENT}`, `${TESTNET}:${ORDINALS}`])
    expect(await provider.request({ method: 'getAccountAddresses' })).toMatchObject([{ address: PAYMENT }, { address: ORDINALS }])
  })
  test('signs a text with the given account', async () => {
    const given = fakeWallet()
    const { provider } = await first(present(given))
    const answer = await provider.request({ method: 'signMessage', params: { message: 'hé', address: ORDINALS } })
    expect(answer).toEqual({ address: ORDINALS, signature: '07'.repeat(65) })
    const [, input] = given.asked.at(-1) as [string, { account: { address: string }; message: Uint8Array }]
    expect([input.account.address, new TextDecoder().decode(input.message)]).toEqual([ORDINALS, 'hé'])
  })
  test('sends a transaction once if the wallet can, and gives its id', async () => {
    const sent: unknown[] = []
    const ids: unknown[] = [{ txId: 'AB'.repeat(32) }, { txid: 'cd'.repeat(32) }, { txId: 'javascript:' }, {}, null]
    const signAndSendTransaction = async (input: unknown) => {
      sent.push(input)
      return [ids.shift()]
    }
    const features = { 'bitcoin:signAndSendTransaction': { version: '1.0.0', signAndSendTransaction } }
    const { provider } = await first(present(fakeWallet({}, { features })))
    const params = {
      psbt: toBase64(Uint8Array.of(1, 2, 3)),
      signInputs: [{ address: PAYMENT, index: 0 }],
      broadcast: true,
    }
    const send = () => provider.request({ method: 'signPsbt', params })
    expect([await send(), await send()]).toEqual([{ txid: 'ab'.repeat(32) }, { txid: 'cd'.repeat(32) }])
    for (let times = 0; times < 3; times++) await expect(send()).rejects.toMatchObject({ code: 'WALLET_ANSWER_INVALID' })
    expect(sent).toHaveLength(5)
    expect(sent[0]).toMatchObject({ psbt: Uint8Array.of(1, 2, 3), chain: 'bitcoin:testnet' })
    expect(sent[0]).toMatchObject({ inputsToSign: [{ account: { address: PAYMENT }, signingIndexes: [0] }] })
  })
  test('signs a transaction without sending it', async () => {
    const { provider } = await first(present(fakeWallet()))
    const psbt = toBase64(Uint8Array.of(1, 2, 3))
    const params = { psbt, signInputs: [{ address: PAYMENT, index: 0 }] }
    expect(await provider.request({ method: 'signPsbt', params })).toEqual({ psbt: toBase64(Uint8Array.of(3, 2, 1)) })
    await expect(provider.request({ method: 'signPsbt', params: { ...params, broadcast: true } })).rejects.toMatchObject({
      code: 'WALLET_METHOD_UNSUPPORTED',
    })
  })
  test.each([
    [
      'an address that it does not hold',
      { method: 'signMessage', params: { message: 'x', address: 'tb1qother' } },
      'WALLET_UNAUTHORIZED',
    ],
    ['no text', { method: 'signMessage', params: {} }, 'RPC_INVALID_PARAMS'],
    ['a transfer', { method: 'sendTransfer', params: {} }, 'WALLET_METHOD_UNSUPPORTED'],
    ['an Object member', { method: 'constructor', params: {} }, 'WALLET_METHOD_UNSUPPORTED'],
  ])('error: asked for %s', async (_, asked, code) => {
    const { provider } = await first(present(fakeWallet()))
    await expect(provider.request(asked)).rejects.toMatchObject({ code })
  })
  test.each([
    ['it refuses', { connect: () => Promise.reject(Object.assign(new Error('User rejected'), { code: 4001 })) }, 'USER_REJECTED'],
    ['it gives no account', { connect: () => ({ accounts: [] }) }, 'NO_ACCOUNTS_FOUND'],
  ])('error: %s', async (_, script, code) => {
    const given = fakeWallet(script)
    given.wallet.accounts = []
    await expect(present(given).connect(request)).rejects.toMatchObject({ code })
  })
  test('is restored without a prompt: silently, or by the accounts it shows', async () => {
    const given = fakeWallet()
    expect(await present(given).restore(request)).toMatchObject([{ networkId: TESTNET }])
    expect(given.asked.map(([method]) => method)).not.toContain('connect')
    stop()
    list = []
    stop = discover((connector) => list.push(connector))
    const shy = fakeWallet()
    shy.wallet.accounts = []
    expect(await present(shy).restore(request)).toEqual([])
  })
  test('reports a switch to another account, and to none', async () => {
    const given = fakeWallet()
    const connector = present(given)
    const events: ConnectorEvent[] = []
    connector.on((event) => events.push(event))
    await connector.connect(request)
    await vi.advanceTimersByTimeAsync(TELL_INTERVAL_MS)
    given.become(given.accountOf(ORDINALS))
    await vi.advanceTimersByTimeAsync(TELL_INTERVAL_MS)
    expect(events).toMatchObject([{ type: 'change', connections: [{ accounts: [`${TESTNET}:${ORDINALS}`] }] }])
    given.become()
    await vi.advanceTimersByTimeAsync(TELL_INTERVAL_MS)
    expect(events.at(-1)).toEqual({ type: 'disconnect', reason: 'wallet' })
    expect(given.listening()).toBe(0)
  })
})

describe('purposesOf', () => {
  test.each([
    ['the wallet’s own purpose', [{ address: PAYMENT, purpose: 'ordinals' }], ['ordinal']],
    ['taproot beside another', [{ address: PAYMENT }, { address: ORDINALS }], ['payment', 'ordinal']],
    ['taproot alone', [{ address: ORDINALS }], ['payment']],
    ['Stacks', [{ address: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7' }], ['stx']],
  ])('%s', (_, accounts, types) => expect(Object.values(purposesOf(accounts))).toEqual(types))
})

test.each(['', 'x', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', 'javascript:alert(1)', 7, null])(
  '%j is not an address',
  (text) => expect(readAddress(text)).toBeUndefined(),
)
