import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mockWallet } from '../connectors/test-wallet'
import { WALLET_CONNECT } from '../lib/wallet'
import { config } from '../state/config'
import { connectors } from '../state/connectors'
import { resetStores } from '../state/store'
import { addConnector, discoverWallets, forgetConnectors, walletsAsked } from './discovery'

const SOLANA = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const offered = () => connectors.list.map(({ id }) => id)

beforeEach(() => {
  resetStores()
  config.networks = [SOLANA]
})
afterEach(() => {
  forgetConnectors()
  vi.unstubAllGlobals()
})

/** One wallet that announces itself for Ethereum (EIP-6963) and registers for Solana under the same name. */
function phantom() {
  addConnector(mockWallet({ id: 'app.phantom', name: 'Phantom' }).connector)
  addConnector(mockWallet({ id: 'Phantom', name: 'Phantom', namespaces: ['solana'] }).connector)
}

test('if the app has only Solana chains, Ethereum wallets are not offered; WalletConnect is offered for any chain', () => {
  phantom()
  addConnector(mockWallet({ id: WALLET_CONNECT, type: 'WALLET_CONNECT' }).connector)
  expect(offered()).toEqual(['Phantom', WALLET_CONNECT])
  config.networks = ['cosmos:cosmoshub-4']
  phantom()
  expect(offered()).toEqual([WALLET_CONNECT])
})

test('they are offered once the host adds an Ethereum chain, and no more once it removes it', async () => {
  vi.stubGlobal('window', new EventTarget())
  const stop = discoverWallets()
  await walletsAsked()
  phantom()
  expect(offered()).not.toContain('app.phantom')
  config.networks = ['eip155:31337']
  await vi.waitFor(() => expect(offered()).toContain('app.phantom'))
  config.networks = [SOLANA]
  await vi.waitFor(() => expect(offered()).not.toContain('app.phantom'))
  stop()
})
