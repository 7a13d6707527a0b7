import { subscribe } from 'valtio/vanilla'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { adapters, type NamespaceEntry } from '../adapters'
import type { Transfers } from '../adapters/transfers'
import { type MockWallet, mockConnection, mockWallet } from '../connectors/test-wallet'
import { WalletError } from '../lib/errors'
import { pendingKey } from '../lib/pending-transaction'
import { forget } from '../lib/storage'
import type { TokenBalance } from '../lib/token'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { send } from '../state/send'
import { resetStores } from '../state/store'
import { tokens } from '../state/tokens'
// The reads after an account change may outlive the test: their chunks are loaded before.
import './account'
import './network'
import './tokens'
import './just-mined'
import { abandonConnections, connect } from './connection'
import { addConnector, forgetConnectors } from './discovery'
import { notePending, settlePending } from './pending'
import {
  acceptDanger,
  canSend,
  circumstances,
  flipUnit,
  HELD_REFRESH_MS,
  pickMax,
  pickSendToken,
  readHeld,
  startSend,
  typeAmount,
  typeReceiver,
} from './send-form'
import { sendProblem } from './send-problem'

const [A, B] = ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8']
const TOKEN = 'eip155:31337:0x5FbDB2315678afecb367f032d93F642f64180aa3'

/** The first account’s balance, if it arrives late. */
let late: Promise<bigint> | undefined
const transfers = {
  readAddress: (address) => ({ address }),
  held: async (_, address) => ({ units: address === A && late ? await late : 10n ** 21n, decimals: 18 }),
  inspect: async () => [],
  estimate: async () => ({ fee: 1n, maxFee: 1n, deposit: 0n }),
} as Partial<Transfers>

const coin = { name: 'Ether', symbol: 'ETH', price: '2', quantity: { decimals: '18', numeric: '1000' } }
const token = { name: 'Dollar', symbol: 'USD', price: '1', address: TOKEN, quantity: { decimals: '18', numeric: '1000' } }
const list = (entries: readonly object[]) =>
  Object.assign(tokens, { owner: chains.active.caipAddress, list: entries as TokenBalance[] })

let eip155: NamespaceEntry | undefined
let mock: MockWallet
let stop = () => {}
beforeEach(async () => {
  resetStores()
  Object.assign(config, { mode: 'localhost', networks: ['eip155:31337', 'eip155:97'] })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  vi.stubGlobal('window', new EventTarget())
  eip155 = adapters.eip155
  adapters.eip155 = { ...eip155, transfers: async () => ({ transfers }) } as NamespaceEntry
  mock = mockWallet({}, { connections: [mockConnection('eip155:31337', A)] })
  addConnector(mock.connector)
  await connect({ wallet: 'mock' })
  list([coin, token])
  late = undefined
  stop = startSend()
})
afterEach(() => {
  stop()
  if (eip155) adapters.eip155 = eip155
  abandonConnections()
  forgetConnectors()
  vi.unstubAllGlobals()
})

const move = async (networkId: `eip155:${number}`, address: string) => {
  mock.emit({ type: 'change', connections: [mockConnection(networkId, address)] })
  await vi.waitFor(() => expect(send.owner).toBe(`${networkId}:${address}`))
}

test('switching accounts keeps the typed amount of coins and the receiver', async () => {
  send.receiver = B
  typeAmount('1.5')
  await move('eip155:31337', B)
  expect(send).toMatchObject({ tokenId: 'native', amount: '1.5', receiver: B })
})

test('error: an amount of a token does not become one of coins when the account changes', async () => {
  pickSendToken(TOKEN)
  typeAmount('250')
  await move('eip155:31337', B)
  expect(send).toMatchObject({ tokenId: 'native', amount: '' })
})

test('an amount of coins stays when the wallet switches networks, and so does the form', async () => {
  typeAmount('1.5')
  await move('eip155:97', A)
  expect(send).toMatchObject({ tokenId: 'native', amount: '1.5' })
})

test('promise 9: an amount typed after Max is sent as typed, not everything', async () => {
  await vi.waitFor(() => expect(send.held?.units).toBe(String(10n ** 21n)))
  pickMax()
  expect(send).toMatchObject({ amount: '1000', max: true })
  typeAmount('1')
  expect(send).toMatchObject({ amount: '1', max: false })
})

test('promise 9: Max holds back what coins may cost at most, nothing of a contract’s or of a token; in dollars it is an amount as any other', async () => {
  await vi.waitFor(() => expect([tokens.status, send.held?.units]).toEqual(['unserved', String(10n ** 21n)]))
  list([coin, token])
  send.cost = { fee: '1', maxFee: '5', deposit: '2', least: '0' }
  pickMax()
  expect(send).toMatchObject({ amount: '999.999999999999999993', max: true })
  flipUnit()
  expect(send).toMatchObject({ amount: '1999.99', unit: 'fiat', max: false })
  send.isSmart = true
  pickMax()
  expect(send).toMatchObject({ amount: '1000', unit: 'token', max: false })
  send.isSmart = false
  pickSendToken(TOKEN)
  // What it costs to send coins is not what this costs.
  expect([send.held, send.cost]).toEqual([undefined, undefined])
  await vi.waitFor(() => expect(send.held?.tokenId).toBe(TOKEN))
  send.cost = { fee: '1', maxFee: '5', deposit: '2', least: '0' }
  pickMax()
  expect(send).toMatchObject({ amount: '1000', max: false })
})

test('flipping to dollars cuts the amount to cents, and flipping back gives no more', async () => {
  await vi.waitFor(() => expect(send.held?.units).toBe(String(10n ** 21n)))
  typeAmount('1.12999')
  flipUnit()
  expect(send).toMatchObject({ amount: '2.25', unit: 'fiat' })
  flipUnit()
  expect(send).toMatchObject({ amount: '1.125', unit: 'token' })
})

test('error: decimals that differ between the provider and the chain: nothing is sent; the amount would be a power of ten off', async () => {
  await vi.waitFor(() => expect(tokens.status).toBe('unserved'))
  list([coin, { ...token, quantity: { decimals: '6', numeric: '1000' } }])
  pickSendToken(TOKEN)
  typeAmount('250')
  await vi.waitFor(() => expect(sendProblem(send, circumstances(send))).toBe('balance-unknown'))
  list([coin, token])
  readHeld()
  await vi.waitFor(() => expect(sendProblem(send, circumstances(send))).toBe('receiver-missing'))
})

test('error: another account’s late balance is not taken for this one’s', async () => {
  await vi.waitFor(() => expect(send.held?.units).toBe(String(10n ** 21n)))
  let tell = (_: bigint) => {}
  late = new Promise((resolve) => {
    tell = resolve
  })
  readHeld()
  await move('eip155:31337', B)
  await vi.waitFor(() => expect(send.held?.units).toBe(String(10n ** 21n)))
  tell(7n)
  await new Promise((resolve) => setTimeout(resolve))
  expect([send.held?.units, send.coin]).toEqual([String(10n ** 21n), String(10n ** 21n)])
})

test('error: dollars without a price are flipped to coins', () => {
  flipUnit()
  typeAmount('10')
  expect(send.unit).toBe('fiat')
  list([])
  flipUnit()
  expect([send.unit, send.amount]).toEqual(['token', ''])
})

test('error: a token that the account no longer has is replaced by the coin, without its amount; the form waited for ever', async () => {
  pickSendToken(TOKEN)
  typeAmount('250')
  list([coin])
  await vi.waitFor(() => expect(send).toMatchObject({ tokenId: 'native', amount: '' }))
  await vi.waitFor(() => expect(send.held?.tokenId).toBe('native'))
})

test('error: a transfer that would fail says so, not that its fee is unknown; another amount is estimated again', async () => {
  const estimate = vi.spyOn(transfers, 'estimate').mockRejectedValueOnce(new WalletError('TRANSACTION_WOULD_FAIL'))
  await vi.waitFor(() => expect(send.costFailed).toBe('TRANSACTION_WOULD_FAIL'))
  estimate.mockRejectedValueOnce(new TypeError('offline'))
  typeAmount('1')
  expect(send.costFailed).toBeUndefined()
  await vi.waitFor(() => expect(send.costFailed).toBe('FEE_UNKNOWN'))
  typeAmount('2')
  await vi.waitFor(() => expect([send.costFailed, send.cost?.fee]).toEqual([undefined, '1']))
  estimate.mockRestore()
})

test('right after another transaction a node that lacks it is asked again for the fee: it said that the transfer would fail', async () => {
  await vi.waitFor(() => expect(send.cost?.maxFee).toBe('1'))
  const { caipAddress: owner, networkId } = chains.active
  if (!owner || !networkId) throw new Error('A wallet is expected')
  notePending({ owner, networkId, hash: '0x1', kind: 'swap' })
  settlePending('0x1', 'confirmed')
  const estimate = vi.spyOn(transfers, 'estimate').mockRejectedValueOnce(new WalletError('TRANSACTION_WOULD_FAIL'))
  estimate.mockResolvedValue({ fee: 5n, maxFee: 5n, deposit: 0n })
  const said: unknown[] = []
  const stop = subscribe(send, () => said.push(send.costFailed), true)
  typeAmount('1')
  await vi.waitFor(() => expect(send.cost?.fee).toBe('5'), { timeout: 5_000 })
  stop()
  expect(said).not.toContain('TRANSACTION_WOULD_FAIL')
  estimate.mockRestore()
  forget(pendingKey)
})

test('error: a late fee does not change an amount under review', async () => {
  await vi.waitFor(() => expect(send.cost?.maxFee).toBe('1'))
  const estimate = vi.spyOn(transfers, 'estimate').mockResolvedValue({ fee: 5n, maxFee: 5n, deposit: 0n })
  vi.useFakeTimers()
  pickMax()
  const { amount } = send
  send.status = 'reviewing'
  await vi.advanceTimersByTimeAsync(1_000)
  vi.useRealTimers()
  expect([estimate.mock.calls.length, send.amount]).toEqual([1, amount])
  estimate.mockRestore()
})

test('coins received while the form is open count: a visitor who waits for them can go on', async () => {
  await vi.waitFor(() => expect(send.held?.tokenId).toBe('native'))
  const held = vi.spyOn(transfers, 'held').mockResolvedValue({ units: 5n, decimals: 18 })
  stop()
  vi.useFakeTimers()
  stop = startSend()
  await vi.advanceTimersByTimeAsync(0)
  held.mockResolvedValue({ units: 7n, decimals: 18 })
  await vi.advanceTimersByTimeAsync(HELD_REFRESH_MS)
  vi.useRealTimers()
  await vi.waitFor(() => expect([send.held?.units, send.coin]).toEqual(['7', '7']))
  held.mockRestore()
})

test('error: a balance that the fee uses up entirely is too little, with Max too', async () => {
  await vi.waitFor(() => expect(send.held?.tokenId).toBe('native'))
  send.cost = { fee: '1', maxFee: String(10n ** 22n), deposit: '0', least: '0' }
  pickMax()
  expect([send.amount, sendProblem(send, circumstances(send))]).toEqual(['0', 'no-gas'])
})

test('error: on a network that the site does not use nothing can be sent; the form requested an unreadable balance again and again', async () => {
  expect(canSend()).toBe(true)
  await move('eip155:137', A)
  expect(canSend()).toBe(false)
  await move('eip155:97', A)
  expect(canSend()).toBe(true)
})

test('error: a warning accepted for a name’s address is not accepted for the next address of the name', () => {
  Object.assign(send, {
    receiver: 'ada.eth',
    receiverStatus: 'found',
    found: { address: B, name: 'ada.eth' },
    warnings: ['contract'],
  })
  acceptDanger(true)
  expect(send.acceptedFor).toBe(B)
  acceptDanger(false)
  expect(send.acceptedFor).toBeUndefined()
})

test('spaces and invisible direction marks in a pasted receiver are dropped', async () => {
  typeReceiver(` \u200e${B}\u202c\n`)
  await vi.waitFor(() => expect(send.found?.address).toBe(B))
  expect(send.receiver).toBe(B)
})
