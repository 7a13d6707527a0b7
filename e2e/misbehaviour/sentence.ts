import { expect, type Locator } from '@playwright/test'

/** Expects one visible alert with exactly these words. */
export const expectSaid = (dialog: Locator, words: string) =>
  expect(dialog.getByRole('alert').filter({ hasText: /\S/, visible: true })).toHaveText(words, { useInnerText: true })

/** Expects the visible status that contains `begins` to have exactly these words. */
export const expectTold = (dialog: Locator, begins: string, words: string) =>
  expect(dialog.locator('.snack, [role="status"]').filter({ hasText: begins, visible: true })).toHaveText(words, {
    useInnerText: true,
  })
