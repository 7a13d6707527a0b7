import { expect, type Locator, type Page } from '@playwright/test'

/** Waits until nothing of the element's moves, nor begins to in the next frame; what turns for as long as something is waited for may. */
export const still = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const root = document.querySelector('wallet-modal')?.shadowRoot
        const moving = () =>
          (root?.getAnimations() ?? []).filter(
            ({ effect, playState }) =>
              playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
          ).length
        const now = moving()
        for (let frames = 2; frames > 0; frames--) await new Promise(requestAnimationFrame)
        return now + moving()
      }),
    )
    .toBe(0)

/** Waits until one stands wholly above another. Both are measured in one frame: what comes or opens beside them moves them. */
export async function expectAbove(one: Locator, other: Locator): Promise<void> {
  const below = await other.elementHandle()
  const between = () =>
    one.evaluate((node, next) => (next?.getBoundingClientRect().top ?? 0) - node.getBoundingClientRect().bottom, below)
  await expect.poll(between).toBeGreaterThanOrEqual(0)
}
