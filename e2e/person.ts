import type { FrameLocator, Page } from '@playwright/test'
import type { Urls } from '../demo/stack/index'
import { type Attributes, expect, openBare, openModal, stateOf, untilTold } from './fixtures'

/** A new person's e-mail address. */
export const person = () => `ada-${crypto.randomUUID().slice(0, 8)}@example.org`

/** Waits for a mail to an address that is newer than `after` and matches; resolves to its id and the first group. */
export async function mailTo(urls: Urls, to: string, pattern: RegExp, after = 0): Promise<{ id: number; found: string }> {
  let seen: { id: number; found: string } | undefined
  await expect
    .poll(
      async () => {
        const mails = (await (await fetch(`${urls.mail}/messages?to=${encodeURIComponent(to)}`)).json()) as {
          id: number
          text: string
        }[]
        const mail = mails.find(({ id, text }) => id > after && pattern.test(text))
        const found = pattern.exec(mail?.text ?? '')?.[1]
        if (mail && found) seen = { id: mail.id, found }
        return Boolean(seen)
      },
      { message: `an e-mail to ${to}` },
    )
    .toBe(true)
  if (!seen) throw new Error('No mail')
  return seen
}

export const CODE = /code is (\d{6})/
/** The secure frame, in which requests are approved. */
export const frameOf = (page: Page): FrameLocator => page.frameLocator('wallet-modal iframe')

/** Signs a person in by the code in their mail; waits until as many namespaces are connected. */
export async function signIn(page: Page, urls: Urls, email: string, namespaces = 1): Promise<void> {
  const dialog = await openModal(page)
  await dialog.getByRole('textbox', { name: 'Email address' }).fill(email)
  await dialog.getByRole('button', { name: 'Continue with email' }).click()
  const { found } = await mailTo(urls, email, CODE)
  await dialog.getByRole('textbox', { name: '6-digit code' }).fill(found)
  await untilTold(page, 'wallet-connected', namespaces)
  await expect(dialog).toBeHidden()
}

/** Opens a page and connects a new person's smart account by e-mail; resolves to its address. */
export async function signInSmart(page: Page, urls: Urls, attributes: Attributes): Promise<`0x${string}`> {
  await openBare(page, urls, { ...attributes, email: true, 'account-type': 'smart-account' })
  const dialog = await openModal(page)
  const email = person()
  await dialog.getByRole('textbox', { name: 'Email address' }).fill(email)
  await dialog.getByRole('button', { name: 'Continue with email' }).click()
  await dialog.getByRole('textbox', { name: '6-digit code' }).fill((await mailTo(urls, email, CODE)).found)
  await untilTold(page, 'wallet-connected')
  await expect.poll(async () => (await stateOf(page))?.account?.type).toBe('smartAccount')
  return (await stateOf(page))?.account?.address as `0x${string}`
}
