import { useInsertionEffect } from 'react'
import base from './base.css?inline'
import tokens from './tokens.css?inline'

/** Where styles can be adopted. */
export type SheetRoot = ShadowRoot | Document

/** What the palette of tokens.css needs of a browser. */
const RELATIVE_COLOUR = 'light-dark(oklch(from red l c h), color-mix(in oklab, red, blue))'

const sheets = new Map<string, CSSStyleSheet>()
const roots = new Map<SheetRoot, number>()

/**
 * Gives `css` to every root that `adoptSheets` knows, before the component is painted. One sheet object per text, made
 * once and shared by all components and all roots. Constructable sheets because a strict CSP blocks `<style>` tags.
 */
export function useSheet(css: string): void {
  useInsertionEffect(() => add(css), [css])
}

/**
 * Gives `root` the tokens, the base and every sheet used so far and from now on; call it before the first paint.
 * Counts its callers; the returned stop of the last one takes our sheets away and leaves foreign ones.
 */
export function adoptSheets(root: SheetRoot): () => void {
  add(tokens)
  if (!CSS.supports('color', RELATIVE_COLOUR)) void import('./tokens-fallback.css?inline').then(({ default: css }) => add(css))
  add(base)
  const users = roots.get(root) ?? 0
  roots.set(root, users + 1)
  if (users === 0) root.adoptedStyleSheets = [...root.adoptedStyleSheets, ...sheets.values()]
  return () => {
    const left = (roots.get(root) ?? 1) - 1
    if (left > 0) return void roots.set(root, left)
    roots.delete(root)
    const ours = new Set(sheets.values())
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((sheet) => !ours.has(sheet))
  }
}

function add(css: string) {
  if (sheets.has(css)) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  sheets.set(css, sheet)
  for (const root of roots.keys()) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
}
