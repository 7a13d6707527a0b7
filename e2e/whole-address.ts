import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures'

/** How it stands there, its prefix aside. */
export const groups = (address: string) => address.slice(2).match(/.{4}/g)?.join('') ?? ''

/** Every letter of an address is on screen, at every width that a page may have (promise 15). */
export async function expectWhole(page: Page, dialog: Locator, address: string): Promise<void> {
  const shown = dialog.locator('.address-groups')
  await expect(shown).toContainText(groups(address))
  const usual = page.viewportSize() ?? { width: 1280, height: 720 }
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 720 })
    await shown.scrollIntoViewIfNeeded()
    const isWhole = () =>
      shown.evaluate((node) => {
        const groups = [...node.querySelectorAll('[aria-hidden]')].map((each) => each.getBoundingClientRect())
        const panel = node.closest('[part=dialog]')?.getBoundingClientRect() ?? new DOMRect()
        const [start, end] = [Math.max(0, panel.left), Math.min(innerWidth, panel.right)]
        return groups.length > 10 && groups.every(({ left, right, height }) => height > 0 && left >= start && right <= end)
      })
    await expect.poll(isWhole, { message: `${width} px` }).toBe(true)
  }
  await page.setViewportSize(usual)
}
