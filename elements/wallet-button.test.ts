import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WalletError } from '../src/lib/errors'
import { account } from '../src/state/account'
import { chainOf } from '../src/state/chains'
import { config } from '../src/state/config'
import { messages } from '../src/state/messages'
import { resetStores } from '../src/state/store'

/** The minimum of an element. */
class Part extends EventTarget {
  dataset = {}
  textContent = ''
  isConnected = true
  localName = 'wallet-button'
  attributes = new Map<string, string>()
  getAttribute = (name: string) => this.attributes.get(name) ?? null
  setAttribute = (name: string, value: string) => void this.attributes.set(name, value)
  removeAttribute = (name: string) => void this.attributes.delete(name)
  childNodes = []
  shown = false
  append() {}
  remove() {}
  showPopover() {
    this.shown = true
  }
  replaceChildren() {}
  shadowRoot: (Part & { adoptedStyleSheets?: object[] }) | null = null
  attachShadow = (): Part => (this.shadowRoot = new Part())
  ownerDocument = document
  getRootNode = () => document
}
const made: Part[] = []
/** The modal as the page sees it. */
const door = { open: false, show: vi.fn(async () => {}) }

beforeEach(() => {
  vi.stubGlobal('HTMLElement', Part)
  vi.stubGlobal('CSSStyleSheet', class {})
  const createElement = () => {
    made.push(new Part())
    return made.at(-1)
  }
  vi.stubGlobal('document', { createElement, createElementNS: createElement, querySelector: () => door })
})
afterEach(async () => {
  // An account's seal is rendered once it has loaded.
  await vi.dynamicImportSettled()
  made.length = 0
  door.show.mockClear()
  resetStores()
  vi.unstubAllGlobals()
})

test('a button with a namespace shows that account, never the active one’s name', async () => {
  const { WalletButtonElement } = await import('./wallet-button')
  config.wrongNetwork = 'ignore'
  const own = 'eip155:1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  const other = 'solana:main:oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'
  for (const caipAddress of [own, other]) {
    const [namespace = '', reference] = caipAddress.split(':')
    Object.assign(chainOf(namespace), { status: 'connected', networkId: `${namespace}:${reference}`, caipAddress })
  }
  Object.assign(account, { owner: own, profileName: 'ada.reown.id' })
  const named = async (namespace?: string) => {
    const button = new WalletButtonElement()
    if (namespace) button.namespace = namespace
    button.connectedCallback()
    const label = made.map((each) => each.getAttribute('aria-label')).findLast((each) => each !== null)
    Object.assign(button, { isConnected: false })
    button.disconnectedCallback()
    await undefined
    return label
  }
  expect([await named(), await named('eip155'), await named('solana')]).toEqual([
    'Account ada.reown.id 0xf39F…2266',
    'Account ada.reown.id 0xf39F…2266',
    'Account oeYf6K…kq96',
  ])
})

test('a button that has passed through another document, as by hx-preserve of htmx, has its styles again', async () => {
  const { WalletButtonElement } = await import('./wallet-button')
  const button = new WalletButtonElement() as unknown as Part & { connectedCallback(): void; disconnectedCallback(): void }
  button.connectedCallback()
  // Its new document takes them away.
  const { shadowRoot } = button
  if (shadowRoot) shadowRoot.adoptedStyleSheets = []
  button.connectedCallback()
  expect(shadowRoot?.adoptedStyleSheets).toHaveLength(1)
  // A sheet belongs to one document: in another one it would throw.
  Object.assign(button, { ownerDocument: {} })
  if (shadowRoot) shadowRoot.adoptedStyleSheets = []
  button.connectedCallback()
  expect(shadowRoot?.adoptedStyleSheets).toEqual([])
  button.isConnected = false
  button.disconnectedCallback()
  await undefined
})

test('a button has the lang of its text, but not for the host’s own label, which has the page’s', async () => {
  const { WalletButtonElement } = await import('./wallet-button')
  const { WalletNetworkButtonElement } = await import('./wallet-network-button')
  messages.locale = 'de'
  const spoken = (Element: typeof WalletButtonElement | typeof WalletNetworkButtonElement, label?: string) => {
    const element = new Element()
    if (label) element.setAttribute('label', label)
    element.attributeChangedCallback()
    return (element as unknown as { button: Part }).button
  }
  expect(spoken(WalletNetworkButtonElement).getAttribute('lang')).toBe('de')
  expect(spoken(WalletButtonElement).getAttribute('lang')).toBe('de')
  const button = spoken(WalletButtonElement, 'Log in')
  expect([button.getAttribute('aria-label'), button.getAttribute('lang')]).toEqual(['Log in', null])
  // The status while connecting is in our language.
  const waiting = new WalletButtonElement()
  waiting.setAttribute('label', 'Log in')
  chainOf('eip155').status = 'connecting'
  waiting.attributeChangedCallback()
  expect((waiting as unknown as { button: Part }).button.getAttribute('lang')).toBe('de')
})

test('the network button names the network once the names have loaded, which on a line that comes and goes they had not', async () => {
  const [{ WalletNetworkButtonElement }, { adapters }] = await Promise.all([
    import('./wallet-network-button'),
    import('../src/adapters'),
  ])
  const usual = adapters.eip155
  if (!usual) throw new Error('There is no table of Ethereum networks')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  config.networks = ['eip155:56']
  const lost = vi.fn(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))
  adapters.eip155 = { ...usual, networks: lost }
  const button = new WalletNetworkButtonElement()
  button.connectedCallback()
  const shown = () => made.findLast((each) => each.textContent !== '')?.textContent
  const name = () => (button as unknown as { button: Part }).button.getAttribute('aria-label')
  await vi.waitFor(() => expect(lost).toHaveBeenCalled(), { timeout: 15_000 })
  expect([shown(), name()]).toEqual(['Select network', 'Select network'])
  adapters.eip155 = usual
  await vi.advanceTimersByTimeAsync(5_000)
  await vi.waitFor(() => expect(shown()).toBe('BNB Smart Chain'), { timeout: 15_000 })
  expect(name()).toBe('Network BNB Smart Chain. Change')
  Object.assign(button, { isConnected: false })
  button.disconnectedCallback()
  await undefined
  vi.useRealTimers()
})

test('the network button on a network that the app does not use says so, and what a press is for', async () => {
  const { WalletNetworkButtonElement } = await import('./wallet-network-button')
  config.networks = ['eip155:56']
  Object.assign(chainOf('eip155'), { status: 'connected', networkId: 'eip155:1' })
  const button = new WalletNetworkButtonElement()
  button.attributeChangedCallback()
  const drawn = (button as unknown as { button: Part }).button
  expect([drawn.dataset, made.at(-1)?.textContent]).toEqual([{ state: 'wrong' }, 'Wrong network'])
  expect(drawn.getAttribute('aria-label')).toBe('Wrong network: Select network')
})

test('a click on the element itself opens the modal, as by `element.click()` or in tests', async () => {
  const { WalletButtonElement } = await import('./wallet-button')
  new WalletButtonElement().dispatchEvent(new Event('click'))
  expect(door.show.mock.calls).toEqual([[{ namespace: undefined }]])
})

test('a visitor who presses in a tunnel is told why nothing opens, once, in the page’s language where that is loaded', async () => {
  vi.useFakeTimers()
  const { WalletButtonElement } = await import('./wallet-button')
  const told = async () => {
    made.length = 0
    door.show.mockRejectedValueOnce(new WalletError('VIEW_UNAVAILABLE', { help: 'Check the connection, then try again.' }))
    new WalletButtonElement().dispatchEvent(new Event('click'))
    for (let turn = 0; turn < 5; turn++) await undefined
    return made.filter((each) => each.getAttribute('role') === 'alert' && each.shown).map((each) => each.textContent)
  }
  expect(await told()).toEqual(['Check the connection, then try again.'])
  // While it stands another press only makes it stay.
  vi.advanceTimersByTime(4_000)
  expect(await told()).toEqual([])
  vi.advanceTimersByTime(4_000)
  expect(await told()).toEqual([])
  vi.advanceTimersByTime(5_000)
  Object.assign(messages, { view: { modal: { failed: { VIEW_UNAVAILABLE: 'Prüfen Sie die Verbindung.' } } } })
  expect(await told()).toEqual(['Prüfen Sie die Verbindung.'])
  vi.runAllTimers()
  vi.useRealTimers()
})

test('a property without a value removes its attribute; an empty string sets it, as in markup', async () => {
  const { WalletButtonElement } = await import('./wallet-button')
  const button = new WalletButtonElement()
  const read = (balance: unknown) => Object.assign(button, { balance }) && [button.getAttribute('balance'), button.balance]
  expect([true, 0, '', false, 'false', null].map(read)).toEqual([
    ['', true],
    [null, false],
    ['', true],
    [null, false],
    ['false', false],
    [null, false],
  ])
})

test('a button without its modal logs which one it looks for', async () => {
  const { WalletButtonElement } = await import('./wallet-button')
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  Object.assign(document, { querySelector: () => null, getElementById: () => null })
  const button = new WalletButtonElement()
  button.dispatchEvent(new Event('click'))
  button.setAttribute('for', 'checkout')
  button.dispatchEvent(new Event('click'))
  expect(warn.mock.calls).toEqual([
    ['<wallet-button> finds no <wallet-modal> in this page.'],
    ['<wallet-button> finds no <wallet-modal id="checkout"> in this page.'],
  ])
  warn.mockRestore()
})
