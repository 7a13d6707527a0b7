import { connectHeadless, details, expect, injectHeadless, openBare, test, untilTold, Web3RequestKind } from './fixtures'
import { fields } from './send-page'
import { show } from './site'

// The network has no block explorer, so View opens the transaction in the modal.
test('View leads to the message’s transaction, also while another one is open', async ({ page, urls, stackAttributes }) => {
  const wallet = await injectHeadless(page, urls)
  await openBare(page, urls, stackAttributes)
  await connectHeadless(page, wallet)
  const dialog = page.getByRole('dialog')
  const send = async (sum: string) => {
    await show(page, 'Send')
    const form = fields(dialog)
    await form.amount.fill(sum)
    await form.receiver.fill('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')
    await form.review.click()
    await form.send.click()
    await wallet.approve(Web3RequestKind.SendTransaction)
    const message = dialog.locator('.snack').filter({ hasText: /^Transaction (started|confirmed)/ })
    await expect(message).toBeVisible()
    return message.getByRole('button', { name: 'View' })
  }
  await (await send('0.125')).click()
  await expect(dialog.getByRole('listitem').filter({ hasText: '−0.125 ETH' })).toBeVisible()
  // Both events of the first have fired: later ones are about the second.
  await untilTold(page, 'wallet-transaction', 2)
  const view = await send('0.25')
  // The message stays while hovered.
  await view.hover()
  await dialog.getByRole('tab', { name: 'Activity' }).press('Enter')
  await dialog
    .getByRole('button', { name: /−0\.125/ })
    .first()
    .press('Enter')
  await expect(dialog.getByRole('listitem').filter({ hasText: '−0.125 ETH' })).toBeVisible()
  await view.press('Enter')
  await expect(dialog.getByRole('listitem').filter({ hasText: '−0.25 ETH' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Back' }).click()
  await expect(dialog.getByRole('tab', { name: 'Activity' })).toHaveAttribute('aria-selected', 'true')
  expect((await details(page, 'wallet-transaction')).filter(({ status }) => status === 'submitted')).toHaveLength(2)
})
