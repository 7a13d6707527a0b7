import { expect, type Page } from '@playwright/test'

/** What has the focus, through shadow roots: its name as a person hears it. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    let active = document.activeElement
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
    return active?.getAttribute('aria-label') || active?.textContent?.trim() || ''
  })

/** Presses Tab until something of that name has the focus. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  await expect(async () => {
    if (name.test(await focused(page))) return
    await page.keyboard.press('Tab')
    expect(await focused(page)).toMatch(name)
  }).toPass({ intervals: [0] })
}
