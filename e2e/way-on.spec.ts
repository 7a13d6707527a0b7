import type { Page } from '@playwright/test'
import { expect, test } from './fixtures'
import { openState } from './gallery'
import { expectAbove } from './places'

// On a phone with visible browser bars a review is higher than its sheet: where its buttons stand, and what they may cover.
test.use({ viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true, contextOptions: { reducedMotion: 'reduce' } })

const body = (page: Page) => page.locator('wallet-modal .view:not(.view-leaving) .body')
const toTheEnd = (page: Page) => body(page).evaluate((node) => node.scrollTo(0, node.scrollHeight))
const answers = (page: Page) => page.getByRole('dialog').locator('.button-pair > button')
/** A node that cannot try a transaction out. */
const untried = (page: Page) =>
  page.route('**', (route) => {
    const sent = route.request().postData()
    return sent?.includes('eth_simulateV1')
      ? route.continue({ postData: sent.replaceAll('eth_simulateV1', 'eth_simulateV0') })
      : route.fallback()
  })

for (const state of ['swap-review', 'send-review'])
  test(`${state}: the buttons are whole in view on low phones, and at the end of the scroll nothing is behind them`, async ({
    page,
  }) => {
    await openState(page, state)
    const hint = page.getByRole('dialog').locator('.review-hint')
    const ticket = page.getByRole('dialog').locator('.ticket')
    for (const [width, height] of [
      [390, 664],
      [375, 553],
      [320, 640],
    ] as const) {
      await page.setViewportSize({ width, height })
      await body(page).evaluate((node) => node.scrollTo(0, 0))
      for (const each of await answers(page).all()) await expect(each, `${width}`).toBeInViewport({ ratio: 1 })
      await expect(hint).toBeInViewport({ ratio: 1 })
      await toTheEnd(page)
      await expectAbove(ticket, hint)
    }
  })

test('of a transfer that could not be tried out the buttons stand behind the sentence that says so, as it may be read last', async ({
  page,
}) => {
  await untried(page)
  await page.setViewportSize({ width: 375, height: 553 })
  await openState(page, 'send-review')
  const [cancel, confirm] = [answers(page).first(), answers(page).last()]
  const told = page.getByText('This could not be tried out')
  await expect(told).toBeAttached()
  for (const each of [cancel, confirm]) await expect(each).not.toBeInViewport()
  await confirm.scrollIntoViewIfNeeded()
  await expect(confirm).toBeInViewport({ ratio: 1 })
  await expect(told).toBeInViewport({ ratio: 1 })
})

test('what went wrong comes into view with the way on, where the two take too much of a low screen to stay there', async ({
  page,
}) => {
  const alert = page.getByRole('dialog').locator('.note[role="alert"]')
  for (const height of [553, 664]) {
    await page.setViewportSize({ width: 375, height })
    await openState(page, 'send-declined')
    await expect(alert).toContainText('Nothing was sent')
    await expect(alert).toBeInViewport({ ratio: 1 })
    for (const each of await answers(page).all()) await expect(each).toBeInViewport({ ratio: 1 })
    // It can be scrolled away, to read the review once more.
    await body(page).evaluate((node) => node.scrollTo(0, 0))
    await expect(page.getByText('You send')).toBeInViewport({ ratio: 1 })
  }
  // A form's button was in view before the message came, and still is.
  await page.setViewportSize({ width: 375, height: 553 })
  await page.route('**/v1/convert/build-transaction', (route) => route.abort())
  await openState(page, 'swap-quoted')
  const review = page.getByRole('button', { name: 'Review swap' })
  await expect(review).toBeInViewport({ ratio: 1 })
  await review.click()
  await expect(alert).toBeInViewport({ ratio: 1 })
  await expect(review).toBeInViewport({ ratio: 1 })
})

test('the way on never covers more than a third of what is read, with large text, on its side, or above a keyboard', async ({
  page,
}) => {
  for (const state of ['swap-review', 'swap-quoted', 'buy-quoted', 'sign-in-declined']) {
    await openState(page, state)
    for (const [width, height, size, keyboard] of [
      [390, 664, '100%', '0px'],
      [320, 640, '200%', '0px'],
      [844, 390, '100%', '0px'],
      [390, 664, '100%', '290px'],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.evaluate((text) => document.documentElement.style.setProperty('font-size', text), size)
      await page.getByRole('dialog').evaluate((node, room) => node.style.setProperty('--keyboard', room), keyboard)
      const covered = () =>
        body(page).evaluate((node) => {
          node.scrollTo(0, 0)
          const way = node.querySelector('.way-on')
          const [rest, own] = [way?.previousElementSibling, way].map((each) => each?.getBoundingClientRect())
          if (!rest || !own) return Number.NaN
          // At its place nothing is behind it.
          return rest.bottom > own.top + 1 ? own.height / node.clientHeight : 0
        })
      await expect.poll(covered, { message: `${state} ${width} ${size} ${keyboard}` }).toBeLessThan(0.34)
    }
  }
})
