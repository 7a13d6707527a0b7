import { details, expect, openBare, test, told, untilTold } from './fixtures'

test('properties that Vue and Preact set to empty strings have their defaults', async ({ page, urls, stackAttributes }) => {
  await openBare(page, urls, { ...stackAttributes, theme: 'light' })
  const values = await page.evaluate(async () => {
    const modal = document.querySelector('wallet-modal')
    if (!modal) return []
    await modal.show()
    const look = () => [modal.theme, modal.dataset.theme, getComputedStyle(modal).colorScheme]
    const read = () => [...look(), modal.mode, modal.view, modal.locale, modal.termsUrl]
    const given = { theme: 'dark', mode: 'testnet', view: 'Networks', locale: 'de', termsUrl: 'https://bakery.example/terms' }
    const written = look()
    Object.assign(modal, given)
    const before = read()
    for (const name of Object.keys(given)) Object.assign(modal, { [name]: '' })
    return [written, before, read()]
  })
  expect(values).toEqual([
    // An attribute's theme adds no `data-theme`, which React would report as a hydration mismatch.
    ['light', undefined, 'light'],
    ['dark', 'dark', 'dark', 'testnet', 'Networks', 'de', 'https://bakery.example/terms'],
    ['auto', 'auto', 'light dark', 'production', undefined, undefined, undefined],
  ])
  expect(await told(page, 'wallet-error')).toEqual([])
})

test('error: an invalid property is refused like its attribute', async ({ page, urls, stackAttributes }) => {
  await openBare(page, urls, stackAttributes)
  const values = await page.evaluate(() => {
    const modal = document.querySelector('wallet-modal')
    if (!modal) return []
    Object.assign(modal, { mode: 'mars', customNetworks: [{ id: 'x' }], networks: [Symbol.iterator.toString()] })
    Object.assign(modal, { customNetworks: {}, customWallets: {}, externalConnectors: { length: 1 } })
    return [modal.mode, modal.customWallets, modal.externalConnectors]
  })
  expect(values).toEqual(['localhost', [], []])
  await untilTold(page, 'wallet-error', 6)
  expect(await page.evaluate(() => document.querySelector('wallet-modal')?.customNetworks)).toEqual([])
  const errors = await details(page, 'wallet-error')
  expect(errors.map(({ code }) => code)).toEqual(Array(6).fill('ATTRIBUTE_INVALID'))
  for (const name of ['customNetworks', 'customWallets', 'externalConnectors'])
    expect(errors).toContainEqual(expect.objectContaining({ message: `Invalid attribute ${name}="[object Object]"` }))
})
