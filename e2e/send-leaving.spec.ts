import { accountAt, expect, test } from './fixtures'
import { fields, NETWORK, openSend } from './send-page'
import { show } from './site'

test('who closes while a transfer is being prepared is not led to its review, and can ask for it again', async ({
  page,
  urls,
  stackAttributes,
}) => {
  const { dialog } = await openSend({ page, urls, stackAttributes })
  const { amount, receiver, review } = fields(dialog)
  await amount.fill('0.5')
  await receiver.fill(accountAt(1).address)
  await expect(review).toBeEnabled()
  let leave = () => {}
  const left = new Promise<void>((resolve) => {
    leave = resolve
  })
  let asked = 0
  await page.route(urls.rpc[NETWORK] ?? '', async (route) => {
    asked++
    await left
    await route.continue()
  })
  await review.click()
  await expect.poll(() => asked).toBeGreaterThan(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  leave()
  await show(page, 'Send')
  await expect(amount).toHaveValue('0.5')
  await review.click()
  await expect(dialog.getByRole('heading', { name: 'Review' })).toBeVisible()
})
