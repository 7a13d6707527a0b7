import type { Locator, Page } from '@playwright/test'
import { announce, asked, details, expect, keepElement, test } from './fixtures'
import { hold } from './hold'
import { still } from './places'
import { expectEvent, expectState, show, type Visit } from './site'

const NETWORK = 'eip155:42161'
const HASH = `0x${'5'.repeat(64)}`

type Prompting = Window & { walletPrompt?: { answer(hash: string): void } }

/** Opens Swap with a wallet that keeps its prompt open until the test answers it, and sends nothing. */
async function openSwap({ page, urls, stackAttributes }: Visit, swap: object): Promise<Locator> {
  await announce(page, {}, () =>
    window.scriptedWallet({
      eth_chainId: () => '0xa4b1',
      eth_sendTransaction: () =>
        new Promise((answer) => {
          ;(window as Prompting).walletPrompt = { answer }
        }),
    }),
  )
  await keepElement(page, { ...stackAttributes, networks: NETWORK, 'default-network': NETWORK })
  await page.goto(`${urls.demo}bare.html`)
  await page.locator('wallet-modal:defined').waitFor({ state: 'attached' })
  await page.evaluate(() => document.querySelector('wallet-modal')?.connect({ wallet: 'test.odd' }))
  await show(page, 'Swap', swap)
  return page.getByRole('dialog')
}

// An amount larger than any that other tests approve on this chain.
const wish = { fromToken: 'DUSD', toToken: 'ETH', amount: '1500' }

async function askForApproval(page: Page, dialog: Locator) {
  await dialog.getByRole('button', { name: 'Review swap' }).click()
  await dialog.getByRole('button', { name: /^Approve 1,500 DUSD/ }).click()
  await expect.poll(() => asked(page)).toContain('eth_sendTransaction')
}

/** Lets the wallet answer with a hash, which is followed from then on. */
async function answer(page: Page): Promise<void> {
  await page.evaluate((hash) => (window as Prompting).walletPrompt?.answer(hash), HASH)
  await expectEvent(page, 'wallet-transaction', { hash: HASH, status: 'submitted' })
}

test('after leaving while the wallet asks for the approval, the swap can be reviewed again once it is given', async ({
  page,
  urls,
  stackAttributes,
}) => {
  const dialog = await openSwap({ page, urls, stackAttributes }, wish)
  await askForApproval(page, dialog)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(dialog.getByRole('textbox', { name: 'You pay' })).toHaveValue('1500')
  await answer(page)
  await expect(dialog).toContainText('Transaction started')
  await dialog.getByRole('button', { name: 'Review swap' }).click()
  // The approval is pending: it is not requested again.
  await expect(dialog).toContainText('Waiting for the approval')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog.getByRole('textbox', { name: 'You pay' })).toHaveValue('1500')
  expect((await asked(page)).filter((method) => method === 'eth_sendTransaction')).toHaveLength(1)
})

for (const isNew of [false, true])
  test(`an approval that is given while the page has no element is not asked for again once ${isNew ? 'a new one' : 'it'} is there`, async ({
    page,
    urls,
    stackAttributes,
  }) => {
    const dialog = await openSwap({ page, urls, stackAttributes }, wish)
    await askForApproval(page, dialog)
    const element = await page.evaluateHandle(() => {
      const modal = document.querySelector('wallet-modal')
      document.body.replaceChildren()
      return modal
    })
    await page.evaluate((hash) => (window as Prompting).walletPrompt?.answer(hash), HASH)
    await element.evaluate((before, isNew) => {
      const attributes = [...(before?.attributes ?? [])].filter(({ name }) => name !== 'open')
      const after = isNew ? document.createElement('wallet-modal') : before
      for (const { name, value } of isNew ? attributes : []) after?.setAttribute(name, value)
      document.body.append(after ?? '')
    }, isNew)
    await expectState(page, { status: 'connected' })
    await show(page, 'Swap')
    await expect(dialog.getByRole('textbox', { name: 'You pay' })).toHaveValue('1500')
    await dialog.getByRole('button', { name: 'Review swap' }).click()
    await expect(dialog).toContainText('Waiting for the approval')
    expect((await asked(page)).filter((method) => method === 'eth_sendTransaction')).toHaveLength(1)
  })

test('an approval that no node has seen is reported after its time, and can be requested again', async ({
  page,
  urls,
  stackAttributes,
}) => {
  await page.clock.install()
  const dialog = await openSwap({ page, urls, stackAttributes }, wish)
  await askForApproval(page, dialog)
  await answer(page)
  await expect(dialog).toContainText('Transaction started')
  const approve = dialog.getByRole('button', { name: /^Approve 1,500 DUSD/ })
  await expect(approve).toBeHidden()
  await page.clock.fastForward('11:00')
  // Reported by a message with a link to the explorer and in the open review, not by an error event.
  const told = dialog.locator('.snack').filter({ hasText: 'Not confirmed yet' })
  await expect(told.getByRole('link', { name: 'View' })).toHaveAttribute('href', new RegExp(HASH))
  await expect(dialog.getByRole('alert').filter({ hasText: 'Not confirmed yet' })).toBeVisible()
  await expect(approve).toBeEnabled()
  expect((await details(page, 'wallet-error')).map(({ code }) => code)).not.toContain('TRANSACTION_UNCONFIRMED')
})

test('an approval that no node has seen is reported once also after leaving the swap, with a link to the explorer', async ({
  page,
  urls,
  stackAttributes,
}) => {
  await page.clock.install()
  const dialog = await openSwap({ page, urls, stackAttributes }, wish)
  await askForApproval(page, dialog)
  await answer(page)
  await expect(dialog.getByRole('button', { name: /^Approve 1,500 DUSD/ })).toBeHidden()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(dialog.getByRole('textbox', { name: 'You pay' })).toHaveValue('1500')
  await page.clock.fastForward('11:00')
  const told = dialog.locator('.snack').filter({ hasText: 'Not confirmed yet' })
  await expect(told.getByRole('link', { name: 'View' })).toHaveAttribute('href', new RegExp(HASH))
  expect((await details(page, 'wallet-error')).map(({ code }) => code)).not.toContain('TRANSACTION_UNCONFIRMED')
})

test('promise 10: a form that the host refills while a swap is prepared is not reviewed with the previous figures', async ({
  page,
  urls,
  stackAttributes,
}) => {
  const dialog = await openSwap({ page, urls, stackAttributes }, { fromToken: 'ETH', toToken: 'DUSD', amount: '0.5' })
  const build = await hold(page, '**/v1/convert/build-transaction')
  const built = page.waitForRequest('**/v1/convert/build-transaction')
  const review = dialog.getByRole('button', { name: 'Review swap' })
  await review.click()
  await built
  await show(page, 'Swap', { fromToken: 'ETH', toToken: 'DEMO', amount: '0.7' })
  await expect(dialog.getByRole('button', { name: /^Token: DEMO/ })).toBeVisible()
  build()
  await expect(dialog.getByRole('alert').filter({ hasText: 'Something changed' })).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'You pay' })).toHaveValue('0.7')
  await review.click()
  await expect(dialog.getByRole('button', { name: /^Swap 0.7 ETH/ })).toBeVisible()
})

test('nothing moves while a new price loads: the terms and the buttons keep their places', async ({
  page,
  urls,
  stackAttributes,
}) => {
  const dialog = await openSwap({ page, urls, stackAttributes }, { ...wish, amount: '15' })
  const rate = dialog.getByRole('definition').filter({ hasText: /^1 DUSD = \d/ })
  await expect(rate).toBeVisible()
  await still(page)
  const places = await dialog.getByRole('button', { name: 'Review swap' }).evaluateHandle((button) => {
    const seen = new Set<string>()
    const look = () => {
      const panel = button.closest('[part="dialog"]')?.getBoundingClientRect()
      const { top } = button.getBoundingClientRect()
      seen.add(`${Math.round(top - (panel?.top ?? 0))} in ${Math.round(panel?.height ?? 0)}`)
      requestAnimationFrame(look)
    }
    look()
    return seen
  })
  await dialog.getByRole('textbox', { name: 'You pay' }).fill('16')
  await expect(rate).toHaveCount(0)
  await expect(rate).toBeVisible()
  await dialog.getByRole('button', { name: 'Switch tokens' }).click()
  await expect(dialog.getByRole('definition').filter({ hasText: /^1 ETH = \d/ })).toBeVisible()
  // Each price is renewed after ten seconds.
  await expect(dialog).toContainText(/Price refreshes in (10|\d) s/)
  expect(await places.evaluate((seen) => [...seen])).toHaveLength(1)
})
