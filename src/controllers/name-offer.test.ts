import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { clearApiCache } from '../api/call'
import { configureApi } from '../api/settings'
import { chainOf, chains } from '../state/chains'
import { names } from '../state/names'
import { resetStores } from '../state/store'
import { learnNameOffer } from './name-offer'

const served = vi.fn(async () => Response.json({ http: ['eip155:1'], ws: [] }))

beforeEach(() => {
  resetStores()
  served.mockClear()
  clearApiCache()
  vi.stubGlobal('fetch', served)
  configureApi({ providerUrl: 'https://api.example', projectId: undefined })
  chains.activeNamespace = 'eip155'
  chainOf('eip155').networkId = 'eip155:56'
})
afterEach(() => {
  configureApi({ providerUrl: undefined })
  vi.unstubAllGlobals()
})

describe('learnNameOffer', () => {
  test('names are registered on networks that the provider serves', async () => {
    await learnNameOffer('eip155:56')
    expect(names.unservedOn).toBe('eip155:56')
    chainOf('eip155').networkId = 'eip155:1'
    await learnNameOffer('eip155:1')
    expect(names.unservedOn).toBeUndefined()
  })

  test('without a provider there is nobody to ask, and no name', async () => {
    configureApi({ providerUrl: undefined })
    await learnNameOffer('eip155:56')
    expect([names.unservedOn, served.mock.calls.length]).toEqual(['eip155:56', 0])
  })

  test('error: a list that does not load takes no offer away', async () => {
    vi.stubGlobal('fetch', async () => new Response('', { status: 404 }))
    await learnNameOffer('eip155:56')
    expect(names.unservedOn).toBeUndefined()
  })

  test('an answer for a network that was left says nothing about the next', async () => {
    const asked = learnNameOffer('eip155:56')
    chainOf('eip155').networkId = 'eip155:1'
    await asked
    expect(names.unservedOn).toBeUndefined()
  })
})
