import type { Page } from '@playwright/test'
import { expect } from './fixtures'
import { addScript } from './strict-policy'

/** Exposes a module of the release as `window[name]` for `page.evaluate`, in which SES refuses `import()`. */
export async function loadModule(page: Page, url: string, name: string): Promise<void> {
  const content = `import * as module from ${JSON.stringify(url)}; window[${JSON.stringify(name)}] = module`
  await addScript(page, { content }, 'module')
  await expect.poll(() => page.evaluate((wanted) => wanted in window, name), { message: `${url} is loaded` }).toBe(true)
}
