import { expect, test } from './fixtures'
import { openState } from './gallery'
import { expectGroups } from './whole-address'

test('no line breaks inside an address’s group of four, nor inside a shortened address', async ({ page }) => {
  for (const [state, whole] of [
    ['sessions-details', 8],
    ['send-confirming', 1],
    ['name', 1],
    ['buy-quoted', 1],
  ] as const) {
    await openState(page, state)
    const panel = page.locator('wallet-modal [part="dialog"]')
    for (const each of await panel.locator('details').all()) await each.evaluate((node) => node.setAttribute('open', ''))
    for (const dir of ['ltr', 'rtl'])
      await test.step(`${state}, ${dir}`, async () => {
        await page.evaluate((dir) => Object.assign(document.documentElement, { dir }), dir)
        await expectGroups(page, panel, { whole })
      })
  }
})

test('an address in a sentence is read out and copied as one word', async ({ page }) => {
  await openState(page, 'send-confirming')
  const sentence = page.locator('wallet-modal p', { hasText: 'Sending' })
  const text = await sentence.evaluate((node) => {
    getSelection()?.selectAllChildren(node)
    return [node.textContent, String(getSelection())]
  })
  for (const each of text) expect(each).toMatch(/^Sending [\d.]+ ETH to 0x[0-9a-fA-F]{40}$/)
})

test('an address in groups is copied as one word, however much of it is selected', async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openState(page, 'receive')
  const groups = page.locator('wallet-modal .address-groups')
  const address = await groups.locator('.visually-hidden').textContent()
  expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/)
  for (const clickCount of [2, 3]) {
    await page.evaluate(() => navigator.clipboard.writeText(''))
    await groups.locator('[aria-hidden]').nth(2).click({ clickCount })
    await page.keyboard.press('ControlOrMeta+C')
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText()), { message: `${clickCount}` }).toBe(address)
  }
})
