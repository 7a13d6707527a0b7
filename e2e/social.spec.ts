import type { Page } from '@playwright/test'
import { eachFrame } from './each-frame'
import { expectFault } from './faults/expect-fault'
import { type Attributes, details, expect, openBare, openModal, stateOf, test, untilTold } from './fixtures'
import { serveForger } from './forger'
import { scanned } from './qr'
import { phone } from './site'

const person = () => `ada-${crypto.randomUUID().slice(0, 8)}`
const stored = (page: Page) => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))

/** Signs in on the social network's own page. */
async function signInThere(page: Page, network: string, name: string): Promise<void> {
  await expect(page.getByRole('heading', { name: `Sign in with ${network}` })).toBeVisible()
  await page.getByLabel('User name').fill(name)
  await page.getByRole('button', { name: 'Continue' }).click()
}

async function openWindow(page: Page, network: string): Promise<Page> {
  const dialog = page.getByRole('dialog')
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    dialog.getByRole('button', { name: `Continue with ${network}` }).click(),
  ])
  await expect(page.getByRole('dialog', { name: network }).getByText(`Finish in the ${network} window`)).toBeVisible()
  return popup
}

const connected = async (page: Page) => {
  await untilTold(page, 'wallet-connected')
  await expect(page.getByRole('dialog')).toBeHidden()
}

test.describe('social login', () => {
  test('fault 50: in a window opened by the tap: forged answers are ignored; the login survives a reload and leaves nothing behind', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    const attributes: Attributes = { ...stackAttributes, socials: 'google github apple facebook x discord farcaster' }
    await openBare(page, urls, attributes)
    await openModal(page)
    // All seven are offered.
    for (const network of ['Google', 'GitHub', 'Apple', 'Facebook', 'X', 'Discord', 'Farcaster'])
      await expect(page.getByRole('button', { name: `Continue with ${network}`, exact: true })).toBeVisible()
    const popup = await openWindow(page, 'GitHub')
    await expect(popup.getByLabel('User name')).toBeVisible()

    // The page, frames of both origins and the window itself, while on another site, claim that the login is done.
    const forged = `${new URL(urls.secureSite).origin}/social/callback?code=x&state=${new URL(popup.url()).searchParams.get('state')}`
    const [own, elsewhere] = [new URL('/forger', urls.demo), new URL('/forger', urls.provider)]
    for (const { href } of [own, elsewhere]) await serveForger(page, href)
    const since = Date.now()
    const heard = await page.evaluate(
      ([resultUri, ...sources]) =>
        new Promise<string[]>((resolve) => {
          const origins: string[] = []
          addEventListener('message', ({ origin }) => origins.push(origin) === 3 && resolve(origins.sort()))
          window.postMessage({ resultUri }, '*')
          const name = JSON.stringify([{ resultUri }])
          for (const src of sources) document.body.append(Object.assign(document.createElement('iframe'), { name, src }))
        }),
      [forged, own.href, elsewhere.href],
    )
    expect(heard).toEqual([elsewhere.origin, own.origin, own.origin].sort())
    await popup.evaluate((uri) => window.opener.postMessage({ resultUri: uri }, '*'), forged)
    await expect(page.getByText('Finish in the GitHub window')).toBeVisible()

    await expectFault(page, '50', since)
    const name = person()
    await signInThere(popup, 'github', name)
    await connected(page)
    expect(popup.isClosed()).toBe(true)
    const { account } = (await stateOf(page)) ?? {}
    expect(account?.address).toMatch(/^0x[0-9a-fA-F]{40}$/)
    expect(await stored(page)).not.toContain(name)

    await page.reload()
    await untilTold(page, 'wallet-connected')
    expect((await stateOf(page))?.account?.address).toBe(account?.address)
    expect(await stored(page)).toContain('embedded')
    await page.evaluate(() => document.querySelector('wallet-modal')?.disconnect())
    // After sign-out no login flag, address, chain or name is left.
    const left = await page.evaluate(() => Object.keys(localStorage))
    expect(left.filter((key) => /embedded/.test(key))).toEqual([])
    expect(await stored(page)).not.toMatch(new RegExp(`${name}|github|${account?.address.slice(0, 8)}`, 'i'))
    expect(await details(page, 'wallet-error')).toEqual([])
  })

  test('fault 49: a window that is blocked, closed, refused or never answers: each has its message and a way on', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    await page.clock.install()
    await openBare(page, urls, { ...stackAttributes, email: true, socials: 'google' })
    const dialog = await openModal(page)

    // Closed: back within a second.
    const closed = await openWindow(page, 'Google')
    await expect(closed.getByLabel('User name')).toBeVisible()
    let since = Date.now()
    await closed.close()
    await page.clock.runFor(1_000)
    await expectFault(page, '49, closed', since)

    // Refused in the window.
    const refused = await openWindow(page, 'Google')
    await refused.getByRole('button', { name: 'Refuse' }).click()
    await expect(dialog.getByRole('alert').filter({ hasText: 'Request declined' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    // Never answered: given up after ten minutes, with Cancel visible all the time.
    const lost = await openWindow(page, 'Google')
    const [forgotten] = await Promise.all([page.waitForEvent('popup'), dialog.getByRole('button', { name: 'Try again' }).click()])
    await expect(forgotten.getByLabel('User name')).toBeVisible()
    await expect.poll(() => lost.isClosed()).toBe(true)
    await page.clock.fastForward(9 * 60_000)
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible()
    since = Date.now()
    await page.clock.fastForward(61_000)
    await expect(dialog.getByRole('alert').filter({ hasText: 'Something went wrong' })).toBeVisible()
    await expectFault(page, '43', since)
    await expect.poll(() => forgotten.isClosed()).toBe(true)

    // Blocked: a message, and the way on in this tab.
    await page.evaluate(() => {
      const { open } = window
      window.open = (...given) => (given[1] === '_self' ? open.apply(window, given) : null)
    })
    since = Date.now()
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(dialog.getByRole('alert').filter({ hasText: 'Allow pop-ups for this site' })).toBeVisible()
    await expectFault(page, '49', since)
    await dialog.getByRole('button', { name: 'Continue in this tab' }).click()
    await signInThere(page, 'google', person())
    await page.waitForURL(`${urls.demo}bare.html`)
    await untilTold(page, 'wallet-connected')
  })

  test('in this tab if the page is isolated from its windows (COOP), and in Telegram; an unrequested answer does nothing', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    // A link with somebody else's answer.
    const attributes: Attributes = { ...stackAttributes, socials: 'discord' }
    await openBare(page, urls, attributes)
    await page.goto(`${urls.demo}bare.html?a=1&result_uri=${encodeURIComponent('https://evil.example/?code=1&state=2')}`)
    await page.waitForURL(`${urls.demo}bare.html?a=1`)
    await untilTold(page, 'wallet-ready')
    await expect(page.getByRole('dialog')).toBeHidden()
    expect((await stateOf(page))?.status).toBe('disconnected')

    await page.goto(`${urls.demo}apart.html?b=2`)
    const dialog = await openModal(page)
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      dialog.getByRole('button', { name: 'Continue with Discord' }).click(),
    ])
    await signInThere(page, 'discord', person())
    await page.waitForURL(`${urls.demo}apart.html?b=2`)
    await connected(page)
    expect(popup.isClosed()).toBe(true)

    // Another person in Telegram: no window at all.
    await page.evaluate(() => document.querySelector('wallet-modal')?.disconnect())
    await page.evaluate(() => Object.assign(window, { TelegramWebviewProxy: {} }))
    await openModal(page)
    await dialog.getByRole('button', { name: 'Continue with Discord' }).click()
    await signInThere(page, 'discord', person())
    await page.waitForURL(`${urls.demo}apart.html?b=2`)
    await untilTold(page, 'wallet-connected')
    expect(page.context().pages()).toHaveLength(1)
  })

  test('in Telegram, networks that refuse its browser are not offered, even if none is left', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    await page.addInitScript(() => {
      Object.assign(window, { TelegramWebviewProxy: {} })
      Object.defineProperty(navigator, 'userAgent', { get: () => 'Mozilla/5.0 (Linux; Android 14; Pixel 8)' })
    })
    await openBare(page, urls, { ...stackAttributes, socials: 'facebook github x' })
    const dialog = await openModal(page)
    await expect(dialog.getByRole('button', { name: /^Continue with/ })).toHaveText(['Continue with GitHub'])
    await page.evaluate(() => Object.assign(document.querySelector('wallet-modal') ?? {}, { socials: ['x', 'facebook'] }))
    await expect(dialog.getByRole('button', { name: /^Continue with/ })).toHaveCount(0)
    await expect(dialog.getByText(/^or /i)).toHaveCount(0)
  })

  test('Farcaster: a QR code for the phone, or a link to the app on the phone itself; both connect the same account', async ({
    page,
    urls,
    stackAttributes,
    context,
  }) => {
    await openBare(page, urls, { ...stackAttributes, socials: 'farcaster' })
    const dialog = await openModal(page)
    await dialog.getByRole('button', { name: 'Continue with Farcaster' }).click()
    await expect(dialog.getByRole('img', { name: /QR/ })).toBeVisible()
    // The logo fits the space left free in the code and covers no modules.
    const widthOf = (selector: string) => dialog.locator(selector).evaluate((node) => node.getBoundingClientRect().width)
    expect((await widthOf('.qr-logo > *')) / (await widthOf('.qr-code'))).toBeLessThan(0.2)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.getByRole('button', { name: 'Continue with Farcaster' }).click()
    await dialog.getByRole('button', { name: 'Try again', exact: true }).click()
    await expect(dialog.getByText('Scan this QR code with your phone')).toBeVisible()
    // A closing dialog does not change its content.
    const lines = await eachFrame(page, '.code-line')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect.poll(async () => (await lines.jsonValue()).slice(-2)).toEqual([expect.stringContaining('Scan this QR'), ''])
    await openModal(page)
    await dialog.getByRole('button', { name: 'Continue with Farcaster' }).click()
    await expect(dialog.getByText('Scan this QR code with your phone')).toBeVisible()
    const answerAs = async (name: string, app: Page) => {
      await app.getByLabel('User name').fill(name)
      await app.getByRole('button', { name: 'Sign in' }).click()
      await expect(app.getByRole('status')).toHaveText(/^Done/)
      await app.close()
    }
    const name = person()
    const there = await context.newPage()
    await there.goto(await scanned(page))
    await answerAs(name, there)
    await connected(page)
    const { account } = (await stateOf(page)) ?? {}
    expect(account?.address).toMatch(/^0x/)
    await page.evaluate(() => document.querySelector('wallet-modal')?.disconnect())

    // On the phone itself there is a link to the app instead of a code, and the same account connects.
    await page.evaluate((agent) => Object.defineProperty(navigator, 'userAgent', { get: () => agent }), phone.userAgent)
    await openModal(page)
    await dialog.getByRole('button', { name: 'Continue with Farcaster' }).click()
    await expect(dialog.getByText('Continue in Farcaster')).toBeVisible()
    await expect(dialog.getByRole('img', { name: /QR/ })).toBeHidden()
    const open = dialog.getByRole('link', { name: 'Open Farcaster' })
    await expect(open).toHaveAttribute('target', '_blank')
    const [app] = await Promise.all([page.waitForEvent('popup'), open.click()])
    await expect(dialog.getByRole('button', { name: 'Try again', exact: true })).toHaveAttribute('target', '_blank')
    await answerAs(name, app)
    await untilTold(page, 'wallet-connected', 2)
    expect((await stateOf(page))?.account?.address).toBe(account?.address)
  })

  test('fault 39, Farcaster: error: if the chunk for the frame does not load, this is reported, and there is no uncaught error', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    await openBare(page, urls, { ...stackAttributes, socials: 'farcaster' })
    const dialog = await openModal(page)
    const farcaster = dialog.getByRole('button', { name: 'Continue with Farcaster' })
    await expect(farcaster).toBeVisible()
    await page.route('**/chunks/auth-*.js', (route) => route.abort())
    await farcaster.click()
    await expect(dialog.getByRole('alert').filter({ hasText: 'Unable to load email login dependency' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    // Uncaught errors would fail the test (`witness`).
    await expect(farcaster).toBeVisible()
  })
})
