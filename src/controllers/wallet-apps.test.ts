import { afterEach, expect, test } from 'vitest'
import type { ListedWallet } from '../lib/wallet'
import { config } from '../state/config'
import { resetStores } from '../state/store'
import { wallets } from '../state/wallets'
import { rowStores } from './connect-rows'
import { openModal } from './modal'
import { walletApps } from './wallet-apps'

afterEach(resetStores)

const listed = (name: string, more: Partial<ListedWallet> = {}): ListedWallet => ({
  id: name,
  name,
  mobileLink: `${name}://`,
  ...more,
})
const names = () => walletApps(rowStores).map(({ name }) => name)

test('apps are listed once each, used ones first, without wallets that have no app', () => {
  const [used, own, page] = [listed('used'), listed('own'), { id: 'page', name: 'page', webappLink: 'https://page.example/' }]
  Object.assign(wallets, { recent: [used], featured: [own, used], all: [page, listed('last')] })
  expect(names()).toEqual(['used', 'own', 'last'])
})

test('leaves out what the host excludes, and used wallets no longer on its list; its own ones stay', () => {
  Object.assign(wallets, { recent: [listed('used'), listed('kept')], featured: [listed('own')], all: [listed('other')] })
  config.excludeWallets = ['other']
  expect(names()).toEqual(['used', 'kept', 'own'])
  config.includeWallets = ['kept']
  expect(names()).toEqual(['kept', 'own'])
  wallets.included = ['used']
  expect(names()).toEqual(['used', 'own'])
})

test('leaves out wallets of other chains than the wanted ones', () => {
  wallets.all = [listed('evm', { chains: ['eip155:1'] }), listed('both', { chains: ['eip155:1', 'solana:x'] })]
  openModal(1, 'ConnectingWalletConnectBasic', { namespace: 'solana' })
  expect(names()).toEqual(['both'])
})
