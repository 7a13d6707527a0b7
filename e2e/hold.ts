import type { Page } from '@playwright/test'

/** What the page asks of this address from now on is answered once the function that comes back is called. */
export async function hold(page: Page, address: string | RegExp): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(address, async (route) => {
    await released
    // Nobody waits for it any more where its frame has gone.
    await route.continue().catch(() => {})
  })
  return release
}
