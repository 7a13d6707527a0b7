import type { Page } from '@playwright/test'
import { expect } from './fixtures'

type Listening = typeof window & { heard: string[] }

/**
 * Runs in the page before anything else: keeps what the live regions say, as a screen reader would speak it. One that waits for a
 * pause has to be there before its words; one that comes together with them interrupts, or is not heard.
 */
export function listen(): void {
  const heard: string[] = []
  Object.assign(window, { heard })
  const last = new WeakMap<Element, string>()
  const look = (root: ShadowRoot) => {
    for (const region of root.querySelectorAll('[role="status"], [role="alert"]')) {
      // The lifeless copy of a view that leaves says nothing.
      if (region.closest('[inert]')) continue
      const role = region.getAttribute('role')
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

/** Waits until this was said, by its beginning, so many times. */
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
