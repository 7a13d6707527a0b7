import { loadNetworks, networkOf } from '../src/controllers/network-list'
import { untilLoaded } from '../src/lib/until-loaded'
import { chains } from '../src/state/chains'
import { config } from '../src/state/config'
import { messages } from '../src/state/messages'
import { networks } from '../src/state/networks'
import { CompanionElement, isWrong, reflect } from './companion'

/**
 * `<wallet-network-button for? size?>`: shows the active network and opens the list of networks.
 *
 * @element wallet-network-button
 * @attr {text} for - id of the `<wallet-modal>` to open; default: the first one on the page
 * @attr {small} size - `small`; absent: the usual size
 * @csspart button - the button
 */
export class WalletNetworkButtonElement extends CompanionElement {
  static observedAttributes = ['for', 'size']
  /** Id of the `<wallet-modal>` to open. */
  declare for: string | null
  /** `small`; null: the usual size. */
  declare size: string | null

  override connectedCallback(): void {
    super.connectedCallback()
    void untilLoaded(async () => this.isConnected && loadNetworks())
  }

  /** What is shown, and what it is to who hears it. */
  get #texts(): [shown: string, heard: string] {
    const { wrongNetwork, selectNetwork, network } = messages.page
    if (isWrong(chains.active)) return [wrongNetwork, `${wrongNetwork}: ${selectNetwork}`]
    if (networks.list.length === 0) return [selectNetwork, selectNetwork]
    const { name } = networkOf(chains.active.networkId ?? config.startNetwork)
    return [name, network(name)]
  }

  protected override fingerprint(): string {
    return [this.#texts, messages.locale].join()
  }

  protected override paint(): void {
    const [shown, heard] = this.#texts
    this.button.dataset.state = isWrong(chains.active) ? 'wrong' : 'network'
    this.button.setAttribute('lang', messages.locale)
    const label = document.createElement('span')
    label.className = 'label'
    label.textContent = shown
    this.button.replaceChildren(label)
    this.button.setAttribute('aria-label', heard)
  }

  protected override press(door: Parameters<CompanionElement['press']>[0]): Promise<void> {
    return door.show({ view: 'Networks' })
  }

  static {
    reflect(WalletNetworkButtonElement)
  }
}
