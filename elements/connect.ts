import { connectorById } from '../src/controllers/discovery'
import { hideModal, onClosed } from '../src/controllers/modal'
import { onChange } from '../src/controllers/on-change'
import { wake } from '../src/controllers/wake'
import type { ChainNamespace } from '../src/lib/caip'
import { type ErrorCode, WalletError } from '../src/lib/errors'
import { attempt } from '../src/state/attempt'
import { chainOf, chains } from '../src/state/chains'
import { type PublicAccount, publicAccount } from './public-state'
import { show } from './show'
import { told } from './told'

export type ConnectOptions = {
  readonly wallet?: string
  readonly namespace?: ChainNamespace
  /** With `wallet: 'watch'`. */
  readonly address?: string
  readonly signal?: AbortSignal
}

/** Connects for the host: an installed wallet at once, anything else through the modal. */
export async function connectWallet(
  element: Parameters<typeof show>[0],
  { wallet, namespace, signal }: ConnectOptions,
): Promise<PublicAccount | undefined> {
  if (wallet === 'watch') throw refused('UNSUPPORTED_YET')
  if (signal?.aborted) throw refused('ABORTED')
  const present = accountOf(namespace)
  if (present && (wallet === undefined || present.wallet.id === wallet)) return present
  const connector = wallet === undefined ? undefined : connectorById(wallet)
  if (connector && connector.type !== 'WALLET_CONNECT') {
    const connected = await (await wake()).connect.run({ wallet: connector.id, namespace, signal })
    return connected ? accountOf(namespace) : undefined
  }
  const view = wallet === undefined ? 'Connect' : connector ? 'ConnectingWalletConnectBasic' : 'ConnectingWallet'
  await show(element, { view, ...(wallet !== undefined && { wallet }) })
  return whenConnected(namespace, signal)
}

/** Resolves to the account that the visitor connects; rejects when the modal is closed without one. */
function whenConnected(
  namespace: ChainNamespace | undefined,
  signal: AbortSignal | undefined,
): Promise<PublicAccount | undefined> {
  let last: ErrorCode | undefined
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      for (const stop of stops) stop()
      signal?.removeEventListener('abort', abort)
      finish()
    }
    const abort = () => {
      settle(() => reject(refused('ABORTED')))
      hideModal()
    }
    const stops = [
      onChange(
        [attempt],
        () => attempt.code,
        (code) => {
          last = code ?? last
        },
      ),
      onChange(
        [chains],
        () => accountOf(namespace)?.caipAddress,
        (now) => now && settle(() => resolve(accountOf(namespace))),
      ),
      onClosed(() => settle(() => (accountOf(namespace) ? resolve(accountOf(namespace)) : reject(refused(last ?? 'ABORTED'))))),
    ]
    signal?.addEventListener('abort', abort)
  })
}

function accountOf(namespace: ChainNamespace = chains.activeNamespace): PublicAccount | undefined {
  const chain = chainOf(namespace)
  return chain.status === 'connected' ? publicAccount(namespace, chain) : undefined
}

const refused = (code: ErrorCode): WalletError => told(new WalletError(code))
