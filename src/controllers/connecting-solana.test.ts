import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ListedWallet } from '../lib/wallet'
import { config } from '../state/config'
import { resetStores } from '../state/store'
import { appLink, connectorFor, routeTo } from './connecting'
import { openModal } from './modal'

const agents = { iphone: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)', desktop: 'Mozilla/5.0 (X11; Linux x86_64)' }
const on = (device: keyof typeof agents) => vi.stubGlobal('navigator', { userAgent: agents[device], maxTouchPoints: 0 })
const harbor: ListedWallet = { id: 'harbor', name: 'Harbor', mobileLink: 'harbor://', desktopLink: 'harbor-desktop://' }

beforeEach(resetStores)
afterEach(() => void vi.unstubAllGlobals())

describe('a wallet whose app does not pair on Solana', () => {
  const phantom: ListedWallet = { id: 'p', name: 'Phantom', rdns: 'app.phantom', mobileLink: 'phantom://' }
  const { mobileLink: _, ...unlinked } = phantom
  const route = (listed: ListedWallet, mobile = true) => routeTo('p', { connectors: [], listed, mobile })
  const browser = 'https://phantom.app/ul/browse/https%3A%2F%2Fshop.example%2Fa%3Fb%3D1?ref=https%3A%2F%2Fshop.example'
  beforeEach(() => {
    on('iphone')
    vi.stubGlobal('location', { href: 'https://shop.example/a?b=1', origin: 'https://shop.example' })
    config.networks = ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'eip155:1']
    openModal(1, 'Connect')
  })

  test.each([
    ['app.phantom', browser],
    ['com.coinbase.wallet', 'https://go.cb-w.com/dapp?cb_url=https%3A%2F%2Fshop.example%2Fa%3Fb%3D1'],
  ])('%s opens this page in its own browser on a phone, and no pairing is made for it', (rdns, href) => {
    const listed = { ...phantom, rdns }
    expect(appLink(listed, undefined)).toEqual({ href, target: '_self' })
    expect([route(listed).kind, connectorFor(route(listed))]).toEqual(['app', undefined])
  })
  test('for other chains it pairs by its link; without a link it opens the page too', () => {
    openModal(1, 'Connect', { namespace: 'eip155' })
    expect([appLink(phantom, 'wc:0')?.href, connectorFor(route(phantom))]).toEqual(['phantom://wc?uri=wc%3A0', 'walletConnect'])
    expect([appLink(unlinked, undefined)?.href, route(unlinked).kind]).toEqual([browser, 'app'])
  })
  test('error: on a computer, and for other wallets, there is no such link', () => {
    expect([appLink(harbor, undefined), appLink({ ...harbor, rdns: 'constructor' }, undefined)]).toEqual([undefined, undefined])
    on('desktop')
    expect([appLink(phantom, undefined), route(unlinked, false).kind]).toEqual([undefined, 'missing'])
  })
})
