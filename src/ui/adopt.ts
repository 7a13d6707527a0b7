import { whenLoaded } from '../lib/when-loaded'
import accent from './accent.css?inline'
import base from './base.css?inline'
import tokens from './tokens.css?inline'

/** Where styles can be adopted. */
export type SheetRoot = ShadowRoot | Document

/** The CSS features that the palette in tokens.css needs. */
const RELATIVE_COLOUR = 'light-dark(oklch(from red l c h), red)'

/** The sheets of every root. One constant, or the bundler inlines the texts at each use. */
const common = [accent, tokens, base]
const sheets = new Map<string, CSSStyleSheet>()
const roots = new Map<SheetRoot, number>()

/**
 * Gives `root` the tokens, the base and every sheet used so far or later; call it before the first paint. Callers are
 * counted: the last one's returned stop removes our sheets and leaves others.
 */
export function adoptSheets(root: SheetRoot): () => void {
  readySheets()
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

/** Gives a root its sheets again: one that has passed through another document, as by htmx's `hx-preserve`, has lost them. */
export function adoptAgain(root: SheetRoot): void {
  const { adoptedStyleSheets: found } = root
  if (roots.has(root) && [...sheets.values()].every((each) => !found.includes(each)))
    root.adoptedStyleSheets = [...found, ...sheets.values()]
}

/** Parses the sheets of every root, once. */
export function readySheets(): void {
  if (sheets.has(tokens)) return
  registerColours()
  if (!CSS.supports('color', RELATIVE_COLOUR))
    whenLoaded(import('./tokens-fallback.css?inline'), ({ default: css }) => addSheet(css))
  for (const css of common) addSheet(css)
}

/**
 * Registers the palette's tokens as colours: each is then computed once on the host and inherited, instead of being substituted and
 * parsed for every element that uses it (a third of the opening time). Not with forced colours: a computed system colour would
 * count as an author's colour and be overridden.
 */
function registerColours(): void {
  if (matchMedia('(forced-colors: active)').matches) return
  for (const [, name = ''] of common.join('').matchAll(/(--[\w-]+):\s*(light-dark|oklch|color-mix)\(/g))
    try {
      CSS.registerProperty({ name, syntax: '<color>', inherits: true, initialValue: 'red' })
    } catch {
      // Already registered by another element or release on this page.
    }
}

/** Adds `css` to every root, present and later. */
export function addSheet(css: string) {
  if (sheets.has(css)) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  sheets.set(css, sheet)
  for (const root of roots.keys()) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
}
