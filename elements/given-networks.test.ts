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

test('objects are given beside each other, whichever property they come by', async () => {
  const { given, networks, ids } = setUp()
  await networks.take('customNetworks', [network(7)])
  await networks.take('networks', ['eip155:1', network(8)])
  expect([given.networks, ids()]).toEqual([
    ['eip155:1', 'eip155:8'],
    ['eip155:8', 'eip155:7'],
  ])
  expect(networks.custom()).toMatchObject([{ id: 7 }])
})

test('objects can be taken back, each property’s by itself', async () => {
  const { networks, ids } = setUp()
  await networks.take('customNetworks', [network(7)])
  await networks.take('networks', [network(8)])
  networks.forget()
  expect(ids()).toEqual(['eip155:7'])
  await networks.take('customNetworks', [])
  expect(ids()).toEqual([])
})

test('the last that is set counts, though what is set before takes longer to be read', async () => {
  const { given, networks, ids } = setUp()
  const taken = networks.take('networks', [network(7)])
  networks.forget()
  given.networks = ['eip155:1']
  await taken
  expect([given.networks, ids()]).toEqual([['eip155:1'], undefined])
})

test('error: what cannot be read changes nothing', async () => {
  const { given, networks, ids } = setUp()
  await networks.take('customNetworks', [network(7)])
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await networks.take('customNetworks', [{ id: 'x' }])
  expect([given.networks, ids()]).toEqual([undefined, ['eip155:7']])
})
