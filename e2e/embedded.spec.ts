import { recoverMessageAddress } from 'viem'
import { type Attributes, details, expect, openBare, openModal, stateOf, test, untilTold } from './fixtures'
import { frameOf, person, signIn } from './person'

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
