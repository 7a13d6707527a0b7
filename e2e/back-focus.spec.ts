import { addressOf, openAccount, openTab, somebody } from './account-page'
import { expect } from './fixtures'
import { test } from './own-provider'
import { still } from './places'

/** A payment in coins, in the provider's format. */
const paid = (id: string, to: string, minute: number) => ({
  id,
  metadata: {
    ...{ operationType: 'send', hash: `0x${id}`, status: 'confirmed', sentFrom: to, sentTo: to },
    ...{ chain: 'eip155:421614', minedAt: new Date(Date.UTC(2024, 2, 10, 12, minute)).toISOString() },
  },
  transfers: [
    {
      ...{ direction: 'out', quantity: { numeric: String(minute) }, value: 0.5, nft_info: null },
      fungible_info: { name: 'Ether', symbol: 'ETH', icon: null },
    },
  ],
})

test('Back from one of several payments with the same name returns to that one', async ({ page, provider }) => {
  const { address } = (await somebody()).account
  const data = [3, 2, 1].map((minute) => paid(`a${minute}`, address, minute))
  await provider.order({ path: `/v1/account/${address}/history`, body: { data } })
  const dialog = await openAccount(page, provider, [address])
  await openTab(dialog, 'Activity')
  const rows = dialog.getByRole('list', { name: 'Activity' }).getByRole('button', { name: /Sent ETH/ })
  await expect(rows).toHaveCount(3)
  await rows.nth(1).press('Enter')
  await expect(dialog.getByRole('heading', { name: 'Sent ETH', level: 2 })).toBeFocused()
  await dialog.getByRole('button', { name: 'Back' }).press('Enter')
  await expect(rows.nth(1)).toBeFocused()
})

test('Back from a payment far down a long list returns to it, at the same scroll position', async ({ page, provider }) => {
  const { address } = (await somebody()).account
  const data = Array.from({ length: 80 }, (_, at) => paid(`b${at}`, address, 80 - at))
  await provider.order({ path: `/v1/account/${address}/history`, body: { data } })
  const dialog = await openAccount(page, provider, [address])
  await openTab(dialog, 'Activity')
  const far = dialog.getByRole('button', { name: /Sent ETH.*−30 ETH$/ })
  await expect(dialog.getByRole('button', { name: /Sent ETH.*−80 ETH$/ })).toBeVisible()
  await dialog.locator('.body').evaluate((body) => {
    body.scrollTop = 50 * 64
  })
  const topOf = () => far.evaluate((node) => Math.round(node.getBoundingClientRect().top))
  await expect(far).toBeInViewport()
  await still(page)
  const before = await topOf()
  await far.click()
  await dialog.getByRole('button', { name: 'Back' }).click()
  await expect(far).toBeFocused()
  await expect.poll(async () => Math.abs((await topOf()) - before)).toBeLessThan(4)
})

test('a payment focused by keyboard is below the tabs, not hidden behind them (WCAG 2.4.11)', async ({ page, provider }) => {
  const { address } = (await somebody()).account
  const data = Array.from({ length: 80 }, (_, at) => paid(`c${at}`, address, 80 - at))
  await provider.order({ path: `/v1/account/${address}/history`, body: { data } })
  const dialog = await openAccount(page, provider, [address])
  await openTab(dialog, 'Activity')
  await expect(dialog.getByRole('button', { name: /Sent ETH.*−80 ETH$/ })).toBeVisible()
  await dialog.locator('.body').evaluate((body) => {
    body.scrollTop = 50 * 64
  })
  await dialog.getByRole('button', { name: /Sent ETH.*−30 ETH$/ }).focus()
  const tabs = await dialog.getByRole('tablist').boundingBox()
  for (const key of ['ArrowUp', 'Shift+Tab'])
    for (let step = 0; step < 7; step++) {
      await page.keyboard.press(key)
      const row = await dialog.locator('.list-row:focus').boundingBox()
      expect(row?.y ?? 0, `${key} ${step}`).toBeGreaterThan((tabs?.y ?? 0) + (tabs?.height ?? 0) - 1)
    }
})

test('arrow keys pressed faster than frames are drawn still move row by row through a long list', async ({ page, provider }) => {
  const { address } = (await somebody()).account
  const data = Array.from({ length: 80 }, (_, at) => paid(`d${at}`, address, 80 - at))
  await provider.order({ path: `/v1/account/${address}/history`, body: { data } })
  const dialog = await openAccount(page, provider, [address])
  await openTab(dialog, 'Activity')
  const first = dialog.getByRole('button', { name: /Sent ETH.*−80 ETH$/ })
  await first.focus()
  await first.evaluate((row) => {
    const root = row.getRootNode() as ShadowRoot
    const options = { key: 'ArrowDown', bubbles: true, composed: true, cancelable: true }
    for (let pressed = 0; pressed < 40; pressed++) root.activeElement?.dispatchEvent(new KeyboardEvent('keydown', options))
  })
  await expect(dialog.getByRole('button', { name: /Sent ETH.*−40 ETH$/ })).toBeFocused()
})

test('after a token is picked the focus is on the token button, under its new name', async ({ page, provider }) => {
  const dialog = await openAccount(page, provider, [addressOf(0)])
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await dialog.getByRole('button', { name: 'Token: ETH. Change' }).press('Enter')
  await dialog.getByRole('button', { name: /DUSD/ }).press('Enter')
  await expect(dialog.getByRole('button', { name: 'Token: DUSD. Change' })).toBeFocused()
})
