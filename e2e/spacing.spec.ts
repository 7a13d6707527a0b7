import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures'
import { openState } from './gallery'

const phone = { width: 390, height: 844 }

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

for (const [lang, dir] of [
  ['en', 'ltr'],
  ['ar', 'rtl'],
] as const)
  test(`${lang}: a receiver without a name has the address in its place, beside the picture`, async ({ page }) => {
    await page.setViewportSize(phone)
    await openState(page, 'send-review', `&lang=${lang}&dir=${dir}`)
    const review = page.locator('wallet-modal .ticket')
    const places = () =>
      review.evaluate((node) => {
        const [, flow] = node.querySelectorAll('.review-flow')
        const [picture, label, address] = [flow?.firstElementChild, flow?.lastElementChild, node.querySelector('.address-groups')]
        if (!picture || !label || !address) throw new Error('All are expected')
        const groups = [...address.children].slice(1).map((each) => each.getBoundingClientRect())
        return {
          gap: Math.min(...groups.map(({ top }) => top)) - label.getBoundingClientRect().bottom,
          over: groups.some(({ left, right, top }) => {
            const box = picture.getBoundingClientRect()
            return left < box.right && right > box.left && top < box.bottom
          }),
        }
      })
    expect(await places()).toMatchObject({ over: false })
    expect((await places()).gap).toBeLessThan(6)
    // In large letters it needs the whole line.
    await page.evaluate(() => document.documentElement.style.setProperty('--wm-size', '24px'))
    expect(await places()).toMatchObject({ over: false })
  })

for (const viewport of [phone, { width: 1280, height: 800 }])
  test(`${viewport.width} px: the line of the account is whole in the message that is signed`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await openState(page, 'sign-in')
    const message = page.locator('wallet-modal .sign-in-message')
    const lines = await message.evaluate((node) => {
      const text = node.firstChild
      const from = node.textContent.search(/0x[0-9a-f]{40}/i)
      if (!text || from < 0) throw new Error('An account is expected')
      const line = document.createRange()
      line.setStart(text, from)
      line.setEnd(text, from + 42)
      return line.getClientRects().length
    })
    expect(lines).toBe(1)
  })

test('accepting the terms moves nothing', async ({ page }) => {
  await page.setViewportSize(phone)
  await openState(page, 'connect-terms')
  const dialog = page.getByRole('dialog')
  const parts = [dialog.getByRole('checkbox'), dialog.getByText('All wallets'), dialog.locator('.footer')]
  const places = () => Promise.all(parts.map((part) => part.evaluate((node) => Math.round(node.getBoundingClientRect().top))))
  const before = await places()
  await dialog.getByRole('checkbox').click()
  await expect(dialog.getByRole('button', { name: /^Scan with your phone/ })).toBeEnabled()
  expect(await places()).toEqual(before)
})

for (const [state, name] of [
  ['app', 'Get the app'],
  ['qr-of-wallet', 'Get Amber Purse'],
] as const)
  test(`${state}: the link to the store is as high as a finger needs`, async ({ page }) => {
    await page.setViewportSize(phone)
    await openState(page, state)
    const link = page.getByRole('dialog').getByRole('link', { name })
    const reached = await link.evaluate((node) => {
      const root = node.getRootNode() as ShadowRoot
      const { left, right, top, bottom } = node.getBoundingClientRect()
      const middle = (top + bottom) / 2
      return [-21, 21].every((by) => node.contains(root.elementFromPoint((left + right) / 2, middle + by)))
    })
    expect(reached).toBe(true)
  })

test('sessions that have ended say when at the side where their rights are', async ({ page }) => {
  await openState(page, 'sessions-expired')
  const starts = await page
    .locator('wallet-modal .session')
    .first()
    .evaluate((node) =>
      ['.session-rights', '.session-when > :last-child'].map((part) => node.querySelector(part)?.getBoundingClientRect().left),
    )
  expect(starts[1]).toBe(starts[0])
})
