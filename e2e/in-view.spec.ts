import { expect, test } from './fixtures'
import { openState } from './gallery'
import { expectAbove } from './places'

// What has to be in view without scrolling, on usual, low and zoomed screens.

for (const state of ['sign-in-declined', 'sign-in-needed'])
  test(`${state}: message and buttons fit a usual screen without scrolling`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await openState(page, state)
    const body = page.locator('wallet-modal .body')
    expect(await body.evaluate((node) => node.scrollHeight - node.clientHeight)).toBe(0)
  })

// In German the warning takes two lines more.
for (const [lang, word] of [
  ['en', 'Slippage limit'],
  ['de', 'Preistoleranz'],
] as const)
  test(`a swap at a loss, ${lang}: how far the price may move stands clear of the button below on a usual screen; it stood half behind it`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await openState(page, 'swap-at-a-loss', `&lang=${lang}`)
    await expect(page.getByRole('button', { name: word })).toBeVisible()
    const body = page.locator('wallet-modal .body')
    await expect.poll(() => body.evaluate((node) => node.scrollHeight - node.clientHeight)).toBe(0)
  })

test('on a page with CSS zoom the dialog stays within the screen', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 650 })
  await openState(page, 'account')
  const panel = page.locator('wallet-modal [part="dialog"]')
  await page.evaluate(() => document.querySelector('wallet-modal')?.close())
  await expect(panel).toBeHidden()
  await page.evaluate(() => {
    document.body.style.setProperty('zoom', '1.5')
    return document.querySelector('wallet-modal')?.show({ view: 'Account' })
  })
  await expect(panel).toBeVisible()
  await expect.poll(() => panel.evaluate((node) => node.getBoundingClientRect().bottom)).toBeLessThanOrEqual(650)
  expect(await panel.evaluate((node) => node.getBoundingClientRect().top)).toBeGreaterThanOrEqual(0)
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(panel).toBeHidden()
})

test('on a phone with visible browser bars the sign-in buttons are in view and cover no part of the message', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 664 })
  for (const [state, lang] of [
    ['sign-in', 'en'],
    ['sign-in-declined', 'de'],
  ] as const) {
    await openState(page, state)
    await page.evaluate((tag) => document.documentElement.setAttribute('lang', tag), lang)
    const dialog = page.getByRole('dialog')
    await expect(dialog).toHaveAttribute('lang', lang)
    for (const answer of await dialog.locator('.button-pair > button').all()) await expect(answer).toBeInViewport({ ratio: 1 })
    // Scrolled to its end, the message is above the buttons.
    await dialog.locator('.body').evaluate((body) => body.scrollTo(0, body.scrollHeight))
    const [message, pair] = await Promise.all(['.ticket', '.button-pair'].map((part) => dialog.locator(part).boundingBox()))
    expect((message?.y ?? 0) + (message?.height ?? 0), state).toBeLessThan(pair?.y ?? 0)
  }
})

test('that a session could not be revoked is in sight, also on a phone on its side', async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 })
  await openState(page, 'sessions-not-revoked')
  await expect(page.locator('wallet-modal .session').getByRole('alert')).toBeInViewport({ ratio: 0.9 })
})

test('that a name could not be claimed comes into sight on a low phone, below the other names', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 553 })
  await openState(page, 'name-free')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('list', { name: 'Or one of these' })).toBeAttached()
  await dialog.getByRole('textbox').press('Enter')
  const told = dialog.getByRole('alert').filter({ hasText: 'Request declined' })
  await expect(told).toBeVisible()
  await expect(dialog.getByRole('button', { name: /^Claim/ })).toBeEnabled()
  const below = await told.evaluate((note) => {
    const body = note.closest('.body')
    return note.getBoundingClientRect().bottom - (body?.getBoundingClientRect().bottom ?? 0)
  })
  expect(below).toBeLessThanOrEqual(0)
})

test('a name that is free can be claimed without scrolling past the others on a low phone', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 553 })
  await openState(page, 'name-free')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('list', { name: 'Or one of these' })).toBeAttached()
  const claim = dialog.getByRole('button', { name: /^Claim/ })
  await expect(claim).toBeInViewport({ ratio: 1 })
  // At the end of the scroll nothing is behind it.
  await dialog.locator('.body').evaluate((body) => body.scrollTo(0, body.scrollHeight))
  await expectAbove(dialog.getByRole('list', { name: 'Or one of these' }), claim)
})
