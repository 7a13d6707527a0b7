import { isConfigured, loadNetworks, networkOf } from '../src/controllers/network-list'
import { chains } from '../src/state/chains'
import { config } from '../src/state/config'
import { messages } from '../src/state/messages'
import { networks } from '../src/state/networks'
import { CompanionElement, reflect } from './companion'

/**
 * `<wallet-network-button for? size?>`: shows the active network and opens the list of networks.
 *
 * @element wallet-network-button
 * @attr {text} for - id of the `<wallet-modal>` to open; default: the first one on the page
 * @attr {small} size - `small` or the usual one
 * @csspart button - the button
 */
export class WalletNetworkButtonElement extends CompanionElement {
  static observedAttributes = ['for', 'size']
  /** Id of the `<wallet-modal>` to open. */
  declare for: string | null
  /** `small`, or the usual one. */
  declare size: string | null

  override connectedCallback(): void {
    super.connectedCallback()
    void loadNetworks().catch(() => {})
  }

  /** Whether the visitor is told that the app does not use the network. */
  get #wrong(): boolean {
    const { status, networkId } = chains.active
    return status === 'connected' && config.wrongNetwork !== 'ignore' && !isConfigured(networkId)
  }

  get #name(): string {
    const words = messages.page
    if (this.#wrong) return words.wrongNetwork
    return networks.list.length > 0 ? networkOf(chains.active.networkId ?? config.startNetwork).name : words.selectNetwork
  }

  protected override fingerprint(): string {
    return [this.#wrong, this.#name, messages.locale].join()
  }

  protected override paint(): void {
    const [wrong, name, words] = [this.#wrong, this.#name, messages.page]
    this.button.dataset.state = wrong ? 'wrong' : 'network'
    const label = document.createElement('span')
    label.className = 'label'
    label.textContent = name
    this.button.replaceChildren(label)
    this.button.setAttribute('aria-label', words.network(name))
  }

  protected override press(door: Parameters<CompanionElement['press']>[0]): Promise<void> {
    return door.show({ view: 'Networks' })
  }

  static {
    reflect(WalletNetworkButtonElement)
  }
}
