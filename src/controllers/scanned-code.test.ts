import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { adapters, type NamespaceEntry } from '../adapters'
import type { Transfers } from '../adapters/transfers'
import type { TokenBalance } from '../lib/token'
import { type Chain, chainOf, chains } from '../state/chains'
import { config } from '../state/config'
import { send } from '../state/send'
import { resetStores } from '../state/store'
import { tokens } from '../state/tokens'
import { loadNetworks } from './network-list'
import { takeCode } from './scanned-code'

const PAID = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const OWNER = 'eip155:56:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/** On chain the token has six decimals, whatever a list claims. */
const transfers = { held: async (_, __, token) => ({ units: 1n, decimals: token ? 6 : 18 }) } as Partial<Transfers>

let eip155: NamespaceEntry | undefined
beforeEach(async () => {
  resetStores()
  Object.assign(config, { networks: ['eip155:56'] })
  await loadNetworks()
  eip155 = adapters.eip155
  adapters.eip155 = { ...eip155, transfers: async () => ({ transfers }) } as NamespaceEntry
  Object.assign(chainOf('eip155'), { status: 'connected', networkId: 'eip155:56', caipAddress: OWNER } satisfies Partial<Chain>)
  const dollar = { name: 'Dollar', symbol: 'USD', address: `eip155:56:${TOKEN}`, quantity: { decimals: '18', numeric: '1000' } }
  Object.assign(tokens, { owner: chains.active.caipAddress, list: [dollar] as unknown as TokenBalance[] })
  Object.assign(send, { amount: '7', unit: 'fiat' })
})
afterEach(() => {
  if (eip155) adapters.eip155 = eip155
})

test.each([
  ['another network', `ethereum:${PAID}@1?value=1e18`],
  ['a Safe on another network, which may not exist here,', `matic:${PAID}`],
  ['an invalid network', `ethereum:${PAID}@x`],
  ['another namespace', 'solana:oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96?amount=1'],
])('error: a code for %s is refused on this network with CHAIN_MISMATCH', (_, code) => {
  expect(takeCode(code)).toBeUndefined()
  expect(send).toMatchObject({ code: 'CHAIN_MISMATCH', amount: '7', tokenId: 'native' })
})

test.each([PAID, `ethereum:${PAID}`, `ethereum:${PAID}@56`, `bnb:${PAID}`])('%s has no amount: the typed one stays', (code) => {
  expect(takeCode(code)).toBe(PAID)
  expect(send).toMatchObject({ code: undefined, amount: '7', unit: 'fiat' })
})

test('an amount of coins is filled in as coins, whichever token was chosen', async () => {
  send.tokenId = `eip155:56:${TOKEN}`
  expect(takeCode(`ethereum:${PAID}@56?value=25e16`)).toBe(PAID)
  await vi.waitFor(() => expect(send).toMatchObject({ tokenId: 'native', amount: '0.25', unit: 'token' }))
})

test('an amount of a token is filled in with the chain’s decimals', async () => {
  expect(takeCode(`ethereum:${TOKEN}@56/transfer?address=${PAID}&uint256=1500000`)).toBe(PAID)
  await vi.waitFor(() => expect(send).toMatchObject({ tokenId: `eip155:56:${TOKEN}`, amount: '1.5', unit: 'token' }))
})

test('error: an amount of a token that the account lacks is not filled in as coins', async () => {
  expect(takeCode(`ethereum:0x${'9'.repeat(40)}@56/transfer?address=${PAID}&uint256=1500000`)).toBe(PAID)
  await new Promise((resolve) => setTimeout(resolve))
  expect(send).toMatchObject({ tokenId: 'native', amount: '', unit: 'token' })
})

test.each<[string, () => unknown, string]>([
  ['an amount was typed', () => Object.assign(send, { amount: '3' }), '3'],
  ['another token was chosen', () => Object.assign(send, { tokenId: `eip155:56:${TOKEN}` }), ''],
  ['another account is active', () => Object.assign(chainOf('eip155'), { caipAddress: `eip155:56:${PAID}` }), ''],
])('error: the amount of a code is not filled in if meanwhile %s', async (_, change, amount) => {
  const held = vi.spyOn(transfers, 'held').mockResolvedValue({ units: 1n, decimals: 18 })
  let tell = () => {}
  const late = new Promise<void>((resolve) => {
    tell = resolve
  })
  held.mockImplementationOnce(() => late.then(() => ({ units: 1n, decimals: 18 })))
  takeCode(`ethereum:${PAID}@56?value=1e18`)
  await vi.waitFor(() => expect(held).toHaveBeenCalled())
  change()
  tell()
  await new Promise((resolve) => setTimeout(resolve))
  expect(send.amount).toBe(amount)
  held.mockRestore()
})
