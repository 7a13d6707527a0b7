import type { Page } from '@playwright/test'
import { expectFault, followWayOut } from './faults/expect-fault'
import { asked, details, emit, expect, first, openBare, openModal, second, stateOf, test, told, untilTold } from './fixtures'
import { CODE, mailTo, person, signIn } from './person'
import { announceRemembering, CONNECTIONS_KEY, connectRemembering } from './restore-page'
import { show } from './site'

/** Changes the wallet's stored state and waits until all its tabs see it. */
async function write(tabs: readonly [Page, ...Page[]], key: string, value: string): Promise<void> {
  await tabs[0].evaluate(([name, text]) => localStorage.setItem(name, text), [key, value] as const)
  for (const tab of tabs) await expect.poll(() => tab.evaluate((name) => localStorage.getItem(name), key)).toBe(value)
}

test.describe('several tabs', () => {
  test('ten agree: when one connects, switches or disconnects, the others follow', async ({ context, urls, stackAttributes }) => {
    const others = await Promise.all(Array.from({ length: 8 }, () => context.newPage()))
    const tabs = [await context.newPage(), await context.newPage(), ...others] as const
    for (const tab of tabs) {
      await announceRemembering(tab)
      await openBare(tab, urls, stackAttributes)
      await untilTold(tab, 'wallet-ready')
    }
    const [one, other] = tabs
    await connectRemembering(one)
    for (const tab of tabs) await expect(tab.getByRole('button', { name: `Account ${first.short}` })).toBeVisible()
    expect(await asked(other)).not.toContain('eth_requestAccounts')
    expect(await details(other, 'wallet-connected')).toMatchObject([{ address: first.address }])

    await write(tabs, 'test-wallet', second.address)
    await emit(one, 'accountsChanged', [second.address])
    for (const tab of tabs) await expect(tab.getByRole('button', { name: `Account ${second.short}` })).toBeVisible()

    await write(tabs, 'test-wallet-chain', '0x38')
    await emit(one, 'chainChanged', '0x38')
    for (const tab of tabs) await expect.poll(async () => (await stateOf(tab))?.network).toBe('eip155:56')

    await other.evaluate(() => document.querySelector('wallet-modal')?.disconnect())
    for (const tab of tabs) {
      await expect(tab.getByRole('button', { name: 'Connect wallet' })).toBeVisible()
      expect(await told(tab, 'wallet-disconnected')).toHaveLength(1)
    }
  })

  test('of which one signs in by e-mail: another one, without a frame so far, follows', async ({
    context,
    urls,
    stackAttributes,
  }) => {
    const [one, other] = [await context.newPage(), await context.newPage()]
    for (const tab of [one, other]) await openBare(tab, urls, { ...stackAttributes, email: true })
    await signIn(one, urls, person())
    const account = (await stateOf(one))?.account?.address
    await expect.poll(async () => (await stateOf(other))?.account?.address).toBe(account)
    await one.evaluate(() => document.querySelector('wallet-modal')?.disconnect())
    await expect(other.getByRole('button', { name: 'Connect wallet' })).toBeVisible()
  })

  test('in which two people sign in by e-mail at once: either code is right, the earlier one too', async ({
    context,
    urls,
    stackAttributes,
  }) => {
    const mailed = async (tab: Page, email: string) => {
      await openBare(tab, urls, { ...stackAttributes, email: true })
      const dialog = await openModal(tab)
      await dialog.getByRole('textbox', { name: 'Email address' }).fill(email)
      await dialog.getByRole('button', { name: 'Continue with email' }).click()
      return { code: dialog.getByRole('textbox', { name: '6-digit code' }), ...(await mailTo(urls, email, CODE)) }
    }
    const [one, other, email] = [await context.newPage(), await context.newPage(), person()]
    const { code, found } = await mailed(one, email)
    // The site's tabs share the wait between two mails.
    await other.clock.setSystemTime(Date.now() + 30_000)
    await mailed(other, person())
    await code.fill(found)
    await untilTold(one, 'wallet-connected')
    await show(one, 'YourAccount')
    await expect(one.getByRole('dialog').getByText(email)).toBeVisible()
  })

  test('of which one cannot restore the wallet: the other one keeps it, after a reload too', async ({
    context,
    urls,
    stackAttributes,
  }) => {
    const [one, other] = [await context.newPage(), await context.newPage()]
    await announceRemembering(one)
    await openBare(one, urls, stackAttributes)
    await connectRemembering(one)
    await one.evaluate(() =>
      addEventListener('storage', ({ newValue }) => {
        if (newValue?.includes('"entries":{}')) document.title = 'Given up'
      }),
    )
    await other.clock.install()
    await openBare(other, urls, stackAttributes)
    await untilTold(other, 'wallet-ready')
    await other.clock.fastForward(11_000)
    await expect(one).toHaveTitle('Given up')
    await expect.poll(() => one.evaluate((key) => localStorage.getItem(key), CONNECTIONS_KEY)).toContain(first.address)
    expect((await stateOf(other))?.status).toBe('disconnected')
    await expect(one.getByRole('button', { name: `Account ${first.short}` })).toBeVisible()
    expect(await told(one, 'wallet-disconnected')).toEqual([])
    await one.reload()
    await expect(one.getByRole('button', { name: `Account ${first.short}` })).toBeVisible()
  })

  test('of which one disconnects while the other signs: the signature is dropped, and nobody is connected (fault 72)', async ({
    context,
    urls,
    stackAttributes,
  }) => {
    const tabs = [await context.newPage(), await context.newPage()] as const
    for (const tab of tabs) {
      await announceRemembering(tab)
      await openBare(tab, urls, stackAttributes)
      await untilTold(tab, 'wallet-ready')
    }
    const [one, other] = tabs
    await connectRemembering(one)
    await expect(other.getByRole('button', { name: `Account ${first.short}` })).toBeVisible()
    const ending = await other.evaluateHandle(() => ({
      signing: document
        .querySelector('wallet-modal')
        ?.signMessage('Hello')
        .catch(({ code }: { code: string }) => code),
    }))
    await expect.poll(() => asked(other)).toContain('personal_sign')
    const since = Date.now()
    await one.evaluate(() => document.querySelector('wallet-modal')?.disconnect())
    await expect(other.getByRole('button', { name: 'Connect wallet' })).toBeVisible()
    await other.evaluate(() =>
      (window as typeof window & { giveSignature(hex: string): void }).giveSignature(`0x${'12'.repeat(65)}`),
    )
    expect(await ending.evaluate(({ signing }) => signing)).toBe('ABORTED')
    await expectFault(other, '72', since)
    await followWayOut(other, '72')
  })
})
