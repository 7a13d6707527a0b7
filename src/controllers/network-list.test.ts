import { beforeEach, describe, expect, test } from 'vitest'
import { configure } from './config'
import { isConfigured, loadNetworks, networkOf } from './network-list'

beforeEach(() => configure({ networks: ['eip155:31337'] }))

describe('networkOf', () => {
  test('a network of the app has its name and where it is read', async () => {
    await loadNetworks()
    expect(networkOf('eip155:31337')).toMatchObject({ name: 'Localhost', rpcUrls: [expect.any(String)] })
  })

  test('a known one that the app does not use has its name, and is read nowhere', async () => {
    await loadNetworks()
    expect(isConfigured('eip155:42161')).toBe(false)
    expect(networkOf('eip155:42161')).toMatchObject({ name: 'Arbitrum One', rpcUrls: [] })
  })

  test('one that nobody knows is called so', async () => {
    await loadNetworks()
    expect(networkOf('eip155:987654321')).toMatchObject({ id: 987654321, name: 'Unknown Network', rpcUrls: [] })
  })
})
