import type { Page } from '@playwright/test'
import { expect, test } from './fixtures'
import { fields, openSend } from './send-page'

/** Replaces texts in the element as translators in browsers do: by elements of their own, also where a text is added or changed later. */
const startTranslator = (page: Page) =>
  page.evaluate(() => {
    const root = document.querySelector('wallet-modal')?.shadowRoot
    if (!root) throw new Error('There is nothing to translate')
    const translate = () => {
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const found: Text[] = []
      while (texts.nextNode()) found.push(texts.currentNode as Text)
      for (const text of found) {
        if (!text.data.trim() || text.parentElement?.closest('font, style, [translate=no]')) continue
        const font = document.createElement('font')
        font.textContent = text.data
        text.replaceWith(font)
      }
    }
    new MutationObserver(translate).observe(root, { subtree: true, childList: true, characterData: true })
    translate()
  })

test('in a page that the browser translates, the modal stays as it is, and works', async ({ page, urls, stackAttributes }) => {
  const { dialog } = await openSend({ page, urls, stackAttributes })
  await startTranslator(page)
  const { amount, receiver, review } = fields(dialog)
  await amount.fill('1.25')
  await receiver.fill(`0x${'12'.repeat(20)}`)
  await review.click()
  await expect(dialog.getByRole('heading', { name: 'Review' })).toBeVisible()
  await expect(dialog.getByRole('list', { name: 'What changes for you' })).toContainText('ETH−1.25')
  await dialog.getByRole('button', { name: 'Back' }).click()
  await amount.fill('2.5')
  await review.click()
  await expect(dialog.getByRole('list', { name: 'What changes for you' })).toContainText('ETH−2.5')
  await expect(dialog.locator('font')).toHaveCount(0)
})
