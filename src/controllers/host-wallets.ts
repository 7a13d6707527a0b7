import { external } from '../connectors'
import { toWalletError } from '../lib/rpc-errors'
import type { ListedWallet } from '../lib/wallet'
import { wallets } from '../state/wallets'
import { addConnector } from './discovery'
import { report } from './report'

/** Offers wallets that the host made; one that cannot be read is told and left out. */
export async function offerWallets(values: readonly unknown[]): Promise<void> {
  if (values.length === 0) return
  const { externalConnector } = await external()
  for (const value of values) {
    try {
      addConnector(externalConnector(value))
    } catch (cause) {
      report(toWalletError(cause, 'ATTRIBUTE_INVALID'))
    }
  }
}

/** Lists wallets of the host's; one that cannot be read is told and left out. */
export async function offerListedWallets(values: readonly unknown[]): Promise<void> {
  const { readCustomWallet } = await import('../api/wallets')
  const read: ListedWallet[] = []
  for (const value of values) {
    try {
      read.push(readCustomWallet(value))
    } catch (cause) {
      report(toWalletError(cause, 'ATTRIBUTE_INVALID'))
    }
  }
  wallets.custom = read
}
