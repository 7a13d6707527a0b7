import { afterEach, expect, test, vi } from 'vitest'
import { config } from '../state/config'
import { connectors } from '../state/connectors'
import { resetStores } from '../state/store'
import { discoverWallets, forgetConnectors, walletsAsked } from './discovery'
import { offerWallets } from './host-wallets'
import { onError } from './report'

const own = (id: string) => ({ id, name: `Wallet ${id}`, provider: { request: async () => null } })
const ids = () => connectors.list.map(({ id }) => id)
afterEach(async () => {
  await offerWallets([])
  forgetConnectors()
  resetStores()
  vi.unstubAllGlobals()
})

test('the host’s own wallets are those that it set last', async () => {
  await offerWallets([own('a'), own('b')])
  expect(ids()).toEqual(['a', 'b'])
  await offerWallets([own('b'), own('c')])
  expect(ids()).toEqual(['b', 'c'])
  await offerWallets([])
  expect(ids()).toEqual([])
})

test('wallets that are removed while they load never appear', async () => {
  await Promise.all([offerWallets([own('a')]), offerWallets([])])
  expect(ids()).toEqual([])
})

test('error: an unreadable one is reported and left out', async () => {
  const told: string[] = []
  const stop = onError(({ code, message }) => told.push(code, message))
  await offerWallets([{ id: 'x' }, own('a')])
  stop()
  expect([ids(), told]).toEqual([['a'], ['ATTRIBUTE_INVALID', 'Invalid attribute externalConnectors: {"id":"x"}']])
})

test('a wallet that announces itself under a host’s id, once or twice, takes neither its place nor it from the list', async () => {
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  const stop = discoverWallets()
  await walletsAsked()
  await offerWallets([own('com.bank.vault')])
  const announce = (digit: string) => {
    const info = { uuid: `${digit.repeat(8)}-0000-4000-8000-000000000000`, name: 'Imposter', icon: '', rdns: 'com.bank.vault' }
    page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider: { request() {} } } }))
  }
  const hosts = () => connectors.list.find(({ id }) => id === 'com.bank.vault')?.name
  announce('a')
  expect(hosts()).toBe('Wallet com.bank.vault')
  announce('b')
  expect(hosts()).toBe('Wallet com.bank.vault')
  stop()
})

test('nor does one that registers under it as its name, and leaves again', async () => {
  config.networks = ['eip155:1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp']
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  const stop = discoverWallets()
  await walletsAsked()
  await offerWallets([own('Vault')])
  const features = { 'standard:connect': {}, 'standard:events': {}, 'solana:signTransaction': {} }
  const imposter = { name: 'Vault', icon: '', chains: ['solana:mainnet'], features, accounts: [] }
  const register = ({ register: add }: { register: (wallet: object) => () => void }) => add(imposter)()
  page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
  expect(connectors.list.map(({ name }) => name)).toContain('Wallet Vault')
  stop()
})
