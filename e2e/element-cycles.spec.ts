import type { CDPSession, Page } from '@playwright/test'
import { inFull } from '../.ci/in-full.mjs'
import { announce, expect, openBare, openModal, test } from './fixtures'

const openings = inFull(200, 30)

/** Removes and re-adds the element `times` times, each time once it is ready. */
async function removeAndAdd(page: Page, times: number, { open }: { open: boolean }): Promise<void> {
  await page.evaluate(
    async ([count, opened]) => {
      const modal = document.querySelector('wallet-modal')
      for (let at = 0; modal && at < count; at += 1) {
        await modal.ready
        if (opened) await modal.show()
        modal.remove()
        await new Promise((done) => setTimeout(done))
        document.body.prepend(modal)
        await new Promise((done) => setTimeout(done))
      }
    },
    [times, open] as const,
  )
}

/** Opens and closes it once with everything loaded: what that leaves cached is no leak. */
async function openWhole(page: Page): Promise<void> {
  const dialog = await openModal(page)
  await expect(dialog.getByRole('button', { name: /All wallets.*\d/ })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}

/** Opens and closes it `times` times, each time until it is shown and until it is gone. */
async function openAndClose(page: Page, times: number): Promise<void> {
  await page.evaluate(async (count) => {
    const modal = document.querySelector('wallet-modal')
    const until = async (isOpen: boolean) => {
      while (Boolean(modal?.shadowRoot?.querySelector('wallet-modal-views dialog[open]')) !== isOpen)
        await new Promise(requestAnimationFrame)
    }
    for (let at = 0; modal && at < count; at += 1) {
      await modal.show()
      await until(true)
      modal.close()
      await until(false)
    }
  }, times)
}

type Held = Record<'JSEventListeners' | 'Nodes' | 'JSHeapUsedSize', number>
async function measure(session: CDPSession): Promise<Held> {
  await session.send('Performance.enable')
  for (let round = 0; round < 3; round += 1) await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  const value = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN
  return { JSEventListeners: value('JSEventListeners'), Nodes: value('Nodes'), JSHeapUsedSize: value('JSHeapUsedSize') }
}

/** Measures once rendering is idle: the next opening is rendered ahead of time, and that is no leak. */
async function settled(page: Page, session: CDPSession): Promise<Held> {
  await expect(page.locator('.list-row').first()).toBeAttached()
  await page.waitForLoadState('networkidle')
  let last = await measure(session)
  const isStill = async () => {
    const now = await measure(session)
    const { JSEventListeners: before } = last
    last = now
    return now.JSEventListeners === before
  }
  await expect.poll(isStill, { intervals: [500] }).toBe(true)
  return last
}

/**
 * Polls, since what the last cycle still held is released, while a leak stays. Listeners added once when idle are no leak; one per
 * second cycle would be.
 */
async function expectNoLeak(before: Held, session: CDPSession): Promise<void> {
  await expect(async () => {
    const after = await measure(session)
    expect(after.JSEventListeners - before.JSEventListeners).toBeLessThan(openings / 2)
    expect(after.Nodes).toBeLessThanOrEqual(before.Nodes + 100)
    expect(after.JSHeapUsedSize - before.JSHeapUsedSize).toBeLessThan(1_000_000)
  }).toPass({ intervals: [500], timeout: 15_000 })
}

test('promise 33: removed and put back 200 times leaks nothing', async ({ page, urls, stackAttributes }) => {
  await openBare(page, urls, stackAttributes)
  const session = await page.context().newCDPSession(page)
  await removeAndAdd(page, 10, { open: false })
  const before = await measure(session)
  await removeAndAdd(page, 200, { open: false })
  const after = await measure(session)
  expect(after.JSEventListeners).toBeLessThanOrEqual(before.JSEventListeners)
  expect(after.Nodes).toBeLessThanOrEqual(before.Nodes + 10)
  expect(after.JSHeapUsedSize - before.JSHeapUsedSize).toBeLessThan(1_000_000)
  await openModal(page)
})

test(`promise 33: opened, removed and put back ${openings} times leaks nothing either`, async ({
  page,
  urls,
  stackAttributes,
}) => {
  await announce(page, {}, () => window.scriptedWallet())
  await openBare(page, urls, stackAttributes)
  const session = await page.context().newCDPSession(page)
  await openWhole(page)
  await removeAndAdd(page, 10, { open: true })
  const before = await settled(page, session)
  await removeAndAdd(page, openings, { open: true })
  await expectNoLeak(before, session)
})

test(`promise 33: opened and closed ${openings} times leaks nothing`, async ({ page, urls, stackAttributes }) => {
  await announce(page, {}, () => window.scriptedWallet())
  await openBare(page, urls, stackAttributes)
  const session = await page.context().newCDPSession(page)
  await openWhole(page)
  await openAndClose(page, 10)
  const before = await settled(page, session)
  await openAndClose(page, openings)
  await expectNoLeak(before, session)
})
