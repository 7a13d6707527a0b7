import type { CaipNetworkId } from '../lib/caip'
import { WalletError } from '../lib/errors'
import type { Cacao, SiwxData } from '../lib/siwx'
import type { Connector, ConnectorEvent, ConnectRequest, Discover } from './types'
import type { WalletConnectSession } from './wallet-connect-current'

/** Sends a read that the wallet does not answer to the chain's own endpoint. */
export type RpcFetch = (networkId: CaipNetworkId, request: { method: string; params?: unknown }) => Promise<unknown>

/** Connecting and signing in with one prompt. */
export type OneClick = {
  /** A new message, without an account yet. */
  request(): Promise<SiwxData>
  /**
   * Verifies what the wallet signed against what it was asked (the payload as sent); after an abort nothing is kept. Rejects with
   * SIGN_IN_MISMATCH, SIGN_IN_FAILED, ABORTED.
   */
  take(
    signed: readonly { readonly cacao: Cacao; readonly text: string }[],
    asked: Omit<Cacao['p'], 'iss'> & { readonly chains: readonly string[] },
    signal?: AbortSignal,
  ): Promise<void>
}

/** The app's settings for WalletConnect. */
export type WalletConnectConfig = {
  readonly projectId: string | undefined
  /** `wss://…`; WalletConnect's own relay when absent. */
  readonly relayUrl: string | undefined
  /** Shown by wallets. */
  readonly metadata: {
    readonly name: string
    readonly description: string
    readonly url: string
    readonly icons: readonly string[]
  }
  /** Separates two embeds, or two releases, in storage. */
  readonly storagePrefix: string
  /** The host's own initialised sign-client 2.x, used as it is: its other sessions and settings are left alone. */
  readonly signClient?: unknown
  /** Signs in while connecting, if the app wants that; called for each attempt. */
  readonly oneClick?: (() => Promise<OneClick | undefined>) | undefined
  /** Answers reads that the wallet does not; without it they reject with WALLET_METHOD_UNSUPPORTED. */
  readonly rpc?: RpcFetch | undefined
}

let config: WalletConnectConfig | undefined
let session: { readonly of: WalletConnectConfig; readonly opened: Promise<WalletConnectSession> } | undefined
const listeners = new Set<(event: ConnectorEvent) => void>()
/** Open attempts. */
let connecting = 0
/**
 * Time limit of the first code, including all that loads before it, so that the visitor is told within ten seconds (fault 26); the
 * attempt goes on after it.
 */
const CODE_LIMIT_MS = 9_000
let late: ReturnType<typeof setTimeout> | undefined
/** An outage is reported once. */
let told = false

/** Configures WalletConnect; to be called before a connect or restore, and again when the configuration changes. */
export function configureWalletConnect(next: WalletConnectConfig): void {
  config = next
}

/** Closes the socket and drops the client; stored sessions stay and can be restored. */
export async function closeWalletConnect(): Promise<void> {
  const closing = session
  session = undefined
  await closing?.opened.then(
    (opened) => opened.close(),
    () => {},
  )
}

const tell = (event: ConnectorEvent) => {
  const isOutage = event.type === 'error' && event.code === 'RELAY_UNREACHABLE'
  if (isOutage && told) return
  if (isOutage || event.type === 'pairing') {
    told = isOutage
    clearTimeout(late)
  }
  for (const listener of listeners) listener(event)
}

/** Loads the SDK (140 kB), only when a QR code or a stored session needs it. */
async function open({ networks }: ConnectRequest): Promise<WalletConnectSession> {
  if (!config?.projectId && !config?.signClient) throw new WalletError('PROJECT_ID_NOT_CONFIGURED')
  const wanted = config
  const left = session?.opened
  if (!session || !isSame(session.of, wanted))
    session = {
      of: wanted,
      opened: import('./wallet-connect-session').then(({ openWalletConnect }) =>
        openWalletConnect(left, networks, wanted, tell, () => config?.rpc),
      ),
    }
  try {
    return await session.opened
  } catch (cause) {
    session = undefined
    throw cause instanceof WalletError ? cause : new WalletError('CONNECT_FAILED', { cause })
  }
}

const isSame = (one: WalletConnectConfig, other: WalletConnectConfig) =>
  (['projectId', 'relayUrl', 'storagePrefix', 'signClient'] as const).every((each) => one[each] === other[each])

const walletConnect: Connector = {
  id: 'walletConnect',
  name: 'WalletConnect',
  type: 'WALLET_CONNECT',
  namespaces: ['eip155', 'solana', 'bip122', 'polkadot'],
  async connect(request) {
    connecting += 1
    told = false
    clearTimeout(late)
    const own = setTimeout(tell, CODE_LIMIT_MS, { type: 'error', code: 'RELAY_UNREACHABLE' })
    late = own
    request.signal.addEventListener('abort', () => clearTimeout(own))
    try {
      return await (await open(request)).connect(request)
    } finally {
      clearTimeout(own)
      connecting -= 1
    }
  },
  async restore(request) {
    const before = session
    const found = await (await open(request)).restore(request)
    if (found.length > 0 || !before || before !== session || before.of.signClient || connecting > 0) return found
    // A client opened earlier does not know what another tab has connected since.
    await closeWalletConnect()
    return (await open(request)).restore(request)
  },
  disconnect: async () => (await session?.opened)?.disconnect(),
  on(listener) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) void session?.opened.then((opened) => opened.sleep(() => listeners.size === 0)).catch(() => {})
    }
  },
}

/** WalletConnect is always available. */
export const discover: Discover = (add) => {
  add(walletConnect)
  return () => void closeWalletConnect()
}
