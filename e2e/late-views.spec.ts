import { eachFrame } from './each-frame'
import { announce, details, expect, openBare, openModal, stateOf, test, untilTold } from './fixtures'
import { hold } from './hold'
import { loadModule } from './load-module'
import { openSite, show } from './site'

test.describe('a view', () => {
  test('whose chunk loads while the dialog is closed is there at the next opening', async ({ page, urls, stackAttributes }) => {
    const comes = await hold(page, /\/chunks\/Watch-/)
    await openBare(page, urls, stackAttributes)
    const show = () => page.evaluate(() => void document.querySelector('wallet-modal')?.show({ view: 'Watch' }))
    await show()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
    const asked = page.waitForEvent('requestfinished', (request) => /\/chunks\/Watch-/.test(request.url()))
    comes()
    const chunk = (await asked).url()
    await loadModule(page, chunk, 'lateView')
    await show()
    await expect(dialog.getByRole('textbox')).toBeVisible()
  })

  test('error: that crashes is reported, with Try again', async ({ page, urls, stackAttributes }) => {
    await openBare(page, urls, stackAttributes)
    const dialog = await openModal(page)
    // A page may break built-ins that our views use.
    await page.evaluate(() => {
      const { ResizeObserver } = globalThis
      const bent = class {
        constructor() {
          throw new Error('bent')
        }
      }
      Object.assign(globalThis, { ResizeObserver: bent, mend: () => Object.assign(globalThis, { ResizeObserver }) })
    })
    await dialog.getByRole('button', { name: /^All wallets/ }).click()
    await expect(dialog.getByRole('alert').filter({ hasText: 'Something went wrong' })).toBeVisible()
    await page.evaluate(() => Reflect.get(globalThis, 'mend')())
    expect(await details(page, 'wallet-error')).toMatchObject([{ code: 'VIEW_CRASHED' }])
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(dialog.getByRole('searchbox')).toBeVisible()
  })

  test('that crashes reports it in the visitor’s language', async ({ page, urls, stackAttributes }) => {
    await openBare(page, urls, { ...stackAttributes, locale: 'de' })
    await page.evaluate(() => document.querySelector('wallet-modal')?.show())
    const dialog = page.locator('wallet-modal-views').getByRole('dialog')
    await expect(dialog).toBeVisible()
    await page.evaluate(() => {
      const bent = class extends globalThis.ResizeObserver {
        constructor() {
          super(() => {})
          throw new Error('bent')
        }
      }
      Object.assign(globalThis, { ResizeObserver: bent })
    })
    await dialog.getByRole('button', { name: /^Alle Wallets/ }).click()
    await expect(dialog.getByRole('heading', { name: 'Etwas ist schiefgegangen' })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Erneut versuchen' })).toBeVisible()
  })

  test('error: whose chunk does not load rejects with a code, and the next try works', async ({
    page,
    urls,
    stackAttributes,
    witness,
  }) => {
    await openBare(page, urls, stackAttributes)
    await untilTold(page, 'wallet-ready')
    await page.route(/\/chunks\/(modal|live)-/, (route) => route.abort())
    const code = await page.evaluate(() =>
      document
        .querySelector('wallet-modal')
        ?.show()
        .catch(({ code }: { code: string }) => code),
    )
    expect(code).toBe('VIEW_UNAVAILABLE')
    expect(await stateOf(page)).toMatchObject({ open: false })
    expect(witness.consoleErrors.length).toBeGreaterThan(0)
    await page.unroute(/\/chunks\/(modal|live)-/)
    await expect(await openModal(page)).toBeVisible()
  })

  test('error: whose chunk does not load still has its title, and so has the dialog', async ({ page, urls, stackAttributes }) => {
    const names = {
      Watch: 'Watch an account',
      AllWallets: 'All wallets',
      Networks: 'Networks',
      ConnectingWalletConnectBasic: 'WalletConnect',
      EmailLogin: 'Without a wallet',
      SmartSessionList: 'Smart sessions',
    }
    await page.route(new RegExp(`/chunks/(${Object.keys(names).join('|')})-`), (route) => route.abort())
    await openBare(page, urls, stackAttributes)
    for (const [view, name] of Object.entries(names)) {
      await page.evaluate((view) => void document.querySelector('wallet-modal')?.show({ view: view as 'Watch' }), view)
      const dialog = page.getByRole('dialog', { name, exact: true })
      await expect(dialog.getByRole('alert').filter({ hasText: 'This screen could not be loaded' })).toBeVisible()
      await expect(dialog.getByRole('heading', { level: 2 })).toHaveText(name)
    }
  })

  test('error: that cannot load offline has its title in the visitor’s language', async ({ page, urls, stackAttributes }) => {
    await openBare(page, urls, { ...stackAttributes, locale: 'de' })
    const told = page.waitForEvent('requestfinished', (request) => /\/chunks\/LostTitle-/.test(request.url()))
    await page.evaluate(() => document.querySelector('wallet-modal')?.show())
    await loadModule(page, (await told).url(), 'lostTitle')
    await page.route(/\/chunks\//, (route) => route.abort())
    const dialog = page.locator('wallet-modal-views').getByRole('dialog')
    await dialog.getByRole('button', { name: 'In einer Minute eingerichtet' }).click()
    await expect(dialog.getByRole('alert').filter({ hasText: /./ })).toBeVisible()
    await expect(dialog).toHaveAccessibleName('Noch keine Wallet?')
  })

  test('error: of which not even the title loads gets a plain title', async ({ page, urls, stackAttributes }) => {
    await page.route(/\/chunks\/(Watch|LostTitle)-/, (route) => route.abort())
    await openBare(page, urls, stackAttributes)
    await page.evaluate(() => void document.querySelector('wallet-modal')?.show({ view: 'Watch' }))
    const dialog = page.getByRole('dialog', { name: 'Wallet', exact: true })
    await expect(dialog.getByRole('alert').filter({ hasText: 'This screen could not be loaded' })).toBeVisible()
    // Once it is there it has its own.
    await page.unroute(/\/chunks\/(Watch|LostTitle)-/)
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('textbox')).toBeVisible()
    await expect(page.getByRole('dialog', { name: 'Watch an account', exact: true })).toBeVisible()
  })

  test('whose title comes after the heading was read out announces it', async ({ page }) => {
    await openSite(page)
    const dialog = await openModal(page)
    const release = await hold(page, /chunks\/WhatIsAWallet-/)
    await dialog.getByRole('button', { name: 'Get one in a minute' }).click()
    await expect(dialog.getByRole('heading', { name: 'Loading', level: 2 })).toBeFocused()
    release()
    await expect(dialog.getByRole('heading', { name: 'New to wallets?', level: 2 })).toBeFocused()
    await expect(dialog.getByRole('status').filter({ hasText: 'New to wallets?' })).toHaveCount(1)
    // Once the title is known, the focused heading is enough.
    await dialog.getByRole('button', { name: 'Back' }).click()
    await dialog.getByRole('button', { name: 'Get one in a minute' }).click()
    await expect(dialog.getByRole('heading', { name: 'New to wallets?', level: 2 })).toBeFocused()
    await expect(dialog.getByRole('status').filter({ hasText: 'New to wallets?' })).toHaveCount(0)
  })
})

test('a press right after opening shows nothing of the previous view', async ({ page, urls, stackAttributes }) => {
  await announce(page, { name: 'Odd Wallet' }, () => window.scriptedWallet({ eth_requestAccounts: () => new Promise(() => {}) }))
  await openBare(page, urls, stackAttributes)
  const dialog = page.getByRole('dialog')
  await show(page, 'Networks')
  await expect(dialog.getByRole('heading', { name: 'Networks' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  const headings = await eachFrame(page, 'h2')
  await page.evaluate(async () => {
    document.querySelector('wallet-button')?.shadowRoot?.querySelector('button')?.click()
    const rows = () => [...(document.querySelector('wallet-modal')?.shadowRoot?.querySelectorAll('dialog[open] button') ?? [])]
    const row = () => rows().find((each) => each.textContent?.includes('Odd Wallet')) as HTMLElement | undefined
    while (!row()) await new Promise(requestAnimationFrame)
    row()?.click()
  })
  await expect(dialog.getByRole('heading', { name: 'Odd Wallet', level: 2 })).toBeVisible()
  const shown = await headings.jsonValue()
  expect(shown).toContain('Odd Wallet')
  expect(shown).not.toContain('Networks')
})
