import { expect, type Locator } from '@playwright/test'

/** All of the one message that is said at once is this, and no more. */
export const expectSaid = (dialog: Locator, words: string) =>
  expect(dialog.getByRole('alert').filter({ hasText: /\S/, visible: true })).toHaveText(words, { useInnerText: true })

/** All of the message that begins so and is said at the next pause is this, and no more. */
export const expectTold = (dialog: Locator, begins: string, words: string) =>
  expect(dialog.locator('.snack, [role="status"]').filter({ hasText: begins, visible: true })).toHaveText(words, {
    useInnerText: true,
  })
