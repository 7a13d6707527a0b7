import type { Page } from '@playwright/test'

/** Holds the page's requests to this address from now on; resolves to a function that lets them through. */
export async function hold(page: Page, address: string | RegExp): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(address, async (route) => {
    await released
    // Its frame may be gone by then.
    await route.continue().catch(() => {})
  })
  return release
}
