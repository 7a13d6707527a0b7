import { offerListedWallets, offerWallets, takeSignClient } from '../src/controllers/host-wallets'
import { toWalletError } from '../src/lib/rpc-errors'
import { told } from './told'

/** What the host gave, kept as it is for the getters: live objects never enter a store. */
export const hostWallets: { connectors: readonly unknown[]; listed: readonly unknown[]; signClient: unknown } = {
  connectors: [],
  listed: [],
  signClient: undefined,
}

/** Offers wallets of the host's own making; one that cannot be read is told and left out. */
export function setExternalConnectors(values: readonly unknown[]): void {
  hostWallets.connectors = values
  void offerWallets(values, (cause) => told(toWalletError(cause, 'ATTRIBUTE_INVALID')))
}

/** Lists wallets of the host's beside the known ones. */
export function setCustomWallets(values: readonly unknown[]): void {
  hostWallets.listed = values
  void offerListedWallets(values, (cause) => told(toWalletError(cause, 'ATTRIBUTE_INVALID')))
}

/** Uses the host's own sign client in place of ours. */
export function setSignClient(client: unknown): void {
  hostWallets.signClient = client
  takeSignClient(client)
}
