import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures'
import { openState } from './gallery'

test.use({ contextOptions: { forcedColors: 'active' } })

const styleOf = (place: Locator, property: 'color' | 'backgroundColor' | 'outlineStyle' | 'outlineColor') =>
  place.evaluate((node, name) => getComputedStyle(node)[name], property)

test('in forced colours a checkbox shows its tick only when checked', async ({ page }) => {
  await openState(page, 'connect-terms')
  const [box, check] = ['.checkbox-box', '.checkbox-box > .icon'].map((part) => page.getByRole('dialog').locator(part))
  if (!box || !check) throw new Error('No box')
  await expect(check).toHaveCSS('visibility', 'hidden')
  await page.getByRole('checkbox').check()
  await expect(check).toHaveCSS('visibility', 'visible')
  expect(await styleOf(check, 'color')).not.toBe(await styleOf(box, 'backgroundColor'))
})

test('in forced colours the digits of a code are visible once, in their cells', async ({ page }) => {
  await openState(page, 'email-code')
  const field = page.getByRole('dialog').getByRole('textbox')
  await field.fill('123')
  await expect(page.getByRole('dialog').locator('.otp-cells')).toHaveText('123')
  expect(await styleOf(field, 'color')).toBe('rgba(0, 0, 0, 0)')
})

test('in forced colours the amount and receiver fields show their focus', async ({ page }) => {
  await openState(page, 'send-filled')
  const dialog = page.getByRole('dialog')
  for (const name of ['Amount', 'Receiver']) {
    const panel = dialog.locator('.duo-panel').filter({ has: page.getByRole('textbox', { name }) })
    expect(await styleOf(panel, 'outlineStyle'), name).toBe('none')
    await panel.getByRole('textbox').focus()
    expect(await styleOf(panel, 'outlineStyle'), name).toBe('solid')
    expect(await styleOf(panel, 'outlineColor'), name).not.toBe('rgba(0, 0, 0, 0)')
  }
})

test('in forced colours a footer’s link looks like a link, and a drawn icon has an edge', async ({ page }) => {
  await openState(page, 'connect')
  const dialog = page.getByRole('dialog')
  const link = dialog.getByRole('button', { name: 'Get one in a minute' })
  await expect(link).toHaveCSS('border-top-width', '0px')
  const name = dialog.getByText('New to wallets?')
  expect(await styleOf(link, 'color')).not.toBe(await styleOf(name, 'color'))
  await expect(dialog.locator('.wallet-icon[data-status="drawn"]').first()).toHaveCSS('border-top-width', '1px')
})

test('in forced colours recent receivers and the control that reverses a swap look like buttons', async ({ page }) => {
  await openState(page, 'send')
  await expect(page.getByRole('dialog').locator('.receiver-recent button')).toHaveCSS('border-top-style', 'solid')
  await openState(page, 'swap')
  await expect(page.getByRole('dialog').locator('.duo-mid > button')).toHaveCSS('border-top-style', 'solid')
})

test('in forced colours Max and "Type in USD" look like text in their line, and the token beside them like a button', async ({
  page,
}) => {
  await openState(page, 'send-filled')
  const dialog = page.getByRole('dialog')
  for (const name of ['Max', /Type in USD/]) {
    await expect(dialog.getByRole('button', { name }), `${name}`).toHaveCSS('border-top-width', '0px')
  }
  const [max, sum] = await Promise.all(
    ['.amount-input-line > button:not(.amount-input-flip)', '.amount-input-line:last-child > bdi'].map((part) =>
      styleOf(dialog.locator(part), 'color'),
    ),
  )
  expect(max).not.toBe(sum)
  await expect(dialog.locator('.token-chip')).toHaveCSS('border-top-width', '1px')
})

test('in forced colours a disabled row has another colour', async ({ page }) => {
  await openState(page, 'connect-terms')
  const dialog = page.getByRole('dialog')
  const words = await styleOf(dialog.getByRole('heading'), 'color')
  const row = dialog.getByRole('button', { name: /^Scan with your phone/ })
  for (const part of ['.list-row-title', '.list-row-meta'])
    expect(await styleOf(row.locator(part), 'color'), part).not.toBe(words)
})

test('in forced colours dividers of rows and cells are visible, and so are skeletons', async ({ page }) => {
  const dialog = page.locator('wallet-modal [part="dialog"]')
  const drawn = (place: string, pseudo?: string) =>
    dialog
      .locator(place)
      .first()
      .evaluate((node, part) => getComputedStyle(node, part).backgroundColor, pseudo)
  await openState(page, 'account')
  const ground = await styleOf(dialog, 'backgroundColor')
  expect(await drawn('.row-list > li:nth-child(2) > .list-row', '::after')).not.toBe(ground)
  expect(await drawn('.rail > button:nth-child(2)', '::before')).not.toBe(ground)
  await openState(page, 'account-loading')
  expect(await drawn('.skeleton')).not.toBe(ground)
})

test('the same holds when forced colours are turned on while the page is open', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'none' })
  const dialog = page.locator('wallet-modal [part="dialog"]')
  const grounds = (state: string, parts: readonly (readonly [string, string?])[]) =>
    Promise.all(
      parts.map(([place, pseudo]) =>
        dialog
          .locator(place)
          .first()
          .evaluate((node, part) => getComputedStyle(node, part).backgroundColor, pseudo),
      ),
    ).then((all) => [state, ...all])
  for (const [state, parts] of [
    [
      'account',
      [
        ['.row-list > li:nth-child(2) > .list-row', '::after'],
        ['.rail > button:nth-child(2)', '::before'],
      ],
    ],
    ['account-loading', [['.skeleton']]],
    ['connect-email', [['.without-or', '::before']]],
  ] as const) {
    await page.emulateMedia({ forcedColors: 'none' })
    await openState(page, state)
    await page.emulateMedia({ forcedColors: 'active' })
    await expect(dialog).toHaveCSS('border-top-width', '1px')
    expect(await grounds(state, parts)).not.toContain(await styleOf(dialog, 'backgroundColor'))
  }
})

test('in forced colours a message’s icon is visible on its background', async ({ page }) => {
  await openState(page, 'networks-declined')
  const sign = page.getByRole('dialog').locator('.snack-sign')
  expect(await styleOf(sign.locator('.icon'), 'color')).not.toBe(await styleOf(sign, 'backgroundColor'))
})

test('in forced colours the button for a wrong network has its dot', async ({ page }) => {
  await openState(page, 'buttons-wrong-network')
  const dot = await page
    .getByRole('button', { name: 'Wrong network' })
    .first()
    .evaluate((button) => {
      const { borderTopStyle, borderTopWidth, borderTopColor, width } = getComputedStyle(button, '::before')
      return {
        style: borderTopStyle,
        size: [borderTopWidth, width],
        isSeen: borderTopColor !== getComputedStyle(button).backgroundColor,
      }
    })
  expect(dot).toEqual({ style: 'solid', size: ['4px', '0px'], isSeen: true })
})

test('in forced colours Reject and Approve in the frame look like buttons', async ({ page }) => {
  await openState(page, 'approve')
  const frame = page.frameLocator('iframe')
  for (const name of ['Reject', 'Approve'])
    await expect(frame.getByRole('button', { name })).toHaveCSS('border-top-style', 'solid')
})
