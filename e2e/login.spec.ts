import type { Page } from '@playwright/test'
import type { WalletModalElement } from '../elements/wallet-modal'
import {
  accountAt,
  details,
  expect,
  injectHeadless,
  openBare,
  openModal,
  stateOf,
  test,
  told,
  untilTold,
  Web3RequestKind,
} from './fixtures'
import { ask, connect, logIn, loginUrl, referrer, soak, visitor, withLogin } from './login-page'
import { urls } from './site'

const disconnect = (page: Page) =>
  page.evaluate(() => (document.querySelector('wallet-modal') as WalletModalElement).disconnect())

const stored = (page: Page) =>
  page.evaluate(() => [localStorage, sessionStorage].map((area) => JSON.stringify({ ...area })).join('\n'))

test.describe('login', () => {
  test('an announced wallet on eip155:56 and eip155:42161 logs in, and the backend knows who it is', async ({
    page,
    stackAttributes,
  }) => {
    const wallet = await injectHeadless(page, urls, { chainIds: [56, 42161] })
    await openBare(page, urls, withLogin(stackAttributes))
    for (const network of ['eip155:56', 'eip155:42161']) {
      await logIn(page, wallet)
      const [login] = await details(page, 'wallet-login')
      expect(login?.user).toMatchObject({ address: visitor.address, chain: network, accountType: 'eoa', ref: null })
      expect((await stateOf(page))?.user).toEqual(login?.user)
      expect(await ask(page, 'api/me')).toMatchObject({ status: 200, body: { address: visitor.address, scope: 'full' } })
      expect(await ask(page, 'api/note', { method: 'PUT', body: network })).toEqual({ status: 200, body: { text: network } })
      await disconnect(page)
      await untilTold(page, 'wallet-logout')
      wallet.backend.switchChain(42161)
      await page.evaluate(() => 'The page is told of it first.')
      await page.reload()
    }
  })

  test('each sign-in dialog asks for one challenge, and none while it closes: cancel and log in make two', async ({
    page,
    stackAttributes,
  }) => {
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('auth/login-dapp')) asked.push(...Object.keys(request.postDataJSON()).slice(0, 1))
    })
    const wallet = await injectHeadless(page, urls, { chainIds: [56] })
    await openBare(page, urls, withLogin(stackAttributes))
    const question = await connect(page, wallet)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    await logIn(page, wallet)
    // An extra request would have been sent before this one.
    expect(await ask(page, 'api/me')).toMatchObject({ status: 200 })
    expect(asked).toEqual(['address', 'address', 'challengeId'])
  })

  test('promise 29: after a reload the login is restored without a prompt; no token was stored, in an event, logged or in a URL', async ({
    page,
    stackAttributes,
    witness,
  }) => {
    const secrets = new Set<string>()
    const said: string[] = []
    page.on('console', (message) => said.push(message.text()))
    page.on('response', async (response) => {
      if (!response.url().startsWith(`${loginUrl}auth/`)) return
      const body = await response.json().catch(() => ({}))
      if (body.accessToken) secrets.add(body.accessToken)
    })
    const wallet = await injectHeadless(page, urls, { chainIds: [56] })
    await openBare(page, urls, withLogin(stackAttributes))
    for (let flow = 0; flow < (soak ? 20 : 1); flow++) {
      await logIn(page, wallet)
      await page.reload()
      await untilTold(page, 'wallet-login')
      await expect(page.getByRole('dialog')).toBeHidden()
      expect(await ask(page, 'api/me')).toMatchObject({ status: 200 })
      const cookie = (await page.context().cookies(loginUrl)).find(({ name }) => name === '__Host-wm_rt')
      expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Strict' })
      secrets.add(cookie?.value ?? '?')
      const state = await page.evaluate(() => JSON.stringify([document.querySelector('wallet-modal')?.state, document.cookie]))
      const everything = [
        await stored(page),
        JSON.stringify(await told(page)),
        state,
        page.url(),
        ...said,
        ...witness.requests,
      ].join()
      for (const secret of secrets) expect(everything).not.toContain(secret)
      const kept = await page.evaluate(() =>
        Object.entries({ ...sessionStorage })
          // The cached account may or may not be there yet.
          .filter(([name]) => !name.startsWith('wallet-modal:cache:'))
          .map(([name, text]) => [name, JSON.parse(text)]),
      )
      expect(Object.fromEntries(kept)).toEqual({
        'wallet-modal:auth': { user: expect.objectContaining({ address: visitor.address }), ref: `0x${'0'.repeat(40)}` },
        'wallet-modal:web3': { isConnected: true, address: visitor.address },
      })
      await disconnect(page)
      await untilTold(page, 'wallet-logout')
      await page.reload()
    }
    // At least the cookie and a token of each flow; the last page's answer may be gone with the page.
    expect(secrets.size).toBeGreaterThanOrEqual(soak ? 40 : 2)
  })

  test('error: cancel ends disconnected, and nobody is logged in', async ({ page, stackAttributes }) => {
    const wallet = await injectHeadless(page, urls, { chainIds: [56] })
    await openBare(page, urls, withLogin(stackAttributes))
    const question = await connect(page, wallet)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await untilTold(page, 'wallet-disconnected')
    expect(await stateOf(page)).toMatchObject({ status: 'disconnected', user: null, session: null })
    expect(await ask(page, 'api/me')).toEqual({ code: 'LOGIN_REQUIRED' })
  })

  // Other backend failures are tested in src/controllers/login.test.ts.
  test('fault 51: error: declined by the wallet, or failed by the backend: the reason is shown, the dialog stays, and trying again works', async ({
    page,
    stackAttributes,
  }) => {
    const wallet = await injectHeadless(page, urls, { chainIds: [56] })
    await openBare(page, urls, withLogin(stackAttributes))
    const question = await connect(page, wallet)
    await question.getByRole('button', { name: 'Sign in', exact: true }).click()
    await wallet.refuse(Web3RequestKind.SignMessage)
    await expect(question.getByText('Signature declined')).toBeVisible()
    expect((await stateOf(page))?.user).toBeNull()

    const headers = { 'access-control-allow-origin': new URL(urls.demo).origin, 'access-control-allow-credentials': 'true' }
    const again = question.getByRole('button', { name: /^(Sign in|Try again)$/ })
    for (const [answer, says] of [
      [{ status: 502, body: 'Bad gateway' }, 'The login of this site did not answer'],
      [{ status: 429, body: '{}' }, 'Too many tries'],
      [{ status: 401, body: '{"code":"bad_signature"}' }, 'Could not sign you in'],
    ] as const) {
      // The challenge is answered; the signature gets this answer.
      await page.route(`${loginUrl}auth/**`, (route) =>
        route.request().postDataJSON()?.signature
          ? route.fulfill({ ...answer, headers, contentType: 'application/json' })
          : route.continue(),
      )
      await again.click()
      await wallet.approve(Web3RequestKind.SignMessage)
      await expect(question.getByText(says)).toBeVisible()
      expect(await stateOf(page)).toMatchObject({ status: 'connected', user: null })
      await page.unroute(`${loginUrl}auth/**`)
    }
    await question.getByRole('button', { name: 'Try again' }).click()
    await wallet.approve(Web3RequestKind.SignMessage)
    await untilTold(page, 'wallet-login')
  })

  test('promise 6, fault 52: error: a backend that fails with 500 and repeats the signature: the failure is shown, with a way out, and the signature is nowhere', async ({
    page,
    stackAttributes,
  }) => {
    const said: string[] = []
    page.on('console', (message) => said.push(message.text()))
    const wallet = await injectHeadless(page, urls, { chainIds: [56] })
    await openBare(page, urls, withLogin(stackAttributes))
    const question = await connect(page, wallet)
    const headers = { 'access-control-allow-origin': new URL(urls.demo).origin, 'access-control-allow-credentials': 'true' }
    const signatures: string[] = []
    await page.route(`${loginUrl}auth/login-dapp`, (route) => {
      const { signature } = route.request().postDataJSON() ?? {}
      if (!signature) return route.continue()
      signatures.push(signature)
      const message = `SQLITE_ERROR near "${signature}"`
      return route.fulfill({ status: 500, headers, json: { message, reasons: [{ name: 'signature', description: message }] } })
    })
    const since = Date.now()
    await question.getByRole('button', { name: 'Sign in', exact: true }).click()
    await wallet.approve(Web3RequestKind.SignMessage)
    const alert = question.getByRole('alert').filter({ hasText: /\S/ })
    await expect(alert).toHaveText(/The login of this site did not answer.*Nothing was lost/)
    expect(Date.now() - since).toBeLessThan(10_000)
    await expect(question.getByRole('button', { name: 'Try again' })).toBeEnabled()
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeEnabled()
    const told = await details(page, 'wallet-error')
    expect(told).toMatchObject([{ code: 'LOGIN_UNAVAILABLE' }])
    expect(signatures).toHaveLength(1)
    for (const text of [await question.textContent(), JSON.stringify(told), said.join('\n'), await stored(page)])
      for (const signature of signatures) expect(text).not.toContain(signature.slice(2, 42))
    await page.unroute(`${loginUrl}auth/login-dapp`)
    await question.getByRole('button', { name: 'Try again' }).click()
    await wallet.approve(Web3RequestKind.SignMessage)
    await untilTold(page, 'wallet-login')
  })

  test('error: a text for another site is never shown to the wallet', async ({ page, stackAttributes }) => {
    const wallet = await injectHeadless(page, urls, { chainIds: [56] })
    await page.route(`${loginUrl}auth/login-dapp`, async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      const response = await route.fetch()
      const body = await response.json()
      await route.fulfill({ response, json: { ...body, message: body.message.replaceAll('localhost', 'bank.example') } })
    })
    await openBare(page, urls, withLogin(stackAttributes))
    const dialog = await openModal(page)
    await dialog.getByRole('button', { name: wallet.name }).click()
    await wallet.approve(Web3RequestKind.RequestAccounts)
    await expect(page.getByRole('dialog').getByText('Sign-in did not match this site')).toBeVisible()
    expect(wallet.backend.getPendingRequestCount(Web3RequestKind.SignMessage)).toBe(0)
  })

  test('?ref= wins over the attribute and reaches the backend', async ({ page, stackAttributes }) => {
    const wallet = await injectHeadless(page, urls, { chainIds: [56], keys: [1] })
    await page.goto(`${urls.demo}bare.html`)
    await page.addInitScript((ref) => {
      if (!location.search && location.pathname.endsWith('bare.html')) history.replaceState(null, '', `?ref=${ref}`)
    }, referrer)
    await openBare(page, urls, { ...withLogin(stackAttributes), referral: visitor.address })
    await page.evaluate((login) => {
      const native = window.fetch
      const bodies: string[] = []
      Object.assign(window, { bodies })
      window.fetch = (input, init) => {
        if (String(input).startsWith(login)) bodies.push(String(init?.body))
        return native(input, init)
      }
    }, loginUrl)
    await logIn(page, wallet)
    const bodies = await page.evaluate(() => (window as typeof window & { bodies: string[] }).bodies)
    expect(JSON.parse(bodies[0] ?? '')).toMatchObject({ ref: referrer })
  })
})

test.describe('log-out', () => {
  test('promise 31: clears our keys alone, and ends the session at the backend', async ({ page, stackAttributes }) => {
    const wallet = await injectHeadless(page, urls, { chainIds: [56] })
    await openBare(page, urls, withLogin(stackAttributes))
    await page.evaluate(() => localStorage.setItem('host', 'kept'))
    await logIn(page, wallet)
    const cookie = (await page.context().cookies(loginUrl)).find(({ name }) => name === '__Host-wm_rt')
    await disconnect(page)
    await untilTold(page, 'wallet-logout')
    expect(await stateOf(page)).toMatchObject({ status: 'disconnected', user: null, session: null })
    await expect.poll(() => stored(page)).toBe('{"host":"kept"}\n{}')
    const origin = new URL(urls.demo).origin
    const headers = { origin, 'x-wm': '1', cookie: `__Host-wm_rt=${cookie?.value}` }
    expect((await fetch(`${loginUrl}auth/refresh-token`, { method: 'POST', headers })).status).toBe(401)
  })

  test('error: log-out works even if the backend is down', async ({ page, stackAttributes }) => {
    const wallet = await injectHeadless(page, urls, { chainIds: [56] })
    await openBare(page, urls, withLogin(stackAttributes))
    await logIn(page, wallet)
    await page.route(`${loginUrl}**`, (route) => route.abort())
    await disconnect(page)
    await untilTold(page, 'wallet-logout')
    expect(await stateOf(page)).toMatchObject({ status: 'disconnected', user: null })
  })
})

test('the demo dApp logs in, keeps a note and logs out', async ({ page }) => {
  const wallet = await injectHeadless(page, urls, { chainIds: [42161], keys: [1] })
  await page.goto(`${urls.dapp}?ref=${referrer}`)
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByRole('dialog').getByRole('button', { name: wallet.name }).click()
  await wallet.approve(Web3RequestKind.RequestAccounts)
  const question = page.getByRole('dialog', { name: 'Sign in' })
  await question.getByRole('button', { name: 'Sign in', exact: true }).click()
  await wallet.approve(Web3RequestKind.SignMessage)
  await expect(page.getByText(`${accountAt(1).address} on eip155:42161`)).toBeVisible()
  // Waits for any dialog to close, as closing moves the focus and would disturb the filling in.
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByLabel('A note that the backend keeps for you').fill('buy flour')
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(page.getByText('Saved: buy flour')).toBeVisible()
  await page.getByRole('button', { name: 'Read my note' }).click()
  await expect(page.locator('#result')).toHaveText('buy flour')
  const seen = page.getByRole('list', { name: 'Support has viewed your account' })
  await page.evaluate((operator) => {
    const detail = { user: {}, assists: [{ operator, reason: 'ticket 4711', at: Date.now() }] }
    document.dispatchEvent(new CustomEvent('wallet-login', { detail }))
  }, accountAt(3).address)
  await expect(seen).toContainText('ticket 4711')
  await page.evaluate(() => sessionStorage.setItem('basket', 'flour'))
  await page.getByLabel('Logging out also clears what this page itself has stored').check()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByText('Nobody is logged in')).toBeVisible()
  // The next visitor must not see it.
  await expect(seen.getByRole('listitem')).toHaveCount(0)
  await page.getByRole('button', { name: 'Read my note' }).click()
  await expect(page.locator('#result')).toContainText('LOGIN_REQUIRED')
  await expect.poll(() => stored(page)).toBe('{}\n{}')
})
