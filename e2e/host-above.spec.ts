import { expect, openBare, openModal, test } from './fixtures'
import { tabTo } from './keys'

test('under a dialog that the page opens on top, the modal leaves the keyboard to that one', async ({
  page,
  urls,
  stackAttributes,
}) => {
  await openBare(page, urls, stackAttributes)
  const modal = await openModal(page)
  await page.evaluate(() => {
    const above = document.createElement('dialog')
    const text = Object.assign(document.createElement('p'), { textContent: 'Your session ends soon' })
    const stay = Object.assign(document.createElement('button'), { textContent: 'Stay' })
    above.append(text, stay)
    document.body.append(above)
    above.showModal()
  })
  const text = page.getByText('Your session ends soon')
  // As when the focused element is removed.
  const leave = () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await leave()
  await tabTo(page, /^Stay$/)
  await leave()
  await page.keyboard.press('Escape')
  await expect(text).toBeHidden()
  await expect(modal).toBeVisible()
  // Then the keyboard is the modal's again, wherever the focus is.
  await leave()
  await page.keyboard.press('Tab')
  await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe('wallet-modal')
  await leave()
  await page.keyboard.press('Escape')
  await expect(modal).toBeHidden()
})
