import { expect, openBare, openModal, stateOf, test, told } from './fixtures'

type Leaving = { readonly event: string; readonly permanent?: string }

/** Imitates leaving a page and returning: Turbo copies the body one task after its event, Livewire at once. */
const leaveAndReturn = async ({ event, permanent }: Leaving) => {
  const modal = document.querySelector('wallet-modal')
  if (permanent) modal?.setAttribute(permanent, '')
  document.body.dispatchEvent(new Event(event, { bubbles: true }))
  if (event.startsWith('turbo:')) await new Promise((done) => setTimeout(done))
  const copy = document.body.cloneNode(true)
  const next = document.createElement('body')
  if (permanent && modal && !event.startsWith('turbo:')) next.append(modal)
  document.body.replaceWith(next)
  if (permanent && modal && !modal.isConnected) {
    // Turbo detaches permanent elements for some microtasks.
    for (let step = 0; step < 4; step++) await undefined
    next.append(modal)
  }
  if (permanent) return modal?.removeAttribute(permanent)
  await new Promise((done) => setTimeout(done))
  document.body.replaceWith(copy)
}

test('the modal that was open when the page was left is closed on return', async ({ page, urls, stackAttributes }) => {
  await openBare(page, urls, stackAttributes)
  for (const event of ['turbo:before-cache', 'livewire:navigating']) {
    const dialog = await openModal(page)
    await page.evaluate(leaveAndReturn, { event })
    await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeVisible()
    await expect(dialog).toBeHidden()
    expect((await stateOf(page))?.open, event).toBe(false)
    await expect(page.locator('wallet-modal')).not.toHaveAttribute('open')
  }
  // Another page's element may have other settings: it does not conflict with the one that it replaces.
  await page.evaluate(async () => {
    const other = Object.assign(document.createElement('wallet-modal'), { appName: 'Another page' })
    document.querySelector('wallet-modal')?.replaceWith(other)
    await other.ready
  })
  expect(await told(page, 'wallet-error')).toEqual([])
})

test('a permanent element that is taken along to the next page stays open', async ({ page, urls, stackAttributes }) => {
  await openBare(page, urls, stackAttributes)
  const dialog = await openModal(page)
  const kept = { 'turbo:before-cache': 'data-turbo-permanent', 'livewire:navigating': 'x-persist' }
  for (const [event, permanent] of Object.entries(kept)) {
    await page.evaluate(leaveAndReturn, { event, permanent })
    await expect(dialog).toBeVisible()
  }
  expect(await told(page, 'wallet-ready')).toHaveLength(1)
  expect(await told(page, 'wallet-close')).toEqual([])
})
