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
import { ShownView } from './shown'

const harbor: WalletInfo = { id: 'test.harbor', name: 'Harbor', type: 'ANNOUNCED', namespaces: ['eip155'], rdns: 'test.harbor' }
const onSolana: WalletInfo = { id: 'Harbor', name: 'Harbor', type: 'ANNOUNCED', namespaces: ['solana'] }
const both: WalletInfo = { ...harbor, id: 'multi:harbor', type: 'MULTI_CHAIN', parts: [harbor, onSolana] }
const claimants: readonly WalletInfo[] = ['first', 'second'].map((id) => ({ ...harbor, id, duplicate: true }))

/** What the screen says after these have been found while that wallet was asked. */
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
  // The list has a record of it, as of most: without its wallet a code would be shown.
  wallets.bundled = [{ id: 'a1', name: 'Harbor', rdns: 'test.harbor', mobileLink: 'harbor://' }]
  attempt.status = 'waiting'
  modal.stack = [{ view: 'ConnectingWallet', data: { walletId: 'test.harbor' } }]
})
afterEach(resetStores)

test('a wallet goes on being asked, and is marked, where another one claims to be it meanwhile', () => {
  expect(said([harbor], 'test.harbor')).toContain('Continue in Harbor')
  const asked = said(claimants, 'test.harbor')
  expect(asked).toContain('Continue in Harbor')
  expect(asked).toContain('Two wallets claim this name')
})

test('error: which of two is meant is not guessed where none was asked before', () => {
  for (const asked of [undefined, 'test.other']) expect(said(claimants, asked)).not.toContain('Continue in Harbor')
})

test('a wallet goes on being asked where its part for another chain comes meanwhile', () => {
  expect(said([both])).toContain('Solana')
  expect(said([both], 'test.harbor')).toContain('Continue in Harbor')
})

test('of a wallet that is asked a host that wants another chain gets that one', () => {
  modal.stack = [{ view: 'ConnectingWallet', data: { walletId: 'test.harbor', namespace: 'solana' } }]
  const named = { ...both, namespaces: ['eip155', 'solana'], parts: [harbor, { ...onSolana, name: 'Harbor of Solana' }] }
  expect(said([named], 'test.harbor')).toContain('Continue in Harbor of Solana')
})

test('a press that has opened an app already is doubted, and made once more, as any other', () => {
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (Linux; Android 15) Mobile', maxTouchPoints: 5 })
  Object.assign(pairing, { status: 'ready', uri: 'wc:00@2?symKey=11', expiresAt: Date.now() + 200_000 })
  const after = (led: boolean) => {
    modal.stack = [{ view: 'Connect' }, { view: 'ConnectingWallet', data: { walletId: 'a1', led } }]
    return said([])
  }
  expect(after(true)).toContain('Try again')
  // A tile of all wallets is no link.
  expect(after(false)).toContain('Open Harbor')
  vi.unstubAllGlobals()
})
