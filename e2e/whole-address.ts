import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures'

/** The widths that a page may have. */
const WIDTHS = [320, 390, 768, 1280, 1440]

type Seen = { missing: string; whole: number; short: number; divided: string[] }

/**
 * Runs in the page: what keeps an address from being read there letter by letter, '' where nothing does or none is asked for; how
 * many addresses are seen, whole or cut short; and which of their groups a line's end divides.
 */
function look(view: Element, address = ''): Seen {
  const letters: { letter: string; node: Text; at: number }[] = []
  const walker = document.createTreeWalker(view, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    // What is only heard is not seen; direction marks have no shape.
    if (node.parentElement?.closest('.visually-hidden')) continue
    for (const { 0: letter, index } of node.data.matchAll(/[^\s\p{Cf}]/gu)) letters.push({ letter, node, at: index })
  }
  const drawn = letters.map(({ letter }) => letter).join('')
  const boxOf = ({ node, at }: (typeof letters)[number]) => {
    const range = document.createRange()
    range.setStart(node, at)
    range.setEnd(node, at + 1)
    // A letter that begins a line has an empty box at the end of the line before, too.
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
      // Whatever cuts it off or lies over it is hit in its place.
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
  // What is in something closed is not drawn.
  const seen = (pattern: RegExp) =>
    [...drawn.matchAll(pattern)].filter(({ index }) => letters[index] && !Number.isNaN(lineOf(letters[index])))
  const whole = seen(/0x[0-9a-fA-F]{40}/g)
  for (const { 0: address, index } of whole)
    for (const { 0: group, index: at } of address.matchAll(/^0x|.{4}/g)) note(index + at, group)
  const short = seen(/0x[0-9a-fA-F]{4}…[0-9a-fA-F]{4}/g)
  for (const { 0: address, index } of short) note(index, address)
  return { missing: address && missing(), whole: whole.length, short: short.length, divided }
}

/** Every letter of an address is on screen in a view, and nowhere its two ends alone, at every width (promise 15). */
export async function expectWhole(page: Page, view: Locator, address: string): Promise<void> {
  // Of none nothing would be missing.
  expect(address).not.toBe('')
  const usual = page.viewportSize() ?? { width: 1280, height: 720 }
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 720 })
    await expect.poll(async () => (await view.evaluate(look, address)).missing, { message: `${width} px` }).toBe('')
  }
  await page.setViewportSize(usual)
}

/** So many addresses are seen in a view, and no line ends within a group of four of one or within one cut short, at every width. */
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
