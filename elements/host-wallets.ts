import { takeSignClient } from '../src/controllers/sign-client'
import { whenLoaded } from '../src/lib/when-loaded'

/** What the host gave, kept unchanged for the getters: live objects never enter a store. */
export const hostWallets = {
  connectors: [] as readonly unknown[],
  /** Settles once these are among the found wallets; rejects if the code does not load. */
  offered: Promise.resolve() as Promise<unknown>,
  listed: [] as readonly unknown[],
  signClient: undefined as unknown,
}

const controller = () => import('../src/controllers/host-wallets')
let started = false

/** Offers the host's own wallets; an invalid one is reported and left out. */
export function setExternalConnectors(values: readonly unknown[]): void {
  hostWallets.connectors = values
  if (started) offer()
}

/** Offers them while an element is on the page; all found wallets are forgotten with the last element. Returns a function that stops it. */
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

/** Lists the host's wallets beside the known ones; an invalid one is reported and left out. */
export function setCustomWallets(values: readonly unknown[]): void {
  hostWallets.listed = values
  whenLoaded(controller(), ({ offerListedWallets }) => offerListedWallets(values))
}

/** Uses the host's own WalletConnect sign client instead of ours. */
export function setSignClient(client: unknown): void {
  hostWallets.signClient = client
  takeSignClient(client)
}
