import { afterAll, expect, test, vi } from 'vitest'
import { onStep } from '../src/controllers/host-consent'
import { hideModal } from '../src/controllers/modal'
import { modal as shown } from '../src/state/modal'

/** The minimum of an element outside a page. */
class Part extends EventTarget {
  isConnected = false
  ownerDocument = globalThis.document
  attributes = new Set<string>()
  hasAttribute = (name: string) => this.attributes.has(name)
  toggleAttribute = (name: string, wanted: boolean) => void this.attributes[wanted ? 'add' : 'delete'](name)
  append() {}
  attachShadow = () => new Part()
}

vi.stubGlobal('HTMLElement', Part)
const { WalletModalElement } = await import('./wallet-modal')
const { leave } = await import('./page')
afterAll(() => {
  vi.unstubAllGlobals()
})

test('an element whose document is gone, as in jsdom after a test file, does nothing when removed', async () => {
  const showState = vi.fn()
  WalletModalElement.prototype.disconnectedCallback.call({
    isConnected: false,
    closest: () => null,
    elementId: 0,
    showState,
  } as never)
  await undefined
  expect(showState).not.toHaveBeenCalled()
})

test.each([
  [true, true],
  // Markup in a template, which React 19 and Svelte pass on unchanged.
  ['', true],
  ['true', true],
  [false, false],
  ['false', false],
  [undefined, false],
  [null, false],
  // The value of `list.length && …` for an empty list.
  [0, false],
])('a boolean property set to %j is %j', (given, expected) => {
  vi.stubGlobal('document', { createElement: () => new Part() })
  const modal = new WalletModalElement()
  const read = () => [modal.hasAttribute('open'), modal.open, modal.embedded, modal.email, modal.legalCheckbox]
  for (const before of [true, given])
    Object.assign(modal, { open: before, embedded: before, email: before, legalCheckbox: before })
  expect(read()).toEqual([expected, expected, expected, expected, expected])
})

test('markup that is there before the script opens with all of its attributes, in any order', () => {
  vi.stubGlobal('document', { createElement: () => new Part() })
  const modal = new WalletModalElement()
  Object.assign(modal, { isConnected: true })
  for (const [name, text] of Object.entries({ open: '', networks: 'cosmos:cosmoshub-4' })) {
    modal.toggleAttribute(name, true)
    modal.attributeChangedCallback(name, null, text)
  }
  modal.connectedCallback()
  const { elementId, view } = shown
  leave(modal)
  // None of its chains has an adapter.
  expect([elementId, view]).toEqual([modal.elementId, 'ConnectingWalletConnectBasic'])
})

test('a close that the page refuses leaves it open, and open in its attribute, though a template wrote false there', async () => {
  vi.stubGlobal('document', { createElement: () => new Part() })
  const modal = new WalletModalElement()
  const written: [string, string][] = []
  Object.assign(modal, { isConnected: true, setAttribute: (...given: [string, string]) => written.push(given) })
  modal.toggleAttribute('open', true)
  modal.attributeChangedCallback('open', null, '')
  modal.connectedCallback()
  expect(modal.open).toBe(true)
  const stop = onStep(({ type }) => type !== 'close-request')
  modal.attributeChangedCallback('open', '', 'false')
  // Before anything starts, for which this page has too little.
  leave(modal)
  for (let turn = 0; turn < 5; turn++) await undefined
  expect(written).toEqual([['open', '']])
  stop()
  hideModal()
})
