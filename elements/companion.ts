import { closeModal } from '../src/controllers/modal'
import { isConfigured } from '../src/controllers/network-list'
import { onChange } from '../src/controllers/on-change'
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
import { loadViews } from './views'

type Door = HTMLElement & { show(options?: object): Promise<void>; readonly open: boolean }

let sheet: CSSStyleSheet | undefined

/** A button on the page that shows a fact of the wallet and opens a modal: no React, no chain library. */
export abstract class CompanionElement extends ElementBase {
  protected readonly button: HTMLButtonElement
  #stop: (() => void) | undefined

  constructor() {
    super()
    const root = this.attachShadow({ mode: 'open', delegatesFocus: true })
    sheet ??= makeSheet()
    root.adoptedStyleSheets = [sheet]
    this.button = document.createElement('button')
    this.button.type = 'button'
    this.button.setAttribute('part', 'button')
    this.button.setAttribute('aria-haspopup', 'dialog')
    // Of the button too, which is inside; by itself it is pressed by `click()`, and by tests.
    this.addEventListener('click', () => this.#press())
    // Reaching for the button is intent enough to load what the press will show.
    for (const intent of ['pointerenter', 'focus'])
      this.button.addEventListener(intent, () => void loadViews().catch(() => {}), { once: true })
    root.append(this.button)
    keepEarlyProperties(this)
  }

  connectedCallback() {
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

  /** Draws what is true now. */
  protected abstract paint(): void
  /** What the press asks the modal for. */
  protected abstract press(door: Door): Promise<void>

  /** Follows the stores; returns its stop. */
  protected start(): () => void {
    return onChange(
      [chains, account, networks, config, messages, modal],
      () => this.fingerprint() + messages.page.connectWallet + messages.own,
      () => this.paint(),
    )
  }
  /** What the drawing depends on, as text. */
  protected abstract fingerprint(): string

  /** The modal that `for` names, else the first one on the page. */
  protected get door(): Door | undefined {
    const id = this.getAttribute('for')
    const root = this.getRootNode() as Document | ShadowRoot
    // What stands in shadow roots is found by no selector.
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
    else void this.press(door).catch(() => {})
  }
}

/** Whether the visitor is told that the app does not use the network, which it may do later. */
export const isWrong = ({ status, networkId }: Pick<Chain, 'status' | 'networkId'>): boolean =>
  status === 'connected' && config.wrongNetwork !== 'ignore' && !isConfigured(networkId)

/** Gives a class a property for each attribute, which is set with it: frameworks set properties where they find some, Angular always. */
export function reflect({ prototype, observedAttributes }: { prototype: object; observedAttributes: readonly string[] }): void {
  for (const name of observedAttributes)
    Object.defineProperty(prototype, name, {
      get(this: HTMLElement) {
        const text = this.getAttribute(name)
        // Frameworks write `false` as text where an element has no such property.
        return name === 'balance' ? text !== null && text !== 'false' : text
      },
      set(this: HTMLElement, value: unknown) {
        if (!value && value !== '') this.removeAttribute(name)
        else this.setAttribute(name, value === true ? '' : `${value}`)
      },
    })
}

function makeSheet(): CSSStyleSheet {
  const made = new CSSStyleSheet()
  // jsdom, in which hosts test, had none until lately.
  made.replaceSync?.(buttonCss + accentCss)
  return made
}
