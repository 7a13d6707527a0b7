import { expect, type Page } from '@playwright/test'

/** A page, or as much of one as another engine's driver has. */
type Keyed = Pick<Page, 'evaluate'> & { readonly keyboard: Pick<Page['keyboard'], 'press'> }

/** What has the focus, through shadow roots: its name as a person hears it. */
export const focused = (page: Pick<Page, 'evaluate'>): Promise<string> =>
  page.evaluate(() => {
    let active = document.activeElement
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
    return active?.getAttribute('aria-label') || active?.textContent?.trim() || ''
  })

/** Presses Tab until something of that name has the focus; a heading has it only to be read. */
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
