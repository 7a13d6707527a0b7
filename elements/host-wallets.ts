import { takeSignClient } from '../src/controllers/sign-client'
import { isList } from './told'

/** What the host gave, kept as it is for the getters: live objects never enter a store. */
export const hostWallets: { connectors: readonly unknown[]; listed: readonly unknown[]; signClient: unknown } = {
  connectors: [],
  listed: [],
  signClient: undefined,
}

const controller = () => import('../src/controllers/host-wallets')

/** Offers wallets of the host's own making; one that cannot be read is told and left out. */
export function setExternalConnectors(values: readonly unknown[]): void {
  if (!isList('externalConnectors', values)) return
  hostWallets.connectors = values
  void controller().then(({ offerWallets }) => offerWallets(values))
}

/** Lists wallets of the host's beside the known ones; one that cannot be read is told and left out. */
export function setCustomWallets(values: readonly unknown[]): void {
  if (!isList('customWallets', values)) return
  hostWallets.listed = values
  void controller().then(({ offerListedWallets }) => offerListedWallets(values))
}

/** Uses the host's own sign client in place of ours. */
export function setSignClient(client: unknown): void {
  hostWallets.signClient = client
  takeSignClient(client)
}
