import { expect, type Locator, type Page } from '@playwright/test'

/**
 * Lets the time of the page, whose clock is installed, pass a second at a time until what is meant is in sight: the ten
 * seconds of a limit and a little more. What came too late to be passed over is waited for as any visitor would.
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
