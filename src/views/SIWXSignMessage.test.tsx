import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { forget, remember } from '../lib/storage'
import { walletAppKey } from '../lib/wallet-app'
import { chainOf } from '../state/chains'
import { networks } from '../state/networks'
import { signInAttempt } from '../state/sign-in'
import { resetStores } from '../state/store'
import SIWXSignMessage from './SIWXSignMessage'

const networkId = 'eip155:56'
const caipAddress = `${networkId}:0x70997970C51812dc3A010C7d01b50e0d17dc79C8` as const

/** The app link on the screen while that wallet is asked. */
function led(connectorId: string) {
  const wallet = { id: connectorId, name: 'Harbor' }
  Object.assign(chainOf('eip155'), { status: 'connected', networkId, caipAddress, accounts: [caipAddress], connectorId, wallet })
  signInAttempt.status = 'signing'
  vi.stubGlobal('location', new URL('https://shop.example/'))
  vi.stubGlobal('document', { title: 'Shop', querySelector: () => null, querySelectorAll: () => [] })
  return renderToStaticMarkup(<SIWXSignMessage />).match(/<a\b[^>]*href="([^"]*)"[^>]*>.*?Open Harbor/)?.[1]
}

afterEach(resetStores)
afterEach(() => {
  forget(walletAppKey)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('a visitor back from the wallet’s app without an answer is led there again; a wallet elsewhere has no app on this phone', () => {
  expect(led('walletConnect')).toBeUndefined()
  remember(walletAppKey, 'harbor://')
  expect(led('walletConnect')).toBe('harbor://')
  expect(led('test.harbor')).toBeUndefined()
})

test('React has nothing to say about the network with its coin', () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  Object.assign(networks, { list: [{ id: networkId, name: 'BNB Smart Chain' }] })
  led('test.harbor')
  expect(said.mock.calls).toEqual([])
})

test('while the message is prepared its place has words to be read; it had a name alone', () => {
  led('test.harbor')
  const place = /role="status"[^>]*>(.*?)<span class="skeleton/.exec(renderToStaticMarkup(<SIWXSignMessage />))?.[1]
  expect(place?.replaceAll(/<[^>]*>/g, '')).toBe('Preparing the message')
})
