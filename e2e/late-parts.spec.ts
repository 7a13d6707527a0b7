import { expect, openBare, test } from './fixtures'
import { fields, openSend } from './send-page'
import { show } from './site'

const NOT_LOADED = 'This screen could not be loaded'

test.describe('a part', () => {
  test('error: that knows the networks and does not load is told, and the next try works', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    await page.route(/\/chunks\/network-table-/, (route) => route.abort())
    await openBare(page, urls, stackAttributes)
    await show(page, 'Networks')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('alert').filter({ hasText: NOT_LOADED })).toBeVisible()
    await expect(dialog.getByRole('list')).toHaveCount(0)
    await page.unroute(/\/chunks\/network-table-/)
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(dialog.getByRole('list').getByRole('button').first()).toBeVisible()
    await expect(dialog.getByRole('alert').filter({ hasText: NOT_LOADED })).toHaveCount(0)
  })

  test('error: that makes transactions and does not load is told in the form, and the next press works', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    await page.route(/\/chunks\/sending-/, (route) => route.abort())
    const { dialog } = await openSend({ page, urls, stackAttributes })
    const { amount, receiver, review, send } = fields(dialog)
    await amount.fill('0.1')
    await receiver.fill('0x90F79bf6EB2c4f870365E785982E1f101E93b906')
    await review.click()
    await expect(dialog.getByRole('alert').filter({ hasText: NOT_LOADED })).toBeVisible()
    await page.unroute(/\/chunks\/sending-/)
    await review.click()
    await expect(send).toBeVisible()
  })
})
