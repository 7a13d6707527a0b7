import { expect, type Locator, type Page } from '@playwright/test'

/**
 * Fast-forwards the page's installed clock second by second until the locator is visible, for at most 13 s: a limit of ten
 * seconds and a little more. After that it waits in real time.
 */
export async function passUntil(page: Page, meant: Locator): Promise<void> {
  for (let passed = 0; passed < 13; passed++) {
    await page.clock.fastForward(1_000)
    const isSeen = meant.waitFor({ timeout: 200 }).then(
      () => true,
      () => false,
    )
    if (await isSeen) return
  }
  await expect(meant).toBeVisible({ timeout: 13_000 })
}
