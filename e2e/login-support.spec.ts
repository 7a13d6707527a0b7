import type { Browser } from '@playwright/test'
import type { WalletModalElement } from '../elements/wallet-modal'
import { type Attributes, accountAt, details, expect, injectHeadless, openBare, stateOf, test, Web3RequestKind } from './fixtures'
import { ask, connect, logIn, referrer, visitor, withLogin } from './login-page'
import { urls } from './site'

const operator = accountAt(3)

test.describe('support', () => {
  /** Logs a visitor in, in another browser context. */
  async function haveVisitor(browser: Browser, stackAttributes: Attributes) {
    const other = await (await browser.newContext()).newPage()
    const own = await injectHeadless(other, urls, { chainIds: [56] })
    await openBare(other, urls, withLogin(stackAttributes))
    const question = await connect(other, own)
    await question.getByRole('button', { name: 'Sign in', exact: true }).click()
    await own.approve(Web3RequestKind.SignMessage)
    await expect(question).toBeHidden()
    await other.context().close()
  }

  test('an operator views an account read-only, under a banner and without a wallet, and logs in again to view the next', async ({
    page,
    browser,
    stackAttributes,
  }) => {
    await haveVisitor(browser, stackAttributes)
    const wallet = await injectHeadless(page, urls, { chainIds: [56], keys: [3] })
    await openBare(page, urls, withLogin(stackAttributes))
    await logIn(page, wallet)
    const view = () =>
      page.evaluate((target) => {
        const element = document.querySelector('wallet-modal') as WalletModalElement
        return element.assist({ target, reason: 'ticket 4711' }).catch((error: { code: string }) => error.code)
      }, `eip155:56:${visitor.address}`)
    const viewing = view()
    await wallet.approve(Web3RequestKind.SignMessage)
    expect(await viewing).toMatchObject({ address: visitor.address })
    const banner = page.getByRole('status').filter({ hasText: `Viewing as ${visitor.address} – read only` })
    await expect(banner).toBeVisible()
    const room = () => banner.evaluate((node) => Number.parseFloat(getComputedStyle(node).paddingBlockStart))
    const before = await room()
    const device = await page.context().newCDPSession(page)
    await device.send('Emulation.setSafeAreaInsetsOverride', { insets: { top: 47 } })
    await expect.poll(room).toBe(before + 47)
    await device.send('Emulation.setSafeAreaInsetsOverride', { insets: {} })
    expect(await details(page, 'wallet-login')).toContainEqual(expect.objectContaining({ operator: operator.address }))
    expect(await stateOf(page)).toMatchObject({ status: 'disconnected', account: null, user: { address: visitor.address } })
    expect(await ask(page, 'api/me')).toMatchObject({
      body: { address: visitor.address, operator: operator.address, scope: 'read' },
    })
    expect(await ask(page, 'api/note', { method: 'PUT', body: 'x' })).toMatchObject({ status: 403 })

    const next = view()
    await page.getByRole('dialog').getByRole('button', { name: wallet.name }).click()
    await wallet.approve(Web3RequestKind.RequestAccounts)
    await page.getByRole('dialog', { name: 'Sign in' }).getByRole('button', { name: 'Sign in', exact: true }).click()
    await wallet.approve(Web3RequestKind.SignMessage)
    await wallet.approve(Web3RequestKind.SignMessage)
    expect(await next).toMatchObject({ address: visitor.address })
    await expect(page.getByRole('status').filter({ hasText: 'Viewing as' })).toHaveCount(1)
    await expect(page.getByRole('dialog')).toBeHidden()

    // The element is replaced by a clone.
    await page.evaluate(() => {
      const asked = document.querySelector('wallet-modal')
      if (asked) document.body.append(asked.cloneNode())
      asked?.remove()
    })
    await expect(banner).toBeVisible()
    await page.evaluate(() => document.querySelector('wallet-modal')?.setAttribute('locale', 'ar'))
    const spoken = page.getByRole('status').filter({ hasText: `أنت تشاهد بصفة ${visitor.address} – للقراءة فقط` })
    await expect(spoken).toHaveAttribute('dir', 'rtl')
    await expect(spoken.locator('bdi')).toHaveText(visitor.address)
    await spoken.getByRole('button', { name: 'إنهاء' }).click()
    await expect(spoken).toBeHidden()
    expect((await stateOf(page))?.user).toBeNull()
  })

  test('error: assist() by anyone but an operator is refused', async ({ page, stackAttributes }) => {
    const wallet = await injectHeadless(page, urls, { chainIds: [56] })
    await openBare(page, urls, withLogin(stackAttributes))
    await logIn(page, wallet)
    const refused = page.evaluate((target) => {
      const element = document.querySelector('wallet-modal') as WalletModalElement
      return element.assist({ target, reason: 'curious' }).catch((error: { code: string }) => error.code)
    }, `eip155:56:${referrer}`)
    await wallet.approve(Web3RequestKind.SignMessage)
    expect(await refused).toBe('ASSIST_REFUSED')
    expect(await stateOf(page)).toMatchObject({ status: 'connected', user: { address: visitor.address } })
  })
})
