import { EvmWallet, type EvmWalletOptions } from './evm-wallet'
import type { Manner } from './manner'
import { SolanaWallet, type SolanaWalletOptions } from './solana-wallet'

/** A mock wallet as it is described outside the page that it will be in. */
export type MockWalletOptions =
  | ({ readonly kind?: 'evm' | undefined } & EvmWalletOptions)
  | ({ readonly kind: 'solana' } & SolanaWalletOptions)
/** What can be asked of a mock wallet from outside its page. */
export type Order =
  | { readonly type: 'approve' | 'reject'; readonly withinMs?: number }
  | { readonly type: 'behave'; readonly manner: Manner }
  | { readonly type: 'unlock' | 'disconnect' }
  | { readonly type: 'switchAccount'; readonly index: number }
  | { readonly type: 'switchChain'; readonly chainId: number }
  | { readonly type: 'emit'; readonly event: string; readonly payload: unknown }

/** What a mock wallet says of itself: its account, the methods that it was asked for, oldest first, and those that wait for an answer. */
export type Told = { readonly address: string; readonly asked: readonly string[]; readonly questions: readonly string[] }

/** Two of one name, as of a wallet with several chains, are told apart by their kind. */
export type Kind = NonNullable<MockWalletOptions['kind']>

declare global {
  interface Window {
    /** What Playwright's side of the kit talks to (`page-script.ts`). */
    walletModalTesting?: {
      keepWallet: typeof keepWallet
      orderWallet: typeof orderWallet
      askWallet: typeof askWallet
      hasBoth: typeof hasBoth
    }
  }
}

const wallets = { evm: new Map<string, EvmWallet>(), solana: new Map<string, SolanaWallet>() }

/**
 * Puts a mock wallet into each page that a tab loads: as every wallet does, it knows what it has allowed a site before, the account
 * and the network that it was on, and it answers as it was told last.
 */
export function keepWallet(options: MockWalletOptions): void {
  const key = `wallet-modal-testing ${JSON.stringify(options)}`
  const { account = 0, ...known } = recall(key)
  const wallet = installWallet({ ...options, ...known } as MockWalletOptions)
  if (account > 0) void wallet.switchAccount(account)
  const before = JSON.stringify(wallet.memory)
  window.addEventListener('pagehide', () => {
    const now = JSON.stringify(wallet.memory)
    // A frame of the site has a wallet of its own, of which perhaps nobody has asked anything.
    if (now !== before) remember(key, now)
  })
}

function recall(key: string): { readonly account?: number } {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}')
  } catch {
    // A page that may store nothing has a new wallet each time.
    return {}
  }
}

function remember(key: string, memory: string): void {
  try {
    sessionStorage.setItem(key, memory)
  } catch {
    // As above.
  }
}

/** Makes a mock wallet and lets the page find it. One of the same name and kind takes the place of the earlier one. */
export function installWallet(options: MockWalletOptions = {}): EvmWallet | SolanaWallet {
  const name = nameIn(options)
  if (options.kind === 'solana') {
    const wallet = solanaAfter(wallets.solana.get(name), options)
    wallets.solana.set(name, wallet)
    return wallet
  }
  const wallet = evmAfter(wallets.evm.get(name), options)
  wallets.evm.set(name, wallet)
  return wallet
}

function evmAfter(earlier: EvmWallet | undefined, options: EvmWalletOptions): EvmWallet {
  if (!earlier) return announced(new EvmWallet(options))
  // A page takes what announces itself by one uuid for one wallet, and two of one rdns for a wallet and its imposter.
  const wallet = announced(new EvmWallet({ ...options, uuid: earlier.info.uuid }))
  wallet.succeed(earlier)
  return wallet
}

function solanaAfter(earlier: SolanaWallet | undefined, options: SolanaWalletOptions): SolanaWallet {
  const wallet = new SolanaWallet(options)
  if (!earlier) return announced(wallet)
  wallet.succeed(earlier)
  return wallet
}

function announced<W extends EvmWallet | SolanaWallet>(wallet: W): W {
  wallet.announce()
  return wallet
}

/** What a mock wallet is called. */
export const nameIn = ({ kind, name = kind === 'solana' ? 'Mock Solana Wallet' : 'Mock Wallet' }: MockWalletOptions): string =>
  name

/** Whether there is a wallet of this name in each kind: for the page they are one with several chains. */
export const hasBoth = (name: string): boolean => wallets.evm.has(name) && wallets.solana.has(name)

function walletOf(name: string, kind: Kind | undefined): EvmWallet | SolanaWallet {
  const wallet = kind ? wallets[kind].get(name) : (wallets.evm.get(name) ?? wallets.solana.get(name))
  if (!wallet) throw new Error(`No mock wallet "${name}" is in this page. Install it before the page is opened.`)
  return wallet
}

/** Tells a mock wallet what to do. */
export async function orderWallet(name: string, order: Order, kind?: Kind): Promise<unknown> {
  const wallet = walletOf(name, kind)
  switch (order.type) {
    case 'approve':
      return wallet.approve(order.withinMs)
    case 'reject':
      return wallet.reject(order.withinMs)
    case 'behave':
      return wallet.behave(order.manner)
    case 'unlock':
      return wallet.unlock()
    case 'disconnect':
      return wallet.disconnect()
    case 'switchAccount':
      return wallet.switchAccount(order.index)
    case 'switchChain':
      if (wallet.kind === 'evm') return wallet.switchChain(order.chainId)
      throw new Error('A Solana wallet is on one chain.')
    case 'emit':
      if (wallet.kind === 'evm') return wallet.emit(order.event, order.payload)
      throw new Error('A Solana wallet tells of its accounts alone: switchAccount, disconnect.')
  }
}

/** What a mock wallet has seen so far. */
export function askWallet(name: string, kind?: Kind): Told {
  const { address, asked, questions } = walletOf(name, kind)
  return { address, asked: asked.map(({ method }) => method), questions: questions.map(({ method }) => method) }
}
