import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures'
import { openState } from './gallery'

test.use({ contextOptions: { contrast: 'more' } })

const look = (button: Locator) =>
  button.evaluate((node) => {
    const { color, backgroundColor, borderTopStyle, boxShadow } = getComputedStyle(node)
    return [color, backgroundColor, borderTopStyle, boxShadow]
  })

test('where more contrast is asked for, a disabled button does not look like one that can be pressed', async ({ page }) => {
  await openState(page, 'send')
  const review = page.getByRole('dialog').getByRole('button', { name: 'Review' })
  await expect(review).toBeDisabled()
  const disabled = await look(review)
  await openState(page, 'send-confirming')
  expect(disabled).not.toEqual(await look(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })))
})
