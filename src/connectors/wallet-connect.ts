import { WalletError } from '../lib/errors'
import { WALLET_CONNECT } from '../lib/wallet'
import type { Connector, ConnectorEvent, ConnectRequest, Discover } from './types'
import type { WalletConnectConfig } from './wallet-connect-config'
import type { WalletConnectSession } from './wallet-connect-current'

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
  id: WALLET_CONNECT,
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
