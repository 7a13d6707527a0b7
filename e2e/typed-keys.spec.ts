import type { Page } from '@playwright/test'
import { expect, openBare, openModal, test } from './fixtures'

/** Shortcuts as pages have them: whatever is not typed into a field. */
async function haveShortcuts(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const heard: string[] = []
    Object.assign(window, { shortcuts: heard })
    for (const type of ['keydown', 'keypress', 'keyup', 'paste'])
      document.addEventListener(type, (event) => {
        if (event.target instanceof HTMLInputElement) return
        heard.push(event instanceof KeyboardEvent ? `${type} ${event.key}` : type)
      })
  })
  return () => page.evaluate(() => (window as typeof window & { shortcuts: string[] }).shortcuts.splice(0))
}

for (const embedded of [false, true])
  test(`what is typed into a field is no shortcut of the page’s${embedded ? ', in place' : ''}; what leaves it may be one`, async ({
    page,
    urls,
    stackAttributes,
  }) => {
    await openBare(page, urls, { ...stackAttributes, ...(embedded && { embedded: true }) })
    const heard = await haveShortcuts(page)
    const dialog = embedded ? page.getByRole('dialog') : await openModal(page)
    await dialog.getByRole('button', { name: /All wallets/ }).click()
    const search = dialog.getByRole('searchbox')
    await search.focus()
    // Listened to once nothing else is to do.
    await expect(async () => {
      await heard()
      await search.press('j')
      expect(await heard()).toEqual([])
    }).toPass()
    await search.press('Control+a')
    await heard()
    await page.keyboard.type('dune ')
    await search.evaluate((field) => field.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, composed: true })))
    await expect(search).toHaveValue('dune ')
    await expect(dialog.getByRole('button', { name: 'Dune Purse' })).toBeVisible()
    expect(await heard()).toEqual([])

    await search.press('Control+k')
    expect(await heard()).toContain('keydown k')
    await search.press('Escape')
    expect(await heard()).toContain('keydown Escape')
    if (!embedded) await expect(dialog).toBeHidden()
  })
