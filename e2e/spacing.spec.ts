import { expect, type Locator, test } from './fixtures'
import { openState } from './gallery'

/** From the end of the text before a button to the button, in px; negative where it stands beside that text. */
const below = (button: Locator) =>
  button.evaluate((node) => {
    const before = document.createRange()
    before.setStart(node.closest('.note-text, .account-empty') ?? node, 0)
    before.setEndBefore(node)
    const lines = [...before.getClientRects()].filter(({ width }) => width > 0)
    return node.getBoundingClientRect().top - Math.max(...lines.map(({ bottom }) => bottom))
  })

for (const [state, needed] of [
  // Opened before Activity, whose styles it had borrowed.
  ['account-nfts-failed', 12],
  // Opened without the account, whose styles it had borrowed.
  ['send-token-failed', 8],
] as const)
  test(`${state}: the button to try again stands below the text`, async ({ page }) => {
    await openState(page, state)
    expect(await below(page.getByRole('dialog').getByRole('button', { name: 'Try again' }))).toBeGreaterThanOrEqual(needed)
  })
