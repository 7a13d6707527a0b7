import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { WalletInfo } from '../lib/wallet'
import { attempt } from '../state/attempt'
import { connectors } from '../state/connectors'
import { modal } from '../state/modal'
import { pairing } from '../state/pairing'
import { resetStores } from '../state/store'
import { wallets } from '../state/wallets'
import ConnectingWallet from './ConnectingWallet'
import { ShownView } from './shown-view'

const harbor: WalletInfo = { id: 'test.harbor', name: 'Harbor', type: 'ANNOUNCED', namespaces: ['eip155'], rdns: 'test.harbor' }
const onSolana: WalletInfo = { id: 'Harbor', name: 'Harbor', type: 'ANNOUNCED', namespaces: ['solana'] }
const both: WalletInfo = { ...harbor, id: 'multi:harbor', type: 'MULTI_CHAIN', parts: [harbor, onSolana] }
const claimants: readonly WalletInfo[] = ['first', 'second'].map((id) => ({ ...harbor, id, duplicate: true }))

/** The screen’s text when these are found while that wallet is asked. */
function said(list: readonly WalletInfo[], asked?: string) {
  connectors.list = [...list]
  attempt.wallet = asked === undefined ? undefined : { ...harbor, id: asked }
  const drawn = renderToStaticMarkup(
    <ShownView>
      <ConnectingWallet />
    </ShownView>,
  )
  return drawn.replace(/<[^>]+>/g, ' ')
}

beforeEach(() => {
  // The list has a record of it, as of most: without its wallet a QR code would be shown.
  wallets.bundled = [{ id: 'a1', name: 'Harbor', rdns: 'test.harbor', mobileLink: 'harbor://' }]
  attempt.status = 'waiting'
  modal.stack = [{ view: 'ConnectingWallet', data: { walletId: 'test.harbor' } }]
})
afterEach(resetStores)

test('a wallet stays asked, and is marked, if another one claims its rdns meanwhile', () => {
  expect(said([harbor], 'test.harbor')).toContain('Continue in Harbor')
  const asked = said(claimants, 'test.harbor')
  expect(asked).toContain('Continue in Harbor')
  expect(asked).toContain('Two wallets claim this name')
})

test('so does a Solana wallet, whose id is its name; it was looked for in the wallet list', () => {
  const named = ['first', 'second'].map((id): WalletInfo => ({ ...onSolana, id, duplicate: true }))
  modal.stack = [{ view: 'ConnectingWallet', data: { walletId: 'Harbor' } }]
  const asked = said(named, 'Harbor')
  expect(asked).toContain('Continue in Harbor')
  expect(asked).toContain('Two wallets claim this name')
})

test('error: if neither was asked before, none of two claimants is picked', () => {
  for (const asked of [undefined, 'test.other']) expect(said(claimants, asked)).not.toContain('Continue in Harbor')
})

test('a wallet stays asked if its part for another chain appears meanwhile', () => {
  expect(said([both])).toContain('Solana')
  expect(said([both], 'test.harbor')).toContain('Continue in Harbor')
})

test('if a host wants another chain of the asked wallet, that one is asked', () => {
  modal.stack = [{ view: 'ConnectingWallet', data: { walletId: 'test.harbor', namespace: 'solana' } }]
  const named = { ...both, namespaces: ['eip155', 'solana'], parts: [harbor, { ...onSolana, name: 'Harbor of Solana' }] }
  expect(said([named], 'test.harbor')).toContain('Continue in Harbor of Solana')
})

test('a tap that has already opened an app offers to open it again, like any other attempt', () => {
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (Linux; Android 15) Mobile', maxTouchPoints: 5 })
  Object.assign(pairing, { status: 'ready', uri: 'wc:00@2?symKey=11', expiresAt: Date.now() + 200_000 })
  const after = (led: boolean) => {
    modal.stack = [{ view: 'Connect' }, { view: 'ConnectingWallet', data: { walletId: 'a1', led } }]
    return said([])
  }
  expect(after(true)).toContain('Try again')
  // A tile in All Wallets is not a link.
  expect(after(false)).toContain('Open Harbor')
  vi.unstubAllGlobals()
})
