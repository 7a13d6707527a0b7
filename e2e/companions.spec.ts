import type { WalletButtonElement } from '../elements/wallet-button'
import { announce, expect, first, openBare, openHtml, SCRIPT, test } from './fixtures'
import { addScript } from './strict-policy'

test.describe('a button without "for"', () => {
  for (const [where, inside] of [
    ['in the same shadow root', '<wallet-button></wallet-button><wallet-modal {{attributes}}></wallet-modal>'],
    ['on the page', '<wallet-modal {{attributes}}></wallet-modal>'],
  ] as const)
    test(`${where} opens the page's first modal, which stands in a shadow root`, async ({ page, urls, stackAttributes }) => {
      const html = `${SCRIPT}<x-shop></x-shop>${inside.includes('button') ? '' : '<wallet-button></wallet-button>'}
        <script>const policy = trustedTypes.createPolicy('shop', { createHTML: (html) => html })
        customElements.define('x-shop', class extends HTMLElement {
          constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = policy.createHTML('${inside}') } })</script>`
      await openHtml(page, urls, stackAttributes, html)
      await page.getByRole('button', { name: 'Connect wallet' }).click()
      await expect(page.getByRole('dialog', { name: 'Connect to Test Bakery' })).toBeVisible()
    })
})

test('buttons appear even where style sheets cannot be constructed, as in jsdom', async ({ page, urls, stackAttributes }) => {
  await page.addInitScript(() => Object.assign(CSSStyleSheet.prototype, { replaceSync: undefined }))
  const html = `${SCRIPT}<wallet-modal {{attributes}}></wallet-modal><wallet-button></wallet-button><wallet-network-button></wallet-network-button>`
  await openHtml(page, urls, stackAttributes, html)
  for (const name of ['Connect wallet', /^Network /]) await expect(page.getByRole('button', { name })).toBeVisible()
})

test('a button takes properties, as Angular binds them, also those set before the script loads', async ({
  page,
  urls,
  stackAttributes,
}) => {
  const button = page.locator('wallet-button')
  const take = (given: object) => button.evaluate((element, properties) => void Object.assign(element, properties), given)
  await openHtml(page, urls, stackAttributes, '<wallet-modal {{attributes}}></wallet-modal><wallet-button></wallet-button>')
  await take({ label: 'Join', size: undefined })
  await addScript(page, { url: '/wallet-modal.js' }, 'module')
  await expect(page.getByRole('button', { name: 'Join', exact: true })).toBeVisible()
  await take({ label: null, size: 'small' })
  await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeVisible()
  // As from a template's empty variable.
  await take({ label: '' })
  await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeVisible()
  await expect(button).toHaveAttribute('size', 'small')

  await announce(page, {}, () => window.scriptedWallet())
  await openBare(page, urls, stackAttributes)
  await take({ balance: true })
  await page.evaluate(() => document.querySelector('wallet-modal')?.connect({ wallet: 'test.odd' }))
  await expect(page.getByRole('button', { name: new RegExp(`^Account ${first.short}, [\\d,.]+ ETH$`) })).toBeVisible()
  await take({ balance: false })
  await expect(page.getByRole('button', { name: `Account ${first.short}`, exact: true })).toBeVisible()
  expect(await button.evaluate(({ label, balance }: WalletButtonElement) => [label, balance])).toEqual([null, false])
})

test('a button whose balance is "false", as Vue, Svelte and React 18 write false, shows none', async ({
  page,
  urls,
  stackAttributes,
}) => {
  await announce(page, {}, () => window.scriptedWallet())
  await openBare(page, urls, stackAttributes)
  await page.evaluate(() => {
    document.querySelector('wallet-button')?.setAttribute('balance', '')
    return document.querySelector('wallet-modal')?.connect({ wallet: 'test.odd' })
  })
  await expect(page.getByRole('button', { name: new RegExp(`^Account ${first.short}, [\\d,.]+ ETH$`) })).toBeVisible()
  await page.evaluate(() => document.querySelector('wallet-button')?.setAttribute('balance', 'false'))
  await expect(page.getByRole('button', { name: `Account ${first.short}`, exact: true })).toBeVisible()
})

test('a button follows the app’s networks: "Wrong network" comes and goes as they change', async ({
  page,
  urls,
  stackAttributes,
}) => {
  await announce(page, {}, () => window.scriptedWallet())
  await openBare(page, urls, { ...stackAttributes, 'wrong-network': 'badge' })
  const use = (...networks: readonly string[]) =>
    page.evaluate((ids) => Object.assign(document.querySelector('wallet-modal') ?? {}, { networks: ids }), networks)
  await page.evaluate(() => document.querySelector('wallet-modal')?.connect({ wallet: 'test.odd' }))
  const account = page.getByRole('button', { name: `Account ${first.short}`, exact: true })
  await expect(account).toBeVisible()
  await use('eip155:56')
  await expect(page.getByRole('button', { name: 'Wrong network' })).toBeVisible()
  await use('eip155:56', 'eip155:31337')
  await expect(account).toBeVisible()
})

test('a custom element that the page has already defined under our name stays, and everything else works', async ({
  page,
  urls,
  stackAttributes,
}) => {
  const html = `<script>customElements.define('wallet-button', class extends HTMLElement {})</script>
    <script type="module">import '/wallet-modal.js'; document.title = 'Shop'</script>
    <wallet-modal {{attributes}}></wallet-modal><wallet-button>Ours</wallet-button><wallet-network-button></wallet-network-button>`
  await openHtml(page, urls, stackAttributes, html)
  await expect(page).toHaveTitle('Shop')
  await page.getByRole('button', { name: /^Network/ }).click()
  await expect(page.getByRole('dialog', { name: 'Networks' })).toBeVisible()
  await expect(page.locator('wallet-button')).toHaveText('Ours')
})

test('on a right-to-left page a balance reads figure first, then unit', async ({ page, urls, stackAttributes }) => {
  await announce(page, {}, () => window.scriptedWallet())
  await openBare(page, urls, stackAttributes)
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl'
    document.querySelector('wallet-button')?.setAttribute('balance', '')
    return document.querySelector('wallet-modal')?.connect({ wallet: 'test.odd' })
  })
  const balance = page.locator('wallet-button .balance')
  await expect(balance).toHaveText(/^[\d,.]+ ETH$/)
  const lefts = await balance.evaluate((node) => {
    const text = node.firstChild
    const leftOf = (at: number) => {
      const range = document.createRange()
      range.setStart(text ?? node, at)
      range.setEnd(text ?? node, at + 1)
      return range.getBoundingClientRect().left
    }
    const length = node.textContent?.length ?? 0
    return { figure: leftOf(0), unit: leftOf(length - 3) }
  })
  expect(lefts.figure).toBeLessThan(lefts.unit)
})

test('a button is no wider than its container, and the small one insets its avatar like the other', async ({
  page,
  urls,
  stackAttributes,
}) => {
  await announce(page, {}, () => window.scriptedWallet())
  await openBare(page, urls, stackAttributes)
  await page.evaluate(() => document.querySelector('wallet-modal')?.connect({ wallet: 'test.odd' }))
  const button = page.locator('wallet-button')
  await expect(page.getByRole('button', { name: `Account ${first.short}`, exact: true })).toBeVisible()
  const inset = () =>
    button.evaluate(({ shadowRoot }) => {
      const left = (part: string) => shadowRoot?.querySelector(part)?.getBoundingClientRect().left ?? Number.NaN
      return left('.avatar') - left('button')
    })
  const usual = await inset()
  await button.evaluate((element) => element.setAttribute('size', 'small'))
  expect(await inset()).toBe(usual)
  const widths = await button.evaluate((element) => {
    const place = document.createElement('div')
    place.style.inlineSize = '120px'
    element.replaceWith(place)
    place.append(element)
    return [element, element.shadowRoot?.querySelector('button')].map((node) => node?.getBoundingClientRect().width)
  })
  expect(widths).toEqual([120, 120])
})

test('buttons in a line of text stand beside each other, and nothing below them moves when a wallet is connected', async ({
  page,
  urls,
  stackAttributes,
}) => {
  await announce(page, {}, () => window.scriptedWallet())
  const html = `${SCRIPT}<p>Ours: <wallet-button></wallet-button> <wallet-network-button></wallet-network-button></p><p id="below">Bread</p>
    <wallet-modal {{attributes}}></wallet-modal>`
  await openHtml(page, urls, stackAttributes, html)
  const tops = (...names: string[]) =>
    page.evaluate((each) => each.map((name) => document.querySelector(name)?.getBoundingClientRect().top), names)
  await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeVisible()
  const before = await tops('wallet-button', 'wallet-network-button', '#below')
  await page.evaluate(() => document.querySelector('wallet-modal')?.connect({ wallet: 'test.odd' }))
  await expect(page.getByRole('button', { name: `Account ${first.short}`, exact: true })).toBeVisible()
  expect(await tops('wallet-button', 'wallet-network-button', '#below')).toEqual(before)
  expect(before[0]).toBe(before[1])
})

test('a button is as large as it looks and stands where its page puts it, also in large text with an indent', async ({
  page,
  urls,
  stackAttributes,
}) => {
  await announce(page, {}, () => window.scriptedWallet())
  const html = `${SCRIPT}<p><wallet-button size="small"></wallet-button></p><wallet-modal {{attributes}}></wallet-modal>`
  await openHtml(page, urls, stackAttributes, html)
  await page.evaluate(() => {
    Object.assign(document.querySelector('p')?.style ?? {}, { fontSize: '30px', lineHeight: '3', textIndent: '60px' })
    return document.querySelector('wallet-modal')?.connect({ wallet: 'test.odd' })
  })
  await expect(page.getByRole('button', { name: `Account ${first.short}`, exact: true })).toBeVisible()
  const [element, button] = await page.locator('wallet-button').evaluate((node) =>
    [node, node.shadowRoot?.querySelector('button')].map((each) => {
      const { x, y, width, height } = each?.getBoundingClientRect() ?? new DOMRect()
      return { x, y, width, height }
    }),
  )
  expect(button).toEqual(element)
  expect(button?.height).toBe(36)
})

test('in a narrow place an account’s button cuts the name sooner than the balance, and nothing stands outside it', async ({
  page,
  urls,
  stackAttributes,
}) => {
  await announce(page, {}, () => window.scriptedWallet())
  await openBare(page, urls, stackAttributes)
  const button = page.locator('wallet-button')
  await button.evaluate((element) => Object.assign(element, { balance: true }))
  await page.evaluate(() => document.querySelector('wallet-modal')?.connect({ wallet: 'test.odd' }))
  await expect(button.locator('.balance')).toBeVisible()
  const at = (width: number) =>
    button.evaluate((element, wanted) => {
      element.style.width = `${wanted}px`
      const inner = element.shadowRoot?.querySelector('button')
      const parts = [...(inner?.children ?? [])]
      const edge = inner?.getBoundingClientRect().right ?? 0
      const cut = parts.filter((part) => part.scrollWidth > part.clientWidth).map(({ className }) => className)
      return { cut, outside: parts.filter((part) => part.getBoundingClientRect().right > edge).length }
    }, width)
  expect(await at(400)).toEqual({ cut: [], outside: 0 })
  expect(await at(200)).toEqual({ cut: ['name'], outside: 0 })
  expect(await at(140)).toEqual({ cut: ['balance', 'name'], outside: 0 })
})
