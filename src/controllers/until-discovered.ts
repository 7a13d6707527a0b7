import type { Connector } from '../connectors/types'
import { WALLET_CONNECT } from '../lib/wallet'
import { config } from '../state/config'
import { connectors } from '../state/connectors'
import { connectorById } from './discovery'
import { onChange } from './on-change'
import { onSignClient, ownSignClient } from './sign-client'

/** A connector that can be asked; WalletConnect only once the site has set a project id or its own client, which may be later. */
const present = (id: string): Connector | undefined =>
  id !== WALLET_CONNECT || config.projectId || ownSignClient() ? connectorById(id) : undefined

/** Waits for a wallet to be found; resolves to undefined when the signal aborts first. */
export function untilDiscovered(id: string, signal: AbortSignal): Promise<Connector | undefined> {
  const here = present(id)
  if (here || signal.aborted) return Promise.resolve(here)
  return new Promise((resolve) => {
    const end = () => {
      for (const stop of stops) stop()
      resolve(present(id))
    }
    const look = () => present(id) && end()
    const stops = [onChange([connectors, config], () => present(id) !== undefined, end), onSignClient(look)]
    signal.addEventListener('abort', end, { once: true })
  })
}
