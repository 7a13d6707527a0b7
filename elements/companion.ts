import { closeModal } from '../src/controllers/modal'
import { isConfigured } from '../src/controllers/network-list'
import { onChange } from '../src/controllers/on-change'
import type { WalletError } from '../src/lib/errors'
import { account } from '../src/state/account'
import { type Chain, chains } from '../src/state/chains'
import { config } from '../src/state/config'
import { messages } from '../src/state/messages'
import { modal } from '../src/state/modal'
import { networks } from '../src/state/networks'
import accentCss from '../src/ui/accent.css?inline'
import { ElementBase } from './base'
import buttonCss from './companion.css?inline'
import { keepEarlyProperties } from './early-properties'
import { first } from './page'
import { makeSheet } from './sheet'
import { loadViews } from './views'

type Door = HTMLElement & { show(options?: object): Promise<void>; readonly open: boolean }

/** Long enough for a sentence to be read. */
const SAID_MS = 5_000

let sheet: CSSStyleSheet | undefined
/** What is said at present, of all buttons of the page. */
let note: HTMLElement | undefined
let end: ReturnType<typeof setTimeout>

/** A button on the page that shows something about the wallet and opens a modal: no React, no chain library. */
export abstract class CompanionElement extends ElementBase {
  protected readonly button: HTMLButtonElement
  #stop: (() => void) | undefined

  constructor() {
    super()
    const root = this.attachShadow({ mode: 'open', delegatesFocus: true })
    this.button = document.createElement('button')
    this.button.type = 'button'
    this.button.setAttribute('part', 'button')
    this.button.setAttribute('aria-haspopup', 'dialog')
    // Includes clicks on the inner button; the element itself is clicked by `click()` and by tests. Not the second of a double click.
    this.addEventListener('click', ({ detail }) => detail > 1 || this.#press())
    // Hovering or focusing the button is enough of a hint to load what a press will show.
    for (const intent of ['pointerenter', 'focus'])
      this.button.addEventListener(intent, () => void loadViews().catch(() => {}), { once: true })
    root.append(this.button)
    keepEarlyProperties(this)
  }

  connectedCallback() {
    // Each time: an element that has passed through another document, as by htmx's `hx-preserve`, has lost them.
    sheet ??= makeSheet(buttonCss + accentCss)
    if (this.shadowRoot && this.ownerDocument === document) this.shadowRoot.adoptedStyleSheets = [sheet]
    this.#stop ??= this.start()
    this.paint()
  }

  disconnectedCallback() {
    queueMicrotask(() => {
      if (this.isConnected) return
      this.#stop?.()
      this.#stop = undefined
    })
  }

  attributeChangedCallback() {
    if (this.isConnected) this.paint()
  }

  /** Draws the current state. */
  protected abstract paint(): void
  /** Opens the modal's view for this button. */
  protected abstract press(door: Door): Promise<void>

  /** Subscribes to the stores; returns a function that unsubscribes. */
  protected start(): () => void {
    return onChange(
      [chains, account, networks, config, messages, modal],
      () => this.fingerprint() + messages.page.connectWallet + messages.own,
      () => this.paint(),
    )
  }
  /** Everything that the drawing depends on, as text. */
  protected abstract fingerprint(): string

  /** The modal that `for` names, else the first one on the page. */
  protected get door(): Door | undefined {
    const id = this.getAttribute('for')
    const root = this.getRootNode() as Document | ShadowRoot
    // Selectors do not find elements in shadow roots.
    const found = id
      ? (root.getElementById(id) ?? document.getElementById(id))
      : (document.querySelector('wallet-modal') ?? first())
    return found && 'show' in found ? (found as Door) : undefined
  }

  #press(): void {
    const { door } = this
    const id = this.getAttribute('for')
    if (!door) return console.warn(`<${this.localName}> finds no <wallet-modal${id ? ` id="${id}"` : ''}> in this page.`)
    if (door.open) closeModal('api')
    else
      void this.press(door).catch(({ help }: WalletError) =>
        this.#say(messages.view?.modal.failed.VIEW_UNAVAILABLE ?? help ?? ''),
      )
  }

  /** Tells the visitor for a while why nothing opens: the modal, which tells everything else, did not load. Another press makes it stay. */
  #say(words: string): void {
    clearTimeout(end)
    end = setTimeout(() => {
      note = void note?.remove()
    }, SAID_MS)
    // Its button may have left the page.
    if (note?.isConnected) return
    note = document.createElement('span')
    note.setAttribute('role', 'alert')
    note.setAttribute('lang', messages.locale)
    note.setAttribute('popover', 'manual')
    note.textContent = words
    this.shadowRoot?.append(note)
    note.showPopover?.()
  }
}

/** Whether to show that the app does not use the network; its configuration may change. */
export const isWrong = ({ status, networkId }: Pick<Chain, 'status' | 'networkId'>): boolean =>
  status === 'connected' && config.wrongNetwork !== 'ignore' && !isConfigured(networkId)

/** Gives a class a property for each attribute that writes it: frameworks set properties if they exist, Angular always. */
export function reflect({ prototype, observedAttributes }: { prototype: object; observedAttributes: readonly string[] }): void {
  for (const name of observedAttributes)
    Object.defineProperty(prototype, name, {
      get(this: HTMLElement) {
        const text = this.getAttribute(name)
        // Frameworks write `false` as text if an element has no such property.
        return name === 'balance' ? text !== null && text !== 'false' : text
      },
      set(this: HTMLElement, value: unknown) {
        if (!value && value !== '') this.removeAttribute(name)
        else this.setAttribute(name, value === true ? '' : `${value}`)
      },
    })
}
