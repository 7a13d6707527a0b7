import AxeBuilder from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import { announce, expect, openModal, test } from './fixtures'
import { scanned } from './qr'
import { expectEvent, openSite, show } from './site'

const looks = (['light', 'dark'] as const).flatMap((scheme) => [390, 1280].map((width) => ({ scheme, width })))

/** Announces wallets that approve, refuse, fail and stay silent. */
async function announceAll(page: Page): Promise<void> {
  await announce(page, { name: 'Willing Wallet', rdns: 'test.willing' }, () => window.scriptedWallet())
  await announce(page, { name: 'Silent Wallet', rdns: 'test.silent' }, () =>
    window.scriptedWallet({ eth_requestAccounts: () => new Promise(() => {}) }),
  )
  await announce(page, { name: 'Refusing Wallet', rdns: 'test.refusing' }, () =>
    window.scriptedWallet({
      eth_requestAccounts: () => {
        throw { code: 4001, message: 'No' }
      },
    }),
  )
  await announce(page, { name: 'Broken Wallet', rdns: 'test.broken' }, () =>
    window.scriptedWallet({ eth_requestAccounts: () => ['nonsense'] }),
  )
  await announce(page, { name: 'Far Wallet', rdns: 'test.far' }, () => window.scriptedWallet({ eth_chainId: () => '0x89' }))
}

/** Waits until nothing moves, then has axe look at the whole page. */
async function expectAccessible(page: Page, what: string): Promise<void> {
  await test.step(what, async () => {
    await expect
      .poll(() => page.evaluate(() => document.getAnimations().filter((each) => each.playState === 'running').length))
      .toBe(0)
    // The builder is typed by another copy of Playwright's core.
    const builder = new AxeBuilder({ page: page as unknown as ConstructorParameters<typeof AxeBuilder>[0]['page'] })
    const { violations, passes } = await builder.analyze()
    // It has looked inside the shadow root, where everything of ours is.
    expect(passes.flatMap(({ nodes }) => nodes).some(({ target }) => Array.isArray(target[0]))).toBe(true)
    const told = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`)}`,
    )
    expect(told, what).toEqual([])
    await expectTargets(page, what)
  })
}

/** Everything to press is 44 px or more in both directions, its hit area included; links inside a sentence are exempt (WCAG 2.5.8). */
async function expectTargets(page: Page, what: string): Promise<void> {
  const small = await page.evaluate(() => {
    const roots: (Document | ShadowRoot)[] = [document]
    for (const root of roots) for (const node of root.querySelectorAll('*')) if (node.shadowRoot) roots.push(node.shadowRoot)
    const shown = roots.flatMap((root) => [...root.querySelectorAll<HTMLElement>('button, a[href], input, [role="tab"]')])
    return shown
      .filter((node) => node.checkVisibility() && !node.closest('[inert], p, footer'))
      .map((node) => {
        const { width, height } = node.getBoundingClientRect()
        // A hit area is a pseudo-element that is larger than what is drawn.
        const hit = ['::before', '::after']
          .map((pseudo) => getComputedStyle(node, pseudo))
          .filter(({ content }) => content !== 'none')
        const size = (side: 'width' | 'height', own: number) =>
          Math.max(own, ...hit.map((style) => Number.parseFloat(style[side]) || 0))
        return { name: node.ariaLabel || node.textContent, width: size('width', width), height: size('height', height) }
      })
      .filter(({ width, height }) => width < 43.5 || height < 43.5)
  })
  expect(small, `${what}: targets`).toEqual([])
}

/** The dialog is named by its own heading. */
async function expectNamed(dialog: Locator, name: string | RegExp): Promise<void> {
  await expect(dialog).toHaveAccessibleName(name)
  await expect(dialog.getByRole('heading', { level: 2 })).toHaveText(name)
}

for (const { scheme, width } of looks) {
  test.describe(`${scheme}, ${width} wide`, () => {
    test.use({ viewport: { width, height: 800 }, colorScheme: scheme, contextOptions: { reducedMotion: 'reduce' } })

    test('axe finds nothing in what a visitor sees before connecting', async ({ page }) => {
      await announceAll(page)
      await openSite(page)
      const dialog = page.getByRole('dialog')
      await expectAccessible(page, 'buttons')
      await openModal(page)
      await expect(dialog.getByRole('button', { name: /All wallets.*\d/ })).toBeVisible()
      await expectNamed(dialog, 'Connect to Test site')
      await expectAccessible(page, 'Connect')

      await dialog.getByRole('button', { name: /All wallets/ }).click()
      await expect(dialog.getByRole('button', { name: 'Amber Purse' })).toBeVisible()
      await expectNamed(dialog, 'All wallets')
      await expectAccessible(page, 'AllWallets')
      await dialog.getByRole('searchbox').fill('zzqq')
      await expect(dialog.getByRole('heading', { name: /No wallet called/ })).toBeVisible()
      await expectAccessible(page, 'AllWallets, nothing found')

      await show(page, 'ConnectingWalletConnectBasic')
      await scanned(page)
      await expectNamed(dialog, 'Scan with your phone')
      await expectAccessible(page, 'ConnectingWalletConnectBasic')

      await show(page, 'Connect')
      await dialog.getByRole('button', { name: 'Get one in a minute' }).click()
      await expectNamed(dialog, 'New to wallets?')
      await expectAccessible(page, 'WhatIsAWallet')
      await dialog.getByRole('button', { name: 'Choose a wallet app' }).click()
      await expectNamed(dialog, 'Get a wallet')
      await expectAccessible(page, 'GetWallet')
    })

    test('axe finds nothing in what a wallet is waited for with', async ({ page }) => {
      // Holds the last state of a connection, which is on screen for less than a second.
      await page.addInitScript(() => {
        const start = window.setTimeout
        window.setTimeout = ((run: () => void, ms?: number) => (ms === 900 ? 0 : start(run, ms))) as typeof start
      })
      await announceAll(page)
      await openSite(page)
      const dialog = await openModal(page)
      const states = [
        ['Silent Wallet', 'status', 'Continue in Silent Wallet'],
        ['Refusing Wallet', 'alert', 'Request declined'],
        ['Broken Wallet', 'alert', 'No accounts found'],
      ] as const
      for (const [name, role, said] of states) {
        await dialog.getByRole('button', { name }).click()
        await expect(dialog.getByRole(role).filter({ hasText: said })).toBeVisible()
        await expectNamed(dialog, name)
        await expectAccessible(page, `ConnectingWallet: ${said}`)
        await dialog.getByRole('button', { name: 'Back' }).click()
      }
      await dialog.getByRole('button', { name: 'Willing Wallet' }).click()
      await expect(dialog.getByRole('status').filter({ hasText: 'Connected' })).toBeVisible()
      await expectAccessible(page, 'ConnectingWallet: Connected')
    })

    test('axe finds nothing in the account, its networks and a wrong one', async ({ page }) => {
      await announceAll(page)
      await openSite(page)
      const dialog = await openModal(page)
      await dialog.getByRole('button', { name: 'Willing Wallet' }).click()
      await expectEvent(page, 'wallet-connected')
      await expect(dialog).toBeHidden()
      await expectAccessible(page, 'buttons, connected')
      await show(page, 'Account')
      await expectNamed(dialog, '0xf39F…2266')
      await expect(dialog).toContainText('10,000 ETH')
      await expectAccessible(page, 'Account')
      for (const name of ['NFTs', 'Activity']) {
        await dialog.getByRole('tab', { name }).click()
        await expectAccessible(page, `Account: ${name}`)
      }
      await show(page, 'Networks')
      await expectNamed(dialog, 'Networks')
      await expectAccessible(page, 'Networks')

      await page.evaluate(() => document.querySelector('wallet-modal')?.setAttribute('sign-in', 'optional'))
      await expectNamed(dialog, 'Sign in')
      await expect(dialog.getByRole('region', { name: 'Message' })).toContainText('Nonce: ')
      await expectAccessible(page, 'SIWXSignMessage')
      await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(dialog.getByRole('alert').filter({ hasText: 'Could not sign you in' })).toBeVisible()
      await expectAccessible(page, 'SIWXSignMessage, failed')
      await page.evaluate(() => document.querySelector('wallet-modal')?.removeAttribute('sign-in'))
      await expect(dialog).toBeHidden()

      await page.evaluate(() => document.querySelector('wallet-modal')?.disconnect())
      await show(page, 'Connect')
      await dialog.getByRole('button', { name: 'Far Wallet' }).click()
      await expectNamed(dialog, 'Unsupported chain')
      await expect(dialog.getByRole('alert').filter({ hasText: 'doesn’t run on' })).toBeVisible()
      await expectAccessible(page, 'UnsupportedChain')
      await dialog.getByRole('button', { name: 'Close' }).click()
      await expect(page.getByRole('button', { name: /Wrong network/ }).first()).toBeVisible()
      await expectAccessible(page, 'buttons, wrong network')
    })
  })
}

test('what happens is said: copied, declined, loaded, found', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await announceAll(page)
  await openSite(page)
  const dialog = await openModal(page)
  await dialog.getByRole('button', { name: 'Refusing Wallet' }).click()
  await expect(dialog.getByRole('alert').filter({ hasText: 'Request declined' })).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Back' }).click()
  await dialog.getByRole('button', { name: /All wallets/ }).click()
  await dialog.getByRole('searchbox').fill('indigo nest')
  await expect(dialog.getByRole('status').filter({ hasText: '1 wallet found' })).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Back' }).click()
  await dialog.getByRole('button', { name: /WalletConnect/ }).click()
  await expect(dialog.getByRole('status').filter({ hasText: 'Preparing a code' })).toHaveCount(1)
  await expect(dialog.getByRole('status').filter({ hasText: 'QR code ready' })).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  await expect(dialog.getByRole('status').filter({ hasText: 'Link copied' })).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Back' }).click()
  await dialog.getByRole('button', { name: 'Willing Wallet' }).click()
  await expect(dialog).toBeHidden()
  await show(page, 'Account')
  await expect(dialog.getByRole('status').filter({ hasText: 'Balances loaded' })).toHaveCount(1)
  await dialog.getByRole('button', { name: /^Copy address/ }).click()
  await expect(dialog.getByRole('status').filter({ hasText: 'Address copied' })).toHaveCount(1)
})

test('no screen is wider than a viewport of 320', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await announceAll(page)
  await announce(page, { name: 'A wallet whose name is longer than any narrow screen', rdns: 'test.long' }, () =>
    window.scriptedWallet(),
  )
  await openSite(page, { title: 'A site with a long name that goes on and on for ever' })
  const dialog = page.getByRole('dialog')
  const expectNarrow = async (what: string) => {
    const wide = await page.evaluate(() => {
      const panel = document.querySelector('wallet-modal')?.shadowRoot?.querySelector('wallet-modal-views')
      const root = panel?.shadowRoot ?? panel ?? document
      const nodes = [document.documentElement, ...root.querySelectorAll<HTMLElement>('dialog, dialog *')]
      return nodes
        .filter(
          (node) => node.scrollWidth > node.clientWidth + 1 && ['auto', 'scroll'].includes(getComputedStyle(node).overflowX),
        )
        .map((node) => node.className || node.localName)
    })
    expect(wide, what).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth), what).toBeLessThanOrEqual(320)
    const right = await dialog
      .getByRole('button')
      .evaluateAll((nodes) =>
        nodes
          .filter((node) => node.checkVisibility() && node.getBoundingClientRect().right > 320.5)
          .map((node) => node.textContent),
      )
    expect(right, what).toEqual([])
  }
  for (const view of ['Connect', 'AllWallets', 'ConnectingWalletConnectBasic', 'Networks']) {
    await show(page, view)
    await expectNarrow(view)
  }
  await show(page, 'Connect')
  await dialog.getByRole('button', { name: 'Willing Wallet' }).click()
  await expect(dialog).toBeHidden()
  await show(page, 'Account')
  await expect(dialog).toContainText('10,000 ETH')
  await expectNarrow('Account')
})
