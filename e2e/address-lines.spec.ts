import { expect, test } from './fixtures'
import { openState } from './gallery'

/** The widths that a page may have. */
const WIDTHS = [320, 360, 390, 768, 1280]

/** Runs in the page: how many addresses are seen there, and which of their groups a line's end divides. */
function divided(view: Element): { whole: number; short: number; divided: string[] } {
  const letters: { letter: string; node: Text; at: number }[] = []
  const walker = document.createTreeWalker(view, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    if (node.parentElement?.closest('.visually-hidden')) continue
    for (const { 0: letter, index } of node.data.matchAll(/[^\s\p{Cf}]/gu)) letters.push({ letter, node, at: index })
  }
  const drawn = letters.map(({ letter }) => letter).join('')
  const lineOf = ({ node, at }: (typeof letters)[number]) => {
    const range = document.createRange()
    range.setStart(node, at)
    range.setEnd(node, at + 1)
    const box = [...range.getClientRects()].find(({ width, height }) => width > 0 && height > 0)
    return Math.round((box?.bottom ?? Number.NaN) / 4)
  }
  const found: string[] = []
  const look = (start: number, group: string) => {
    const lines = new Set(letters.slice(start, start + group.length).map(lineOf))
    if (lines.size > 1 || lines.has(Number.NaN)) found.push(group)
  }
  const whole = [...drawn.matchAll(/0x[0-9a-fA-F]{40}/g)]
  for (const { 0: address, index } of whole)
    for (const { 0: group, index: at } of address.matchAll(/^0x|.{4}/g)) look(index + at, group)
  const short = [...drawn.matchAll(/0x[0-9a-fA-F]{4}…[0-9a-fA-F]{4}/g)]
  for (const { 0: address, index } of short) look(index, address)
  return { whole: whole.length, short: short.length, divided: found }
}

for (const { state, whole = 0, short = 0 } of [
  { state: 'sessions-details', whole: 8 },
  { state: 'send-confirming', whole: 1 },
  { state: 'name', whole: 1 },
  { state: 'buy-quoted', whole: 1 },
])
  test(`no line ends within a group of four of an address, nor within one cut short: ${state}`, async ({ page }) => {
    await openState(page, state)
    const panel = page.locator('wallet-modal [part="dialog"]')
    for (const each of await panel.locator('details').all()) await each.evaluate((node) => node.setAttribute('open', ''))
    for (const dir of ['ltr', 'rtl']) {
      await page.evaluate((dir) => Object.assign(document.documentElement, { dir }), dir)
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 })
        await expect
          .poll(() => panel.evaluate(divided), { message: `${dir}, ${width} px` })
          .toEqual({ whole, short, divided: [] })
      }
    }
  })

test('an address in a sentence is read out and copied as one word', async ({ page }) => {
  await openState(page, 'send-confirming')
  const sentence = page.locator('wallet-modal p', { hasText: 'Sending' })
  const text = await sentence.evaluate((node) => {
    getSelection()?.selectAllChildren(node)
    return [node.textContent, String(getSelection())]
  })
  for (const each of text) expect(each).toMatch(/^Sending [\d.]+ ETH to 0x[0-9a-fA-F]{40}$/)
})
