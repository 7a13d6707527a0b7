import { expect, type Page } from '@playwright/test'

/** What is needed of a page; another engine's driver has it too. */
type Keyed = Pick<Page, 'evaluate'> & { readonly keyboard: Pick<Page['keyboard'], 'press'> }

/** The focused element's accessible name, looked up through shadow roots. */
export const focused = (page: Pick<Page, 'evaluate'>): Promise<string> =>
  page.evaluate(() => {
    let active = document.activeElement
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
    return active?.getAttribute('aria-label') || active?.textContent?.trim() || ''
  })

/** Presses Tab until a control with that name is focused; a focused heading does not count. */
export async function tabTo(page: Keyed, name: RegExp): Promise<void> {
  const there = async () => {
    const isHeading = await page.evaluate(() => {
      let active = document.activeElement
      while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
      return active?.matches('h1, h2, h3')
    })
    return !isHeading && name.test(await focused(page))
  }
  await expect(async () => {
    if (await there()) return
    await page.keyboard.press('Tab')
    expect(await there(), `${name}, not ${await focused(page)}`).toBe(true)
  }).toPass({ intervals: [0] })
}
