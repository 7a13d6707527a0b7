import { expect, type Locator, type Page } from '@playwright/test'

/** Waits until no animation of the element runs or starts within two frames, except endless ones such as spinners. */
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

/** Waits until one element is wholly above another. Both are measured in one frame, as content that loads moves them. */
export async function expectAbove(one: Locator, other: Locator): Promise<void> {
  const below = await other.elementHandle()
  const between = () =>
    one.evaluate((node, next) => (next?.getBoundingClientRect().top ?? 0) - node.getBoundingClientRect().bottom, below)
  await expect.poll(between).toBeGreaterThanOrEqual(0)
}
