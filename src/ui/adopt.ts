import { whenLoaded } from '../lib/when-loaded'
import accent from './accent.css?inline'
import base from './base.css?inline'
import tokens from './tokens.css?inline'

/** Where styles can be adopted. */
export type SheetRoot = ShadowRoot | Document

/** What the palette of tokens.css needs of a browser. */
const RELATIVE_COLOUR = 'light-dark(oklch(from red l c h), red)'

/** What every root gets; named once, or the bundler writes the texts out at each use. */
const common = [accent, tokens, base]
const sheets = new Map<string, CSSStyleSheet>()
const roots = new Map<SheetRoot, number>()

/**
 * Gives `root` the tokens, the base and every sheet used so far and from now on; call it before the first paint.
 * Counts its callers; the returned stop of the last one takes our sheets away and leaves foreign ones.
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

/** Reads what every root gets; done once. */
export function readySheets(): void {
  if (sheets.has(tokens)) return
  registerColours()
  if (!CSS.supports('color', RELATIVE_COLOUR))
    whenLoaded(import('./tokens-fallback.css?inline'), ({ default: css }) => addSheet(css))
  for (const css of common) addSheet(css)
}

/**
 * Tells the browser that the palette's tokens are colours: each is then worked out once for the host and inherited, where
 * it would else be substituted and parsed again for every element that uses it (a third of the time of an opening). Not where
 * the person's colours are forced: worked out, one of theirs counts as one of ours, and is taken away with these.
 */
function registerColours(): void {
  if (matchMedia('(forced-colors: active)').matches) return
  for (const [, name = ''] of common.join('').matchAll(/(--[\w-]+):\s*(light-dark|oklch|color-mix)\(/g))
    try {
      CSS.registerProperty({ name, syntax: '<color>', inherits: true, initialValue: 'red' })
    } catch {
      // Another element, or another release on this page, has registered it.
    }
}

/** Gives `css` to every root, from now on. */
export function addSheet(css: string) {
  if (sheets.has(css)) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  sheets.set(css, sheet)
  for (const root of roots.keys()) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
}
