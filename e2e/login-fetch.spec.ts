import type { BrowserContext, Page } from '@playwright/test'
import type { WalletModalElement } from '../elements/wallet-modal'
import { expectFault, followWayOut } from './faults/expect-fault'
import { asked, details, expect, injectHeadless, openBare, openModal, stateOf, test, untilTold } from './fixtures'
import { ask, logIn, loginUrl, soak, withLogin } from './login-page'
import { announceSigner } from './signing-wallet'
import { urls } from './site'

const refreshes = (context: BrowserContext) => {
  const seen: string[] = []
  context.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('auth/refresh-token')) seen.push(request.url())
  })
  return seen
}

test.describe('loginFetch', () => {
  test('fault 74: a GET with an expired token is repeated with a new one; a PUT is left to the page to repeat', async ({
    page,
    stackAttributes,
  }) => {
    const wallet = await injectHeadless(page, urls, { chainIds: [56] })
    await openBare(page, urls, withLogin(stackAttributes))
    await logIn(page, wallet)
    const seen = refreshes(page.context())
    const sent: string[] = []
    await page.route(`${loginUrl}api/**`, (route) => {
      const method = route.request().method()
      if (method === 'OPTIONS') return route.continue()
      sent.push(method)
      if (sent.filter((each) => each === method).length > 1) return route.continue()
      return route.fulfill({ status: 401, json: {}, headers: { 'access-control-allow-origin': new URL(urls.demo).origin } })
    })
    const since = Date.now()
    expect(await ask(page, 'api/me')).toMatchObject({ status: 200 })
    expect(await ask(page, 'api/note', { method: 'PUT', body: 'x' })).toMatchObject({ status: 401 })
    expect(await ask(page, 'api/note', { method: 'PUT', body: 'x' })).toMatchObject({ status: 200 })
    expect(sent).toEqual(['GET', 'GET', 'PUT', 'PUT'])
    await expectFault(page, '74', since)
    expect(seen).toHaveLength(2)
    await followWayOut(page, '74')
  })

  test('promise 30, fault 75: error: a session that a thief has used ends for both: the visitor is logged out and can connect again', async ({
    page,
    stackAttributes,
  }) => {
    const wallet = await injectHeadless(page, urls, { chainIds: [56] })
    await openBare(page, urls, withLogin(stackAttributes))
    await logIn(page, wallet)
    const thief = (cookie: string) => {
      const headers = { origin: new URL(urls.demo).origin, 'x-wm': '1', cookie }
      return fetch(`${loginUrl}auth/refresh-token`, { method: 'POST', headers })
    }
    const next = async (cookie: string) => (await thief(cookie)).headers.get('set-cookie')?.split(';')[0] ?? ''
    const stolen = (await page.context().cookies(loginUrl)).find(({ name }) => name === '__Host-wm_rt')
    const last = await next(await next(`__Host-wm_rt=${stolen?.value}`))
    await page.route(`${loginUrl}api/me`, (route) =>
      route.request().method() === 'OPTIONS'
        ? route.continue()
        : route.fulfill({ status: 401, json: {}, headers: { 'access-control-allow-origin': new URL(urls.demo).origin } }),
    )
    const since = Date.now()
    expect(await ask(page, 'api/me')).toEqual({ code: 'LOGIN_EXPIRED' })
    await untilTold(page, 'wallet-logout')
    await expect(page.getByRole('dialog', { name: 'Connect to Test Bakery' })).toBeVisible()
    await expectFault(page, '75', since)
    expect(await stateOf(page)).toMatchObject({ status: 'disconnected', user: null, session: null })
    expect((await thief(last)).status).toBe(401)
    await followWayOut(page, '75')
  })

  test('error: the token goes to the backend and this origin alone; right after a reload loginFetch waits until the login is restored', async ({
    page,
    stackAttributes,
    witness,
  }) => {
    const wallet = await injectHeadless(page, urls, { chainIds: [56] })
    await openBare(page, urls, withLogin(stackAttributes))
    await logIn(page, wallet)
    const codes = await page.evaluate(async () => {
      const element = document.querySelector('wallet-modal') as WalletModalElement
      const targets = ['https://evil.example/', 'http://localhost:1/', 'data:text/plain,x']
      return Promise.all(targets.map((url) => element.loginFetch(url).catch((error: { code: string }) => error.code)))
    })
    expect(codes).toEqual(['LOGIN_TARGET_REFUSED', 'LOGIN_TARGET_REFUSED', 'LOGIN_TARGET_REFUSED'])
    expect(witness.hosts()).not.toContain('evil.example')

    await page.reload()
    expect(await ask(page, 'api/me')).toMatchObject({ status: 200 })
    expect(await details(page, 'wallet-error')).toEqual([])
  })

  test('promise 30, fault 73: tabs whose tokens expire at the same time refresh once for all', async ({
    page,
    context,
    stackAttributes,
  }) => {
    const open = async (tab: Page) => {
      await announceSigner(tab, { chainId: '0x38' })
      await openBare(tab, urls, withLogin(stackAttributes))
    }
    await open(page)
    const dialog = await openModal(page)
    await dialog.getByRole('button', { name: 'Odd Wallet' }).click()
    await page.getByRole('dialog', { name: 'Sign in' }).getByRole('button', { name: 'Sign in', exact: true }).click()
    await untilTold(page, 'wallet-login')
    const tabs = [page]
    for (let i = 1; i < (soak ? 10 : 4); i++) {
      const tab = await context.newPage()
      await open(tab)
      await untilTold(tab, 'wallet-login')
      expect(await asked(tab)).not.toContain('personal_sign')
      tabs.push(tab)
    }
    const seen = refreshes(context)
    const gone = new Set<Page | undefined>(tabs)
    await context.route(`${loginUrl}api/me`, (route) => {
      const isStale = route.request().method() === 'GET' && gone.delete(route.request().frame().page())
      const headers = { 'access-control-allow-origin': new URL(urls.demo).origin }
      return isStale ? route.fulfill({ status: 401, json: {}, headers }) : route.continue()
    })
    // Answered only once every tab has found its token expired.
    await context.route(`${loginUrl}auth/refresh-token`, async (route) => {
      await expect.poll(() => gone.size).toBe(0)
      await route.continue()
    })
    const since = Date.now()
    const answers = await Promise.all(tabs.map((tab) => ask(tab, 'api/me')))
    expect(answers.map(({ status }) => status)).toEqual(tabs.map(() => 200))
    expect(seen).toHaveLength(1)
    await expectFault(page, '73', since)
    await followWayOut(page, '73')
  })
})
