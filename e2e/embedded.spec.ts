import type { Page } from '@playwright/test'
import { recoverMessageAddress, stringToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { type Attributes, details, expect, openBare, openModal, stateOf, test, untilTold } from './fixtures'
import { CODE, frameOf, mailTo, person, signIn } from './person'
import { show } from './site'

test.describe('e-mail', () => {
  test('a visitor without a wallet signs in by address and code, signs, is restored and disconnects', async ({
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
    // The frame reaches the bottom of the dialog: it has its own footer.
    const endOf = (selector: string) => page.locator(selector).evaluate((node) => node.getBoundingClientRect().bottom)
    await expect
      .poll(async () => (await endOf('wallet-modal [part="dialog"]')) - (await endOf('wallet-modal iframe')))
      .toBeLessThan(2)
    // No gap between the request and its buttons.
    const endIn = (selector: string, side: 'top' | 'bottom') =>
      frameOf(page)
        .locator(selector)
        .evaluate((node, side) => node.getBoundingClientRect()[side], side)
    await expect.poll(async () => (await endIn('.buttons', 'top')) - (await endIn('pre', 'bottom'))).toBeLessThan(30)
    // The frame follows the modal's theme while it is open.
    const look = frameOf(page).locator('html')
    await expect(look).toHaveAttribute('data-theme', 'light')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(look).toHaveAttribute('data-theme', 'dark')
    // In the dark it uses another accent: text on the light one could not be read.
    await expect(look).toHaveAttribute('style', /--accent: #58d3b0/)
    await page.evaluate(() => document.querySelector('wallet-modal')?.style.setProperty('--wm-accent-dark', 'rgb(200, 210, 220)'))
    await expect(look).toHaveAttribute('style', /rgb\(200, 210, 220\)/)
    await page.evaluate(() => document.querySelector('wallet-modal')?.setAttribute('theme', 'light'))
    await expect(look).toHaveAttribute('data-theme', 'light')
    await page.evaluate(() => document.querySelector('wallet-modal')?.style.setProperty('--wm-accent', 'rgb(1, 2, 3)'))
    await expect(look).toHaveAttribute('style', /rgb\(1, 2, 3\)/)
    // Both buttons are in view, however long the request is.
    await page.setViewportSize({ width: 390, height: 600 })
    for (const name of ['Reject', 'Approve'])
      await expect(frameOf(page).getByRole('button', { name })).toBeInViewport({ ratio: 1 })
    // In landscape the request gets most of a phone's height.
    await page.setViewportSize({ width: 740, height: 360 })
    const roomHeight = () => page.locator('.frame-room').evaluate((node) => node.getBoundingClientRect().height)
    await expect.poll(roomHeight).toBeGreaterThan(180)
    for (const name of ['Reject', 'Approve'])
      await expect(frameOf(page).getByRole('button', { name })).toBeInViewport({ ratio: 1 })
    await frameOf(page).getByRole('button', { name: 'Approve', exact: true }).click()
    const signature = await signing
    expect(await recoverMessageAddress({ message: 'Hello from the page', signature: signature as `0x${string}` })).toBe(
      account?.address,
    )
    await expect(page.getByRole('dialog')).toBeHidden()

    await page.reload()
    await untilTold(page, 'wallet-connected')
    expect((await stateOf(page))?.account?.address).toBe(account?.address)

    // The wallet's name is "Email", in the page's language.
    await page.evaluate(() => Object.assign(document.documentElement, { lang: 'ar', dir: 'rtl' }))
    for (const view of ['Account', 'YourAccount'] as const) {
      await show(page, view)
      await expect(page.getByRole('dialog').getByText('البريد').first()).toBeVisible()
      await expect(page.getByRole('dialog').getByText('Email')).toHaveCount(0)
    }
    await page.evaluate(() => Object.assign(document.documentElement, { lang: 'en', dir: 'ltr' }))
    await expect(page.getByRole('dialog').getByText('Email').first()).toBeVisible()

    // The private key can be exported on the secure site itself, never in a frame.
    await show(page, 'YourAccount')
    const upgrade = page.getByRole('link', { name: 'Upgrade your wallet' })
    await expect(upgrade).toHaveAttribute('href', `${new URL(urls.secureSite).origin}/dashboard`)
    const [site] = await Promise.all([page.waitForEvent('popup'), upgrade.click()])
    await site.getByRole('button', { name: 'Show the private key of Ethereum and its networks' }).click()
    const key = await site.getByLabel('Private key of Ethereum and its networks').textContent()
    expect(privateKeyToAccount(key as `0x${string}`).address).toBe(account?.address)
    expect(await site.evaluate(() => window.opener)).toBeNull()
    expect((await site.request.get(site.url())).headers()['content-security-policy']).toContain("frame-ancestors 'none'")
    await site.close()
    expect(await page.content()).not.toContain(key?.slice(2))
    await page.keyboard.press('Escape')

    await page.evaluate(() => document.querySelector('wallet-modal')?.disconnect())
    expect(await details(page, 'wallet-disconnected')).toMatchObject([{ namespace: 'eip155', reason: 'user' }])
    await page.reload()
    await untilTold(page, 'wallet-ready')
    expect((await stateOf(page))?.status).toBe('disconnected')
  })

  test('an e-mail sign-in is shown in the page’s language, and not as a browser extension', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    await openBare(page, urls, { ...stackAttributes, email: true, locale: 'ar' })
    await page.getByRole('button', { name: 'ربط المحفظة' }).click()
    const dialog = page.getByRole('dialog')
    const email = person()
    await dialog.getByRole('textbox').fill(email)
    await page.keyboard.press('Enter')
    await dialog.getByRole('textbox', { name: 'رمز من 6 أرقام' }).fill((await mailTo(urls, email, CODE)).found)
    await expect(dialog.getByRole('heading', { level: 2 })).toHaveText('البريد')
    expect(await dialog.locator('header').textContent()).not.toContain('إضافة المتصفح')
  })

  test('promise 11: a frame switched to another chain is switched back before it signs; it refuses a transaction for another chain', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    await openBare(page, urls, { ...stackAttributes, email: true })
    await signIn(page, urls, person())
    /** Posts a request to the frame in the element's place; resolves to its answer. */
    const ask = (name: string, payload: unknown) =>
      page.evaluate(
        ([name, payload]) =>
          new Promise<{ type: string; payload: unknown }>((resolve) => {
            const id = crypto.randomUUID()
            addEventListener('message', ({ data }) => data.id === id && resolve({ type: data.type, payload: data.payload }))
            const frame = document.querySelector('wallet-modal')?.shadowRoot?.querySelector('iframe')
            frame?.contentWindow?.postMessage({ type: `@w3m-app/${name}`, id, payload }, new URL(frame.src).origin)
          }),
        [name, payload] as const,
      )
    const from = (await stateOf(page))?.account?.address
    const params = [{ from, to: from, value: '0x0', chainId: '0x38' }]
    expect(await ask('RPC_REQUEST', { method: 'eth_sendTransaction', params })).toEqual({
      type: '@w3m-frame/RPC_REQUEST_ERROR',
      payload: { message: 'This network is not the one in use' },
    })

    expect(await ask('SWITCH_NETWORK', { chainId: 56 })).toMatchObject({ payload: { chainId: 56 } })
    const signing = page.evaluate(() => document.querySelector('wallet-modal')?.signMessage('Here'))
    await frameOf(page).getByRole('button', { name: 'Approve', exact: true }).click()
    await signing
    expect(await ask('GET_CHAIN_ID', undefined)).toMatchObject({ payload: { chainId: 31337 } })
  })

  test('promise 15: at the frame’s approval the whole address is on screen at 320 to 1440, and hidden characters in a text are shown', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    await openBare(page, urls, { ...stackAttributes, email: true })
    await signIn(page, urls, person())
    const { address } = (await stateOf(page))?.account ?? {}
    const receiver = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
    const ask = (method: string, params: unknown[]) =>
      page.evaluate(
        async ([method, params]) => {
          const wallet = document.querySelector('wallet-modal')?.getProvider('eip155') as Eip1193
          return wallet.request({ method, params }).catch(({ code }: { code: number }) => code)
        },
        [method, params] as const,
      )

    const spender = ask('eth_signTypedData_v4', [address, permit(receiver)])
    await expectInFull(page, 'Spender', receiver)
    await frameOf(page).getByRole('button', { name: 'Reject' }).click()
    expect(await spender).toBe(4001)

    const paying = ask('eth_sendTransaction', [{ from: address, to: receiver.toLowerCase(), value: '0x1' }])
    await expectInFull(page, 'To', receiver)
    await expectInFull(page, 'From', String(address))
    await frameOf(page).getByRole('button', { name: 'Reject' }).click()
    expect(await paying).toBe(4001)

    const signing = ask('personal_sign', [stringToHex(`Pay ${receiver}\u202E0x0 on\u200Bly`), address])
    await expect(frameOf(page).getByLabel('Exactly what is signed')).toHaveText(`Pay ${receiver}[U+202E]0x0 on[U+200B]ly`)
    await expect(frameOf(page).getByRole('alert')).toContainText('Something hides in this text')
    await frameOf(page).getByRole('button', { name: 'Reject' }).click()
    expect(await signing).toBe(4001)
  })
})

type Eip1193 = { request(request: { method: string; params: readonly unknown[] }): Promise<unknown> }

const permit = (spender: string) =>
  JSON.stringify({
    types: { Permit: [{ name: 'spender', type: 'address' }] },
    ...{ primaryType: 'Permit', domain: {}, message: { spender, value: '1' } },
  })

/** Expects the whole address of a row on screen in the frame, at every width. */
async function expectInFull(page: Page, term: string, address: string): Promise<void> {
  const shown = frameOf(page)
    .locator('.ticket > div', { has: page.getByText(term, { exact: true }) })
    .locator('bdi')
  await expect(shown).toHaveText(address)
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 720 })
    await shown.scrollIntoViewIfNeeded()
    const inSight = () =>
      shown.evaluate((node) => {
        const { left, right, height } = node.getBoundingClientRect()
        return height > 0 && left >= 0 && right <= innerWidth && document.documentElement.scrollWidth <= innerWidth
      })
    await expect.poll(inSight, { message: `${width} px` }).toBe(true)
    await expect(shown).toBeInViewport({ ratio: 1 })
  }
}
