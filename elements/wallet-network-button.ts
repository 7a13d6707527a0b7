import { isConfigured, loadNetworks, networkOf } from '../src/controllers/network-list'
import { chains } from '../src/state/chains'
import { config } from '../src/state/config'
import { messages } from '../src/state/messages'
import { networks } from '../src/state/networks'
import { CompanionElement } from './companion'

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

  override connectedCallback(): void {
    super.connectedCallback()
    void loadNetworks().catch(() => {})
  }

  protected override fingerprint(): string {
    const { status, networkId } = chains.active
    return [status, networkId, config.networkIds.join(), config.wrongNetwork, networks.list.length, messages.locale].join()
  }

  protected override paint(): void {
    const { status, networkId } = chains.active
    const shown = networkId ?? config.startNetwork
    const wrong = status === 'connected' && config.wrongNetwork !== 'ignore' && !isConfigured(networkId)
    const words = messages.page
    const name = wrong ? words.wrongNetwork : networks.list.length > 0 ? networkOf(shown).name : words.selectNetwork
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
}
