import { chains } from '../state/chains'
import { config } from '../state/config'
import { modal } from '../state/modal'
import { hideModal, openAnywhere, resetView } from './modal'
import { isConfigured } from './network-list'

let told: string | undefined

/** Opens UnsupportedChain when the wallet is on a network that the app does not use: once for each network, never for a restored session. */
export function promptNetwork(): void {
  const { status, networkId, restored } = chains.active
  if (status !== 'connected' || isConfigured(networkId)) {
    told = undefined
    // The host has changed its networks since this one was chosen. Written only where needed: a write would discard a view drawn ahead.
    if (networkId && status === 'disconnected' && !isConfigured(networkId)) chains.active.networkId = undefined
    if (modal.view === 'UnsupportedChain') leaveUnsupported()
    return
  }
  const first = told === undefined
  if (config.wrongNetwork !== 'prompt' || told === networkId) return
  told = networkId
  if (!(restored && first)) openAnywhere('UnsupportedChain')
}

function leaveUnsupported(): void {
  if (chains.active.status === 'connected') hideModal()
  resetView(chains.active.status === 'connected' ? 'Account' : 'Connect')
}
