import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { skipPauses } from '../../.ci/skip-pauses'
import '../lib/later-errors'
import '../lib/money-errors'
import type { Network } from '../lib/network'
import { networks as evm } from './eip155-networks'
import { transfers as eip155 } from './eip155-transfers'
import { networks as clusters } from './solana-networks'
import { transfers as solana } from './solana-transfers'
import type { Transfers } from './transfers'

const ALICE = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'
/** An account derived by a program (PDA): no key signs for it. */
const DERIVED = '3MsEZk7CJgp5wQrHtasn7QbEHeTtFeDpb59C458uZtnG'
const OWN = `0x${'1'.repeat(40)}`
const context = { urls: ['https://rpc.example/'], batch: 1 }
const named = (list: readonly Network[], name: string) => list.find((each) => each.name === name) as Network

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
  skipPauses()
})
afterEach(() => void vi.unstubAllGlobals())

const TOKEN = `0x${'a'.repeat(40)}`
test.each<[string, Transfers, Network, string, string, string]>([
  ['one’s own account', eip155, named(evm, 'OP Mainnet'), OWN, OWN, 'self'],
  ['one’s own account on Solana', solana, named(clusters, 'Solana Devnet'), ALICE, ALICE, 'self'],
  ['nobody’s account', eip155, named(evm, 'OP Mainnet'), OWN, `0x${'0'.repeat(40)}`, 'zero'],
  ['a token that the account has', eip155, named(evm, 'OP Mainnet'), OWN, TOKEN, 'token'],
])('promise 13: warnings that need no node are given without one: %s', async (_, transfers, network, from, to, warning) => {
  expect(await transfers.inspect(network, { from, to, tokens: [TOKEN.toUpperCase()] }, context)).toEqual([warning])
})

test('promise 13: an account without a key is warned about without a node', async () => {
  const network = named(clusters, 'Solana Devnet')
  expect(await solana.inspect(network, { from: ALICE, to: DERIVED, tokens: [] }, context)).toEqual(['off-curve'])
})

test('error: an aborted call rejects with ABORTED', async () => {
  const gone = AbortSignal.abort()
  const asked = { from: OWN, to: `0x${'2'.repeat(40)}`, tokens: [] }
  await expect(eip155.inspect(named(evm, 'OP Mainnet'), asked, context, gone)).rejects.toMatchObject({ code: 'ABORTED' })
  const own = { from: ALICE, to: ALICE, tokens: [] }
  await expect(solana.inspect(named(clusters, 'Solana Devnet'), own, context, gone)).rejects.toMatchObject({ code: 'ABORTED' })
})
