import type { Diagnosis } from '../src/controllers/diagnose'
import { publicProviderOf } from '../src/controllers/providers'
import { whenRestored } from '../src/controllers/restore'
import { publicVersion } from '../src/lib/version'
import { whenLoaded } from '../src/lib/when-loaded'
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
import { hostWallets, setCustomWallets, setExternalConnectors, setSignClient } from './host-wallets'
import { defineLaterSettings, type LaterSettings } from './later'
import { networkPlan, type PlannedHost } from './network-plan'
import { applyGiven, type Door, enter, hasEntered, leave } from './page'
import { calls, lostDiagnosis } from './parts'
import type { Own, PublicProperties } from './property-types'
import { type PublicAccount, type PublicState, publicState } from './public-state'
import { settingOf } from './setting-of'
import { abandon, close, embeddingChanged, type ShowOptions, show, viewsUnavailable } from './show'
import { showStatus } from './status'
import { isList, refuse } from './told'
import { loadViews, readyFaces } from './views'
import { whenLeft } from './when-left'

let ids = 0
/** Of an element that says nothing of itself. */
const own: Own = { open: false, embedded: false, view: undefined, theme: 'auto' }

export interface WalletModalElement extends PublicProperties, LaterSettings {}

/**
 * `<wallet-modal>`: a door to the page's one wallet modal. Attributes and their types: `attributes.ts`; events: `events.ts`.
 *
 * @element wallet-modal
 * @slot logo - the site's logo on the first screen, in the place of `app-icon`; 40 px high
 * @slot title - the heading of the first screen
 * @csspart dialog - the dialog itself
 * @csspart backdrop - what covers the page behind it
 * @csspart header - title bar
 * @csspart title - heading of the view
 * @csspart close - close button
 * @csspart back - back button
 * @csspart body - content of the view
 * @csspart footer - last line of a view
 * @csspart button - every button
 * @csspart primary-button - the one filled button of a view
 * @csspart list-item - a row
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
  /** Properties set before the script came: the attributes of the markup are read after them, and are older. */
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
    // The style reads the attribute: the last good look is said beside it.
    if (name === 'theme') this.#takeOwn(name, this.#own.theme)
    refuse(name, text, parsed.expected)
  }

  /** Shown or not, out of the page whether it is to be; reflected. */
  get open(): boolean {
    return this.isConnected ? modal.elementId === this.elementId : this.#own.open
  }
  set open(open: unknown) {
    this.#own.open = open === '' || (!!open && open !== 'false')
    // Nobody is told of the attribute while the element is being upgraded.
    this.toggleAttribute('open', this.#own.open)
  }

  /** Custom properties of the look, e.g. `{ '--wm-accent': '#07c' }`; set on the element, never as a style sheet. */
  get themeVariables(): Readonly<Record<string, string>> {
    return this.#themeVariables
  }
  set themeVariables(values: Readonly<Record<string, string>> | undefined) {
    this.#themeVariables = Object.freeze({ ...values })
    const given = this.#themeVariables
    whenLoaded(import('./theme'), ({ setThemeVariables }) => {
      for (const name of setThemeVariables(this, given))
        refuse('themeVariables', name, 'a --wm-* variable and a value of its kind')
    })
  }
  /** Networks of the host's own, added to `networks`, and without those the only ones: `{ id, name, nativeCurrency, rpcUrls?, … }`, as viem shapes them. */
  get customNetworks(): readonly object[] {
    return this.#networks.custom()
  }
  set customNetworks(values: readonly object[] | undefined) {
    whenLoaded(this.#networks.take('customNetworks', values ?? []), () => {})
  }
  /** Wallets of the host's own making: `{ id, name, icon?, provider, namespace? }` (EIP-1193), or of the Wallet Standard. */
  get externalConnectors(): readonly unknown[] {
    return hostWallets.connectors
  }
  set externalConnectors(values: readonly unknown[] | undefined) {
    if (isList('externalConnectors', values ?? [])) setExternalConnectors(values ?? [])
  }
  /** Wallets to list beside the known ones: `{ id, name, imageUrl?, rdns?, homepage?, mobileLink?, desktopLink?, webappLink?, appStore?, playStore?, chromeStore?, chains? }`; links are https, or a scheme of the wallet's own. */
  get customWallets(): readonly unknown[] {
    return hostWallets.listed
  }
  set customWallets(values: readonly unknown[] | undefined) {
    if (isList('customWallets', values ?? [])) setCustomWallets(values ?? [])
  }
  /** The host's own WalletConnect `SignClient`, used in place of ours from the next connection on. */
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
  /** Closes; resolves to whether it closed: a required sign-in or a canceled `wallet-close-request` refuses. */
  close(): Promise<boolean> {
    return close(this)
  }
  /** Connects and resolves to the account, undefined when `wallet-before-connect` was canceled; opens only what is needed. Rejects with a WalletError: USER_REJECTED, WALLET_NOT_FOUND, ABORTED where it was closed, CONNECT_FAILED … */
  connect(options?: ConnectOptions): Promise<PublicAccount | undefined> {
    return calls().then(({ connectWallet }) => connectWallet(this, options))
  }
  /** Disconnects one namespace, or all. Never rejects. */
  disconnect(namespace?: string): Promise<void> {
    return calls('DISCONNECT_FAILED')
      .then(({ disconnectWallet }) => disconnectWallet(namespace))
      .catch(() => {})
  }
  /** Moves to a network by its CAIP-2 id. Rejects with a WalletError: SWITCH_NETWORK_NOT_FOUND, NETWORK_CHANGE_DECLINED, CHAIN_NOT_SUPPORTED … */
  switchNetwork(networkId: string): Promise<void> {
    return calls().then(({ moveToNetwork }) => moveToNetwork(networkId))
  }
  /** The active account's signature of a text: 0x-hex for `eip155` (ERC-191) and `polkadot`, base58 for `solana`, base64 for `bip122`; null for an empty one and without a wallet. Rejects with a WalletError: USER_REJECTED, ABORTED … */
  signMessage(message: string): Promise<string | null> {
    return calls().then(({ sign }) => sign(message))
  }
  /** Signs in (SIWX, CAIP-122), connecting first where that is needed; resolves to the session `{ data, message, signature, cacao? }`. Rejects with a WalletError: SIGN_IN_UNSUPPORTED, ABORTED where it was closed … */
  signIn(): Promise<NonNullable<PublicState['session']>> {
    return calls().then(({ signInWith }) => signInWith(this))
  }
  /** Ends the SIWX session; where sign-in is required the wallet is disconnected too. Never rejects. */
  signOut(): Promise<void> {
    return calls('DISCONNECT_FAILED')
      .then(({ signOutWith }) => signOutWith())
      .catch(() => {})
  }
  /** Looks at policies, storage, clock, relay, chains and wallets: `{ checks: { name, ok, text }[], text }`. Never rejects. */
  diagnose(): Promise<Diagnosis> {
    return calls()
      .then(({ diagnose }) => diagnose(this))
      .catch(lostDiagnosis)
  }
  /** `fetch` with the login's access token, renewed silently; to the backend and this origin only. Rejects as `fetch` does, and with a WalletError: LOGIN_REQUIRED, LOGIN_TARGET_REFUSED, LOGIN_EXPIRED. */
  loginFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    return calls().then(({ fetchWith }) => fetchWith(input, init))
  }
  /** An operator's read-only view of an account (CAIP-10), 15 minutes at most; resolves to its user. Rejects with a WalletError: LOGIN_REQUIRED, ASSIST_REFUSED, USER_REJECTED … */
  assist(options: { target: string; reason: string }): Promise<NonNullable<PublicState['user']>> {
    return calls().then(({ assistWith }) => assistWith(this, options))
  }
  /** Hosts that the present configuration may contact, what for and when: `{ host, feature, when }[]`. */
  networkPlan(): PlannedHost[] {
    return networkPlan()
  }
  /** The connected EIP-1193 provider of a namespace (the active one by default), or its like: for `solana` a Wallet Standard wallet; else undefined. */
  getProvider(namespace?: string): unknown {
    return publicProviderOf(namespace)
  }
  /** Frozen snapshot of what the host may know: `{ status, open, view, namespace, network, account, accounts, session, user }`. */
  get state(): PublicState {
    return publicState(this.#own.embedded)
  }
  /** Settles once stored sessions of wallets have been restored or given up; who has signed in may be told after that, by `wallet-signed-in`. */
  get ready(): Promise<void> {
    return whenRestored()
  }

  /** Brings attribute, custom states, theme and direction in line with the stores. @private */
  showState(): void {
    const open = modal.elementId === this.elementId
    this.#own.open = open
    if (open) void loadViews().catch((cause: unknown) => viewsUnavailable(this.elementId, cause))
    if (this.hasAttribute('open') !== open) this.toggleAttribute('open', open)
    showStatus(this.#internals)
    const spoken = Object.entries({ dir: messages.direction, lang: messages.locale })
    // The same once more would have the style of all that is in it worked out anew.
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
    // A close that was refused leaves the modal open, and the attribute says so.
    else void close(this).then((closed) => closed || this.showState())
  }

  static {
    defineLaterSettings(WalletModalElement.prototype)
    for (const name of attributeNames) {
      if (name === 'open') continue
      Object.defineProperty(WalletModalElement.prototype, propertyOf(name), {
        configurable: true,
        enumerable: true,
        get(this: WalletModalElement) {
          if (name in ownAttributes) return this.#own[name as keyof Own]
          return settingOf(this.given, propertyOf(name) as keyof Given)
        },
        set(this: WalletModalElement, value: unknown) {
          // None of something, as of `count && …`, is written as 0.
          if ((value ?? 0) === 0) return this.#take(name, undefined)
          if (name === 'networks' && Array.isArray(value) && value.some((each) => typeof each !== 'string'))
            return whenLoaded(this.#networks.take('networks', value), () => {})
          const parsed = parseProperty(name, value)
          if (parsed.ok) this.#take(name, parsed.value)
          else refuse(name, parsed.given, parsed.expected)
        },
      })
    }
  }
}
