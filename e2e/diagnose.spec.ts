import type { WalletModalElement } from '../elements/wallet-modal'
import { announce, expect, openBare, openHtml, openModal, SCRIPT, test } from './fixtures'
import { phone } from './site'
import { servePage } from './strict-policy'

test.use({ otherHosts: ['localhost:9'] })

const diagnosed = (page: Parameters<typeof openModal>[0]) =>
  page.evaluate(() => document.querySelector('wallet-modal')?.diagnose())

test('diagnose() checks everything that connecting needs, and gives a text to pass on', async ({
  page,
  urls,
  stackAttributes,
}) => {
  await announce(page, {}, () => window.scriptedWallet())
  await openBare(page, urls, stackAttributes)
  const { checks = [], text = '' } = (await diagnosed(page)) ?? {}
  expect(checks.filter(({ ok }) => !ok)).toEqual([])
  const names = checks.map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining(['CSP', 'COOP', 'Framing', 'Storage', 'Clock', 'Relay', 'Provider', 'RPC Localhost', 'Wallets']),
  )
  expect(checks.find(({ name }) => name === 'Wallets')?.text).toContain('Odd Wallet')
  for (const name of names) expect(text).toContain(name)
  expect(text).toMatch(/^wallet-modal \d/)
})

test('diagnose() finds what is wrong: policy, clock, relay, and an endpoint of another chain (fault 28)', async ({
  page,
  urls,
  stackAttributes,
}) => {
  // Only HEAD requests are answered here: Chromium might not let a page that the test itself serves reach local hosts.
  await page.route('**/bare.html', async (route) => {
    if (route.request().method() !== 'HEAD') return route.fallback()
    const response = await route.fetch()
    const headers = {
      ...response.headers(),
      'cross-origin-opener-policy': 'same-origin',
      date: new Date(Date.now() - 600_000).toUTCString(),
    }
    await route.fulfill({ response, headers })
  })
  const wrong = `eip155:31337=${urls.rpc['eip155:56']} eip155:56=${urls.rpc['eip155:56']}`
  await openBare(page, urls, {
    ...stackAttributes,
    networks: 'eip155:31337 eip155:56',
    'rpc-url': wrong,
    'relay-url': 'ws://localhost:9',
  })
  const { checks = [] } = (await diagnosed(page)) ?? {}
  const failed = checks.filter(({ ok }) => !ok).map(({ name, text }) => `${name}: ${text}`)
  // On a busy machine further checks may time out.
  expect(failed).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^COOP: Cross-Origin-Opener-Policy is same-origin/),
      'Clock: Your clock is 10 minutes fast. Have the device set it by itself',
      'Relay: localhost:9 cannot be reached',
      expect.stringMatching(/^RPC Localhost: .* serves chain 56, not 31337$/),
    ]),
  )
})

test('a failed connection offers to find out why', async ({ page, urls, stackAttributes }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await announce(page, {}, () =>
    window.scriptedWallet({ eth_requestAccounts: () => Promise.reject({ code: -32603, message: 'broken' }) }),
  )
  await openBare(page, urls, { ...stackAttributes, 'relay-url': 'ws://localhost:9' })
  const dialog = await openModal(page)
  await dialog.getByRole('button', { name: 'Odd Wallet' }).click()
  await dialog.getByRole('button', { name: 'Find out why' }).click()
  await expect(dialog.getByRole('status').filter({ hasText: /problems? found/ })).toContainText('localhost:9 cannot be reached')
  // The details are for support: English in every language.
  await expect(dialog.getByText('localhost:9 cannot be reached')).toHaveAttribute('lang', 'en')
  await dialog.getByRole('button', { name: 'Copy details' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('FAIL Relay')
})

test('diagnose() names what the page’s own policy blocks', async ({ page, urls, witness }) => {
  await page.goto(`${urls.demo}csp.html`)
  await page.evaluate(() => customElements.whenDefined('wallet-modal'))
  const { checks = [] } = (await diagnosed(page)) ?? {}
  expect(checks.find(({ name }) => name === 'CSP')).toEqual({ name: 'CSP', ok: true, text: 'Nothing was blocked' })

  await page.evaluate(() => document.querySelector('wallet-modal')?.setAttribute('relay-url', 'ws://localhost:9'))
  const again = (await diagnosed(page))?.checks ?? []
  expect(again.find(({ name }) => name === 'CSP')).toEqual({
    name: 'CSP',
    ok: false,
    text: expect.stringMatching(/^Blocked: connect-src localhost:9\. Add the hosts/),
  })
  expect(again.find(({ name }) => name === 'Relay')).toMatchObject({ ok: false })
  // Blocked are the relay and requests to the page's own server, which this policy does not list.
  expect(witness.violations.filter((each) => !each.includes('connect-src'))).toEqual([])
  await expect.poll(() => witness.violations.some((each) => each.includes('localhost:9'))).toBe(true)
  witness.violations.length = 0
})

test('diagnose() in a sandboxed frame says that wallets do not see it and that nothing is remembered', async ({
  page,
  urls,
  stackAttributes,
}) => {
  const given = Object.entries(stackAttributes).map(([name, value]) => `${name}="${value}"`)
  await servePage(page, `${urls.demo}inner.html`, `<!doctype html>${SCRIPT}<wallet-modal ${given.join(' ')}></wallet-modal>`)
  await openHtml(page, urls, {}, '<iframe sandbox="allow-scripts" src="/inner.html"></iframe>')
  const inside = page.frameLocator('iframe').locator('wallet-modal:defined')
  const { checks } = await inside.evaluate((modal: WalletModalElement) => modal.diagnose())
  expect(checks.find(({ name }) => name === 'Framing')).toEqual({
    name: 'Framing',
    ok: false,
    text: expect.stringContaining('sandboxed frame without an origin'),
  })
})

test.describe('on a phone', () => {
  test.use({ ...phone, otherHosts: ['localhost:9', 'wc'] })

  test('a wallet app that cannot be linked to offers to find out why', async ({ page, urls, stackAttributes }) => {
    const { 'project-id': _, ...others } = stackAttributes
    await openBare(page, urls, others)
    const dialog = await openModal(page)
    await dialog.getByRole('button', { name: /All wallets/ }).click()
    await dialog.getByRole('searchbox').fill('dune purse')
    await dialog.getByRole('button', { name: 'Dune Purse' }).click()
    await expect(dialog.getByRole('alert').filter({ hasText: 'Project ID Not Configured' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Find out why' }).click()
    await expect(dialog.getByRole('status').filter({ hasText: /problems? found/ })).toContainText('No project id')
  })
})
