import { takeSignClient } from '../src/controllers/sign-client'
import { whenLoaded } from '../src/lib/when-loaded'

/** What the host gave, kept as it is for the getters: live objects never enter a store. */
export const hostWallets = {
  connectors: [] as readonly unknown[],
  /** Settles once these are among the wallets that were found; rejects where that does not load. */
  offered: Promise.resolve() as Promise<unknown>,
  listed: [] as readonly unknown[],
  signClient: undefined as unknown,
}

const controller = () => import('../src/controllers/host-wallets')
let started = false

/** Offers wallets of the host's own making; one that cannot be read is told and left out. */
export function setExternalConnectors(values: readonly unknown[]): void {
  hostWallets.connectors = values
  if (started) offer()
}

/** Offers them while an element is on the page: with the last one every wallet that was found is forgotten. Returns its stop. */
export function offerHostWallets(): () => void {
  started = true
  if (hostWallets.connectors.length > 0) offer()
  return () => {
    started = false
  }
}

function offer(): void {
  hostWallets.offered = controller().then<unknown>(({ offerWallets }) => started && offerWallets(hostWallets.connectors))
  whenLoaded(hostWallets.offered, () => {})
}

/** Lists wallets of the host's beside the known ones; one that cannot be read is told and left out. */
export function setCustomWallets(values: readonly unknown[]): void {
  hostWallets.listed = values
  whenLoaded(controller(), ({ offerListedWallets }) => offerListedWallets(values))
}

/** Uses the host's own sign client in place of ours. */
export function setSignClient(client: unknown): void {
  hostWallets.signClient = client
  takeSignClient(client)
}
