import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { adoptAgain, adoptSheets } from './adopt'

class Sheet {
  text = ''
  replaceSync(text: string) {
    this.text = text
  }
}

const rootWith = (...foreign: Pick<CSSStyleSheet, 'replaceSync'>[]) =>
  ({ adoptedStyleSheets: foreign as CSSStyleSheet[] }) as ShadowRoot

describe('adoptSheets', () => {
  beforeEach(() => {
    vi.stubGlobal('CSSStyleSheet', Sheet)
    vi.stubGlobal('CSS', { supports: () => true })
    vi.stubGlobal('matchMedia', () => ({ matches: false }))
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  test('gives two roots the same sheet objects', () => {
    const [first, second] = [rootWith(), rootWith()]
    const stops = [adoptSheets(first), adoptSheets(second)]
    expect(first.adoptedStyleSheets.length).toBeGreaterThan(0)
    expect(first.adoptedStyleSheets.map((sheet, index) => sheet === second.adoptedStyleSheets[index])).not.toContain(false)
    for (const stop of stops) stop()
  })
  test('gives a root each sheet once, however often it asks', () => {
    const root = rootWith()
    const stops = [adoptSheets(root), adoptSheets(root)]
    expect(new Set(root.adoptedStyleSheets).size).toBe(root.adoptedStyleSheets.length)
    for (const stop of stops) stop()
  })
  test('gives a root that was in another document its sheets again, and none to a root that has no view', () => {
    const foreign = new Sheet()
    const [root, other] = [rootWith(foreign), rootWith()]
    const stop = adoptSheets(root)
    const ours = [...root.adoptedStyleSheets]
    root.adoptedStyleSheets = []
    adoptAgain(root)
    expect([root.adoptedStyleSheets.length, new Set([...ours, ...root.adoptedStyleSheets]).size]).toEqual([
      ours.length - 1,
      ours.length,
    ])
    adoptAgain(root)
    adoptAgain(other)
    expect([root.adoptedStyleSheets.length, other.adoptedStyleSheets]).toEqual([ours.length - 1, []])
    stop()
  })
  test('keeps the sheets until the last caller stops, and leaves those of others', () => {
    const foreign = new Sheet()
    const root = rootWith(foreign)
    const [first, second] = [adoptSheets(root), adoptSheets(root)]
    first()
    expect(root.adoptedStyleSheets.length).toBeGreaterThan(1)
    second()
    expect(root.adoptedStyleSheets).toEqual([foreign])
  })
})
