import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { details, expect, keepElement, openBare, stateOf, test, untilTold } from './fixtures'
import { tellEvents } from './page-events'
import { provideScripts } from './page-wallet'
import { frameOf, person, signIn } from './person'
import { show, urls } from './site'
import { setMarkup } from './strict-policy'

const site = new URL(urls.secureSite ?? 'http://localhost')

/** The demo pages on another site than the frame's. */
const away = new URL(urls.demo ?? 'http://localhost')
away.hostname = '127.0.0.1'

/** A host's elements whose names and ids clobber what a careless script would use to find or create its frame. */
const clobbers = [
  '<iframe id="w3m-iframe" name="w3m-secure-iframe"></iframe>',
  '<iframe id="w3m-iframe" src="about:blank#own"></iframe><iframe id="w3m-iframe"></iframe>',
  '<iframe name="wallet-modal"></iframe>',
  '<iframe name="secure"></iframe>',
  '<iframe name="frame"></iframe>',
  '<iframe name="contentWindow"></iframe>',
  '<iframe name="0"></iframe>',
  '<div id="w3m-iframe"></div>',
  '<form id="w3m-iframe"><input name="contentWindow"><input name="src"></form>',
  '<form id="wallet-modal"><input name="frame"></form>',
  '<form name="frames"><input name="length"></form>',
  '<form id="crypto"><input name="randomUUID"></form>',
  '<form id="addEventListener"></form>',
  '<a id="secureSiteUrl" href="https://evil.example"></a>',
  '<a id="origin" href="https://evil.example"></a><a id="origin" name="href"></a>',
  '<img name="getElementById" alt="">',
  '<form id="message"><input name="source"><input name="data"></form>',
  '<object name="scripts"></object>',
  '<embed name="currentScript">',
  '<form name="location"><input name="origin"></form>',
]

test('promise 5: page elements with the frame’s names are never taken for it: 0 of 20', async ({ page, stackAttributes }) => {
  await openBare(page, urls, { ...stackAttributes, socials: 'farcaster' })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate(() => document.body.prepend(document.createElement('main')))
  expect(clobbers).toHaveLength(20)
  // Two per round, each with a new frame.
  for (let at = 0; at < clobbers.length; at += 2) {
    const html = clobbers.slice(at, at + 2).join('')
    const own = `${site.origin}/sdk?case=${at}`
    await setMarkup(page, 'main', html)
    const before = await page.evaluate((url) => {
      document.querySelector('wallet-modal')?.setAttribute('secure-site-url', url)
      return document.querySelector('main')?.innerHTML
    }, own)
    await show(page, 'ConnectingFarcaster')
    // The secure site has answered: its link is shown as a QR code.
    await expect(page.getByRole('img', { name: /QR/ }), html).toBeVisible()
    const after = await page.evaluate(() => document.querySelector('main')?.innerHTML)
    expect(after, html).toBe(before)
    const [frame, ...others] = page.frames().filter((each) => each.url().startsWith(site.origin))
    expect([new URL(frame?.url() ?? own).pathname, others.length], html).toEqual(['/sdk', 0])
    expect(await (await frame?.frameElement())?.evaluate((element) => element.getRootNode() instanceof ShadowRoot), html).toBe(
      true,
    )
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
})

test('a host that opens an e-mail or Farcaster view without having enabled it gets Connect, and no frame is created', async ({
  page,
  stackAttributes,
}) => {
  await openBare(page, urls, stackAttributes)
  for (const view of ['EmailLogin', 'ConnectingFarcaster'] as const) {
    await show(page, view)
    await expect(page.getByRole('dialog', { name: /^Connect to/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await expect(page.locator('wallet-modal iframe')).toHaveCount(0)
})

test('a browser that partitions the frame’s storage by site keeps a login on that site alone', async ({ stackAttributes }, {
  project,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'profile-'))
  // This build gives a cross-site frame no storage at all; here it is set to partition it, as other browsers do.
  await mkdir(join(folder, 'Default'))
  await writeFile(join(folder, 'Default', 'Preferences'), JSON.stringify({ profile: { cookie_controls_mode: 0 } }))
  const { executablePath, args = [] } = project.use.launchOptions ?? {}
  const context = await chromium.launchPersistentContext(folder, {
    ...(executablePath && { executablePath }),
    // Replaces Playwright's own list of disabled features, which includes storage partitioning.
    args: [...args, '--disable-features=MediaRouter'],
    locale: 'en-US',
  })
  try {
    await context.addInitScript(tellEvents)
    await context.addInitScript(provideScripts)
    const page = await context.newPage()
    await keepElement(page, { ...stackAttributes, email: true })
    await page.goto(`${away.href}bare.html`)
    await signIn(page, urls, person())
    const { account } = (await stateOf(page)) ?? {}
    await page.reload()
    await untilTold(page, 'wallet-connected')
    expect((await stateOf(page))?.account?.address).toBe(account?.address)
    const signing = page.evaluate(() => document.querySelector('wallet-modal')?.signMessage('Hello'))
    // This browser ignores a click on a cross-site frame that has just appeared.
    const dialog = page.getByRole('dialog')
    await expect(frameOf(page).getByText('Hello')).toBeVisible()
    await expect(async () => {
      if (await dialog.isHidden()) return
      await frameOf(page).getByRole('button', { name: 'Approve', exact: true }).click({ timeout: 1_000 })
      await expect(dialog).toBeHidden({ timeout: 1_000 })
    }).toPass({ timeout: 20_000 })
    expect(await signing).toMatch(/^0x[0-9a-f]{130}$/)
    expect(await details(page, 'wallet-error')).toEqual([])
    // As a top-level page the same site has another partition.
    await page.goto(`${site.origin}/dashboard`)
    await expect(page.getByText('Nobody is signed in in this browser')).toBeVisible()
  } finally {
    await context.close()
    await rm(folder, { recursive: true, force: true })
  }
})
