import { expect, openBare, openModal, stateOf, test } from './fixtures'

test('theme variables stay when a server’s markup is morphed into the page, which has no such style', async ({
  page,
  urls,
  stackAttributes,
}) => {
  await openBare(page, urls, stackAttributes)
  const accent = () => page.evaluate(() => document.querySelector('wallet-modal')?.style.getPropertyValue('--wm-accent'))
  const give = (themeVariables: object) =>
    page.evaluate(
      (given) => Object.assign(document.querySelector('wallet-modal') ?? {}, { themeVariables: given }),
      themeVariables,
    )
  await give({ '--wm-accent': '#07c', '--wm-bg': 'nonsense' })
  await expect.poll(accent).toBe('#07c')
  await page.evaluate(() => document.querySelector('wallet-modal')?.removeAttribute('style'))
  await expect.poll(accent).toBe('#07c')
  await give({})
  await expect.poll(accent).toBe('')
  await page.evaluate(() => document.querySelector('wallet-modal')?.removeAttribute('style'))
  expect(await accent()).toBe('')
})

test('the open modal stays, with its theme, when Turbo refreshes the page by morphing it', async ({
  page,
  urls,
  stackAttributes,
}) => {
  await openBare(page, urls, stackAttributes)
  await page.evaluate(() => Object.assign(document.querySelector('wallet-modal') ?? {}, { theme: 'dark' }))
  const dialog = await openModal(page)
  // As Turbo asks before each change of an attribute.
  const morph = (name: string) =>
    page.evaluate((attributeName) => {
      const modal = document.querySelector('wallet-modal')
      const detail = { attributeName, mutationType: 'remove' }
      const asked = new CustomEvent('turbo:before-morph-attribute', { bubbles: true, cancelable: true, detail })
      if (modal?.dispatchEvent(asked)) modal.removeAttribute(attributeName)
    }, name)
  await morph('open')
  await morph('data-theme')
  await morph('app-name')
  await expect(dialog).toBeVisible()
  await expect(page.locator('wallet-modal')).not.toHaveAttribute('app-name')
  expect((await stateOf(page))?.open).toBe(true)
  expect(await dialog.evaluate((node) => getComputedStyle(node).colorScheme)).toBe('dark')
})
