import { afterEach, expect, test } from 'vitest'
import type { ListedWallet } from '../lib/wallet'
import { chainOf } from '../state/chains'
import { resetStores } from '../state/store'
import { wallets } from '../state/wallets'
import { connectRows, rowStores } from './connect-rows'
import { openModal } from './modal'

afterEach(resetStores)

const listed = (name: string, chains?: readonly string[]): ListedWallet => ({
  ...{ id: name, name, mobileLink: `${name}://` },
  ...(chains && { chains }),
})

test('if wallets of one chain are wanted, wallets known to support only others are not suggested', () => {
  const [evm, both, silent] = [listed('evm', ['eip155:1']), listed('both', ['eip155:1', 'solana:x']), listed('silent')]
  Object.assign(wallets, { recent: [evm, silent], featured: [evm, both], status: 'ready' })
  const names = () => {
    const { here, suggested } = connectRows(rowStores)
    return [here, suggested].map((rows) => rows.map(({ name }) => name))
  }
  openModal(1, 'Connect')
  expect(names()).toEqual([['evm', 'silent'], ['both']])
  openModal(1, 'Connect', { namespace: 'solana' })
  expect(names()).toEqual([['silent'], ['both']])
  Object.assign(wallets, { recent: [], featured: [], recommended: [evm, both] })
  expect(names()).toEqual([[], ['both']])
})

test('a QR code is offered for chains that the WalletConnect session lacks', () => {
  Object.assign(chainOf('eip155'), { status: 'connected', connectorId: 'walletConnect' })
  const hasCode = (namespace?: string) => {
    openModal(1, 'Connect', namespace ? { namespace } : undefined)
    return connectRows(rowStores).qr
  }
  expect([hasCode(), hasCode('eip155'), hasCode('solana')]).toEqual([false, false, true])
})
