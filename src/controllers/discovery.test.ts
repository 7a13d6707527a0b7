import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sources } from '../connectors'
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

test('wallets whose code did not load, as on a line that comes and goes, are there once it has; without a reload they never were', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('window', new EventTarget())
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  let isOnline = false
  sources.flaky = async () => {
    if (!isOnline) throw new TypeError('Failed to fetch dynamically imported module')
    return {
      discover(add) {
        add(mockWallet({ id: 'flaky', namespaces: ['solana'] }).connector)
        return () => {}
      },
    }
  }
  const stop = discoverWallets()
  // Those of the others do not wait for it.
  await walletsAsked()
  expect([offered().includes('flaky'), warn.mock.calls.length]).toEqual([false, 1])
  isOnline = true
  await vi.advanceTimersByTimeAsync(20_000)
  expect(offered()).toContain('flaky')
  stop()
  delete sources.flaky
  warn.mockRestore()
  vi.useRealTimers()
})
