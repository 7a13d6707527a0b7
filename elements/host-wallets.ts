import { takeSignClient } from '../src/controllers/sign-client'
import { untilDone } from '../src/lib/when-loaded'

/** What the host gave, kept unchanged for the getters: live objects never enter a store. */
export const hostWallets = {
  connectors: [] as readonly unknown[],
  /** Settles once these are among the found wallets; rejects if the code does not load, and is replaced when it is asked for again. */
  offered: Promise.resolve() as Promise<unknown>,
  listed: [] as readonly unknown[],
  signClient: undefined as unknown,
}

const controller = () => import('../src/controllers/host-wallets')
let started = false

/** Offers the host's own wallets; an invalid one is reported and left out. */
export function setExternalConnectors(values: readonly unknown[], load = controller): void {
  hostWallets.connectors = values
  if (started) offer(load)
}

/** Offers them while an element is on the page; all found wallets are forgotten with the last element. Returns a function that stops it. */
export function offerHostWallets(): () => void {
  started = true
  if (hostWallets.connectors.length > 0) offer()
  return () => {
    started = false
  }
}

function offer(load = controller): void {
  let asked: Promise<unknown> | undefined
  void untilDone(async () => {
    // A later call has offered them, or does.
    if (asked && hostWallets.offered !== asked) return
    asked = hostWallets.offered = load().then<unknown>(
      ({ offerWallets }) => started && offerWallets(hostWallets.connectors, () => started),
    )
    await asked
  })
}

/** Lists the host's wallets beside the known ones; an invalid one is reported and left out. */
export function setCustomWallets(values: readonly unknown[], load = controller): void {
  hostWallets.listed = values
  // Asked for again, it lists them unless others were set meanwhile.
  void untilDone(async () => hostWallets.listed === values && (await load()).offerListedWallets(values))
}

/** Uses the host's own WalletConnect sign client instead of ours. */
export function setSignClient(client: unknown): void {
  hostWallets.signClient = client
  takeSignClient(client)
}
