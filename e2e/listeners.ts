import type { Page } from '@playwright/test'

/** Runs in the page before anything else: keeps track of its `message` listeners. */
export function countListeners() {
  if (window !== window.top) return
  const heard = new Set<unknown>()
  const { addEventListener, removeEventListener } = window
  window.addEventListener = (
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ) => {
    if (type === 'message') heard.add(listener)
    addEventListener.call(window, type, listener, options)
  }
  window.removeEventListener = (
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ) => {
    if (type === 'message') heard.delete(listener)
    removeEventListener.call(window, type, listener, options)
  }
  Object.assign(window, { heard })
}
/** The current number of `message` listeners. */
export const listeners = (page: Page) => page.evaluate(() => (window as Window & { heard?: Set<unknown> }).heard?.size)
