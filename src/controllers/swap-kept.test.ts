import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { adapters, type NamespaceEntry } from '../adapters'
import { clearApiCache } from '../api/call'
import { type MockWallet, mockConnection, mockWallet } from '../connectors/test-wallet'
import { swap } from '../state/swap'
// The reads after an account change may outlive the test: their chunks are loaded before.
import './account'
import './network'
import './tokens'
import { connect } from './connection'
import { addConnector } from './discovery'
import { startSwap, typeSwapAmount } from './swap-form'
import { pickSwapToken } from './swap-tokens'
import { beginSwapping, coin, dollar, NETWORK, on, swapAnswer } from './test-swap'

const [A, B] = ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8']
const other = on(`0x${'b'.repeat(40)}`)
const units = { [A]: 7n, [B]: 9n } as Record<string, bigint>
const transfers = { held: async (_: unknown, address: string) => ({ units: units[address], decimals: 18 }) }

/** The tokens that the service trades. */
let traded: string[] = []
let mock: MockWallet
let stop = () => {}
beginSwapping({}, (path) =>
  path === 'tokens'
    ? Response.json({ tokens: traded.map((address) => ({ address, symbol: 'T', name: 'T', decimals: 18 })) })
    : path === 'quotes'
      ? swapAnswer(path)
      : Response.json({}, { status: 404 }),
)
beforeEach(async () => {
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  vi.stubGlobal('window', new EventTarget())
  adapters.eip155 = { ...adapters.eip155, transfers: async () => ({ transfers }) } as unknown as NamespaceEntry
  mock = mockWallet({}, { connections: [mockConnection(NETWORK, A)] })
  addConnector(mock.connector)
  traded = [coin, dollar, other]
  await connect({ wallet: 'mock' })
  stop = startSwap()
  await vi.waitFor(() => expect(swap.tokensStatus).toBe('ready'))
  pickSwapToken('from', dollar)
  pickSwapToken('to', coin)
  typeSwapAmount('1.5')
  await vi.waitFor(() => expect([swap.quote?.out, swap.held[dollar]]).toEqual(['1000', '7']))
})
afterEach(() => stop())

test('error: another account of the network swaps the same tokens, with its own balances; they and their amount were forgotten', async () => {
  mock.emit({ type: 'change', connections: [mockConnection(NETWORK, B)] })
  await vi.waitFor(() => expect(swap.owner).toBe(`${NETWORK}:${B}`))
  expect(swap).toMatchObject({ from: dollar, to: coin, amount: '1.5', quote: undefined, held: {} })
  await vi.waitFor(() => expect([swap.quote?.out, swap.held[dollar], swap.held[coin]]).toEqual(['1000', '9', '9']))
})

test('error: an amount of a token that is no longer traded does not become one of coins', async () => {
  pickSwapToken('to', other)
  stop()
  traded = [coin, other]
  clearApiCache()
  stop = startSwap()
  await vi.waitFor(() => expect(swap.from).toBe(coin))
  expect(swap).toMatchObject({ to: other, amount: '' })
})

test('error: nor does the price for it stay', async () => {
  stop()
  traded = [coin, other]
  clearApiCache()
  stop = startSwap()
  await vi.waitFor(() => expect(swap.from).toBeUndefined())
  expect(swap).toMatchObject({ to: coin, amount: '', quote: undefined })
})
