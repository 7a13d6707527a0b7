import type { Page } from '@playwright/test'
import { expect, openBare, openModal, test } from './fixtures'

/** Listens as a page's shortcuts do: to keys that are not typed into an input. */
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
  test(`keys typed into a field trigger no shortcuts of the page${embedded ? ', in an embedded element; Escape and' : ';'} Control combinations may`, async ({
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
    // The field's listeners are added when the page is idle.
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
    await heard()
    await search.press('Escape')
    // The one that closes the dialog is the dialog's own.
    if (!embedded) await expect(dialog).toBeHidden()
    expect((await heard()).includes('keydown Escape')).toBe(embedded)
  })

test('Enter and Escape that end a composition belong to it, also as Safari reports them, after its end', async ({
  page,
  urls,
  stackAttributes,
}) => {
  await openBare(page, urls, stackAttributes)
  const dialog = await openModal(page)
  await dialog.getByRole('button', { name: /All wallets/ }).click()
  const search = dialog.getByRole('searchbox')
  await search.fill('dune')
  await expect(dialog.getByRole('button', { name: 'Dune Purse' })).toBeVisible()
  for (const key of ['Enter', 'Escape']) {
    // 229: an input method has taken the key (UI Events).
    const taken = { key, keyCode: 229, bubbles: true, composed: true, cancelable: true }
    await search.evaluate((field, init) => field.dispatchEvent(new KeyboardEvent('keydown', init)), taken)
    await expect(search).toBeFocused()
    await expect(page.locator('wallet-modal')).toHaveAttribute('open')
  }
  await search.press('Enter')
  await expect(search).not.toBeFocused()
})
