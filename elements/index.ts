import { WalletButtonElement } from './wallet-button'
import { WalletModalElement } from './wallet-modal'
import { WalletNetworkButtonElement } from './wallet-network-button'

export type { AnalyticsBatch, AnalyticsEvents } from '../src/controllers/analytics-events'
export type { Diagnosis } from '../src/controllers/diagnose'
export type { CaipAddress, CaipNetworkId, ChainNamespace } from '../src/lib/caip'
export type { ErrorCode, WalletError } from '../src/lib/errors'
export type { LoginClient } from '../src/lib/login-client'
export type { LoginUser, SupportView } from '../src/lib/login-user'
export type { Siwx, SiwxMessage, SiwxSession } from '../src/lib/siwx'
export type { WalletIdentity } from '../src/lib/wallet'
export type { ViewName } from '../src/views'
export type { ConnectOptions } from './connect'
export type { WalletEvents } from './events'
export type { PlannedHost } from './network-plan'
export type { PublicAccount, PublicState } from './public-state'
export type { ShowOptions } from './show'
export { WalletButtonElement, WalletModalElement, WalletModalElement as WalletModal, WalletNetworkButtonElement }

declare global {
  interface HTMLElementTagNameMap {
    'wallet-modal': WalletModalElement
    'wallet-button': WalletButtonElement
    'wallet-network-button': WalletNetworkButtonElement
  }
}

// Node, workers and edge runtimes have no element registry; then nothing happens.
if (typeof customElements !== 'undefined') {
  const other = customElements.get('wallet-modal') as Partial<typeof WalletModalElement> | undefined
  if (other)
    console.info(
      `<wallet-modal> is already defined, as ${other.version}: this copy, ${WalletModalElement.version}, stays idle. Load only one of them.`,
    )
  else {
    // The page may have its own button with one of these names; an error here would also stop the page's modules.
    const define = (name: string, element: CustomElementConstructor) =>
      customElements.get(name) || customElements.define(name, element)
    define('wallet-modal', WalletModalElement)
    define('wallet-button', WalletButtonElement)
    define('wallet-network-button', WalletNetworkButtonElement)
  }
}
