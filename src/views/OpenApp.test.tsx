import { renderToStaticMarkup } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import { afterEach, expect, test, vi } from 'vitest'
import { forget, remember } from '../lib/storage'
import { walletAppKey } from '../lib/wallet-app'
import { chainOf } from '../state/chains'
import { names } from '../state/names'
import { resetStores } from '../state/store'
import OpenApp from './OpenApp'
import { OpenAsked } from './OpenAsked'
import RegisterAccountName from './RegisterAccountName'

afterEach(resetStores)
afterEach(() => {
  forget(walletAppKey)
  vi.unstubAllGlobals()
})

/** Where Send and Swap lead while that wallet is asked. */
function led(connectorId: string) {
  Object.assign(chainOf('eip155'), { status: 'connected', connectorId, wallet: { id: connectorId, name: 'Harbor' } })
  vi.stubGlobal('location', new URL('https://shop.example/'))
  return renderToStaticMarkup(<OpenApp full />).match(/<a\b[^>]*href="([^"]*)"[^>]*>Open Harbor/)?.[1]
}

test('whoever has come back from the wallet’s app without confirming is led there again; a wallet elsewhere is no app of this phone', () => {
  expect(led('walletConnect')).toBeUndefined()
  remember(walletAppKey, 'harbor://')
  expect(led('walletConnect')).toBe('harbor://')
  expect(led('test.harbor')).toBeUndefined()
})

test('so is whoever is to sign a name there, and only then', async () => {
  remember(walletAppKey, 'harbor://')
  led('walletConnect')
  Object.assign(chainOf('eip155'), { caipAddress: 'eip155:1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' })
  const seen = async () => new Response((await prerender(<RegisterAccountName />)).prelude).text()
  expect(await seen()).not.toContain('harbor://')
  names.registering = 'signing'
  expect(await seen()).toContain('href="harbor://"')
})

test('so is whoever switches to a network that the app has not approved yet; over to an approved one nobody is asked', () => {
  remember(walletAppKey, 'harbor://')
  led('walletConnect')
  Object.assign(chainOf('eip155'), { networkId: 'eip155:1' })
  const seen = (network?: 'eip155:1' | 'eip155:8453') => renderToStaticMarkup(<OpenAsked network={network} />)
  expect([seen(), seen('eip155:1')]).toEqual(['', ''])
  // As MetaMask's app, which can be asked for any.
  expect(seen('eip155:8453')).toContain('href="harbor://"')
  chainOf('eip155').approved = ['eip155:1', 'eip155:8453']
  expect(seen('eip155:8453')).toBe('')
})
