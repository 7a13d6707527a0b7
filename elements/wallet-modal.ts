import type { Diagnosis } from '../src/controllers/diagnose'
import { publicProviderOf } from '../src/controllers/providers'
import { whenRestored } from '../src/controllers/restore'
import { publicVersion } from '../src/lib/version'
import { messages } from '../src/state/messages'
import { modal } from '../src/state/modal'
import {
  attributeNames,
  type Given,
  type OwnAttributeName,
  ownAttributes,
  parseAttribute,
  parseProperty,
  propertyOf,
} from './attributes'
import { ElementBase } from './base'
import type { ConnectOptions } from './connect'
import { keepEarlyProperties } from './early-properties'
import { givenNetworks } from './given-networks'
import { applyTheme } from './given-theme'
import { isList, refuse } from './host-errors'
import { hostWallets, setCustomWallets, setExternalConnectors, setSignClient } from './host-wallets'
import { calls, lostDiagnosis } from './load-calls'
import { networkPlan, type PlannedHost } from './network-plan'
import { leaveFlow } from './out-of-flow'
import { applyGiven, type Door, enter, hasEntered, leave } from './page'
import { definePropertySettings } from './property-settings'
import type { Own, PropertySettings, PublicProperties } from './property-types'
import { type PublicAccount, type PublicState, publicState } from './public-state'
import { settingOf } from './setting-of'
import { abandon, close, embeddingChanged, NOT_HERE, type ShowOptions, show, viewsUnavailable } from './show'
import { showStatus } from './status'
import { loadViews, readyFaces } from './views'
import { isHere, whenLeft } from './when-left'

let ids = 0
/** Settings of an element without attributes. */
const own: Own = { open: false, embedded: false, view: undefined, theme: 'auto' }

export interface WalletModalElement extends PublicProperties, PropertySettings {}

/**
 * `<wallet-modal>`: an entry to the page's one wallet modal.
 *
 * @element wallet-modal
 * @slot logo - the site's logo on the first screen, instead of `app-icon`; 40 px high
 * @slot title - the heading of the first screen
 * @csspart dialog - the dialog itself
 * @csspart backdrop - the cover over the page behind the dialog
 * @csspart header - title bar
 * @csspart title - heading of the view
 * @csspart close - close button
 * @csspart back - back button
 * @csspart body - content of the view
 * @csspart footer - last line of a view
 * @csspart button - every button
 * @csspart primary-button - the filled button of a view
 * @csspart list-item - a row of a list
 * @csspart wallet-list - the list of wallets
 * @csspart qr - the QR code
 * @csspart input - text inputs
 * @csspart tabs - the account's tabs
 * @csspart tab - one tab
 * @csspart avatar - the account's picture
 * @csspart balance - the account's balance
 * @csspart snack - the message over the view
 * @csspart alert - the developer alert
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the static block at the end makes these accessors from the table of attributes
export class WalletModalElement extends ElementBase implements Door {
  static readonly version: string = publicVersion
  static observedAttributes = attributeNames
  readonly elementId = ++ids
  /** Page-wide settings given here, by property name. @private */
  readonly given: Given = {}
  #networks = givenNetworks(this.given, () => applyGiven(this))
  #own = { ...own }
  #themeVariables: Readonly<Record<string, string>> = {}
  #internals: ElementInternals | undefined
  /** Properties set before the script loaded: the markup's attributes are read after them, but are older. */
  #early: readonly string[] = []

  constructor() {
    super()
    const root = this.attachShadow({ mode: 'open' })
    root.append(document.createElement('wallet-modal-views'))
    this.#internals = this.attachInternals?.()
    this.#early = keepEarlyProperties(this)
    queueMicrotask(() => {
      this.#early = []
    })
  }

  connectedCallback() {
    if (!isHere(this)) return whenLeft(this, () => this.isConnected && console.warn(`<wallet-modal>: ${NOT_HERE}`))
    leaveFlow(this)
    enter(this)
    void readyFaces()
    if (this.#own.embedded) void loadViews().catch(() => {})
    if (this.hasAttribute('open') && this.#own.open) this.#applyOpen(true)
  }

  disconnectedCallback() {
    whenLeft(this, () => {
      leave(this)
      abandon(this.elementId)
      this.showState()
    })
  }

  attributeChangedCallback(name: string, before: string | null, text: string | null) {
    if (before === null && (this.#early.includes(propertyOf(name)) || !this.hasAttribute(name))) return
    if (text === null) return this.#take(name, undefined)
    const parsed = parseAttribute(name, text)
    if (parsed.ok) return this.#take(name, parsed.value)
    // Styles read the attribute: the last valid theme is set beside it.
    if (name === 'theme') this.#takeOwn(name, this.#own.theme)
    refuse(name, text, parsed.expected)
  }

  /** Whether it is shown, or is to be shown once it is in the page; reflected. */
  get open(): boolean {
    return this.isConnected ? modal.elementId === this.elementId : this.#own.open
  }
  set open(open: unknown) {
    this.#own.open = open === '' || (!!open && open !== 'false')
    // During an upgrade there is no callback for this attribute.
    this.toggleAttribute('open', this.#own.open)
  }

  /** Theme properties, e.g. `{ '--wm-accent': '#07c' }`; set on the element, never as a style sheet. */
  get themeVariables(): Readonly<Record<string, string>> {
    return this.#themeVariables
  }
  set themeVariables(values: Readonly<Record<string, string>> | undefined) {
    this.#themeVariables = Object.freeze({ ...values })
    applyTheme(this)
  }
  /** The host's own networks, in addition to `networks`, or the only ones without it: `{ id, name, nativeCurrency, rpcUrls?, … }`, as in viem. */
  get customNetworks(): readonly object[] {
    return (this.#networks.shown.customNetworks ?? []) as readonly object[]
  }
  set customNetworks(values: readonly object[] | undefined) {
    void this.#networks.take('customNetworks', values ?? [])
  }
  /** The host's own wallets: `{ id, name, icon?, provider, namespace? }` (EIP-1193), or Wallet Standard wallets. */
  get externalConnectors(): readonly unknown[] {
    return hostWallets.connectors
  }
  set externalConnectors(values: readonly unknown[] | undefined) {
    if (isList('externalConnectors', values ?? [])) setExternalConnectors(values ?? [])
  }
  /** Wallets to list in addition to the known ones: `{ id, name, imageUrl?, rdns?, homepage?, mobileLink?, desktopLink?, webappLink?, appStore?, playStore?, chromeStore?, chains? }`; links are https, or a scheme of the wallet. */
  get customWallets(): readonly unknown[] {
    return hostWallets.listed
  }
  set customWallets(values: readonly unknown[] | undefined) {
    if (isList('customWallets', values ?? [])) setCustomWallets(values ?? [])
  }
  /** The host's own WalletConnect `SignClient`, used instead of ours from the next connection on. */
  get signClient(): unknown {
    return hostWallets.signClient
  }
  set signClient(client: unknown) {
    setSignClient(client)
  }

  /** Opens a view; settles when it is painted, or after 10 s. Rejects with ATTRIBUTE_INVALID, VIEW_UNAVAILABLE. */
  show(options?: ShowOptions): Promise<void> {
    return show(this, { ...options }, this.#own.view)
  }
  /** Closes; resolves to whether it closed: a required sign-in or a canceled `wallet-close-request` prevents it. */
  close(): Promise<boolean> {
    return close(this)
  }
  /** Connects and resolves to the account, or to undefined if `wallet-before-connect` was canceled; opens the modal only if needed. Rejects with a WalletError: USER_REJECTED, WALLET_NOT_FOUND, ABORTED if it was closed, CONNECT_FAILED … */
  connect(options?: ConnectOptions): Promise<PublicAccount | undefined> {
    return calls().then(({ connectWallet }) => connectWallet(this, options))
  }
  /** Disconnects one namespace, or all of them. Never rejects. */
  disconnect(namespace?: string): Promise<void> {
    return calls('DISCONNECT_FAILED')
      .then(({ disconnectWallet }) => disconnectWallet(namespace))
      .catch(() => {})
  }
  /** Switches to a network by its CAIP-2 id. Rejects with a WalletError: SWITCH_NETWORK_NOT_FOUND, NETWORK_CHANGE_DECLINED, CHAIN_NOT_SUPPORTED … */
  switchNetwork(networkId: string): Promise<void> {
    return calls().then(({ moveToNetwork }) => moveToNetwork(networkId))
  }
  /** Resolves to the active account's signature of a text: 0x-hex for `eip155` (ERC-191) and `polkadot`, base58 for `solana`, base64 for `bip122`; null for an empty text or without a wallet. Rejects with a WalletError: USER_REJECTED, ABORTED … */
  signMessage(message: string): Promise<string | null> {
    return calls().then(({ sign }) => sign(message))
  }
  /** Signs in (SIWX, CAIP-122), connecting first if needed; resolves to the session `{ data, message, signature, cacao? }`. Rejects with a WalletError: SIGN_IN_UNSUPPORTED, ABORTED if it was closed … */
  signIn(): Promise<NonNullable<PublicState['session']>> {
    return calls().then(({ signInWith }) => signInWith(this))
  }
  /** Ends the SIWX session; if sign-in is required, also disconnects the wallet. Never rejects. */
  signOut(): Promise<void> {
    return calls('DISCONNECT_FAILED')
      .then(({ signOutWith }) => signOutWith())
      .catch(() => {})
  }
  /** Checks attributes, policies, storage, clock, relay, secure frame, chains and wallets; resolves to `{ checks: { name, ok, text }[], text }`. Never rejects. */
  diagnose(): Promise<Diagnosis> {
    return calls()
      .then(({ diagnose }) => diagnose(this))
      .catch(lostDiagnosis)
  }
  /** `fetch` with the login's access token, which is renewed silently; only to the backend and this origin. Rejects as `fetch` does, and with a WalletError: LOGIN_REQUIRED, LOGIN_TARGET_REFUSED, LOGIN_EXPIRED. */
  loginFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    return calls().then(({ fetchWith }) => fetchWith(input, init))
  }
  /** An operator's read-only view of an account (CAIP-10), 15 minutes at most; resolves to its user. Rejects with a WalletError: LOGIN_REQUIRED, ASSIST_REFUSED, USER_REJECTED … */
  assist(options: { target: string; reason: string }): Promise<NonNullable<PublicState['user']>> {
    return calls().then(({ assistWith }) => assistWith(this, options))
  }
  /** Hosts that the current configuration may contact, with purpose and time: `{ host, feature, when }[]`. */
  networkPlan(): PlannedHost[] {
    return networkPlan()
  }
  /** The connected EIP-1193 provider of a namespace (by default the active one), or its equivalent: for `solana` a Wallet Standard wallet; undefined without one. */
  getProvider(namespace?: string): unknown {
    return publicProviderOf(namespace)
  }
  /** Frozen snapshot of what the host may know: `{ status, open, view, namespace, network, account, accounts, session, user }`. */
  get state(): PublicState {
    return publicState(this.#own.embedded)
  }
  /** Settles once stored wallet sessions have been restored or given up; a sign-in may be restored after that, with `wallet-signed-in`. */
  get ready(): Promise<void> {
    return whenRestored()
  }

  /** Updates attribute, custom states, language and direction from the stores. @private */
  showState(): void {
    const open = modal.elementId === this.elementId
    this.#own.open = open
    if (open) void loadViews().catch((cause: unknown) => viewsUnavailable(this.elementId, cause))
    if (this.hasAttribute('open') !== open) this.toggleAttribute('open', open)
    showStatus(this.#internals, this.#own.embedded)
    // Translators replace the texts that React holds: views would fall, figures stay old. They set the page's `lang`, which is followed.
    const spoken = Object.entries({ dir: messages.direction, lang: messages.locale, translate: 'no' })
    // Setting the same value again would recompute the style of the whole tree.
    for (const root of this.shadowRoot?.children ?? [])
      for (const [name, value] of spoken) if (root.getAttribute(name) !== value) root.setAttribute(name, value)
  }

  #take(name: string, value: unknown): void {
    const property = propertyOf(name)
    if (name in ownAttributes) return this.#takeOwn(name as OwnAttributeName, value)
    if (name === 'networks') this.#networks.forget()
    if (value === undefined) delete this.given[property as keyof Given]
    else Object.assign(this.given, { [property]: value })
    applyGiven(this)
  }

  #takeOwn(name: OwnAttributeName, value: unknown): void {
    this.#own = { ...this.#own, [name]: value ?? own[name] }
    const { open, theme } = this.#own
    if (name === 'theme' && theme !== (this.getAttribute(name) ?? 'auto')) this.setAttribute('data-theme', theme)
    else if (name === 'theme') this.removeAttribute('data-theme')
    if (!this.isConnected || !hasEntered(this)) return
    if (name === 'open') this.#applyOpen(open)
    if (name === 'embedded') embeddingChanged(this.#own.embedded)
    if (name === 'view' && this.open && this.#own.view) void this.show().catch(() => {})
  }

  #applyOpen(open: boolean): void {
    if (open === (modal.elementId === this.elementId)) return
    if (open) void this.show().catch(() => {})
    // If closing is refused the modal stays open, and the attribute says so again; a template may have written `false`.
    else void close(this).then((closed) => closed || (this.open && this.setAttribute('open', '')))
  }

  static {
    definePropertySettings(WalletModalElement.prototype)
    for (const name of attributeNames) {
      if (name === 'open') continue
      Object.defineProperty(WalletModalElement.prototype, propertyOf(name), {
        configurable: true,
        enumerable: true,
        get(this: WalletModalElement) {
          if (name in ownAttributes) return this.#own[name as keyof Own]
          return this.#networks.shown[name] ?? settingOf(this.given, propertyOf(name) as keyof Given)
        },
        set(this: WalletModalElement, value: unknown) {
          // 0, as from `count && …` in a template, counts as none.
          if ((value ?? 0) === 0) return this.#take(name, undefined)
          if (name === 'networks' && Array.isArray(value) && value.some((each) => typeof each !== 'string'))
            return this.#networks.take('networks', value)
          const parsed = parseProperty(name, value)
          if (parsed.ok) this.#take(name, parsed.value)
          else refuse(name, parsed.given, parsed.expected)
        },
      })
    }
  }
}
