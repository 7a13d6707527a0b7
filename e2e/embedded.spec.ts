import type { FrameLocator, Page } from '@playwright/test'
import { recoverMessageAddress } from 'viem'
import type { Urls } from '../demo/stack/index'
import { type Attributes, details, expect, openBare, openModal, stateOf, test, untilTold } from './fixtures'

const person = () => `ada-${crypto.randomUUID().slice(0, 8)}@example.org`

/** The newest mail to an address, once it is there. */
async function mailTo(urls: Urls, to: string, pattern: RegExp, after = 0): Promise<{ id: number; found: string }> {
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
      { message: `a mail to ${to}` },
    )
    .toBe(true)
  if (!seen) throw new Error('No mail')
  return seen
}

const CODE = /code is (\d{6})/
const frameOf = (page: Page): FrameLocator => page.frameLocator('wallet-modal iframe')

async function signIn(page: Page, urls: Urls, email: string): Promise<void> {
  const dialog = await openModal(page)
  await dialog.getByRole('textbox', { name: 'Email address' }).fill(email)
  await dialog.getByRole('button', { name: 'Continue with email' }).click()
  const { found } = await mailTo(urls, email, CODE)
  await dialog.getByRole('textbox', { name: '6-digit code' }).fill(found)
  await untilTold(page, 'wallet-connected')
  await expect(dialog).toBeHidden()
}

test.describe('e-mail', () => {
  test('a visitor without a wallet types an address and a code, signs, comes back and leaves', async ({
    page,
    urls,
    stackAttributes,
    witness,
  }) => {
    const attributes: Attributes = { ...stackAttributes, email: true }
    await openBare(page, urls, attributes)
    await openModal(page)
    await expect(page.getByRole('textbox', { name: 'Email address' })).toBeVisible()
    expect(witness.requests.filter((url) => url.startsWith(new URL(urls.secureSite).origin))).toEqual([])
    await page.keyboard.press('Escape')

    await signIn(page, urls, person())
    const { account } = (await stateOf(page)) ?? {}
    expect(account?.address).toMatch(/^0x[0-9a-fA-F]{40}$/)

    const signing = page.evaluate(() => document.querySelector('wallet-modal')?.signMessage('Hello from the page'))
    await expect(page.getByRole('heading', { name: 'Approve transaction' })).toBeVisible()
    await expect(frameOf(page).getByText('Hello from the page')).toBeVisible()
    await frameOf(page).getByRole('button', { name: 'Approve', exact: true }).click()
    const signature = await signing
    expect(await recoverMessageAddress({ message: 'Hello from the page', signature: signature as `0x${string}` })).toBe(
      account?.address,
    )
    await expect(page.getByRole('dialog')).toBeHidden()

    await page.reload()
    await untilTold(page, 'wallet-connected')
    expect((await stateOf(page))?.account?.address).toBe(account?.address)

    await page.evaluate(() => document.querySelector('wallet-modal')?.disconnect())
    expect(await details(page, 'wallet-disconnected')).toMatchObject([{ namespace: 'eip155', reason: 'user' }])
    await page.reload()
    await untilTold(page, 'wallet-ready')
    expect((await stateOf(page))?.status).toBe('disconnected')
  })
})
