import { afterEach, expect, test, vi } from 'vitest'
import { showFocused, wrapTab } from './focus'

afterEach(() => vi.unstubAllGlobals())

test('the heading of a dialog is focused by the browser’s own steps, with autofocus set only meanwhile', () => {
  const heading = { autofocus: false }
  const seen: boolean[] = []
  const dialog = { showModal: () => seen.push(heading.autofocus) }
  showFocused(dialog as unknown as HTMLDialogElement, { querySelector: () => heading } as unknown as HTMLElement)
  expect([...seen, heading.autofocus]).toEqual([true, false])
})

/** A visible button, as far as Tab asks about it; an inert one takes no focus. */
class Control {
  readonly tabIndex = 0
  readonly isInert: boolean
  constructor(isInert = false) {
    this.isInert = isInert
  }
  matches() {
    return false
  }
  checkVisibility() {
    return true
  }
  closest(selector: string) {
    return selector === '[inert]' && this.isInert ? this : null
  }
  focus() {
    if (!this.isInert) Object.assign(document, { activeElement: this })
  }
}

test('Tab goes from the last control to the first and back, also while the copy of the view before is still leaving', () => {
  const [first, last, leaving] = [new Control(), new Control(), new Control(true)]
  vi.stubGlobal('HTMLElement', Control)
  vi.stubGlobal('document', { activeElement: last })
  const controls = { first, last, leaving }
  const all = Object.values(controls)
  const view = { querySelectorAll: () => all, contains: (node: Control) => all.includes(node) }
  const focused = () => Object.entries(controls).find(([, each]) => Object.is(each, document.activeElement))?.[0]
  const tab = (backwards: boolean) => [wrapTab(view as unknown as HTMLElement, backwards), focused()]
  expect([tab(false), tab(true)]).toEqual([
    [true, 'first'],
    [true, 'last'],
  ])
})
