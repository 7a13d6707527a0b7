import { expect, test } from './fixtures'
import { openState } from './gallery'

test('the engraving ends where the tabs do: no strip of it lies between them and what they hold', async ({ page }) => {
  await openState(page, 'account-watched')
  const gap = await page.locator('wallet-modal .account-panel').evaluate((panel) => {
    const tabs = panel.closest('.body')?.querySelector('.tabs')
    return panel.getBoundingClientRect().top - (tabs?.getBoundingClientRect().bottom ?? 0)
  })
  expect(Math.abs(gap)).toBeLessThan(0.6)
})

test('an account that is only watched is marked in the colour of a warning', async ({ page }) => {
  await openState(page, 'account-watched')
  const badge = page.locator('wallet-modal .account-watched .badge')
  const colours = await badge.evaluate((node) => {
    const { color, backgroundColor } = getComputedStyle(node)
    const role = (name: string) => getComputedStyle(node).getPropertyValue(name)
    return { is: [color, backgroundColor], wanted: [role('--wm-warn'), role('--wm-warn-soft')] }
  })
  expect(colours.is).toEqual(colours.wanted)
})

test('Buy: the words over a list stand as near to it as those over the next', async ({ page }) => {
  await openState(page, 'buy-seller')
  const gaps = await page.locator('wallet-modal .section-label').evaluateAll((all) =>
    all.map((label) => {
      const list = label.nextElementSibling
      return Math.round((list?.getBoundingClientRect().top ?? 0) - label.getBoundingClientRect().bottom)
    }),
  )
  expect(gaps).toEqual([0, 0])
})

for (const state of ['sign-in-declined', 'sign-in-needed'])
  test(`${state}: beside what is told of it, the answer stands whole on a usual screen`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await openState(page, state)
    const body = page.locator('wallet-modal .body')
    expect(await body.evaluate((node) => node.scrollHeight - node.clientHeight)).toBe(0)
  })
