import type { Page } from '@playwright/test'
import { servePage } from './strict-policy'

/** Serves a page that posts to its parent the messages in its frame's name, a JSON list. */
export async function serveForger(page: Page, url: string): Promise<void> {
  const script = "<script>for (const each of JSON.parse(name)) parent.postMessage(each, '*')</script>"
  await servePage(page, url, `<!doctype html><title>Forger</title>${script}`)
}
