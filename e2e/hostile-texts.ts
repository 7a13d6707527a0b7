import type { Locator, Page } from '@playwright/test'
import { plainText } from '../src/lib/text'
import { expect } from './fixtures'

type Looked = { readonly missing: string[]; readonly wrong: string[] }
declare global {
  interface Window {
    /** Scrolls through a dialog until it has shown all texts; resolves to the missing ones and to whatever is not plain text. */
    lookThrough(body: Element, texts: readonly string[]): Promise<Looked>
  }
}

/** Runs in the page before anything else. */
function provideLook(): void {
  // Our own frame is sandboxed, hence the `:not`.
  const born =
    'script, iframe:not([sandbox]), object, embed, link, x-born, svg[onload], [onerror], [src="x"], [href^="javascript:" i]'
  const hidden = /[\p{Cc}\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/u
  const turned = /[\p{Script=Arabic}\p{Script=Hebrew}]/u
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  /** How often, two frames each, the end of a list is checked for more. */
  const PATIENCE = 200
  const named = ['aria-label', 'title', 'alt', 'placeholder']

  /** Whether right-to-left text in this node cannot reorder the text around it. */
  function isApart(node: Node): boolean {
    for (let each = node.parentElement; each; each = each.parentElement) {
      const { display, unicodeBidi } = getComputedStyle(each)
      if (unicodeBidi.includes('plaintext')) return true
      // A block isolates its text, provided it holds nothing else.
      if (display !== 'inline' && display !== 'contents') return each.textContent?.trim() === node.textContent?.trim()
      if (unicodeBidi.includes('isolate')) return true
    }
    return false
  }

  function look(body: Element, shown: Set<string>, wrong: Set<string>) {
    const dialog = body.closest('[role="dialog"], dialog') ?? body
    if (body.scrollWidth > body.clientWidth) wrong.add(`wider than the modal: ${body.textContent?.slice(0, 200)}`)
    for (const each of dialog.querySelectorAll(born)) wrong.add(`born: ${each.outerHTML.slice(0, 200)}`)
    for (const each of dialog.querySelectorAll('*'))
      for (const name of named) {
        const value = each.getAttribute(name)
        if (value && hidden.test(value)) wrong.add(`hidden in ${name}: ${JSON.stringify(value)}`)
      }
    const walker = document.createTreeWalker(dialog, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { textContent } = walker.currentNode
      if (!textContent || shown.has(textContent)) continue
      shown.add(textContent)
      if (hidden.test(textContent)) wrong.add(`hidden: ${JSON.stringify(textContent)}`)
      if (turned.test(textContent) && !isApart(walker.currentNode)) wrong.add(`turns what is around it: ${textContent}`)
    }
  }

  const scrolls = (each: Element) =>
    each.scrollHeight > each.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(each).overflowY)

  window.lookThrough = async (body, texts) => {
    const [shown, wrong] = [new Set<string>(), new Set<string>()]
    const missing = new Set(texts)
    // Rows are rendered as they are scrolled to; changes appear with the next frames.
    for (let top = 0, left = PATIENCE; missing.size > 0 && left > 0; ) {
      const scroller = [body, ...body.querySelectorAll('*')].find(scrolls)
      scroller?.scrollTo(0, top)
      await frame()
      const before = shown.size
      look(body, shown, wrong)
      const whole = [...shown].slice(before).join('\n')
      for (const text of missing) if (whole.includes(text)) missing.delete(text)
      const isEnd = !scroller || top + scroller.clientHeight >= scroller.scrollHeight
      if (isEnd) left--
      else {
        top += scroller.clientHeight / 2
        left = PATIENCE
      }
    }
    return { missing: [...missing], wrong: [...wrong] }
  }
}

/** Expects a dialog to show each text as plain text, cut at `limit` characters, with no other effect. */
export async function expectPlain(dialog: Locator, texts: readonly string[], limit: number): Promise<void> {
  const plain = texts.map((text) => plainText(text, limit))
  const body = dialog.locator('[part=body]')
  // The previous view is gone.
  await expect(body).toHaveCount(1)
  const looked = await body.evaluate((shown, wanted) => window.lookThrough(shown, wanted), plain)
  expect(looked.wrong, 'texts with any other effect').toEqual([])
  expect(looked.missing, 'texts not shown').toEqual([])
}

/** Prepares a page before it is opened. */
export const watchTexts = (page: Page): Promise<unknown> => page.addInitScript(provideLook)
