import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { forget, remember } from '../../lib/storage'
import { walletAppKey } from '../../lib/wallet-app'
import { chainOf } from '../../state/chains'
import { resetStores } from '../../state/store'
import { WaitPair } from './ConfirmPair'

afterEach(resetStores)
afterEach(() => {
  forget(walletAppKey)
  vi.unstubAllGlobals()
})

/** Where Send and Swap lead while they wait for that wallet. */
function led(asks: boolean, connectorId: string) {
  Object.assign(chainOf('eip155'), { status: 'connected', connectorId, wallet: { id: connectorId, name: 'Harbor' } })
  vi.stubGlobal('location', new URL('https://shop.example/'))
  const drawn = renderToStaticMarkup(<WaitPair asks={asks} onCancel={() => {}} />)
  expect(drawn).toContain('Cancel')
  return drawn.match(/<a\b[^>]*href="([^"]*)"[^>]*>Open Harbor/)?.[1]
}

test('whoever has come back from the wallet’s app without confirming is led there again; a wallet elsewhere is no app of this phone', () => {
  expect(led(true, 'walletConnect')).toBeUndefined()
  remember(walletAppKey, 'harbor://')
  expect(led(true, 'walletConnect')).toBe('harbor://')
  expect(led(true, 'test.harbor')).toBeUndefined()
})

test('while the chain is waited for, or a price, there is nothing to answer in the app', () => {
  remember(walletAppKey, 'harbor://')
  expect(led(false, 'walletConnect')).toBeUndefined()
})
