import { afterEach, expect, test, vi } from 'vitest'
import type { Given } from './attributes'
import { givenNetworks } from './given-networks'

const network = (id: number) => ({ id, name: `Chain ${id}`, nativeCurrency: { name: 'Coin', symbol: 'C', decimals: 18 } })

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function setUp(load?: Parameters<typeof givenNetworks>[2]) {
  const given: Given = {}
  const networks = givenNetworks(given, () => {}, load)
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

/** A reader on a line that is down. */
async function setUpLost() {
  const reader = await import('../src/controllers/read-networks')
  const line = { down: true }
  const load = async () => {
    if (line.down) throw new TypeError('Failed to fetch dynamically imported module')
    return reader
  }
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.useFakeTimers()
  return { line, ...setUp(load) }
}

test('error: networks whose reader does not load are read once it has', async () => {
  const { line, networks, ids } = await setUpLost()
  void networks.take('customNetworks', [network(7)])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ids()).toBeUndefined()
  line.down = false
  await vi.advanceTimersByTimeAsync(60_000)
  expect([ids(), vi.mocked(console.warn).mock.calls.length]).toEqual([['eip155:7'], 1])
})

test('error: those that are set later do not wait for the next try, and an earlier value does not replace them', async () => {
  const { line, networks, ids } = await setUpLost()
  void networks.take('customNetworks', [network(7)])
  await vi.advanceTimersByTimeAsync(1)
  line.down = false
  await networks.take('customNetworks', [network(8)])
  expect(ids()).toEqual(['eip155:8'])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ids()).toEqual(['eip155:8'])
})

test('error: an unreadable value that is set meanwhile leaves the one before it', async () => {
  const { line, networks, ids } = await setUpLost()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  void networks.take('customNetworks', [network(7)])
  void networks.take('customNetworks', [{ id: 'x' }])
  line.down = false
  await vi.advanceTimersByTimeAsync(60_000)
  expect([ids(), networks.shown.customNetworks]).toEqual([['eip155:7'], [network(7)]])
})

test('error: ids that are set meanwhile stay', async () => {
  const { line, given, networks, ids } = await setUpLost()
  void networks.take('networks', [network(7)])
  await vi.advanceTimersByTimeAsync(1)
  networks.forget()
  given.networks = ['eip155:1']
  line.down = false
  await vi.advanceTimersByTimeAsync(60_000)
  expect([given.networks, ids()]).toEqual([['eip155:1'], undefined])
})
