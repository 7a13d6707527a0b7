import { EvmWallet, type EvmWalletOptions } from './evm-wallet'
import type { Manner } from './manner'
import { SolanaWallet, type SolanaWalletOptions } from './solana-wallet'

/** A mock wallet, as described outside of its page. */
export type MockWalletOptions =
  | ({ readonly kind?: 'evm' | undefined } & EvmWalletOptions)
  | ({ readonly kind: 'solana' } & SolanaWalletOptions)
/** What a mock wallet can be told from outside its page. */
export type Order =
  | { readonly type: 'approve' | 'reject'; readonly withinMs?: number }
  | { readonly type: 'behave'; readonly manner: Manner }
  | { readonly type: 'unlock' | 'disconnect' }
  | { readonly type: 'switchAccount'; readonly index: number }
  | { readonly type: 'switchChain'; readonly chainId: number }
  | { readonly type: 'emit'; readonly event: string; readonly payload: unknown }

/** A mock wallet's state: its account, the methods requested, oldest first, and those that wait for an answer. */
export type Told = { readonly address: string; readonly asked: readonly string[]; readonly questions: readonly string[] }

/** Tells apart two wallets with the same name, as a wallet with several chains is. */
export type Kind = NonNullable<MockWalletOptions['kind']>

declare global {
  interface Window {
    /** For drivers outside the page, Playwright's side of the kit among them (`page-script.ts`). */
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
 * Puts a mock wallet into each page that a tab loads. Like a real wallet, it remembers the site's permission, its account and network,
 * and how it is to answer.
 */
export function keepWallet(options: MockWalletOptions): void {
  const key = `wallet-modal-testing ${JSON.stringify(options)}`
  const { account = 0, ...known } = recall(key)
  const wallet = installWallet({ ...options, ...known } as MockWalletOptions)
  if (account > 0) void wallet.switchAccount(account)
  const before = JSON.stringify(wallet.memory)
  window.addEventListener('pagehide', () => {
    const now = JSON.stringify(wallet.memory)
    // A frame of the site has its own wallet, which perhaps was never used.
    if (now !== before) remember(key, now)
  })
}

function recall(key: string): { readonly account?: number } {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}')
  } catch {
    // Without storage the page gets a new wallet each time.
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

/** Creates a mock wallet and announces it to the page. One with the same name and kind replaces the earlier one. */
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
  // Pages take announcements with the same uuid for one wallet, and two with the same rdns for a wallet and its imposter.
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

/** A mock wallet's name. */
export const nameIn = ({ kind, name = kind === 'solana' ? 'Mock Solana Wallet' : 'Mock Wallet' }: MockWalletOptions): string =>
  name

/** Whether both kinds have a wallet of this name: for the page that is one wallet with several chains. */
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
      throw new Error('A mock Solana wallet stays on one chain: switchChain() is for EVM wallets.')
    case 'emit':
      if (wallet.kind === 'evm') return wallet.emit(order.event, order.payload)
      throw new Error('A mock Solana wallet emits no events on demand: use switchAccount() or disconnect().')
  }
}

/** What a mock wallet has received so far. */
export function askWallet(name: string, kind?: Kind): Told {
  const { address, asked, questions } = walletOf(name, kind)
  return { address, asked: asked.map(({ method }) => method), questions: questions.map(({ method }) => method) }
}
