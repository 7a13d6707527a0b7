import { expect, test } from 'vitest'
import { adapters } from '../adapters'
import type { CaipNetworkId } from '../lib/caip'
import { accountActions } from './account-actions'

const all = ['send', 'swap', 'onramp', 'receive'] as const
/** The actions that can be pressed. */
const idsOn = (networkId: CaipNetworkId | undefined) =>
  accountActions(all, networkId).flatMap(({ id, disabled }) => (disabled ? [] : id))

test.each([
  ['eip155:31337', ['send', 'swap', 'buy', 'receive']],
  ['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', ['send', 'buy', 'receive']],
  ['bip122:000000000019d6689c085ae165831e93', ['buy', 'receive']],
  ['polkadot:91b171bb158e2d3848fa23a9f1c25182', ['buy', 'receive']],
  ['cosmos:cosmoshub-4', ['buy', 'receive']],
] as const)('on %s no action can be pressed that its namespace cannot do, and none is hidden: %j', (networkId, ids) => {
  expect(idsOn(networkId)).toEqual(ids)
  expect(accountActions(all, networkId).map(({ id }) => id)).toEqual(['send', 'swap', 'buy', 'receive'])
})

test.each(Object.entries(adapters))(
  'on a network of %s the actions are what its adapter can do',
  (namespace, { transfers, swap }) => {
    const ids = idsOn(`${namespace}:x`)
    expect([ids.includes('send'), ids.includes('swap')]).toEqual([transfers !== undefined, swap !== undefined])
  },
)

test('actions that the host excludes are not offered', () =>
  expect(accountActions(['receive', 'swap'], 'eip155:1').map(({ id }) => id)).toEqual(['swap', 'receive']))
