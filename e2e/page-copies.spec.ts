import { expect, openBare, openModal, stateOf, test } from './fixtures'

/** Plays what Turbo does when a page is left and come back to: it copies the page a task after it has told of that. */
const leaveAndReturn = async (permanent: boolean) => {
  document.querySelector('wallet-modal')?.toggleAttribute('data-turbo-permanent', permanent)
  document.dispatchEvent(new Event('turbo:before-cache'))
  await new Promise((done) => setTimeout(done))
  const copy = document.body.cloneNode(true)
  const next = document.createElement('body')
  const modal = document.querySelector('wallet-modal')
  if (permanent && modal) next.append(modal)
  document.body.replaceWith(next)
  if (permanent) return
  await new Promise((done) => setTimeout(done))
  document.body.replaceWith(copy)
}

test('a page that was left with the modal open is closed when it is come back to', async ({ page, urls, stackAttributes }) => {
  await openBare(page, urls, stackAttributes)
  const dialog = await openModal(page)
  await page.evaluate(leaveAndReturn, false)
  await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeVisible()
  await expect(dialog).toBeHidden()
  expect((await stateOf(page))?.open).toBe(false)
  await expect(page.locator('wallet-modal')).not.toHaveAttribute('open')
})

test('what a page takes along to the next one stays open', async ({ page, urls, stackAttributes }) => {
  await openBare(page, urls, stackAttributes)
  const dialog = await openModal(page)
  await page.evaluate(leaveAndReturn, true)
  await expect(dialog).toBeVisible()
})
