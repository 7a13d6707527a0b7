import type { Page } from '@playwright/test'
import { inFull } from '../.ci/in-full.mjs'
import type { WalletModalElement } from '../elements/wallet-modal'
import { expectFault, followWayOut } from './faults/expect-fault'
import { details, expect, openModal, stateOf, test } from './fixtures'
import { scanned } from './qr'
import { expectEvent, show, startSigning, urls } from './site'
import { openWallet } from './wallet-page'

const themes = inFull(2_000, 300)

type Broken = { directive: string; blocked: string; sample: string }
declare global {
  interface Window {
    broken: Broken[]
  }
}

/** Opens the page with the strictest policy and records what the policy blocks. */
async function openStrict(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.broken = []
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
      window.broken.push({ directive: effectiveDirective, blocked: blockedURI, sample }),
    )
  })
  const response = await page.goto(`${urls.demo}csp.html`)
  const policy = response?.headers()['content-security-policy'] ?? ''
  for (const rule of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "require-trusted-types-for 'script'"])
    expect(policy.split('; ')).toContain(rule)
  expect(policy).not.toContain('unsafe')
}

test.afterEach(async ({ page, witness }) => {
  expect(await page.evaluate(() => window.broken)).toEqual([])
  expect(witness.consoleErrors).toEqual([])
})

test('promise 32: an announced wallet connects, signs, switches and disconnects under the strictest policy', async ({ page }) => {
  await openStrict(page)
  const demo = page.getByRole('dialog', { name: 'Demo Wallet' })
  const dialog = await openModal(page)
  await dialog.getByRole('button', { name: /Demo Wallet/ }).click()
  await demo.getByRole('button', { name: 'Approve' }).click()
  await expectEvent(page, 'wallet-connected', { restored: false })
  await expect(page.getByRole('dialog')).toBeHidden()

  const given = await startSigning(page, 'Nothing inline')
  await demo.getByRole('button', { name: 'Approve' }).click()
  expect(await given()).toMatch(/^0x[\da-f]{130}$/)

  await page.evaluate(() => document.querySelector('wallet-modal')?.setAttribute('sign-in', 'optional'))
  await page.getByRole('dialog', { name: 'Sign in' }).getByRole('button', { name: 'Sign in', exact: true }).click()
  await demo.getByRole('button', { name: 'Approve' }).click()
  await expectEvent(page, 'wallet-signed-in')
  await expect(page.getByRole('dialog')).toBeHidden()

  await page.getByRole('button', { name: /Network Localhost/ }).click()
  await page
    .getByRole('dialog', { name: 'Networks' })
    .getByRole('button', { name: /Arbitrum One/ })
    .click()
  await demo.getByRole('button', { name: 'Approve' }).click()
  await expectEvent(page, 'wallet-network-changed', { networkId: 'eip155:42161' })

  await page.reload()
  await expectEvent(page, 'wallet-connected', { restored: true })
  await show(page, 'Account')
  await expect(page.getByRole('dialog')).toContainText(/\d ETH/)
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await expectEvent(page, 'wallet-disconnected', { reason: 'user' })
})

test('WalletConnect connects and signs under the strictest policy', async ({ page, context }) => {
  await openStrict(page)
  const [wallet] = await Promise.all([openWallet(context), page.bringToFront()])
  await page.bringToFront()
  const dialog = await openModal(page)
  await dialog.getByRole('button', { name: /WalletConnect/ }).click()
  await wallet.pair(await scanned(page))
  await wallet.approve('Connection request')
  await page.bringToFront()
  await expectEvent(page, 'wallet-connected')
  const given = await startSigning(page, 'Nothing evaluated')
  await wallet.approve('Sign a message')
  expect(await given()).toMatch(/^0x[\da-f]{130}$/)
})

test(`promises 20 and 32: every screen for a visitor without a wallet obeys the policy (fault 6), and of ${themes} themes 0 inject CSS`, async ({
  page,
}) => {
  await openStrict(page)
  await page.evaluate(() => customElements.whenDefined('wallet-modal'))
  await page.evaluate(() => document.querySelector('wallet-modal')?.setAttribute('email', ''))
  const screens = 'Connect AllWallets WhatIsAWallet GetWallet ConnectingWalletConnectBasic Watch EmailLogin Networks'
  for (const view of screens.split(' ')) {
    await show(page, view)
    await expect(page.getByRole('dialog').getByRole('heading').first()).toBeVisible()
    expect((await stateOf(page))?.view).toBe(view)
  }
  const since = Date.now()
  await page.evaluate(() => {
    const element = document.querySelector('wallet-modal') as WalletModalElement
    element.themeVariables = { '--wm-accent': '#0057b8' }
    element.setAttribute('theme', 'dark')
  })
  await show(page, 'AllWallets')
  await page.getByRole('dialog').getByRole('searchbox').fill('cobalt')
  await expect(page.getByRole('status').filter({ hasText: '10 wallets found' })).toHaveCount(1)
  await expectFault(page, '6', since)
  expect(await details(page, 'wallet-error')).toEqual([])
  expect(await page.evaluate(setOddThemes, themes)).toEqual({ tried: themes, taken: true, refused: true, brought: [] })
  await followWayOut(page, '6')
})

/** Runs in the page: sets random theme values, and finds those that would inject more than a value. */
async function setOddThemes(tried: number) {
  const element = document.querySelector('wallet-modal') as WalletModalElement
  // Silences the message about each refusal. SES freezes the console, but it can be replaced.
  globalThis.console = { ...console, error() {}, warn() {} }
  const names = ['--wm-accent', '--wm-accent-dark', '--wm-bg', '--wm-font', '--wm-radius', '--wm-size', '--wm-line', 'color']
  const parts = 'red|#0057b8|url(|u\\72l(|var(--x|var(--x,|image-set(|https://evil.example/|"|\'|)|(|;|}|{|/*|*/|\\|,|12px|serif|'
    .concat('@import |!important|env(a,|src(|<style>|inherit| ')
    .split('|')
  const probe = document.body.appendChild(document.createElement('div'))
  let seed = 1
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  const { port1, port2 } = new MessageChannel()
  const turn = () =>
    new Promise((resolve) => {
      port1.onmessage = resolve
      port2.postMessage(0)
    })
  let taken = 0
  const brought: string[] = []
  for (let i = 1; i <= tried; i++) {
    const name = names[random(names.length)] ?? ''
    const value = Array.from({ length: 1 + random(5) }, () => parts[random(parts.length)]).join('')
    // Once the second property is set, both have been processed.
    element.themeVariables = { [name]: value, '--wm-z': String(i) }
    while (element.style.getPropertyValue('--wm-z') !== String(i)) await turn()
    taken += element.style.getPropertyValue(name) ? 1 : 0
    probe.style.cssText = element.style.cssText
    probe.style.background = 'var(--wm-bg)'
    const others = [...element.style].filter((each) => each !== '--wm-z' && !names.slice(0, 6).includes(each))
    const image = getComputedStyle(probe).backgroundImage
    if (others.length > 0 || image !== 'none' || /url\(|evil/i.test(element.style.cssText)) brought.push(`${name}: ${value}`)
  }
  probe.remove()
  return { tried, taken: taken > 0, refused: taken < tried / 2, brought }
}
