// The floor: what a button and a list of one wallet cost without any framework.
customElements.define(
  'x-connect',
  class extends HTMLElement {
    connectedCallback() {
      const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
      root.replaceChildren()
      const make = (name, text, parent) => {
        const element = document.createElement(name)
        element.textContent = text
        return parent.appendChild(element)
      }
      const open = make('button', 'Connect wallet', root)
      const dialog = make('dialog', '', root)
      dialog.setAttribute('aria-label', 'Connect')
      const row = make('button', 'Bench Wallet', dialog)
      open.onclick = () => dialog.showModal()
      row.onclick = async () => {
        const [address] = await window.benchWallet.request({ method: 'eth_requestAccounts' })
        dialog.close()
        open.textContent = `${address.slice(0, 4)}…${address.slice(-4)}`
      }
    }
  },
)
const element = document.querySelector('x-connect')
const place = element.parentElement
window.subject = { remove: () => element.remove(), add: () => place.append(element) }
