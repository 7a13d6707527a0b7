import type { JSHandle, Page } from '@playwright/test'

/** Records, frame by frame, the text at a selector in the open dialog, each change once; '' while there is none. */
export const eachFrame = (page: Page, selector: string): Promise<JSHandle<string[]>> =>
  page.evaluateHandle((wanted) => {
    const seen: string[] = []
    const look = () => {
      const text = document.querySelector('wallet-modal')?.shadowRoot?.querySelector(`dialog[open] ${wanted}`)?.textContent ?? ''
      if (seen.at(-1) !== text) seen.push(text)
      requestAnimationFrame(look)
    }
    look()
    return seen
  }, selector)
