import { wake } from '../src/controllers/wake'
import { shortAddress } from '../src/lib/caip'
import { startWhenLoaded, whenLoaded } from '../src/lib/when-loaded'
import { account, unreadAccount } from '../src/state/account'
import { chainOf, chains } from '../src/state/chains'
import { messages } from '../src/state/messages'
import { CompanionElement, isWrong, reflect } from './companion'
import { localAmount } from './cut-amount'

/**
 * `<wallet-button for? label? size? balance namespace?>`: shows connect, connecting, account or wrong network, and opens the modal.
 *
 * @element wallet-button
 * @attr {text} for - id of the `<wallet-modal>` to open; default: the first one on the page
 * @attr {text} label - text of the disconnected button
 * @attr {small} size - `small`; absent: the usual size
 * @attr {present or absent} balance - also shows the native balance
 * @attr {eip155, solana, bip122, polkadot} namespace - shows the account of this namespace, and offers its wallets
 * @csspart button - the button
 */
export class WalletButtonElement extends CompanionElement {
  static observedAttributes = ['for', 'label', 'size', 'balance', 'namespace']
  /** Id of the `<wallet-modal>` to open. */
  declare for: string | null
  /** Text of the disconnected button. */
  declare label: string | null
  /** `small`; null: the usual size. */
  declare size: string | null
  /** Also shows the native balance. */
  declare balance: boolean
  /** Shows the account of this namespace, and offers its wallets. */
  declare namespace: string | null
  #unwatch: (() => void) | undefined

  protected override start(): () => void {
    const stop = super.start()
    return () => {
      stop()
      this.#watch(false)
    }
  }

  protected override fingerprint(): string {
    const { status, caipAddress, networkId } = this.#chain
    // Another account's data is not shown; that the data now belongs to this account is by itself no reason to redraw.
    const own = account.owner === caipAddress ? account : unreadAccount()
    return [
      status,
      caipAddress,
      networkId,
      chains.restoring,
      own.balance,
      own.balanceSymbol,
      own.profileName,
      own.profileImage,
      messages.locale,
      isWrong(this.#chain),
    ].join()
  }

  protected override paint(): void {
    const { status, address } = this.#chain
    const words = messages.page
    const connected = status === 'connected' && address !== undefined
    const wrong = isWrong(this.#chain)
    const state = wrong
      ? 'wrong'
      : connected
        ? 'connected'
        : status === 'connecting'
          ? 'connecting'
          : chains.restoring
            ? 'restoring'
            : 'disconnected'
    this.#watch(connected && this.balance)
    this.button.dataset.state = state
    // Screen readers need the language of the text; the host's own label is in the page's language.
    if (state === 'disconnected' && this.label) this.button.removeAttribute('lang')
    else this.button.setAttribute('lang', messages.locale)
    this.button.setAttribute('aria-busy', String(state in words))
    if (wrong) return this.#fill([text('label', words.wrongNetwork)], words.wrongNetwork)
    if (connected) return this.#paintAccount(address)
    // `connecting` and `restoring` are also the names of their texts.
    const label = words[state as 'connecting' | 'restoring'] || this.label || words.connectWallet
    // The longest of the labels keeps the width while another is shown.
    this.#fill([text('label', label)], state === 'connecting' ? `${words.connectWallet}: ${words.connecting}` : label)
  }

  #paintAccount(address: string): void {
    const own = account.owner !== undefined && account.owner === this.#chain.caipAddress
    const short = shortAddress(address)
    const name = (own && account.profileName) || short
    const parts: Node[] = [this.#picture(address, own ? account.profileImage : undefined), text('name', name)]
    const balance =
      own &&
      this.balance &&
      account.balance !== undefined &&
      `${localAmount(account.balance, messages.locale)} ${account.balanceSymbol ?? ''}`.trim()
    if (balance) parts.unshift(text('balance', balance))
    const label = messages.page.account(name === short ? name : `${name} ${short}`)
    this.#fill(parts, balance ? `${label}, ${balance}` : label)
  }

  /** The profile's picture, or the seal of the address until it has loaded or if it fails. */
  #picture(address: string, image: string | undefined): HTMLElement {
    const frame = text('avatar', '')
    // Loaded on demand: only connected visitors have a seal.
    whenLoaded(import('./seal'), ({ drawSeal }) => frame.childNodes.length || drawSeal(frame, address))
    if (!image) return frame
    const picture = document.createElement('img')
    picture.alt = ''
    picture.referrerPolicy = 'no-referrer'
    picture.onload = () => frame.replaceChildren(picture)
    picture.src = image
    return frame
  }

  #fill(parts: Node[], label: string): void {
    this.button.replaceChildren(...parts)
    this.button.setAttribute('aria-label', label)
  }

  #watch(wanted: boolean): void {
    if (!wanted) this.#unwatch = void this.#unwatch?.()
    else if (!this.#unwatch) this.#unwatch = startWhenLoaded(wake(), ({ watchAccount }) => watchAccount())
  }

  get #chain() {
    return this.namespace ? chainOf(this.namespace) : chains.active
  }

  protected override press(door: Parameters<CompanionElement['press']>[0]): Promise<void> {
    return door.show({ ...(isWrong(this.#chain) && { view: 'UnsupportedChain' }), namespace: this.namespace ?? undefined })
  }

  static {
    reflect(WalletButtonElement)
  }
}

function text(className: string, content: string): HTMLElement {
  const span = document.createElement('span')
  span.className = className
  span.textContent = content
  return span
}
