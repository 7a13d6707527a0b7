import { type Driver, fromPlaywright, here, type Named, namespaceOf, type PageLike, type Seen, shownAs, until } from './driver'
import { type Kind, type MockWalletOptions, nameIn, type Order, type Told } from './in-page'
import type { Manner } from './manner'

/** A Playwright page, or `here()` in the page itself. */
export type Target = PageLike | Driver

const driverOf = (target: Target): Driver => ('evaluate' in target ? fromPlaywright(target) : target)

export { here }

/** A mock wallet in a page. Each order rejects where no wallet of its name is there. */
export type InstalledWallet = {
  readonly name: string
  readonly kind: Kind
  /** How it answers from now on. */
  behave(manner: Manner): Promise<void>
  /** The person types the password of a `locked` wallet. */
  unlock(): Promise<void>
  /** By its place in `privateKeys` or `seeds`, from 0. */
  switchAccount(index: number): Promise<void>
  /** EVM wallets only; a chain of `chains`, by number (EIP-155). */
  switchChain(chainId: number): Promise<void>
  /** The person disconnects the page in the wallet. */
  disconnect(): Promise<void>
  /** EVM wallets only: says anything at all. */
  emit(event: string, payload: unknown): Promise<void>
  /** What it was asked for, and what still waits for an answer. */
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

/** Says yes to the wallet's oldest question, once there is one. Rejects after 10 s without one. */
export const approve = async (target: Target, wallet: Named): Promise<void> =>
  void (await driverOf(target).order(wallet, { type: 'approve' }))

/** Says no to it, likewise. */
export const reject = async (target: Target, wallet: Named): Promise<void> =>
  void (await driverOf(target).order(wallet, { type: 'reject' }))

/**
 * Connects a mock wallet as a visitor does: opens the dialog, presses its row, approves where it asks; resolves once connected.
 * Rejects after 10 s with what is missing.
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
 * Waits until the element says that it is connected, as this account or on this network (CAIP-2) where that is given. Rejects
 * with what the element says instead, after 10 s.
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
