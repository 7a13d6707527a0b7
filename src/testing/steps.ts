import { type Driver, fromPlaywright, here, type Named, namespaceOf, type PageLike, type Seen, shownAs, until } from './driver'
import { type Kind, type MockWalletOptions, nameIn, type Order, type Told } from './in-page'
import type { Manner } from './manner'

/** A Playwright page, or `here()` in the page itself. */
export type Target = PageLike | Driver

const driverOf = (target: Target): Driver => ('evaluate' in target ? fromPlaywright(target) : target)

export { here }

/** A mock wallet in a page. Each method rejects if there is no wallet of its name. */
export type InstalledWallet = {
  readonly name: string
  readonly kind: Kind
  /** Sets how it answers from now on. */
  behave(manner: Manner): Promise<void>
  /** Enters the password of a `locked` wallet. */
  unlock(): Promise<void>
  /** By its index in `privateKeys` or `seeds`, from 0. */
  switchAccount(index: number): Promise<void>
  /** EVM wallets only; a chain of `chains`, by number (EIP-155). */
  switchChain(chainId: number): Promise<void>
  /** Disconnects the page, from the wallet's side. */
  disconnect(): Promise<void>
  /** EVM wallets only: emits any event. */
  emit(event: string, payload: unknown): Promise<void>
  /** The requests it received, and those that still wait for an answer. */
  told(): Promise<Told>
}

/** Puts a mock wallet into a page before it is opened; it is there again after a reload. */
export async function installWallet(target: Target, options: MockWalletOptions = {}): Promise<InstalledWallet> {
  const driver = driverOf(target)
  const [name, kind] = [nameIn(options), options.kind ?? 'evm']
  await driver.install({ ...options, name })
  const order = async (what: Order) => void (await driver.order({ name, kind }, what))
  return {
    name,
    kind,
    behave: (manner) => order({ type: 'behave', manner }),
    unlock: () => order({ type: 'unlock' }),
    switchAccount: (index) => order({ type: 'switchAccount', index }),
    switchChain: (chainId) => order({ type: 'switchChain', chainId }),
    disconnect: () => order({ type: 'disconnect' }),
    emit: (event, payload) => order({ type: 'emit', event, payload }),
    told: () => driver.told({ name, kind }),
  }
}

/** Approves the wallet's oldest request, once there is one. Rejects after 10 s without one. */
export const approve = async (target: Target, wallet: Named): Promise<void> =>
  void (await driverOf(target).order(wallet, { type: 'approve' }))

/** Rejects it, likewise. */
export const reject = async (target: Target, wallet: Named): Promise<void> =>
  void (await driverOf(target).order(wallet, { type: 'reject' }))

/**
 * Connects a mock wallet as a visitor does: opens the dialog, presses its row, approves if asked; resolves once connected. Rejects
 * after 10 s with what is missing.
 */
export async function connectWith(target: Target, wallet: Named): Promise<void> {
  const driver = driverOf(target)
  await driver.choose(wallet)
  const chain = wallet.kind && `${namespaceOf(wallet.kind)}:`
  await until(
    async () => {
      if ((await driver.told(wallet)).questions.length > 0) await driver.order(wallet, { type: 'approve' })
      const { status, wallet: name, network = '' } = await driver.seen()
      // Another one may be connected already.
      return (status === 'connected' && name === shownAs(wallet.name) && network.startsWith(chain ?? '')) || undefined
    },
    () => `"${wallet.name}" is not connected.`,
  )
}

/**
 * Waits until the element is connected, with this account or on this network (CAIP-2) if given. Rejects after 10 s with the
 * element's state instead.
 */
export async function expectConnected(
  target: Target,
  { address, network }: { address?: string | undefined; network?: string | undefined } = {},
  { withinMs = 10_000 }: { withinMs?: number | undefined } = {},
): Promise<void> {
  const driver = driverOf(target)
  let last: Seen | undefined
  const isThere = async () => {
    last = await driver.seen()
    const same = address === undefined || last.address?.toLowerCase() === address.toLowerCase()
    return (last.status === 'connected' && same && (network === undefined || last.network === network)) || undefined
  }
  const wanted = `${address ? ` as ${address}` : ''}${network ? ` on ${network}` : ''}`
  await until(isThere, () => `Expected a connection${wanted}; the element says ${JSON.stringify(last)}.`, withinMs)
}
