import { announce, expect, openBare, test } from './fixtures'
import { hold } from './hold'
import { show, type Visit } from './site'

const NETWORK = 'eip155:42161'

/** Opens a page with a connected wallet and this view. */
async function open({ page, urls, stackAttributes }: Visit, view: string) {
  await announce(page, {}, () => window.scriptedWallet({ eth_chainId: () => '0xa4b1' }))
  await openBare(page, urls, { ...stackAttributes, networks: NETWORK, 'default-network': NETWORK })
  await page.evaluate(() => document.querySelector('wallet-modal')?.connect({ wallet: 'test.odd' }))
  await show(page, view)
  return page.getByRole('dialog')
}

test('a token list opened before it has loaded shows that it is loading, and then the list', async ({
  page,
  urls,
  stackAttributes,
}) => {
  const release = await hold(page, '**/v1/convert/tokens*')
  const dialog = await open({ page, urls, stackAttributes }, 'Swap')
  await dialog.getByRole('button', { name: 'You get: choose a token' }).click()
  await expect(dialog.getByRole('heading', { name: 'Choose a token' })).toBeVisible()
  await expect(dialog.getByRole('status').filter({ hasText: 'Loading tokens' })).toHaveCount(1)
  await expect(dialog.getByText('No token called')).toHaveCount(0)
  release()
  await dialog.getByRole('button', { name: /Demo Dollar/ }).click()
  await expect(dialog.getByRole('button', { name: /^Token: DUSD/ })).toBeVisible()
})

test('error: balances that fail to load are retried automatically and by a button, in the token list too', async ({
  page,
  urls,
  stackAttributes,
}) => {
  await page.clock.install()
  await page.route('**/v1/account/*/balance*', (route) => route.abort())
  const dialog = await open({ page, urls, stackAttributes }, 'Send')
  await dialog.getByRole('button', { name: /^Token: / }).click()
  await expect(dialog.getByRole('heading', { name: 'Choose a token' })).toBeVisible()
  await expect(dialog.getByRole('alert').filter({ hasText: 'Token Balance Unavailable' })).toHaveCount(1)
  await expect(dialog.getByRole('button', { name: 'Try again' })).toBeDisabled()
  await page.unroute('**/v1/account/*/balance*')
  await page.clock.fastForward(31_000)
  await expect(dialog.getByRole('button', { name: /Demo Dollar/ })).toBeVisible()
  await expect(dialog.getByText('Token Balance Unavailable')).toHaveCount(0)
})

test('error: a token list that fails to load is reported, and can be requested again', async ({
  page,
  urls,
  stackAttributes,
}) => {
  await page.route('**/v1/convert/tokens*', (route) => route.abort())
  const dialog = await open({ page, urls, stackAttributes }, 'Swap')
  await dialog.getByRole('button', { name: 'You get: choose a token' }).click()
  await expect(dialog.getByRole('heading', { name: 'Choose a token' })).toBeVisible()
  const told = dialog.getByRole('alert').filter({ hasText: 'The price could not be read' })
  await expect(told).toBeVisible()
  await expect(dialog.getByText('No token called')).toHaveCount(0)
  await page.unroute('**/v1/convert/tokens*')
  await told.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('button', { name: /Demo Dollar/ })).toBeVisible()
})

test('a search in Send’s tokens does not say "No token called …" while they are loading', async ({
  page,
  urls,
  stackAttributes,
}) => {
  const release = await hold(page, '**/v1/account/*/balance*')
  const dialog = await open({ page, urls, stackAttributes }, 'Send')
  await dialog.getByRole('button', { name: /^Token: / }).click()
  const search = dialog.getByRole('searchbox')
  await search.fill('demo')
  await expect(dialog.getByRole('status').filter({ hasText: 'Loading tokens' })).toHaveCount(1)
  await expect(dialog.getByText('No token called')).toHaveCount(0)
  release()
  await expect(dialog.getByRole('button', { name: /Demo Dollar/ })).toBeVisible()
  await search.fill('nowhere')
  await expect(dialog.getByText('No token called “nowhere”')).toBeVisible()
})

test('a focused row keeps the focus when the list is re-sorted', async ({ page, urls, stackAttributes }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/v1/account/*/balance*', async (route) => {
    await held
    const response = await route.fetch()
    const { balances } = await response.json()
    // The account holds no Demo Token, which is listed before the Demo Dollar.
    await route.fulfill({ response, json: { balances: balances.filter((each: { symbol: string }) => each.symbol !== 'DEMO') } })
  })
  const dialog = await open({ page, urls, stackAttributes }, 'Swap')
  await dialog.getByRole('button', { name: 'You get: choose a token' }).click()
  const rows = dialog.getByRole('listitem').getByRole('button')
  const names = async () => (await rows.allTextContents()).map((text) => /Demo (Token|Dollar)/.exec(text)?.[0] ?? '')
  await expect.poll(async () => (await names()).filter(Boolean)).toEqual(['Demo Token', 'Demo Dollar'])
  const focused = rows.filter({ hasText: 'Demo Token' })
  await focused.focus()
  release()
  // Tokens that the account holds come first.
  await expect.poll(async () => (await names()).filter(Boolean)).toEqual(['Demo Dollar', 'Demo Token'])
  await expect(focused).toBeFocused()
})
