import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { FrameLocator, Page } from '@playwright/test'
import type { LockdownOptions } from 'ses'
import { freePort } from '../demo/stack/listen'
import { strictPolicy } from '../demo/stack/page-policy'
import { type Attributes, accountAt, expect, openHtml, test } from './fixtures'
import { urls } from './site'
import { servePage } from './strict-policy'
import { connectWith, installWallet } from './testing-kit'

const first = accountAt(0).address
const names = Object.entries({
  'react-19': 'React 19',
  'react-18': 'React 18',
  preact: 'Preact',
  vue: 'Vue',
  svelte: 'Svelte',
  solid: 'Solid',
  angular: 'Angular',
})
/** What a framework needs of SES, if more than the defaults. */
const lockdowns: Readonly<Record<string, LockdownOptions>> = {
  // It sets `constructor` on its components, with or without us.
  preact: { overrideTaming: 'severe' },
  // Its compiler evaluates a trusted script, and SES's own eval takes a text alone.
  angular: { evalTaming: 'unsafeEval' },
}
const press = (page: Page | FrameLocator, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()

/** The properties and children that the framework has set. */
const given = (page: Page) =>
  page.evaluate(() => {
    const modal = document.querySelector('wallet-modal')
    return {
      projectId: modal?.projectId,
      debug: modal?.debug,
      networks: modal?.networks,
      accent: modal?.themeVariables['--wm-accent'],
      theme: modal?.theme,
      child: modal?.textContent?.trim(),
      conflicts: document.querySelectorAll('wallet-modal').length,
    }
  })

/** Drives a framework's page in `demo/hosts`: all that a framework does with the element. */
async function driveHost(page: Page, address: string, title: string): Promise<void> {
  const wallet = await installWallet(page)
  await page.goto(address)
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  const networks = Object.keys(urls.rpc).filter((id) => id.startsWith('eip155:'))
  const own = { projectId: 'local', debug: true, networks, accent: '#0b6e4f', theme: 'light', child: 'A child', conflicts: 1 }
  await expect.poll(() => given(page)).toEqual(own)

  await press(page, 'Theme')
  await press(page, 'Child')
  await expect.poll(() => given(page)).toEqual({ ...own, theme: 'dark', child: '' })
  await press(page, 'Child')
  await expect.poll(() => given(page)).toMatchObject({ child: 'A child' })

  await connectWith(page, wallet)
  await expect(page.locator('#account')).toHaveText(first)
  await expect(page.locator('#connects')).toHaveText('1')
  await expect(page.getByRole('dialog')).toBeHidden()

  await press(page, 'Element')
  await expect(page.locator('wallet-modal')).toHaveCount(0)
  await press(page, 'Element')
  await expect.poll(() => given(page)).toMatchObject({ networks, accent: '#0b6e4f', theme: 'dark' })
  // The connection is restored, and the new element's events reach the page like the old one's.
  await expect(page.locator('#connects')).toHaveText('2')
  await page.evaluate(() => document.querySelector('wallet-modal')?.disconnect())
  await expect(page.locator('#account')).toHaveText('none')
}

test.describe('in a framework', () => {
  for (const [name, title] of names)
    test.describe(() => {
      test.use({ lockdown: lockdowns[name] ?? {} })
      test(`${title}: attributes, properties, events and children; connect, remove and re-add the element, disconnect`, async ({
        page,
      }) => {
        await driveHost(page, `${urls.demo}hosts/${name}/`, title)
      })
    })

  test('Next: the element is in the server’s HTML; then the same', async ({ page, otherHosts, witness }) => {
    const port = await freePort()
    const folder = fileURLToPath(new URL('../demo/hosts', import.meta.url))
    const args = [`${folder}/node_modules/next/dist/bin/next`, 'start', `${folder}/next`, '-p', String(port), '-H', '127.0.0.1']
    // Next's inline scripts have a nonce; the element's script comes from another host.
    const policy = strictPolicy({ 'script-src': `'self' 'nonce-{nonce}' ${new URL(urls.demo).origin}` })
    const next = { NODE_ENV: 'production' as const, NEXT_TELEMETRY_DISABLED: '1', DEMO: urls.demo, POLICY: policy }
    const env = { ...process.env, ...next }
    const server = spawn(process.execPath, args, { env, stdio: 'ignore' })
    try {
      const address = `http://127.0.0.1:${port}/`
      otherHosts.push(new URL(address).host)
      const html = () =>
        fetch(address).then(
          (answer) => answer.text(),
          () => '',
        )
      // Next's server has to start first.
      const patient = expect.configure({ timeout: 40_000 })
      await patient.poll(html).toMatch(/<wallet-modal [^>]*project-id="local"[^>]*><p>A child<\/p><\/wallet-modal>/)
      await driveHost(page, address, 'Next')
      expect(witness.consoleErrors.filter((each) => /hydrat|did not match|Minified React error/i.test(each))).toEqual([])
    } finally {
      server.kill()
    }
  })
})

/** Connects the mock wallet through the dialog. */
async function connectByHand(page: Page | FrameLocator): Promise<void> {
  await press(page, 'Connect wallet')
  const dialog = page.getByRole('dialog', { name: /Connect to/ })
  await dialog.getByRole('button', { name: /Mock Wallet/ }).click()
  await expect(page.getByRole('button', { name: new RegExp(`${first.slice(0, 6)}…${first.slice(-4)}`) })).toBeVisible()
}

test.describe('inside a dialog of', () => {
  for (const other of ['Radix', 'MUI'])
    test(`${other}: is on top of it, and takes the pointer and the keyboard`, async ({ page }) => {
      await installWallet(page)
      await page.goto(`${urls.demo}hosts/dialogs/`)
      await press(page, `Open ${other}`)
      await press(page, 'Connect wallet')
      const search = page.getByRole('dialog', { name: /Connect to/ })
      await expect(search).toBeVisible()
      // The other dialog's focus trap must not take the focus back.
      await page.keyboard.press('Tab')
      await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe('wallet-modal')
      await search.getByRole('button', { name: 'Close' }).click()
      await expect(search).toBeHidden()
      await press(page, 'Connect wallet')
      await expect(search).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(search).toBeHidden()
      // The other dialog, which this button is in, stays open.
      await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeVisible()
      await connectByHand(page)
    })

  for (const other of ['Radix', 'MUI'])
    test(`${other}, which hides all outside it from screen readers: the modal outside it is within their reach while it is open`, async ({
      page,
      stackAttributes,
    }) => {
      await page.goto(`${urls.demo}hosts/dialogs/`)
      const modal = await page.evaluateHandle((attributes) => {
        const made = document.createElement('wallet-modal')
        for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value))
        document.body.append(made)
        return made
      }, stackAttributes)
      const show = () => modal.evaluate((element) => element.show())
      const hidden = () => modal.evaluate((element) => element.getAttribute('aria-hidden'))
      const dialog = page.getByRole('dialog', { name: /Connect to/ })
      await press(page, `Open ${other}`)
      await expect.poll(hidden).toBe('true')
      await show()
      await expect(dialog).toBeVisible()
      await dialog.getByRole('button', { name: 'Close' }).click()
      await expect.poll(hidden).toBe('true')
      await page.keyboard.press('Escape')
      await expect.poll(hidden).toBeNull()
      // One that opens and closes meanwhile, as at the end of a session.
      await show()
      await expect(dialog).toBeVisible()
      await page.evaluate((name) => {
        for (const button of document.querySelectorAll('button')) if (button.textContent === name) button.click()
      }, `Open ${other}`)
      await expect.poll(hidden).toBe('false')
      await expect(dialog).toBeVisible()
      await page
        .locator('[role=dialog]')
        .evaluate((node) => node.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })))
      await expect.poll(hidden).toBeNull()
      await dialog.getByRole('button', { name: 'Close' }).click()
      await expect(dialog).toBeHidden()
      expect(await hidden()).toBeNull()
    })

  test('the page’s own <dialog>, and in its shadow root', async ({ page, stackAttributes }) => {
    await installWallet(page)
    const html = `<script type="module" src="/wallet-modal.js"></script><dialog aria-label="Pay"><x-shop></x-shop></dialog>
      <script>const policy = trustedTypes.createPolicy('shop', { createHTML: (html) => html })
      customElements.define('x-shop', class extends HTMLElement {
        constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = policy.createHTML('<wallet-modal {{attributes}}></wallet-modal><wallet-button for="own"></wallet-button>')
          this.shadowRoot.firstChild.id = 'own' } })
      document.querySelector('dialog').showModal()
      addEventListener('wallet-connected', ({ detail }) => { document.title = detail.address })</script>`
    await openHtml(page, urls, stackAttributes, html)
    await connectByHand(page)
    await expect(page).toHaveTitle(first)
    await expect(page.getByRole('dialog', { name: 'Pay' })).toBeVisible()
  })
})

test('in a cross-origin frame without storage: connects, signs and disconnects', async ({
  page,
  stackAttributes,
  witness,
  otherHosts,
}) => {
  await installWallet(page)
  const inner = new URL(urls.demo)
  inner.hostname = '127.0.0.1'
  otherHosts.push(inner.host)
  // As in a browser that blocks third-party storage.
  await page.addInitScript(() => {
    if (window === window.top) return
    const blocked = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(window, name, { configurable: true, get: blocked })
  })
  const words = Object.entries(stackAttributes as Attributes).map(([name, value]) => `${name}="${value}"`)
  const body = `<!doctype html><title>Inner</title><script type="module" src="/wallet-modal.js"></script>
    <wallet-modal ${words.join(' ')}></wallet-modal><wallet-button></wallet-button>`
  await servePage(page, `${inner.origin}/inner.html`, body)
  await openHtml(page, urls, {}, `<iframe src="${inner.origin}/inner.html" width="900" height="700"></iframe>`)
  await connectByHand(page.frameLocator('iframe'))
  const frame = page.frame({ url: `${inner.origin}/inner.html` })
  expect(await frame?.evaluate(() => document.querySelector('wallet-modal')?.signMessage('hello'))).toMatch(/^0x[\da-f]{130}$/)
  await frame?.evaluate(() => document.querySelector('wallet-modal')?.disconnect())
  await expect(page.frameLocator('iframe').getByRole('button', { name: 'Connect wallet' })).toBeVisible()
  expect(witness.pageErrors).toEqual([])
})

test('under COOP same-origin, a CSS reset and styles that hit everything: looks and works as itself', async ({
  page,
  stackAttributes,
}) => {
  await installWallet(page)
  const hostile = `* { all: revert; margin: 9px !important; font: 40px/3 fantasy !important; color: red !important; display: block !important }
    wallet-modal { opacity: .9; transform: rotate(1deg); filter: blur(1px); overflow: hidden; contain: strict; width: 10px; height: 10px }
    dialog { display: none !important } button { pointer-events: none !important; background: red !important }`
  const words = Object.entries(stackAttributes as Attributes).map(([name, value]) => `${name}="${value}"`)
  const body = `<!doctype html><title>Hostile</title><style>${hostile}</style><script type="module" src="/wallet-modal.js"></script>
    <wallet-modal ${words.join(' ')}></wallet-modal><wallet-button></wallet-button>`
  await servePage(page, `${urls.demo}hostile.html`, body, { 'cross-origin-opener-policy': 'same-origin' })
  await page.goto(`${urls.demo}hostile.html`)
  await press(page, 'Connect wallet')
  const row = page
    .locator('wallet-modal-views')
    .getByRole('dialog')
    .getByRole('button', { name: /Mock Wallet/ })
  const look = await row.evaluate((element) => {
    const { fontSize, color, pointerEvents } = getComputedStyle(element)
    return { fontSize: Number.parseFloat(fontSize) < 20, red: color === 'rgb(255, 0, 0)', pointerEvents }
  })
  expect(look).toEqual({ fontSize: true, red: false, pointerEvents: 'auto' })
  await row.click()
  await expect(page.getByRole('dialog')).toBeHidden()
})
