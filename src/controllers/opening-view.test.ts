import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { config } from '../state/config'
import { resetStores } from '../state/store'
import { openingView } from './modal'

const PHONE = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Mobile Safari/537.36'

describe('openingView', () => {
  beforeEach(resetStores)
  afterEach(() => vi.unstubAllGlobals())
  const on = (userAgent: string) => vi.stubGlobal('navigator', { userAgent, maxTouchPoints: 5 })

  test('an asked-for view wins, without adapters too', () => {
    config.networks = ['near:mainnet']
    expect([openingView('Networks', false), openingView('Networks', true)]).toEqual(['Networks', 'Networks'])
  })
  test('the account where there is one, else the ways to connect', () => {
    expect([openingView(undefined, true), openingView(undefined, false)]).toEqual(['Account', 'Connect'])
  })
  test('without an adapter for any network: the wallets on a phone, else the code', () => {
    config.networks = ['near:mainnet', 'cosmos:cosmoshub-4']
    on('desktop')
    expect(openingView(undefined, false)).toBe('ConnectingWalletConnectBasic')
    on(PHONE)
    expect(openingView(undefined, false)).toBe('AllWallets')
    expect(openingView(undefined, true)).toBe('Account')
  })
  test('one network with an adapter is enough', () => {
    config.networks = ['near:mainnet', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp']
    expect(openingView(undefined, false)).toBe('Connect')
  })
})
