import type { Page } from '@playwright/test'
import { servePage } from './strict-policy'

/** Serves a page that says to whoever shows it in a frame what the frame's name holds: a list of messages as JSON. */
export async function serveForger(page: Page, url: string): Promise<void> {
  const script = "<script>for (const each of JSON.parse(name)) parent.postMessage(each, '*')</script>"
  await servePage(page, url, `<!doctype html><title>Forger</title>${script}`)
}
