import { announce, expect, openBare, test } from './fixtures'
import { hold } from './hold'
import { show, type Visit } from './site'

const NETWORK = 'eip155:42161'
const QUOTES = '**/v1/convert/quotes**'

/** Opens a page with a connected wallet. */
async function open({ page, urls, stackAttributes }: Visit) {
  await announce(page, {}, () => window.scriptedWallet({ eth_chainId: () => '0xa4b1' }))
  await openBare(page, urls, { ...stackAttributes, networks: NETWORK, 'default-network': NETWORK })
  await page.evaluate(() => document.querySelector('wallet-modal')?.connect({ wallet: 'test.odd' }))
  return page.getByRole('dialog')
}
const wish = { fromToken: 'ETH', toToken: 'DUSD', amount: '0.5' }

test('an amount and its terms appear in the same frame, so that no button moves when they come', async ({
  page,
  urls,
  stackAttributes,
}) => {
  const dialog = await open({ page, urls, stackAttributes })
  const release = await hold(page, QUOTES)
  const heights = await page.evaluateHandle(() => {
    const seen: number[] = []
    const look = () => {
      const root = document.querySelector('wallet-modal')?.shadowRoot
      const isThere = root?.querySelector<HTMLInputElement>('dialog[open] .duo input')?.value === '0.5'
      const height = isThere ? root?.querySelector<HTMLElement>('.panel-content')?.offsetHeight : undefined
      if (height && seen.at(-1) !== height) seen.push(height)
      requestAnimationFrame(look)
    }
    look()
    return seen
  })
  await show(page, 'Swap', wish)
  await expect(dialog.getByText('You get at least')).toBeVisible()
  release()
  await expect(dialog.getByText(/^Price refreshes in \d+ s$/)).toBeVisible()
  expect(await heights.jsonValue()).toHaveLength(1)
})

for (const reducedMotion of ['reduce', 'no-preference'] as const)
  test(`a pressed button stays under the pointer while the form grows (${reducedMotion}), and the press works`, async ({
    page,
    urls,
    stackAttributes,
  }) => {
    await page.emulateMedia({ reducedMotion })
    let tell = () => {}
    const told = new Promise<void>((resolve) => {
      tell = resolve
    })
    // Such a bad price brings a warning at the top of the form.
    await page.route(QUOTES, async (route) => {
      await told
      const response = await route.fetch()
      const { quotes } = (await response.json()) as { quotes: { toAmount: string }[] }
      const bad = quotes.map((quote) => ({ ...quote, toAmount: String(BigInt(quote.toAmount) / 2n) }))
      await route.fulfill({ response, json: { quotes: bad } })
    })
    const dialog = await open({ page, urls, stackAttributes })
    await show(page, 'Swap', wish)
    const token = dialog.getByRole('button', { name: /^Token: DUSD/ })
    await token.hover()
    const before = await token.boundingBox()
    await page.mouse.down()
    tell()
    await expect(dialog.getByText(/^You lose \$[\d,.]+ to price impact$/)).toBeVisible()
    // Longer than growing would take.
    await page.evaluate(() => new Promise((done) => document.body.animate({}, 300).finished.then(done)))
    expect(await token.boundingBox()).toEqual(before)
    await page.mouse.up()
    await expect(dialog.getByRole('heading', { name: 'Choose a token' })).toBeVisible()
    await page.getByRole('button', { name: 'Back' }).click()
    // After the release the panel has the height of its content.
    await expect(dialog.getByRole('button', { name: 'Swap anyway' })).toBeInViewport({ ratio: 1 })
    // The form keeps asking for prices; answers after the end of the test are ignored.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

test('a press without a pointerup, as over a system menu, holds the form only until the pointer moves', async ({
  page,
  urls,
  stackAttributes,
}) => {
  const release = await hold(page, QUOTES)
  // What holds it loads when the browser is idle.
  const panel = page.waitForEvent('requestfinished', (request) => request.url().includes('/after-'))
  const dialog = await open({ page, urls, stackAttributes })
  await show(page, 'Swap', { ...wish, amount: '' })
  const sum = dialog.locator('.duo input').first()
  await expect(sum).toBeVisible()
  /** The height of the form that the panel does not show, in pixels. */
  const hidden = () =>
    dialog.evaluate((node) => {
      const [panel, content] = ['.panel', '.panel-content'].map((each) => node.querySelector<HTMLElement>(each)?.offsetHeight)
      return (content ?? 0) - (panel ?? 0)
    })
  await panel
  await sum.dispatchEvent('pointerdown', { button: 0, buttons: 1 })
  await sum.fill('0.5')
  await expect(dialog.getByText('You get at least')).toBeVisible()
  await page.evaluate(() => new Promise((done) => document.body.animate({}, 300).finished.then(done)))
  expect(await hidden()).toBeGreaterThan(50)
  await sum.hover()
  await expect.poll(hidden).toBeLessThanOrEqual(0)
  release()
})
