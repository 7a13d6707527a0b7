import { external } from '../connectors'
import type { Connector } from '../connectors/types'
import { toWalletError } from '../lib/rpc-errors'
import type { ListedWallet } from '../lib/wallet'
import { wallets } from '../state/wallets'
import { addConnector, removeConnector } from './discovery'
import { report } from './report'

let newest: readonly unknown[] = []
let offered: readonly string[] = []

/**
 * Offers the host's own wallets in the place of those before, unless the page has stopped by the time they are read; one that cannot be
 * read is reported and left out.
 */
export async function offerWallets(values: readonly unknown[], isOn = () => true): Promise<void> {
  newest = values
  const made = values.length > 0 ? await makeAll(values) : []
  if (newest !== values || !isOn()) return
  const ids = made.map(({ id }) => id)
  for (const id of offered) if (!ids.includes(id)) removeConnector(id, true)
  for (const each of made) addConnector(each)
  offered = ids
}

async function makeAll(values: readonly unknown[]): Promise<Connector[]> {
  const { externalConnectors } = await external()
  const made: Connector[] = []
  for (const value of values) {
    try {
      made.push(...(await externalConnectors(value)))
    } catch (cause) {
      report(toWalletError(cause, 'ATTRIBUTE_INVALID'))
    }
  }
  return made
}

/** Lists the host's wallet records (`customWallets`); one that cannot be read is reported and left out. */
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
