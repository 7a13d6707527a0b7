import type { Page } from '@playwright/test'
import { enWhole } from '../src/locales/en-whole'

/** Brackets around every pseudo-message, so that any other text shows. */
const OPEN = '⟦'
const CLOSE = '⟧'

/** Names that no language translates. */
const NAMES = ['WalletConnect', 'Solana', 'Bitcoin', 'Polkadot', 'Farcaster', 'Chrome Web Store', 'App Store', 'Google Play']

/** The pseudo-languages' letters by the language that each replaces: one left to right, one right to left. */
const alphabets = {
  de: 'áβçđéƒĝĥíĵķļɱñóþǫŕšŧúṽŵẋýž',
  he: 'אבגדהוזחטיכלמנסעפצקרשתאבגד',
}

/**
 * Replaces one of our languages by a pseudo-language: English in other letters, 40 % longer, in brackets. Call it before the page
 * is opened, and give the page that language.
 */
export async function speakPseudo(page: Page, tag: keyof typeof alphabets): Promise<void> {
  await page.route(new RegExp(`/chunks/${tag}-[^/]+\\.js$`), async (route) => {
    const exported = (await (await route.fetch()).text()).match(/export\s*\{[^}]*\bas\s+(\w+)\s*\}/)?.[1]
    if (!exported) throw new Error(`${route.request().url()} exports no words`)
    const body = `${prelude(alphabets[tag])}\nconst words = ${asCode(enWhole)}\nexport { words as ${exported} }\n`
    await route.fulfill({ contentType: 'text/javascript', body })
  })
}

/** Visible or accessible texts outside pseudo-messages, and texts concatenated from several of them. */
export async function foreignTexts(page: Page, known: RegExp): Promise<string[]> {
  const texts = await page.evaluate(readTexts)
  return [...new Set(texts)].filter((text) => {
    const rest = withoutWords(text)
    return rest === undefined || rest.replace(known, '').replace(/[\s\p{P}\p{S}\p{N}\p{M}\p{Cf}]+/gu, '') !== ''
  })
}

/** Pseudo-messages that are cut off, each with the needed and the available width. */
export const clippedTexts = (page: Page): Promise<string[]> => page.evaluate(findClipped, OPEN)

/** Addresses and amounts whose first character is not left of the last. */
export const turnedTexts = (page: Page): Promise<string[]> => page.evaluate(findTurned)

/** The text outside the brackets; undefined if two messages are adjacent without a separator. */
function withoutWords(text: string): string | undefined {
  let depth = 0
  let rest = ''
  for (const character of text) {
    if (character === OPEN && depth++ === 0) rest += OPEN
    else if (character === CLOSE) depth--
    else if (depth === 0) rest += character
  }
  const between = rest.split(OPEN).slice(1, -1)
  return between.every((each) => /[:,·/]/.test(each)) ? rest.replaceAll(OPEN, '') : undefined
}

/** A tree of messages as code that converts them to pseudo-messages. */
function asCode(node: unknown): string {
  if (typeof node === 'string') return NAMES.includes(node) ? JSON.stringify(node) : `word(${JSON.stringify(node)})`
  if (typeof node === 'function') return `saying(${node.toString()})`
  if (Array.isArray(node)) return `[${node.map(asCode).join(', ')}]`
  return `{ ${Object.entries(node as object)
    .map(([key, value]) => `${JSON.stringify(key)}: ${asCode(value)}`)
    .join(', ')} }`
}

/** Helpers for that code. */
const prelude = (letters: string) => `
const letters = ${JSON.stringify([...letters])}
const written = (text) => text.replace(/[a-z]/gi, (letter) => letters[letter.toLowerCase().charCodeAt(0) - 97])
const word = (text) => '${OPEN}' + written(text) + '~'.repeat(Math.ceil(text.length * 0.4)) + '${CLOSE}'
const saying = (make) => (...given) => {
  const made = make(...given)
  if (Array.isArray(made)) return made.map((part) => (typeof part === 'string' && !given.includes(part) ? word(part) : part))
  const kept = given.map(String).filter(Boolean).sort((a, b) => b.length - a.length)
  const parts = kept.length === 0 ? [made] : made.split(new RegExp('(' + kept.map((each) => each.replace(/[^\\w\\s]/g, '\\\\$&')).join('|') + ')'))
  const length = parts.reduce((sum, part) => sum + (kept.includes(part) ? 0 : part.length), 0)
  return '${OPEN}' + parts.map((part) => (kept.includes(part) ? part : written(part))).join('') + '~'.repeat(Math.ceil(length * 0.4)) + '${CLOSE}'
}`

/** Runs in the page: every visible text and accessible name in the modal and the buttons. */
function readTexts(): string[] {
  const roots = [...document.querySelectorAll('wallet-modal, wallet-button, wallet-network-button')].map(
    (each) => each.shadowRoot,
  )
  return roots.flatMap((root) => {
    if (!root) return []
    const texts: string[] = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { parentElement, nodeValue } = walker.currentNode
      if (parentElement?.checkVisibility() && !parentElement.closest('style, script')) texts.push(nodeValue ?? '')
    }
    for (const element of root.querySelectorAll('*')) {
      if (!element.checkVisibility()) continue
      for (const name of [
        'aria-label',
        'aria-description',
        'aria-roledescription',
        'aria-valuetext',
        'placeholder',
        'title',
        'alt',
      ])
        texts.push(element.getAttribute(name) ?? '')
    }
    return texts
  })
}

/** Runs in the page. */
function findClipped(open: string): string[] {
  const root = document.querySelector('wallet-modal')?.shadowRoot
  if (!root) return []
  return [...root.querySelectorAll<HTMLElement>('*')].flatMap((element) => {
    const own = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.includes(open))
    if (!own || !element.checkVisibility() || element.clientWidth <= 1) return []
    const { overflowX, overflowY, textOverflow } = getComputedStyle(element)
    // A line that contains a name may end in an ellipsis.
    if (textOverflow === 'ellipsis' && /[A-Z]/.test(element.textContent ?? '')) return []
    const wide = overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1
    const high = overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 2
    // Visible overflow may leave the window.
    const box = element.getBoundingClientRect()
    const outside = box.left < -1 || box.right > document.documentElement.clientWidth + 1
    if (!wide && !high && !outside) return []
    return [`${element.className}: ${element.textContent} (${element.scrollWidth} in ${element.clientWidth})`]
  })
}

/** Runs in the page. */
function findTurned(): string[] {
  const root = document.querySelector('wallet-modal')?.shadowRoot
  if (!root) return []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const turned: string[] = []
  const place = (node: Node, at: number) => {
    const range = document.createRange()
    range.setStart(node, at)
    range.setEnd(node, at + 1)
    return range.getBoundingClientRect()
  }
  while (walker.nextNode()) {
    const node = walker.currentNode
    if (!node.parentElement?.checkVisibility()) continue
    for (const { 0: found, index } of (node.nodeValue ?? '').matchAll(
      /0x[\da-f]+(?:…[\da-f]+)?|\d[\d.,]*[\s\u00a0](?:ETH|BNB|USDC|DAI)\b/gi,
    )) {
      const first = place(node, index)
      const last = place(node, index + found.length - 1)
      // Compared only if both are on one line.
      if (first.width > 0 && first.top === last.top && first.left > last.left) turned.push(found)
    }
  }
  return turned
}
