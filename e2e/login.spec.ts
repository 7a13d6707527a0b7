import type { BrowserContext, Page } from '@playwright/test'
import { privateKeyToAccount } from 'viem/accounts'
import type { WalletModalElement } from '../elements/wallet-modal'
import { expectFault } from './faults/expect-fault'
import {
  type Attributes,
  accountAt,
  announce,
  asked,
  details,
  expect,
  type HeadlessWallet,
  injectHeadless,
  openBare,
  openModal,
  stateOf,
  test,
  told,
  untilTold,
  Web3RequestKind,
} from './fixtures'
import { urls } from './site'

const soak = process.env.SOAK === '1'
const visitor = accountAt(0)
const operator = accountAt(3)
const referrer = accountAt(2).address
const networks = 'eip155:56 eip155:42161'
const loginUrl = urls.login ?? ''

const withLogin = (stackAttributes: Attributes): Attributes => ({
  ...stackAttributes,
  preset: 'login',
  'login-url': loginUrl,
  mode: 'production',
  networks,
})

/** Chooses the wallet and approves; the question to sign in follows. */
async function connect(page: Page, wallet: HeadlessWallet) {
  const dialog = await openModal(page)
  await dialog.getByRole('button', { name: wallet.name }).click()
  await wallet.approve(Web3RequestKind.RequestAccounts)
  const question = page.getByRole('dialog', { name: 'Sign in' })
  await expect(question.getByText('wants you to sign in with your Ethereum account')).toBeVisible()
  return question
}

async function logIn(page: Page, wallet: HeadlessWallet) {
  const question = await connect(page, wallet)
  await question.getByRole('button', { name: 'Sign in', exact: true }).click()
  await wallet.approve(Web3RequestKind.SignMessage)
  await untilTold(page, 'wallet-login')
  await expect(question).toBeHidden()
}

/** What the backend answers through the element: status and body, or the code of what went wrong. */
const ask = (page: Page, path: string, init?: RequestInit) =>
  page.evaluate(
    async ([url, given]) => {
      const element = document.querySelector('wallet-modal') as WalletModalElement
      try {
        const response = await element.loginFetch(url, given)
        return { status: response.status, body: await response.json() }
      } catch (error) {
        return { code: (error as { code?: string }).code }
      }
    },
    [`${loginUrl}${path}`, init] as const,
  )

const disconnect = (page: Page) =>
  page.evaluate(() => (document.querySelector('wallet-modal') as WalletModalElement).disconnect())
const stored = (page: Page) =>
  page.evaluate(() => [localStorage, sessionStorage].map((area) => JSON.stringify({ ...area })).join('\n'))
const refreshes = (context: BrowserContext) => {
  const seen: string[] = []
  context.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('auth/refresh-token')) seen.push(request.url())
  })
  return seen
}

test.describe('login', () => {
  for (const [chainId, network] of [
    [56, 'eip155:56'],
    [42161, 'eip155:42161'],
  ] as const)
    test(`an announced wallet on ${network} logs in, and the backend knows who it is`, async ({ page, stackAttributes }) => {
      const wallet = await injectHeadless(page, urls, { chainIds: [chainId] })
      await openBare(page, urls, withLogin(stackAttributes))
      await logIn(page, wallet)
      const [login] = await details(page, 'wallet-login')
      expect(login?.user).toMatchObject({ address: visitor.address, chain: network, accountType: 'eoa', ref: null })
      expect((await stateOf(page))?.user).toEqual(login?.user)
      expect(await ask(page, 'api/me')).toMatchObject({ status: 200, body: { address: visitor.address, scope: 'full' } })
      expect(await ask(page, 'api/note', { method: 'PUT', body: network })).toEqual({ status: 200, body: { text: network } })
    })

  test('promise 29: after a reload the login is there again without a question; no token was kept, told, logged or in an address', async ({
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
        Object.entries({ ...sessionStorage }).map(([name, text]) => [name, JSON.parse(text)]),
      )
      expect(Object.fromEntries(kept)).toEqual({
        'wallet-modal:auth': { user: expect.objectContaining({ address: visitor.address }), ref: `0x${'0'.repeat(40)}` },
        'wallet-modal:web3': { isConnected: true, address: visitor.address },
      })
      await disconnect(page)
      await untilTold(page, 'wallet-logout')
      await page.reload()
    }
    // The cookie of each flow and a token at least; the answer to the last page may have gone with it.
    expect(secrets.size).toBeGreaterThanOrEqual(soak ? 40 : 2)
  })

  test('fault 51: error: declined, the question stays; signed then, the login goes on', async ({ page, stackAttributes }) => {
    const wallet = await injectHeadless(page, urls, { chainIds: [56] })
    await openBare(page, urls, withLogin(stackAttributes))
    const question = await connect(page, wallet)
    await question.getByRole('button', { name: 'Sign in', exact: true }).click()
    await wallet.refuse(Web3RequestKind.SignMessage)
    await expect(question.getByText('Signature declined')).toBeVisible()
    expect((await stateOf(page))?.user).toBeNull()
    await question.getByRole('button', { name: 'Sign again' }).click()
    await wallet.approve(Web3RequestKind.SignMessage)
    await untilTold(page, 'wallet-login')
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

  // The rest of what a backend can do wrong is in src/controllers/login.test.ts.
  const faults: [string, { status: number; body: string }, string][] = [
    ['the backend is down', { status: 502, body: 'Bad gateway' }, 'The login of this site did not answer'],
    ['there were too many tries', { status: 429, body: '{}' }, 'Too many tries'],
    ['the signature was refused', { status: 401, body: '{"code":"bad_signature"}' }, 'Could not sign you in'],
  ]
  for (const [what, answer, says] of faults)
    test(`error: ${what}: it is said, nobody is logged in, and trying again works`, async ({ page, stackAttributes }) => {
      const wallet = await injectHeadless(page, urls, { chainIds: [56] })
      await openBare(page, urls, withLogin(stackAttributes))
      const question = await connect(page, wallet)
      const headers = { 'access-control-allow-origin': new URL(urls.demo).origin, 'access-control-allow-credentials': 'true' }
      await page.route(`${loginUrl}auth/**`, (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ ...answer, headers, contentType: 'application/json' })
          : route.continue(),
      )
      await question.getByRole('button', { name: 'Sign in', exact: true }).click()
      await wallet.approve(Web3RequestKind.SignMessage)
      await expect(question.getByText(says)).toBeVisible()
      expect(await stateOf(page)).toMatchObject({ status: 'connected', user: null })
      await page.unroute(`${loginUrl}auth/**`)
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

test.describe('loginFetch', () => {
  test('fault 74: a GET whose token has expired is sent again with a new one, a PUT is the page’s to repeat', async ({
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
    expect(await ask(page, 'api/me')).toMatchObject({ status: 200 })
    expect(await ask(page, 'api/note', { method: 'PUT', body: 'x' })).toMatchObject({ status: 401 })
    expect(await ask(page, 'api/note', { method: 'PUT', body: 'x' })).toMatchObject({ status: 200 })
    expect(sent).toEqual(['GET', 'GET', 'PUT', 'PUT'])
    await expectFault(page, '74')
    expect(seen).toHaveLength(2)
  })

  test('promise 30, fault 75: error: a session that a thief has used is over for both: log-out here, and the ways to connect', async ({
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
    expect(await ask(page, 'api/me')).toEqual({ code: 'LOGIN_EXPIRED' })
    await untilTold(page, 'wallet-logout')
    await expect(page.getByRole('dialog', { name: 'Connect to Test Bakery' })).toBeVisible()
    await expectFault(page, '75')
    expect(await stateOf(page)).toMatchObject({ status: 'disconnected', user: null, session: null })
    expect((await thief(last)).status).toBe(401)
  })

  test('error: the token goes to the backend and this origin alone', async ({ page, stackAttributes, witness }) => {
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
  })

  test('promise 30, fault 73: tabs whose tokens have gone at the same time refresh once for all', async ({
    page,
    context,
    stackAttributes,
  }) => {
    await context.exposeFunction('signText', (raw: `0x${string}`) =>
      privateKeyToAccount(visitor.key).signMessage({ message: { raw } }),
    )
    const open = async (tab: Page) => {
      await announce(tab, {}, () => {
        const { signText } = window as typeof window & { signText(text: string): Promise<string> }
        return window.scriptedWallet({
          eth_accounts: () => ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
          eth_chainId: () => '0x38',
          personal_sign: (params) => signText((params as [string])[0]),
        })
      })
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
    // Answered only once every tab waits for it.
    await context.route(`${loginUrl}auth/refresh-token`, async (route) => {
      await expect.poll(() => gone.size).toBe(0)
      await route.continue()
    })
    const answers = await Promise.all(tabs.map((tab) => ask(tab, 'api/me')))
    expect(answers.map(({ status }) => status)).toEqual(tabs.map(() => 200))
    expect(seen).toHaveLength(1)
    await expectFault(page, '73')
  })
})

test.describe('log-out', () => {
  test('promise 31: clears our keys alone, and the backend knows the session no more', async ({ page, stackAttributes }) => {
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

  test('error: a backend that is gone keeps nobody logged in', async ({ page, stackAttributes }) => {
    const wallet = await injectHeadless(page, urls, { chainIds: [56] })
    await openBare(page, urls, withLogin(stackAttributes))
    await logIn(page, wallet)
    await page.route(`${loginUrl}**`, (route) => route.abort())
    await disconnect(page)
    await untilTold(page, 'wallet-logout')
    expect(await stateOf(page)).toMatchObject({ status: 'disconnected', user: null })
  })
})

test.describe('support', () => {
  test('an operator views an account, read only, under a banner, without a wallet', async ({
    page,
    browser,
    stackAttributes,
  }) => {
    const other = await (await browser.newContext()).newPage()
    const own = await injectHeadless(other, urls, { chainIds: [56] })
    await openBare(other, urls, withLogin(stackAttributes))
    const question = await connect(other, own)
    await question.getByRole('button', { name: 'Sign in', exact: true }).click()
    await own.approve(Web3RequestKind.SignMessage)
    await expect(question).toBeHidden()
    const wallet = await injectHeadless(page, urls, { chainIds: [56], keys: [3] })
    await openBare(page, urls, withLogin(stackAttributes))
    await logIn(page, wallet)
    const viewing = page.evaluate((target) => {
      const element = document.querySelector('wallet-modal') as WalletModalElement
      return element.assist({ target, reason: 'ticket 4711' })
    }, `eip155:56:${visitor.address}`)
    await wallet.approve(Web3RequestKind.SignMessage)
    expect(await viewing).toMatchObject({ address: visitor.address })
    const banner = page.getByRole('status').filter({ hasText: `Viewing as ${visitor.address} – read only` })
    await expect(banner).toBeVisible()
    expect(await details(page, 'wallet-login')).toContainEqual(expect.objectContaining({ operator: operator.address }))
    expect(await stateOf(page)).toMatchObject({ status: 'disconnected', account: null, user: { address: visitor.address } })
    expect(await ask(page, 'api/me')).toMatchObject({
      body: { address: visitor.address, operator: operator.address, scope: 'read' },
    })
    expect(await ask(page, 'api/note', { method: 'PUT', body: 'x' })).toMatchObject({ status: 403 })
    await banner.getByRole('button', { name: 'End' }).click()
    await expect(banner).toBeHidden()
    expect((await stateOf(page))?.user).toBeNull()
    await other.context().close()
  })

  test('error: who is no operator is told that he cannot', async ({ page, stackAttributes }) => {
    const wallet = await injectHeadless(page, urls, { chainIds: [56] })
    await openBare(page, urls, withLogin(stackAttributes))
    await logIn(page, wallet)
    const code = await page.evaluate((target) => {
      const element = document.querySelector('wallet-modal') as WalletModalElement
      return element.assist({ target, reason: 'curious' }).catch((error: { code: string }) => error.code)
    }, `eip155:56:${referrer}`)
    expect(code).toBe('ASSIST_REFUSED')
    expect(await stateOf(page)).toMatchObject({ status: 'connected', user: { address: visitor.address } })
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
  // Whatever it is called by now: the focus goes back to the page when it closes, away from what is filled in.
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByLabel('A note that the backend keeps for you').fill('buy flour')
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(page.getByText('Saved: buy flour')).toBeVisible()
  await page.getByRole('button', { name: 'Read my note' }).click()
  await expect(page.locator('#result')).toHaveText('buy flour')
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByText('Nobody is logged in')).toBeVisible()
  await page.getByRole('button', { name: 'Read my note' }).click()
  await expect(page.locator('#result')).toContainText('LOGIN_REQUIRED')
})
