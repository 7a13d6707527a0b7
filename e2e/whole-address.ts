import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures'

/** The widths that a page may have. */
const WIDTHS = [320, 390, 768, 1280, 1440]

/** Runs in the page: what keeps an address from being read there letter by letter; '' where nothing does. */
function missing(view: Element, address: string): string {
  const letters: { letter: string; node: Text; at: number }[] = []
  const walker = document.createTreeWalker(view, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    // What is only heard is not seen; direction marks have no shape.
    if (node.parentElement?.closest('.visually-hidden')) continue
    for (const { 0: letter, index } of node.data.matchAll(/[^\s\p{Cf}]/gu)) letters.push({ letter, node, at: index })
  }
  const drawn = letters.map(({ letter }) => letter).join('')
  if (drawn.includes(`${address.slice(0, 6)}…${address.slice(-4)}`)) return `cut short in: ${drawn}`
  const starts = [...drawn.matchAll(new RegExp(address, 'g'))].map(({ index }) => index)
  if (starts.length === 0) return `not in: ${drawn}`
  const root = view.getRootNode() as Document | ShadowRoot
  const isSeen = ({ node, at }: (typeof letters)[number]) => {
    const range = document.createRange()
    range.setStart(node, at)
    range.setEnd(node, at + 1)
    // A letter that begins a line has an empty box at the end of the line before, too.
    const box = [...range.getClientRects()].find(({ width, height }) => width > 0 && height > 0)
    if (!box) return false
    const { left, right, top, bottom } = box
    if (left < 0 || right > innerWidth || top < 0 || bottom > innerHeight) return false
    // Whatever cuts it off or lies over it is hit in its place.
    const middle = (top + bottom) / 2
    return [left + 1.5, right - 1.5].every((x) => node.parentElement?.contains(root.elementFromPoint(x, middle)))
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

/** Every letter of an address is on screen in a view, and nowhere its two ends alone, at every width (promise 15). */
export async function expectWhole(page: Page, view: Locator, address: string): Promise<void> {
  const usual = page.viewportSize() ?? { width: 1280, height: 720 }
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 720 })
    await expect.poll(() => view.evaluate(missing, address), { message: `${width} px` }).toBe('')
  }
  await page.setViewportSize(usual)
}

/** Runs in the page: where a line ends inside a group of four of an address, as `0x12…`; none where there is no such address. */
function brokenGroups(view: Element, address: string): string[] {
  const letters: { letter: string; top: number }[] = []
  const walker = document.createTreeWalker(view, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null)
    for (const { 0: letter, index } of node.data.matchAll(/[^\s\p{Cf}]/gu)) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + 1)
      const box = [...range.getClientRects()].find(({ width, height }) => width > 0 && height > 0)
      if (box) letters.push({ letter, top: box.top })
    }
  const starts = [
    ...letters
      .map(({ letter }) => letter)
      .join('')
      .matchAll(new RegExp(address, 'gi')),
  ].map(({ index }) => index)
  if (starts.length === 0) return ['not there']
  return starts.flatMap((start) =>
    [...address].flatMap((_, at) => {
      const moved = at > 0 && Math.abs((letters[start + at]?.top ?? 0) - (letters[start + at - 1]?.top ?? 0)) > 4
      return moved && (at < 6 || (at - 2) % 4 !== 0) ? `${address.slice(0, at)}…` : []
    }),
  )
}

/** A line ends between the groups of four of an address and inside none, at every width. */
export async function expectGroups(page: Page, view: Locator, address: string): Promise<void> {
  const usual = page.viewportSize() ?? { width: 1280, height: 720 }
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 720 })
    await expect.poll(() => view.evaluate(brokenGroups, address), { message: `${width} px` }).toEqual([])
  }
  await page.setViewportSize(usual)
}
