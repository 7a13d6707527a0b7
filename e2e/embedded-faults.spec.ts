import type { Page } from '@playwright/test'
import { privateKeyToAccount } from 'viem/accounts'
import { expectFault, followWayOut } from './faults/expect-fault'
import { details, expect, keepElement, openModal, stateOf, test, told, untilTold } from './fixtures'
import { countListeners, listeners } from './listeners'
import { tellEvents } from './page-events'
import { CODE, frameOf, mailTo, person } from './person'
import { show, urls } from './site'

const soak = process.env.SOAK === '1'
/** The same page on another site than the frame’s. */
const away = new URL(urls.demo ?? 'http://localhost')
away.hostname = '127.0.0.1'
test.use({ otherHosts: [away.host] })

/** Reads the frame's key database: 64 secret bytes plus a tag of 16, and the private key of Ethereum decrypted from it. */
async function readLocked() {
  type Locked = { lock: CryptoKey; iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }
  const all = await new Promise<Locked[]>((resolve, reject) => {
    const opened = indexedDB.open('secure')
    opened.onerror = () => reject(opened.error)
    opened.onsuccess = () => {
      const asked = opened.result.transaction('keys').objectStore('keys').getAll()
      asked.onsuccess = () => resolve(asked.result)
    }
  })
  return Promise.all(
    all.map(async ({ lock, iv, data }) => {
      const secret = new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, lock, data)).slice(0, 32)
      const key = [...secret].map((byte) => byte.toString(16).padStart(2, '0')).join('')
      return { key, extractable: lock.extractable, algorithm: lock.algorithm.name, bytes: data.byteLength }
    }),
  )
}

const setSite = (page: Page, url: string) =>
  page.evaluate((to) => document.querySelector('wallet-modal')?.setAttribute('secure-site-url', to), url)

test('promise 3, faults 38, 39 and 45: a frame that is blocked, missing, silent, refused or removed is given up at 30 s, with a way out', async ({
  page,
  witness,
}) => {
  await page.addInitScript(countListeners)
  await page.clock.install()
  // The page's policy allows frames of the secure site and no others.
  const site = new URL(urls.secureSite).origin
  await page.route(`${site}/hangs*`, () => {})
  await page.route(`${site}/refuses*`, (route) =>
    route.fulfill({
      ...{ contentType: 'text/html', body: '<h1>No</h1>' },
      headers: { 'x-frame-options': 'DENY', 'content-security-policy': "default-src 'none'" },
    }),
  )
  await page.goto(`${urls.demo}csp.html`)
  await page.evaluate(() => document.querySelector('wallet-modal')?.setAttribute('email', ''))
  // The e-mail field comes first in Connect, although a wallet is installed.
  await page.evaluate(() => document.querySelector('wallet-modal')?.setAttribute('connect-order', 'email wallet'))
  const dialog = await openModal(page)
  await dialog.getByRole('button', { name: 'Demo Wallet' }).waitFor()
  const field = dialog.getByRole('textbox', { name: 'Email address' })
  await field.fill('ada@example.org')
  const go = dialog.getByRole('button', { name: 'Continue with email' })
  const problem = dialog.getByRole('alert').filter({ hasText: /\S/ })
  const before = await listeners(page)

  // The chunk that creates the frame does not load; each try requests it again.
  await page.route('**/chunks/auth-*.js', (route) => route.abort())
  for (const [at, view] of (['Connect', 'Connect', 'EmailLogin'] as const).entries()) {
    await show(page, view)
    const since = Date.now()
    await go.click()
    await untilTold(page, 'wallet-error', at + 1)
    await expectFault(page, '39', since)
    // One message, under the field, and none over the field and its button. Checked without waiting: messages go by themselves.
    expect(await problem.count(), view).toBe(1)
  }
  // The message follows the page into another language and back.
  for (const [lang, words] of Object.entries({ ar: 'تعذّر تحميل الدخول بالبريد', en: 'Unable to load email login dependency' })) {
    await page.evaluate((tag) => Object.assign(document.documentElement, { lang: tag }), lang)
    await expect(problem).toHaveText(words)
  }
  await page.unroute('**/chunks/auth-*.js')

  const faults = {
    blocked: `${urls.provider}sdk`,
    absent: `${site}/nothing`,
    silent: `${site}/hangs`,
    refuses: `${site}/refuses`,
  }
  for (let cycle = 0; cycle < (soak ? 25 : 1); cycle++)
    for (const [fault, url] of Object.entries(faults)) {
      await setSite(page, url)
      const since = Date.now()
      await go.click()
      await expect(page.locator('wallet-modal iframe'), fault).toHaveCount(1)
      // The exact time is tested in auth-exchange.test.ts.
      await page.clock.fastForward(30_500)
      await expect(problem, fault).toContainText('Invalid App Configuration')
      await expectFault(page, '38', since)
      // Nothing is left of the frame, the address is kept, and the visitor can try again.
      await expect(page.locator('wallet-modal iframe'), fault).toHaveCount(0)
      expect(await listeners(page), fault).toBe(before)
      await expect(field).toHaveValue('ada@example.org')
      await expect(go).toBeEnabled()
    }
  expect(new Set((await details(page, 'wallet-error')).map(({ code }) => code))).toEqual(
    new Set(['EMAIL_LOGIN_UNAVAILABLE', 'EMBEDDED_WALLET_TIMEOUT']),
  )
  // The policy has blocked only the site that it does not allow.
  expect(new Set(witness.violations.map((each) => each.match(/'(http\S+)'.*frame-src/)?.[1]))).toEqual(new Set([urls.provider]))
  witness.violations.length = 0

  // The host or a blocker removes the frame whenever it appears.
  await setSite(page, `${site}/sdk?taken`)
  await page.evaluate(() => {
    const root = document.querySelector('wallet-modal')?.shadowRoot
    const taker = new MutationObserver(() => root?.querySelector('iframe')?.remove())
    if (root) taker.observe(root, { childList: true, subtree: true })
    Object.assign(window, { taker })
  })
  const since = Date.now()
  await go.click()
  await page.clock.runFor(3_000)
  await expect(problem).toContainText('W3mFrame: iframe is not set')
  await expectFault(page, '45', since)
  await page.evaluate(() => (window as Window & { taker?: MutationObserver }).taker?.disconnect())

  // With the right site the visitor continues from there.
  await setSite(page, urls.secureSite)
  const address = person()
  await field.fill(address)
  await go.click()
  await expect(dialog.getByRole('textbox', { name: '6-digit code' })).toBeVisible()
  await mailTo(urls, address, CODE)
})

test('fault 46: if the browser blocks the frame’s storage, the visitor is told', async ({ page, stackAttributes }) => {
  // As full Chromium does by itself; the headless shell gives every frame its storage.
  await page.addInitScript((site) => {
    if (location.origin !== site) return
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException(
          "Failed to read the 'localStorage' property from 'Window': Access is denied for this document.",
          'SecurityError',
        )
      },
    })
  }, new URL(urls.secureSite).origin)
  await keepElement(page, { ...stackAttributes, email: true, debug: true })
  await page.goto(`${away.href}bare.html`)
  const dialog = await openModal(page)
  await dialog.getByRole('textbox', { name: 'Email address' }).fill(person())
  const since = Date.now()
  await dialog.getByRole('button', { name: 'Continue with email' }).click()
  await expect(dialog.getByRole('alert').filter({ hasText: 'Your browser blocks e-mail login here' })).toBeVisible()
  await expectFault(page, '46', since)
  await followWayOut(page, '46')
})

test('promise 6, faults 47 and 48: a code and a change of address leave no trace outside the frame; a new device is confirmed by mail', async ({
  page,
  browser,
  context,
  stackAttributes,
  witness,
}) => {
  const lines: string[] = []
  const bodies: string[] = []
  const own = [new URL(urls.secureSite).origin, urls.mail]
  context.on('console', (message) => lines.push(message.text()))
  context.on('request', (request) => {
    if (!own.some((each) => request.url().startsWith(each)))
      bodies.push(`${request.postData() ?? ''} ${JSON.stringify(request.headers())}`)
  })
  await keepElement(page, { ...stackAttributes, email: true, debug: true })
  await page.goto(`${urls.demo}bare.html`)
  const dialog = await openModal(page)
  const field = dialog.getByRole('textbox', { name: 'Email address' })
  const go = dialog.getByRole('button', { name: 'Continue with email' })
  const code = dialog.getByRole('textbox', { name: '6-digit code' })
  await field.fill('nobody@nowhere')
  await go.click()
  await expect(dialog.getByRole('alert').filter({ hasText: 'Invalid email. Try again.' })).toBeVisible()

  const [first, second] = [person(), person()]
  await field.fill(first)
  await go.click()
  await expect(dialog.getByText(/Send again in 0:\d\d/)).toBeVisible()
  // The waiting time holds in another tab and after a reload.
  const other = await context.newPage()
  await keepElement(other, { ...stackAttributes, email: true })
  await other.goto(`${urls.demo}bare.html`)
  for (const again of [false, true]) {
    if (again) await other.reload()
    const there = await openModal(other)
    await there.getByRole('textbox', { name: 'Email address' }).fill(first)
    const since = Date.now()
    await there.getByRole('button', { name: 'Continue with email' }).click()
    await expect(there.getByRole('alert').filter({ hasText: /Please try again after \d+ seconds/ })).toBeVisible()
    await expectFault(other, '47', since)
    await followWayOut(other, '47')
  }
  await other.close()
  await page.bringToFront()

  const { found, id } = await mailTo(urls, first, CODE)
  const wrong = found === '135790' ? '246801' : '135790'
  const since = Date.now()
  await code.fill(wrong)
  await expect(dialog.getByRole('alert').filter({ hasText: 'That code didn’t match' })).toBeVisible()
  await expectFault(page, '48', since)
  await expect(code).toBeFocused()
  // As pasted from a mail program.
  await code.fill(`${found.slice(0, 3)} ${found.slice(3)}`)
  await untilTold(page, 'wallet-connected')
  await expect(dialog).toBeHidden()
  const { account } = (await stateOf(page)) ?? {}

  const signing = page.evaluate(() => document.querySelector('wallet-modal')?.signMessage('Hello'))
  await frameOf(page).getByRole('button', { name: 'Approve', exact: true }).click()
  const signature = String(await signing)

  await show(page, 'UpdateEmail')
  await dialog.getByRole('textbox', { name: 'New email address' }).fill(second)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText(first)).toBeVisible()
  const primary = await mailTo(urls, first, CODE, id)
  await code.fill(primary.found)
  await expect(dialog.getByText(second)).toBeVisible()
  const secondary = await mailTo(urls, second, CODE)
  await code.fill(secondary.found)
  await expect(page.getByText('Email changed').first()).toBeVisible()

  await page.reload()
  await untilTold(page, 'wallet-connected')
  expect((await stateOf(page))?.account?.address).toBe(account?.address)

  const kept = await frameOf(page)
    .locator('body')
    .evaluate(() => Object.values({ ...localStorage }).join('\n'))
  const token = /"token":"([^"]+)"/.exec(kept)?.[1] ?? ''
  // The keys are encrypted with a non-extractable one.
  const locked = await frameOf(page).locator('body').evaluate(readLocked)
  expect(locked).toMatchObject([{ extractable: false, algorithm: 'AES-GCM', bytes: 80 }])
  const key = locked[0]?.key ?? ''
  expect(privateKeyToAccount(`0x${key}`).address).toBe(account?.address)
  expect(token.length).toBeGreaterThan(20)
  // Six digits may occur in a longer number by chance.
  const codes = [found, wrong, primary.found, secondary.found].map((each) => new RegExp(`(?<![0-9a-f])${each}(?![0-9a-f])`, 'i'))
  const canaries = [...codes, ...[first, second, token, signature, key].map((each) => new RegExp(each.replaceAll('+', '\\+')))]
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]))
  const places = {
    console: lines.join('\n'),
    events: JSON.stringify(await told(page)),
    storage: stored,
    addresses: [...witness.requests, page.url()].join('\n'),
    'requests to others': bodies.join('\n'),
  }
  for (const [place, text] of Object.entries(places))
    expect(canaries.filter((canary) => canary.test(text)).map(String), place).toEqual([])

  // Another browser is admitted by the link in the mail and the code that follows.
  const elsewhere = await browser.newContext()
  try {
    const device = await elsewhere.newPage()
    await device.addInitScript(tellEvents)
    await keepElement(device, { ...stackAttributes, email: true })
    await device.goto(`${urls.demo}bare.html`)
    const there = await openModal(device)
    await there.getByRole('textbox', { name: 'Email address' }).fill(second)
    await there.getByRole('button', { name: 'Continue with email' }).click()
    await expect(there.getByText('Open the link in your email')).toBeVisible()
    const link = await mailTo(urls, second, /(http\S+\/device\?link=\S+)/)
    const mailed = await elsewhere.newPage()
    await mailed.goto(link.found)
    await mailed.getByRole('button', { name: 'Register device' }).click()
    await expect(there.getByRole('textbox', { name: '6-digit code' })).toBeVisible()
    await there.getByRole('textbox', { name: '6-digit code' }).fill((await mailTo(urls, second, CODE, link.id)).found)
    await untilTold(device, 'wallet-connected')
  } finally {
    await elsewhere.close()
  }
})
