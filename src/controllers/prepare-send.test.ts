import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { adapters, type NamespaceEntry } from '../adapters'
import { submitCall } from '../adapters/eip155-call'
import type { Transfers } from '../adapters/transfers'
import { mockConnection, mockWallet } from '../connectors/test-wallet'
import { WalletError } from '../lib/errors'
import { callMark, pendingKey } from '../lib/pending-transaction'
import { forget } from '../lib/storage'
import { config } from '../state/config'
import { pending } from '../state/pending'
import { resetStores } from '../state/store'
import { abandonConnections, connect } from './connection'
import { addConnector, forgetConnectors } from './discovery'
import { notePending, settlePending } from './pending'
import { prepareSend } from './prepare-send'

const A = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const B = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const HASH = `0x${'ab'.repeat(32)}`
/** The wallet’s answer to a transaction. */
let sent: Promise<string>
const wallet = { request: async ({ method }: { method: string }) => (method === 'eth_sendTransaction' ? sent : '0x7a69') }

let lastValidBlockHeight: number | undefined
let arrives: bigint | undefined
let isOwned = false
const plenty: Transfers = {
  readAddress: (address) => ({ address }),
  held: async () => ({ units: 10n ** 21n, decimals: 18 }),
  inspect: async () => [],
  estimate: async () => ({ fee: 1n, maxFee: 1n, deposit: 0n }),
  prepare: async (_, { from, to, amount, token }) => ({
    request: { from, to: token ?? to, value: `0x${amount.toString(16)}`, data: token ? '0xa9' : '0x' },
    ...{ fee: 1n, maxFee: 2n, deposit: 3n, changes: undefined },
    ...(lastValidBlockHeight !== undefined && { lastValidBlockHeight }),
    arrives,
  }),
  smart: {
    isSmart: async () => isOwned,
    prepare: async () => undefined,
    submit: () => Promise.reject(new Error('Nothing was made')),
  },
  submit: (_, provider, request) => submitCall(provider, request),
}

let eip155: NamespaceEntry | undefined
beforeEach(async () => {
  resetStores()
  config.mode = 'localhost'
  lastValidBlockHeight = arrives = undefined
  isOwned = false
  sent = Promise.resolve(HASH)
  eip155 = adapters.eip155
  adapters.eip155 = { ...eip155, transfers: async () => ({ transfers: plenty }) } as NamespaceEntry
  addConnector(mockWallet({}, { connections: [mockConnection('eip155:31337', undefined, wallet)] }).connector)
  await connect({ wallet: 'mock' })
})
afterEach(() => {
  vi.useRealTimers()
  if (eip155) adapters.eip155 = eip155
  abandonConnections()
  forgetConnectors()
  forget(pendingKey)
})

test('a transfer is stored with a mark of its call, so that one sped up by the wallet is not reported as failed', async () => {
  const { request, send } = await prepareSend.run({ to: B, amount: '.5' })
  expect(await send()).toBe(HASH)
  const { to = '', value = '', data = '' } = request
  expect(pending.list).toMatchObject([{ hash: HASH, amount: '0.5', call: callMark({ to, value, data }) }])
})

test('of a token transfer, the token’s balance is read again', async () => {
  await (await prepareSend.run({ to: B, amount: '1', token: `eip155:31337:${TOKEN}` })).send()
  expect(pending.list).toMatchObject([{ tokens: [`eip155:31337:${TOKEN}`] }])
})

test('a Solana transfer is stored with its last valid block, after which it is no longer awaited', async () => {
  lastValidBlockHeight = 7
  await (await prepareSend.run({ to: B, amount: '1' })).send()
  expect(pending.list).toMatchObject([{ lastValidBlockHeight: 7 }])
})

test('for a token with a transfer fee `arrives` is the received amount, for any other the full amount', async () => {
  const of = async (token?: string) => (await prepareSend.run({ to: B, amount: '1.50', ...(token && { token }) })).arrives
  expect([await of(), await of(TOKEN)]).toEqual(['1.5', undefined])
  arrives = 147n * 10n ** 16n
  expect(await of(TOKEN)).toBe('1.47')
})

test('error: a contract account’s transfer that its owners do not sign in time is unconfirmed, not failed', async () => {
  isOwned = true
  sent = new Promise(() => {})
  const { send } = await prepareSend.run({ to: B, amount: '1' })
  vi.useFakeTimers()
  const ended = expect(send()).rejects.toMatchObject({ code: 'TRANSACTION_UNCONFIRMED' })
  await vi.advanceTimersByTimeAsync(400_000)
  await ended
})

test('error: a token of another network is refused, whatever is at its address here', async () => {
  const order = { to: B, amount: '1', token: `eip155:1:${TOKEN}` }
  await expect(prepareSend.run(order)).rejects.toMatchObject({ code: 'SEND_INCOMPLETE' })
})

test('receiver and costs are told as they are prepared: the expected fee, the highest and the deposit, each in coins', async () => {
  const { to, fee, maxFee, deposit } = await prepareSend.run({ to: ` ${B}\n`, amount: '1', token: TOKEN })
  const coins = (units: number) => `0.${'0'.repeat(17)}${units}`
  expect([to, fee, maxFee, deposit]).toEqual([B, coins(1), coins(2), coins(3)])
})

test.each(['1000.000000000000000001', '0', '0.0000000000000000001', '1,5', ''])(
  'error: of a balance of 1000, %j cannot be sent and is not prepared',
  async (amount) => {
    const prepare = vi.spyOn(plenty, 'prepare')
    await expect(prepareSend.run({ to: B, amount })).rejects.toMatchObject({ code: 'SEND_INCOMPLETE' })
    expect(prepare).not.toHaveBeenCalled()
    prepare.mockRestore()
  },
)

test.each([true, false])(
  'error: sent a second time, after the wallet agreed or refused (%s), it asks the wallet nothing',
  async (agrees) => {
    if (!agrees) sent = Promise.reject(Object.assign(new Error('No'), { code: 4001 }))
    const request = vi.spyOn(wallet, 'request')
    const { send } = await prepareSend.run({ to: B, amount: '1' })
    const code = ({ code }: { code: string }) => code
    expect([await send().catch(code), await send().catch(code)]).toEqual([agrees ? HASH : 'USER_REJECTED', 'TRANSACTION_CHANGED'])
    expect(request.mock.calls.filter(([{ method }]) => method === 'eth_sendTransaction')).toHaveLength(1)
    request.mockRestore()
  },
)

/** A transaction of this account was mined `ms` ago. */
function mined(ms: number): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  notePending({ owner: `eip155:31337:${A}`, networkId: 'eip155:31337', hash: HASH, kind: 'swap' })
  settlePending(HASH, 'confirmed')
  vi.setSystemTime(Date.now() + ms)
}

test.each([
  ['does not have what it brought', 'held'],
  ['says that the transfer would fail', 'prepare'],
] as const)(
  'right after a transaction a node that %s is asked again; the host was told that it cannot be sent',
  async (_, read) => {
    mined(5_000)
    const spy = vi.spyOn(plenty, read)
    if (read === 'held') spy.mockResolvedValueOnce({ units: 0n, decimals: 18 } as never)
    else spy.mockRejectedValueOnce(new WalletError('TRANSACTION_WOULD_FAIL'))
    const preparing = prepareSend.run({ to: B, amount: '1' })
    await vi.advanceTimersByTimeAsync(2_000)
    expect((await preparing).amount).toBe('1')
    expect(spy).toHaveBeenCalledTimes(2)
    spy.mockRestore()
  },
)

test.each([
  ['without such a transaction', 600_000, '2000'],
  ['for what is no amount', 5_000, '1,5'],
])('error: %s it is refused at once', async (_, ms, amount) => {
  mined(ms)
  const held = vi.spyOn(plenty, 'held')
  await expect(prepareSend.run({ to: B, amount })).rejects.toMatchObject({ code: 'SEND_INCOMPLETE' })
  expect(held).toHaveBeenCalledTimes(1)
  held.mockRestore()
})
