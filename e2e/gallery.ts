import { expect, type Page } from '@playwright/test'
import { urls } from './site'

/** Opens one state of the gallery (`demo/gallery.html`) and waits until it is there. `query`: more for its address, e.g. `&account=0x…`. */
export async function openState(page: Page, state: string, query = ''): Promise<void> {
  await page.goto(`${urls.demo}gallery.html?state=${state}${query}`)
  // Looked at in each frame: an assertion looks again only after longer and longer waits.
  await page.waitForFunction(() => document.documentElement.dataset.ready, undefined, { timeout: 25_000 })
  await expect(page.locator('html'), state).toHaveAttribute('data-ready', 'yes')
}
