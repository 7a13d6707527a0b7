import { expect, openBare, test } from './fixtures'

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
