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
  expect(networks.custom()).toMatchObject([{ id: 7 }])
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

test('error: an unreadable value changes nothing', async () => {
  const { given, networks, ids } = setUp()
  await networks.take('customNetworks', [network(7)])
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await networks.take('customNetworks', [{ id: 'x' }])
  expect([given.networks, ids()]).toEqual([undefined, ['eip155:7']])
})
