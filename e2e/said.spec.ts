import { expect, openBare, openModal, test } from './fixtures'
import { openState } from './gallery'
import { expectHeard, listen } from './heard'

// One state looks for a relay that does not exist.
test.use({ otherHosts: ['localhost:1'] })

test('results are announced, in a live region that existed before its text', async ({ page }) => {
  await page.addInitScript(listen)
  for (const [state, words] of [
    ['account-no-activity', 'status: Nothing has happened yet'],
    ['account-no-nfts', 'status: No NFTs found'],
    ['account-offline', 'alert: You are offline$'],
    ['all-wallets-offline', 'status: The full list did not load'],
    ['swap-at-a-loss', 'alert: You lose \\$'],
    ['approve', 'status: Opening your wallet'],
    ['diagnosis', 'status: (Nothing wrong was|1 problem|\\d+ problems) found'],
  ] as const) {
    await openState(page, state)
    await expectHeard(page, words)
  }
})

test('a search without results is announced', async ({ page }) => {
  await page.addInitScript(listen)
  for (const [state, words] of [
    ['send-token', 'No token called “nowhere”'],
    ['swap-token', 'No token called “nowhere”'],
    ['networks-many', 'No network called “nowhere”'],
  ] as const) {
    await openState(page, state)
    await page.getByRole('dialog').getByRole('searchbox').fill('nowhere')
    await expectHeard(page, `status: ${words}`)
  }
})

test('the whole address that a name resolves to is announced', async ({ page }) => {
  await page.addInitScript(listen)
  await openState(page, 'send')
  await page.getByRole('dialog').getByRole('textbox', { name: 'Receiver' }).fill('ada-lovelace.reown.id')
  await expectHeard(page, 'status: 0x[\\da-fA-F]{40}')
})

test('an overdue purchase is announced in a new element: one that only changes its role would stay silent', async ({ page }) => {
  await page.clock.install()
  await page.addInitScript(listen)
  await openState(page, 'buy-progress')
  const dialog = page.getByRole('dialog')
  // The dialog's heading stays that of the form.
  await expectHeard(page, 'status: Buy in progress')
  const waiting = await dialog.locator('.status-text').elementHandle()
  await page.clock.fastForward('03:10')
  await page.clock.runFor(10_000)
  await expect(dialog.getByRole('alert').filter({ hasText: 'Nothing has arrived yet' })).toBeVisible()
  expect(await waiting?.evaluate((node) => node.isConnected)).toBe(false)
})

test('a countdown is announced at one minute and at ten seconds and at its end, and not in between', async ({ page }) => {
  await page.clock.install()
  await page.addInitScript(listen)
  await openState(page, 'email-code')
  await page.clock.runFor(12_000)
  const said = () => page.evaluate(() => (window as { heard?: string[] }).heard?.filter((each) => / in \d:\d\d/.test(each)))
  expect(await said()).toEqual([])
  await page.clock.runFor(10_000)
  expect(await said()).toEqual(['status: Send again in 0:10'])
  await page.clock.runFor(10_000)
  await expectHeard(page, 'status: Send a new code$')
  expect(await said()).toHaveLength(1)

  await openState(page, 'qr')
  const left = page.getByRole('dialog').locator('.code-line .tabular')
  const clock = async () => {
    const [, minutes, seconds] = /(\d+):(\d\d)/.exec((await left.textContent()) ?? '') ?? []
    return Number(minutes) * 60 + Number(seconds)
  }
  await page.clock.fastForward(((await clock()) - 62) * 1000)
  await page.clock.runFor(3_000)
  await expectHeard(page, 'status: New code in 1:00')
  await page.clock.runFor(51_000)
  await expectHeard(page, 'status: New code in 0:10')
  await page.clock.runFor(12_000)
  await expectHeard(page, 'status: A new code is shown')
  expect(await said()).toHaveLength(2)
})

test('both live regions are in the dialog from the start, empty', async ({ page, urls, stackAttributes }) => {
  await openBare(page, urls, stackAttributes)
  const dialog = await openModal(page)
  for (const role of ['status', 'alert']) await expect(dialog.locator(`.visually-hidden > [role="${role}"]`)).toHaveText('')
})

test('what a swap yields is said once for what was typed, with its token; bare digits were, at each renewal of the price', async ({
  page,
}) => {
  await page.addInitScript(listen)
  let renewals = 0
  await page.route('**/v1/convert/quotes**', async (route) => {
    const response = await route.fetch()
    const { quotes } = (await response.json()) as { quotes: { toAmount: string }[] }
    const more = BigInt(++renewals)
    const dearer = quotes.map((each) => ({ ...each, toAmount: String((BigInt(each.toAmount) * (100n + more)) / 100n) }))
    await route.fulfill({ response, json: { quotes: dearer } })
  })
  await openState(page, 'swap-quoted')
  const out = page.getByRole('dialog').locator('output')
  await expectHeard(page, 'status: You get [\\d,.]+ DUSD$')
  const before = (await out.textContent()) ?? ''
  await expect(out).not.toHaveText(before, { timeout: 30_000 })
  const heard = await page.evaluate(() => (window as typeof window & { heard: string[] }).heard)
  expect(heard.filter((each) => /You get|: [\d,.]+$/.test(each))).toHaveLength(1)
})
