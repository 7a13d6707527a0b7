import type { Page } from '@playwright/test'
import type { WalletModalElement } from '../elements/wallet-modal'
import { expect, openBare, openHtml, openModal, SCRIPT, stateOf, test } from './fixtures'
import { hold } from './hold'
import { countListeners, listeners } from './listeners'
import { frameOf, person, signIn } from './person'
import { urls } from './site'

type Kept = typeof window & { kept?: Element }
const takeAway = (page: Page) =>
  page.evaluate(() => {
    const element = document.querySelector('wallet-modal')
    Object.assign(window, { kept: element })
    element?.remove()
  })
const putBack = (page: Page) => page.evaluate(() => document.body.append((window as Kept).kept ?? ''))
/** Resolves to the signature or the error's code. */
const sign = (page: Page, text: string) =>
  page.evaluate(
    (text) =>
      (document.querySelector('wallet-modal') ?? undefined)
        ?.signMessage(text)
        .catch((error: unknown) => String(Reflect.get(Object(error), 'code'))),
    text,
  )

const moments = [
  ['the code that places the frame loads', '**/chunks/secure-frame-*.js'],
  ['the frame loads', `${new URL(urls.secureSite ?? 'http://localhost').origin}/sdk*`],
] as const
for (const [moment, held] of moments)
  test(`fault 8: an element removed while ${moment} leaves nothing behind, and works when put back`, async ({
    page,
    stackAttributes,
    witness,
  }) => {
    await page.addInitScript(countListeners)
    await openBare(page, urls, { ...stackAttributes, email: true })
    const dialog = await openModal(page)
    const before = await listeners(page)
    const asked = page.waitForRequest(held)
    const release = await hold(page, held)
    await dialog.getByRole('textbox', { name: 'Email address' }).fill(person())
    await dialog.getByRole('button', { name: 'Continue with email' }).click()
    await asked
    await takeAway(page)
    release()
    await expect.poll(() => listeners(page)).toBe(before)
    await putBack(page)
    await signIn(page, urls, person())
    expect(witness.pageErrors).toEqual([])
  })

test('fault 8: a pending approval ends when the element is removed; put back, it signs', async ({
  page,
  stackAttributes,
  witness,
}) => {
  await page.addInitScript(countListeners)
  await openBare(page, urls, { ...stackAttributes, email: true })
  const before = await listeners(page)
  await signIn(page, urls, person())
  const signing = sign(page, 'Hello')
  await expect(frameOf(page).getByText('Hello')).toBeVisible()
  await takeAway(page)
  expect(await signing).toMatch(/^(FRAME_NOT_SET|REQUEST_ABORTED|ABORTED)$/)
  await expect.poll(() => listeners(page)).toBe(before)
  await putBack(page)
  await expect.poll(async () => (await stateOf(page))?.status).toBe('connected')
  const again = sign(page, 'Hello again')
  await expect(frameOf(page).getByText('Hello again')).toBeVisible()
  await frameOf(page).getByRole('button', { name: 'Approve' }).click()
  expect(await again).toMatch(/^0x[\da-f]{130}$/)
  expect(witness.pageErrors).toEqual([])
})

test('a pending approval ends when the element is moved within the page; its restarted frame signs', async ({
  page,
  stackAttributes,
  witness,
}) => {
  await openBare(page, urls, { ...stackAttributes, email: true })
  await signIn(page, urls, person())
  const signing = sign(page, 'Hello')
  await expect(frameOf(page).getByText('Hello')).toBeVisible()
  await page.evaluate(() => document.body.append(document.createElement('section'), document.querySelector('wallet-modal') ?? ''))
  expect(await signing).toBe('FRAME_NOT_SET')
  const again = sign(page, 'Hello again')
  await expect(frameOf(page).getByText('Hello again')).toBeVisible()
  await frameOf(page).getByRole('button', { name: 'Approve' }).click()
  expect(await again).toMatch(/^0x[\da-f]{130}$/)
  expect(witness.pageErrors).toEqual([])
})

test('an approval shown in another element than the open one ends closed if that one has left the page meanwhile', async ({
  page,
  stackAttributes,
}) => {
  const html = `${SCRIPT}<wallet-modal {{attributes}}></wallet-modal><wallet-modal id="other"></wallet-modal><wallet-button></wallet-button>`
  await openHtml(page, urls, { ...stackAttributes, email: true }, html)
  // Each element tells of it.
  await signIn(page, urls, person(), 2)
  await page.evaluate(() => document.querySelector<WalletModalElement>('#other')?.show())
  const signing = sign(page, 'Hello')
  await expect(frameOf(page).getByText('Hello')).toBeVisible()
  await page.evaluate(() => document.querySelector('#other')?.remove())
  await frameOf(page).getByRole('button', { name: 'Approve' }).click()
  expect(await signing).toMatch(/^0x[\da-f]{130}$/)
  await expect.poll(async () => (await stateOf(page))?.open).toBe(false)
})
