import { expect, test } from 'vitest'
import { adapters } from '../adapters'
import type { CaipNetworkId } from '../lib/caip'
import { accountActions } from './account-actions'

const idsOn = (networkId: CaipNetworkId | undefined) =>
  accountActions(['send', 'swap', 'onramp', 'receive'], networkId).map(({ id }) => id)

test.each([
  ['eip155:31337', ['send', 'swap', 'buy', 'receive']],
  ['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', ['send', 'buy', 'receive']],
  ['bip122:000000000019d6689c085ae165831e93', ['buy', 'receive']],
  ['polkadot:91b171bb158e2d3848fa23a9f1c25182', ['buy', 'receive']],
  ['cosmos:cosmoshub-4', ['buy', 'receive']],
] as const)('on %s no action is offered that its namespace cannot do: %j', (networkId, ids) =>
  expect(idsOn(networkId)).toEqual(ids),
)

test.each(Object.entries(adapters))(
  'on a network of %s the actions are what its adapter can do',
  (namespace, { transfers, swap }) => {
    const ids = idsOn(`${namespace}:x`)
    expect([ids.includes('send'), ids.includes('swap')]).toEqual([transfers !== undefined, swap !== undefined])
  },
)

test('actions that the host excludes are not offered', () =>
  expect(accountActions(['receive', 'swap'], 'eip155:1').map(({ id }) => id)).toEqual(['swap', 'receive']))
