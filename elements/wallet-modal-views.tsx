import r2wc from '@r2wc/react-to-web-component'
import { Modal } from '../src/views/Modal'
import { whenLeft } from './when-left'

const NAME = 'wallet-modal-views'

type Lifecycle = HTMLElement & { connectedCallback(): void; disconnectedCallback(): void }

/** The React tree of a `<wallet-modal>`; private, without properties and without a shadow of its own. */
class WalletModalViews extends (r2wc(Modal) as new () => Lifecycle) {
  override connectedCallback() {
    super.connectedCallback()
    // A dialog that was moved stays open but has left the top layer.
    const dialog = this.querySelector('dialog')
    if (!dialog?.open || dialog.matches(':modal')) return
    dialog.removeAttribute('open')
    dialog.showModal()
  }

  /** Moving the element takes it out and puts it back in one go: only one that stays out lets go of its views. */
  override disconnectedCallback() {
    whenLeft((this.getRootNode() as ShadowRoot).host ?? this, () => super.disconnectedCallback())
  }
}

/** Draws the views in every `<wallet-modal>`. Another copy of the script may have defined them meanwhile; the first one stays. */
export function defineViews(): void {
  if (!customElements.get(NAME)) customElements.define(NAME, WalletModalViews)
}
