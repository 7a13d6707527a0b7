import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures'

/** The tested widths of the page, in pixels. */
const WIDTHS = [320, 390, 768, 1280, 1440]

type Seen = { missing: string; whole: number; short: number; divided: string[] }

/**
 * Runs in the page. `missing`: what keeps the address from being fully readable in the view, '' if nothing does or no address is
 * given; `whole`, `short`: the numbers of visible addresses; `divided`: groups of them that are broken across lines.
 */
function look(view: Element, address = ''): Seen {
  const letters: { letter: string; node: Text; at: number }[] = []
  const walker = document.createTreeWalker(view, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    // Skips text for screen readers, and direction marks below.
    if (node.parentElement?.closest('.visually-hidden')) continue
    for (const { 0: letter, index } of node.data.matchAll(/[^\s\p{Cf}]/gu)) letters.push({ letter, node, at: index })
  }
  const drawn = letters.map(({ letter }) => letter).join('')
  const boxOf = ({ node, at }: (typeof letters)[number]) => {
    const range = document.createRange()
    range.setStart(node, at)
    range.setEnd(node, at + 1)
    // The first letter of a line also has an empty box at the end of the previous line.
    return [...range.getClientRects()].find(({ width, height }) => width > 0 && height > 0)
  }

  function missing(): string {
    if (drawn.includes(`${address.slice(0, 6)}…${address.slice(-4)}`)) return `cut short in: ${drawn}`
    const starts = [...drawn.matchAll(new RegExp(address, 'g'))].map(({ index }) => index)
    if (starts.length === 0) return `not in: ${drawn}`
    const root = view.getRootNode() as Document | ShadowRoot
    const isSeen = (each: (typeof letters)[number]) => {
      const box = boxOf(each)
      if (!box) return false
      const { left, right, top, bottom } = box
      if (left < 0 || right > innerWidth || top < 0 || bottom > innerHeight) return false
      // Anything that clips or covers the letter is hit instead of it.
      const middle = (top + bottom) / 2
      return [left + 1.5, right - 1.5].every((x) => each.node.parentElement?.contains(root.elementFromPoint(x, middle)))
    }
    const unseen = starts.map((start) => {
      letters[start]?.node.parentElement?.scrollIntoView({ block: 'center' })
      return letters.slice(start, start + address.length).filter((each) => !isSeen(each))
    })
    const cut = [...view.querySelectorAll('*')].filter((each) => {
      const { overflowX } = getComputedStyle(each)
      return (
        overflowX !== 'visible' &&
        !each.closest('.visually-hidden') &&
        each.textContent?.includes(address.slice(2, 6)) &&
        each.scrollWidth > each.clientWidth
      )
    })
    if (cut.length > 0) return `wider than its place: ${cut.map((each) => each.className).join()}`
    if (unseen.some((each) => each.length === 0)) return ''
    return `out of sight: ${unseen[0]?.map(({ letter }) => letter).join('')}`
  }

  const lineOf = (each: (typeof letters)[number]) => Math.round((boxOf(each)?.bottom ?? Number.NaN) / 4)
  const divided: string[] = []
  const note = (start: number, group: string) => {
    const lines = new Set(letters.slice(start, start + group.length).map(lineOf))
    if (lines.size > 1 || lines.has(Number.NaN)) divided.push(group)
  }
  // Text in closed details has no boxes.
  const seen = (pattern: RegExp) =>
    [...drawn.matchAll(pattern)].filter(({ index }) => letters[index] && !Number.isNaN(lineOf(letters[index])))
  const whole = seen(/0x[0-9a-fA-F]{40}/g)
  for (const { 0: address, index } of whole)
    for (const { 0: group, index: at } of address.matchAll(/^0x|.{4}/g)) note(index + at, group)
  const short = seen(/0x[0-9a-fA-F]{4}…[0-9a-fA-F]{4}/g)
  for (const { 0: address, index } of short) note(index, address)
  return { missing: address && missing(), whole: whole.length, short: short.length, divided }
}

/** Expects a whole address visible in a view, and nowhere shortened, at every width (promise 15). */
export async function expectWhole(page: Page, view: Locator, address: string): Promise<void> {
  // Nothing would be missing of an empty address.
  expect(address).not.toBe('')
  const usual = page.viewportSize() ?? { width: 1280, height: 720 }
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 720 })
    await expect.poll(async () => (await view.evaluate(look, address)).missing, { message: `${width} px` }).toBe('')
  }
  await page.setViewportSize(usual)
}

/** Expects these numbers of addresses in a view, none broken within a group of four or if shortened, at every width. */
export async function expectGroups(page: Page, view: Locator, seen: { whole?: number; short?: number }): Promise<void> {
  const usual = page.viewportSize() ?? { width: 1280, height: 720 }
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 720 })
    await expect
      .poll(() => view.evaluate(look, ''), { message: `${width} px` })
      .toEqual({ missing: '', whole: 0, short: 0, ...seen, divided: [] })
  }
  await page.setViewportSize(usual)
}
