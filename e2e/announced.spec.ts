import { accountAt, connectHeadless, expect, injectHeadless, openBare, test } from './fixtures'

test.describe('a wallet that announces itself', () => {
  test('is approved, and the account is shown', async ({ page, urls, stackAttributes }) => {
    const wallet = await injectHeadless(page, urls)
    await openBare(page, urls, stackAttributes)
    await connectHeadless(page, wallet)
    await page.getByRole('button', { name: `Account ${accountAt(0).short}` }).click()
    await expect(page.getByRole('dialog', { name: accountAt(0).short })).toContainText('10,000 ETH')
  })
})
