import { expect, test, vi } from 'vitest'
import type { Given } from './attributes'
import { givenNetworks } from './given-networks'

const network = (id: number) => ({ id, name: `Chain ${id}`, nativeCurrency: { name: 'Coin', symbol: 'C', decimals: 18 } })

function setUp() {
  const given: Given = {}
  const networks = givenNetworks(given, () => {})
  const ids = () => given.customNetworks?.map(({ caipNetworkId }) => caipNetworkId)
  return { given, networks, ids }
}

test('networks of both properties are combined', async () => {
  const { given, networks, ids } = setUp()
  await networks.take('customNetworks', [network(7)])
  await networks.take('networks', ['eip155:1', network(8)])
  expect([given.networks, ids()]).toEqual([
    ['eip155:1', 'eip155:8'],
    ['eip155:8', 'eip155:7'],
  ])
  expect(networks.shown.customNetworks).toMatchObject([{ id: 7 }])
})

test('each property’s networks can be removed separately', async () => {
  const { networks, ids } = setUp()
  await networks.take('customNetworks', [network(7)])
  await networks.take('networks', [network(8)])
  networks.forget()
  expect(ids()).toEqual(['eip155:7'])
  await networks.take('customNetworks', [])
  expect(ids()).toEqual([])
})

test('the last value set counts, even if an earlier one takes longer to load', async () => {
  const { given, networks, ids } = setUp()
  const taken = networks.take('networks', [network(7)])
  networks.forget()
  given.networks = ['eip155:1']
  await taken
  expect([given.networks, ids()]).toEqual([['eip155:1'], undefined])
})

test('a host that adds to what it reads, in one task, loses nothing; it reads what it set', async () => {
  const { given, networks, ids } = setUp()
  const taken = [network(7), network(8)].map((each) =>
    networks.take('customNetworks', [...(networks.shown.customNetworks ?? []), each]),
  )
  expect(networks.shown.customNetworks).toEqual([network(7), network(8)])
  await Promise.all(taken)
  expect([ids(), networks.shown.customNetworks]).toEqual([
    ['eip155:7', 'eip155:8'],
    [network(7), network(8)],
  ])
  // The ids alone would lose their descriptions.
  await networks.take('networks', [network(9)])
  await networks.take('networks', [...(networks.shown.networks ?? []), 'eip155:1'])
  expect([given.networks, ids()]).toEqual([
    ['eip155:9', 'eip155:1'],
    ['eip155:9', 'eip155:7', 'eip155:8'],
  ])
  networks.forget()
  expect(networks.shown.networks).toBeUndefined()
})

test('error: an unreadable value right after a good one leaves that', async () => {
  const { networks, ids } = setUp()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await Promise.all([networks.take('customNetworks', [network(7)]), networks.take('customNetworks', [{ id: 'x' }])])
  expect([ids(), networks.shown.customNetworks]).toEqual([['eip155:7'], [network(7)]])
})

test('error: an unreadable value changes nothing', async () => {
  const { given, networks, ids } = setUp()
  await networks.take('customNetworks', [network(7)])
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await networks.take('customNetworks', [{ id: 'x' }])
  expect([given.networks, ids()]).toEqual([undefined, ['eip155:7']])
})
