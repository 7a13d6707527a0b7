import { external } from '../connectors'
import type { ListedWallet } from '../lib/wallet'
import { wallets } from '../state/wallets'
import { addConnector } from './discovery'

let signClient: unknown

/** The host's own sign client, when it gave one. */
export const ownSignClient = (): unknown => signClient

/** Uses the host's own sign client from the next connection on. */
export function takeSignClient(client: unknown): void {
  signClient = client
}

/** Offers wallets that the host made; `refuse` is told why one cannot be read. */
export async function offerWallets(values: readonly unknown[], refuse: (cause: unknown) => void): Promise<void> {
  if (values.length === 0) return
  const { externalConnector } = await external()
  for (const value of values) {
    try {
      addConnector(externalConnector(value))
    } catch (cause) {
      refuse(cause)
    }
  }
}

/** Lists wallets of the host's; `refuse` is told why one cannot be read. */
export async function offerListedWallets(values: readonly unknown[], refuse: (cause: unknown) => void): Promise<void> {
  const { readCustomWallet } = await import('../api/wallets')
  const read: ListedWallet[] = []
  for (const value of values) {
    try {
      read.push(readCustomWallet(value))
    } catch (cause) {
      refuse(cause)
    }
  }
  wallets.custom = read
}
