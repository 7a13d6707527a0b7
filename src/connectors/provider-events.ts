import { chainIdOf, parseCaipAddress } from '../lib/caip'
import { type ErrorCode, WalletError } from '../lib/errors'
import type { Connection, Provider } from './types'

type Hear = (payload: unknown) => void

/** The provider that the host gets; `changed` tells its listeners that the connection may have changed. */
export type HostWallet = { readonly wallet: object; readonly changed: () => void }

/** Error numbers that hosts' libraries rely on (EIP-1193, EIP-1474). */
const numbers: Partial<Record<ErrorCode, number>> = {
  USER_REJECTED: 4001,
  // Closed unanswered.
  REQUEST_ABORTED: 4001,
  WALLET_UNAUTHORIZED: 4100,
  LOGIN_EXPIRED: 4100,
  METHOD_NOT_ALLOWED: 4200,
  CHAIN_MISMATCH: 4901,
  RPC_INVALID_PARAMS: -32602,
}
/** For all other errors; not -32603, after which libraries would prompt the visitor again. */
const FAILED = -32000

function numbered(cause: unknown, method: string): never {
  if (!(cause instanceof WalletError)) throw cause
  // A closed request to send may already have been approved: called a refusal, it would be sent again.
  const unknown = cause.code === 'REQUEST_ABORTED' && /send/i.test(method)
  throw Object.assign(new Error(cause.message, { cause }), { code: (!unknown && numbers[cause.code]) || FAILED })
}

/** The provider of an Ethereum connection with the events and error numbers that hosts expect (EIP-1193). */
export function withEvents(provider: Provider, current: () => Connection | undefined): HostWallet {
  const listeners = new Map<unknown, Set<Hear>>()
  const of = (name: unknown) => listeners.get(name) ?? listeners.set(name, new Set()).get(name) ?? new Set()
  // Each in its own microtask: an error in one listener does not affect the others.
  const emit = (name: string, payload: unknown) => {
    for (const hear of of(name)) queueMicrotask(() => of(name).has(hear) && hear(payload))
  }
  const read = () => {
    const { accounts = [], networkId } = current() ?? {}
    return {
      accounts: accounts.map((id) => parseCaipAddress(id).address),
      chainId: networkId && `0x${chainIdOf(networkId).toString(16)}`,
    }
  }
  /** The state last reported; first read when somebody listens. */
  let before: ReturnType<typeof read> | undefined
  const wallet = {
    request: (args: Parameters<Provider['request']>[0]) => provider.request(args).catch((cause) => numbered(cause, args.method)),
    on(name: string, hear: Hear) {
      before ??= read()
      of(name).add(hear)
      return wallet
    },
    removeListener(name: string, hear: Hear) {
      of(name).delete(hear)
      return wallet
    },
  }
  const changed = () => {
    if (!before) return
    const was = before
    const now = read()
    before = now
    if (now.chainId && now.chainId !== was.chainId) emit('chainChanged', now.chainId)
    if (now.accounts.join() !== was.accounts.join()) emit('accountsChanged', now.accounts)
    if (!now.chainId && was.chainId) emit('disconnect', Object.assign(new Error('The wallet is disconnected'), { code: 4900 }))
  }
  return { wallet, changed }
}
