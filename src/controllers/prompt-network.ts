import { chains } from '../state/chains'
import { config } from '../state/config'
import { modal } from '../state/modal'
import { hideModal, openAnywhere, resetView } from './modal'
import { isConfigured } from './network-list'

let told: string | undefined

/** A wallet on a network that the app does not use: the view that offers the right ones, once a network, and never on arrival. */
export function promptNetwork(): void {
  const { status, networkId, restored } = chains.active
  if (status !== 'connected' || isConfigured(networkId)) {
    told = undefined
    // The host has other networks now than when it was chosen, or left. What is none stays untouched: a drawing made ahead would be old.
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
