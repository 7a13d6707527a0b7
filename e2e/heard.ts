import type { Page } from '@playwright/test'
import { expect } from './fixtures'

type Listening = typeof window & { heard: string[] }

/**
 * Runs in the page before anything else: records what a screen reader would announce from live regions. A `status` must exist
 * before its text; an `alert` may be added together with it.
 */
export function listen(): void {
  const heard: string[] = []
  Object.assign(window, { heard })
  const last = new WeakMap<Element, string>()
  const look = (root: ShadowRoot) => {
    for (const region of root.querySelectorAll('[role="status"], [role="alert"], output')) {
      // The inert copy of a leaving view is silent.
      if (region.closest('[inert]') || region.ariaLive === 'off') continue
      const role = region.getAttribute('role') ?? 'status'
      const text = region.textContent?.replace(/\s+/g, ' ').trim() ?? ''
      const before = last.get(region) ?? (role === 'alert' ? '' : undefined)
      last.set(region, text)
      if (text && before !== undefined && text !== before) heard.push(`${role}: ${text}`)
    }
  }
  const attach = HTMLElement.prototype.attachShadow
  HTMLElement.prototype.attachShadow = function (options) {
    const root = attach.call(this, options)
    if (this.localName === 'wallet-modal')
      new MutationObserver(() => look(root)).observe(root, { subtree: true, childList: true, characterData: true })
    return root
  }
}

/** Waits until announcements that begin with `words` were made at least `times` times. */
export const expectHeard = (page: Page, words: string, times = 1): Promise<void> =>
  expect
    .poll(
      async () => {
        const heard = await page.evaluate(() => (window as Listening).heard)
        return heard.filter((each) => new RegExp(`^${words}`).test(each)).length >= times || heard
      },
      { message: words, timeout: 20_000 },
    )
    .toBe(true)
