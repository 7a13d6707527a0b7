import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { Urls } from '../demo/stack/index'
import { type Attributes, expect, openHtml, test, untilTold } from './fixtures'
import { installWallet } from './testing-kit'

const folder = new URL('../demo/docs/', import.meta.url)
const samples = readdirSync(folder)
  .filter((file) => file.endsWith('.md'))
  .flatMap((file) => {
    const blocks = [...readFileSync(new URL(file, folder), 'utf8').matchAll(/^```html\n([\s\S]*?)^```$/gm)]
    return blocks.map(([, html = ''], index) => ({ name: `${file} ${index + 1}`, html }))
  })

/** Opens a sample's HTML, with its script and service URLs replaced by the local ones. */
async function run(page: Page, urls: Urls, attributes: Attributes, html: string) {
  const local = html
    .replace(
      /<script\s+type="module"\s+src="https?:[^"]+"[^>]*><\/script>/g,
      '<script type="module" src="/wallet-modal.js"></script>',
    )
    .replace(/\s(?:project-id|mode|networks|rpc-url|(?:provider|wallets|relay|login|secure-site)-url)="[^"]*"/g, '')
    .replace(/\spreset="login"/g, ` preset="login" login-url="${urls.login}"`)
    .replace('<wallet-modal', '<wallet-modal {{attributes}}')
  const whole = local.includes('<wallet-modal')
    ? local
    : `${local}<wallet-modal {{attributes}}></wallet-modal><wallet-button></wallet-button>`
  await openHtml(page, urls, attributes, whole)
  await page.locator('wallet-modal:defined').waitFor({ state: 'attached' })
}

test('each HTML sample of the docs works with a wallet', async ({ page, urls, stackAttributes }) => {
  expect(samples.length).toBeGreaterThan(7)
  await installWallet(page)
  for (const { name, html } of samples)
    await test.step(name, async () => {
      await run(page, urls, stackAttributes, html)
      const own = page.locator('body > button')
      const enter = (await own.count()) > 0 ? own : page.getByRole('button', { name: 'Connect wallet' })
      await enter.click()
      await expect(page.getByRole('button', { name: 'Mock Wallet' })).toBeVisible()
      if (!html.includes('id="greeting"')) return
      await page.getByRole('button', { name: 'Mock Wallet' }).click()
      await expect(page.getByText(/^Hello 0x/)).toBeVisible()
      await page.evaluate(() => document.querySelector('wallet-modal')?.disconnect())
      await expect(page.getByText('Nobody is here')).toBeVisible()
    })
})

test('the pages of the docs link to one another, down to an error’s page', async ({ page, urls }) => {
  await page.goto(`${urls.demo}docs/`)
  await page.getByRole('link', { name: 'Error codes' }).click()
  await page.getByRole('link', { name: 'USER_REJECTED' }).click()
  await expect(page.getByRole('heading', { name: 'USER_REJECTED' })).toBeVisible()
  await page.getByRole('navigation').getByRole('link', { name: 'wallet-modal', exact: true }).last().click()
  await expect(page.getByRole('heading', { name: 'Attributes' })).toBeVisible()
})

test('every page of the docs fits a phone, starts with its text, and links to the others from there', async ({ page, urls }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const seen = new Set([`${urls.demo}docs/index.html`])
  const wrong: string[] = []
  for (const url of seen) {
    await page.goto(url)
    const found = await page.evaluate(() => ({
      wide: document.documentElement.scrollWidth > document.documentElement.clientWidth,
      below: (document.querySelector('main h1')?.getBoundingClientRect().bottom ?? innerHeight) >= innerHeight / 2,
      links: [...document.querySelectorAll<HTMLAnchorElement>('nav a, main a')].map(({ href }) => href.replace(/#.*/, '')),
    }))
    if (found.wide) wrong.push(`${url} is wider than the screen`)
    if (found.below) wrong.push(`${url} does not start with its text`)
    // Error pages are alike: only those with the longest names are visited.
    for (const link of found.links)
      if (link.startsWith(`${urls.demo}docs/`) && !/errors\/(?!README)[A-Z_]{1,23}\.html/.test(link)) seen.add(link)
  }
  expect(wrong).toEqual([])
  expect(seen.size).toBeGreaterThan(22)
  await page.getByRole('link', { name: 'All pages' }).click()
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Theming' })).toBeInViewport()
})

test('the playground changes the element, writes its code, and lists its events', async ({ page, urls, stackAttributes }) => {
  await installWallet(page)
  await page.goto(`${urls.demo}playground.html`)
  const control = (name: string) => page.locator(`[id="modal-${name}"]`)
  await expect(control('theme')).toBeAttached()
  const manifest = await (await page.request.get(`${urls.demo}custom-elements.json`)).json()
  const elements: { tagName: string; attributes: { name: string }[] }[] = manifest.modules[0].declarations
  const names = elements.find(({ tagName }) => tagName === 'wallet-modal')?.attributes.map(({ name }) => name) ?? []
  for (const name of names) expect(await control(name).count(), `a control for ${name}`).toBe(1)

  const code = page.getByRole('textbox', { name: 'Code' })
  await page.getByLabel('Find').fill('locale')
  await control('locale').selectOption('fr')
  await expect(page.getByRole('button', { name: 'Connecter un portefeuille' })).toBeVisible()
  await expect(code).toHaveValue(/locale="fr"/)
  // The choices are in the page's address and survive a reload.
  await page.reload()
  await expect(code).toHaveValue(/locale="fr"/)

  await page.getByRole('button', { name: 'Terms to accept' }).click()
  await expect(code).toHaveValue(/legal-checkbox/)
  await page.getByLabel('For', { exact: true }).selectOption('React')
  await expect(code).toHaveValue(/<wallet-modal[^>]*\/>/)

  await page.getByLabel('Find').fill('storage-prefix')
  await control('storage-prefix').fill('not a prefix')
  await control('storage-prefix').blur()
  await expect(control('storage-prefix')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('log', { name: 'Events' })).toContainText('ATTRIBUTE_INVALID')

  await page.getByRole('button', { name: 'Plain' }).click()
  await page.getByLabel('For', { exact: true }).selectOption('HTML')
  await page.getByRole('button', { name: 'Own brand' }).click()
  await page.getByRole('button', { name: 'Enter' }).click()
  await page.getByRole('button', { name: 'Mock Wallet' }).click()
  await untilTold(page, 'wallet-connected')
  await expect(page.getByRole('log', { name: 'Events' })).toContainText('wallet-connected')

  // The code works as it stands.
  await run(page, urls, stackAttributes, await code.inputValue())
  await expect(page.getByRole('button', { name: /0x.*|Enter/ })).toBeVisible()
})
