import r2wc from '@r2wc/react-to-web-component'
import { adoptAgain, Modal } from '../src/views/Modal'
import { isHere, whenLeft } from './when-left'

const NAME = 'wallet-modal-views'

type Lifecycle = HTMLElement & { connectedCallback(): void; disconnectedCallback(): void }

/** The React tree of a `<wallet-modal>`; private, without properties or a shadow root of its own. */
class WalletModalViews extends (r2wc(Modal) as new () => Lifecycle) {
  override connectedCallback() {
    if (!isHere(this)) return
    super.connectedCallback()
    const root = this.getRootNode()
    if (root instanceof ShadowRoot) adoptAgain(root)
    // A dialog that was moved stays open but is no longer in the top layer.
    const dialog = this.querySelector('dialog')
    if (!dialog?.open || dialog.matches(':modal')) return
    dialog.removeAttribute('open')
    dialog.showModal()
  }

  /** Moving the element removes and inserts it in one step: the views are only unmounted if it stays out. */
  override disconnectedCallback() {
    whenLeft((this.getRootNode() as ShadowRoot).host ?? this, () => super.disconnectedCallback())
  }
}

/** Draws the views in every `<wallet-modal>`. If another copy of the script has already defined them, that one stays. */
export function defineViews(): void {
  if (!customElements.get(NAME)) customElements.define(NAME, WalletModalViews)
}
