import { expect, test } from './fixtures'
import { openState } from './gallery'
import { phone } from './site'

test.use({ ...phone, contextOptions: { reducedMotion: 'no-preference' } })

test('a sheet that must be answered first moves 24 px at most when dragged, springs back, shakes and stays', async ({ page }) => {
  await openState(page, 'sign-in')
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  const panel = page.locator('wallet-modal [part="dialog"]')
  // The message about the refusal makes the sheet taller; its bottom edge stays.
  const foot = () => panel.evaluate((node) => node.getBoundingClientRect().bottom)
  await expect.poll(() => panel.evaluate((node) => node.getAnimations().length)).toBe(0)
  const rest = await foot()
  const { x = 0, y = 0, width = 0, height = 0 } = (await panel.boundingBox()) ?? {}
  const from = [x + width / 2, y + 12] as const
  await page.mouse.move(...from)
  await page.mouse.down()
  for (const share of [0.2, 0.5, 0.8]) {
    await page.mouse.move(from[0], from[1] + height * share)
    const given = (await foot()) - rest
    expect(given).toBeGreaterThan(10)
    expect(given).toBeLessThanOrEqual(24)
  }
  await panel.evaluate((node) =>
    node.addEventListener('animationstart', (event) => node.toggleAttribute((event as AnimationEvent).animationName)),
  )
  await page.mouse.up()
  await expect(panel).toHaveAttribute('shake')
  await expect.poll(foot).toBe(rest)
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
})
