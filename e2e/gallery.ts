import { expect, type Page } from '@playwright/test'
import { urls } from './site'

/** Opens a state of the gallery (`demo/gallery.html`) and waits until it is ready. `query`: further parameters, e.g. `&account=0x…`. */
export async function openState(page: Page, state: string, query = ''): Promise<void> {
  await page.goto(`${urls.demo}gallery.html?state=${state}${query}`)
  // Checked in each frame: an assertion would poll at growing intervals.
  await page.waitForFunction(() => document.documentElement.dataset.ready, undefined, { timeout: 25_000 })
  await expect(page.locator('html'), state).toHaveAttribute('data-ready', 'yes')
}
