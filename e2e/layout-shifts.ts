import type { Page } from '@playwright/test'

/** Adds up every layout shift of the pages that are opened from now on, those right after a press too. */
export async function watchShifts(page: Page) {
  await page.addInitScript(() => {
    let moved = 0
    const add = (entries: PerformanceEntryList) => {
      for (const entry of entries as (PerformanceEntry & { value: number })[]) moved += entry.value
    }
    const observer = new PerformanceObserver((list) => add(list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    // Includes the entries that the observer has not been given yet.
    const sum = () => {
      add(observer.takeRecords())
      return moved
    }
    Object.assign(window, { moved: sum })
  })
  return {
    moved: (): Promise<number> => page.evaluate(() => Reflect.get(window, 'moved')()),
    /** Nothing in the element moves any more but what moves without end. */
    settled: () =>
      page.evaluate(async () => {
        const frame = () => new Promise(requestAnimationFrame)
        const moving = () => document.querySelector('wallet-modal')?.shadowRoot?.getAnimations() ?? []
        while (moving().some(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)) await frame()
        await frame()
        await frame()
      }),
  }
}
