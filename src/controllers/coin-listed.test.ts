import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearApiCache } from '../api/call'
import { configureApi } from '../api/settings'
import { type CaipAddress, type CaipNetworkId, parseCaipAddress } from '../lib/caip'
import { chainOf } from '../state/chains'
import { config } from '../state/config'
import { send } from '../state/send'
import { resetStores } from '../state/store'
import { tokens } from '../state/tokens'
import { loadNetworks } from './network-list'
import { pickMax, pickSendToken } from './send-form'
import { leaveTokens, refreshTokens } from './tokens'

const owner = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/** Connects on `networkId`, where the service lists these. */
async function list(networkId: CaipNetworkId, addresses: readonly (CaipAddress | null)[]): Promise<void> {
  config.networks = [networkId]
  await loadNetworks()
  Object.assign(chainOf('eip155'), { status: 'connected', networkId, caipAddress: `${networkId}:${owner}` })
  const balances = addresses.map((address) => ({
    ...{ name: 'Coin', symbol: 'COIN', chainId: networkId, address, value: 3, price: 1 },
    ...{ quantity: { decimals: '18', numeric: '3' }, iconUrl: '' },
  }))
  vi.stubGlobal('fetch', async (url: URL | string) =>
    new URL(url).pathname === '/v1/supported-chains' ? Response.json({ http: [networkId], ws: [] }) : Response.json({ balances }),
  )
  await refreshTokens()
}

beforeEach(() => {
  resetStores()
  configureApi({ projectId: 'key' })
})
afterEach(() => {
  leaveTokens()
  resetStores()
  clearApiCache()
  configureApi({ projectId: undefined })
  vi.unstubAllGlobals()
})

const coins = [
  'eip155:42220:0x471EcE3750Da237f93B8E339c536989b8978a438',
  'eip155:137:0x0000000000000000000000000000000000001010',
  'eip155:324:0x000000000000000000000000000000000000800A',
] as const

test.each(coins)(
  'of a coin that is listed by its contract, %s, Max leaves the fee; it was all sent, and the fee could not be paid',
  async (address) => {
    await list(parseCaipAddress(address).networkId, [address])
    pickSendToken(address)
    Object.assign(send, {
      held: { tokenId: send.tokenId, units: `${3n * 10n ** 18n}`, decimals: 18 },
      cost: { fee: '1', maxFee: `${10n ** 18n}`, deposit: '0', least: '0' },
    })
    pickMax()
    expect([send.tokenId, send.amount, send.max]).toEqual(['native', '2', true])
  },
)

test.each(coins)('where %s is listed beside the coin it is there once, and counts once', async (address) => {
  await list(parseCaipAddress(address).networkId, [null, address])
  expect(tokens.list.map(({ address: listed }) => listed)).toEqual([undefined])
})

test('on another chain a token at such an address is a token', async () => {
  const address = 'eip155:8453:0x471EcE3750Da237f93B8E339c536989b8978a438'
  await list('eip155:8453', [null, address])
  expect(tokens.list.map(({ address: listed }) => listed)).toEqual([undefined, address])
})
