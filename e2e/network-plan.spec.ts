import { mkdirSync, writeFileSync } from 'node:fs'
import { connectHeadless, expect, injectHeadless, openBare, openModal, test } from './fixtures'

const ANALYTICS = 'http://127.0.0.1:9/count'

// Each part of the stack has its own host, which tells the features apart.
test('networkPlan() lists exactly the hosts that the features contact, each contacted only when it says', async ({
  page,
  urls,
  stackAttributes,
  witness,
  otherHosts,
}) => {
  const hostOf = (url: string) => new URL(url).host
  otherHosts.push(hostOf(ANALYTICS))
  const local = urls.rpc['eip155:31337'] ?? ''
  const wallet = await injectHeadless(page, urls)
  await openBare(page, urls, {
    ...stackAttributes,
    networks: 'eip155:31337',
    'rpc-url': `eip155:31337=${local}`,
    'analytics-url': ANALYTICS,
  })
  await page.waitForFunction(() => customElements.get('wallet-modal'))
  const plan = await page.evaluate(() => document.querySelector('wallet-modal')?.networkPlan() ?? [])
  const of = (feature: RegExp) => plan.filter((each) => feature.test(each.feature)).map(({ host }) => host)
  expect(of(/^WalletConnect/)).toEqual([hostOf(urls.relay)])
  expect(of(/wallet list/)).toEqual([hostOf(urls.provider)])
  expect(of(/^chain RPC/)).toEqual([hostOf(local)])
  expect(of(/^analytics/)).toEqual([hostOf(ANALYTICS)])
  const asked = () => witness.hosts().filter((host) => host !== hostOf(urls.demo))
  expect(asked()).toEqual([])

  const dialog = await openModal(page)
  await dialog.getByRole('button', { name: /All wallets/ }).click()
  await expect.poll(asked).toContain(hostOf(urls.provider))
  expect(asked().filter((host) => !of(/wallet list/).includes(host))).toEqual([])

  await dialog.getByRole('button', { name: 'Close' }).click()
  await openModal(page)
  await dialog.getByRole('button', { name: /WalletConnect/ }).click()
  await expect.poll(asked).toContain(hostOf(urls.relay))

  await dialog.getByRole('button', { name: 'Close' }).click()
  await connectHeadless(page, wallet)
  await page.evaluate(() => document.querySelector('wallet-modal')?.show({ view: 'Account' }))
  await expect.poll(asked).toContain(hostOf(local))
  // Everything contacted is planned, and everything planned is contacted. (The test's wallet contacts the chain too.)
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect.poll(() => [...new Set(asked())].sort()).toEqual([...new Set(plan.map(({ host }) => host))].sort())

  // The plan with every feature, which `.ci/contacted.mjs` compares with the hosts that all tests have contacted.
  const all = {
    networks: Object.keys(urls.rpc).join(' '),
    'rpc-url': Object.entries(urls.rpc)
      .map((pair) => pair.join('='))
      .join(' '),
    'login-url': urls.login ?? '',
    email: '',
  }
  const whole = () =>
    page.evaluate((given) => {
      const modal = document.querySelector('wallet-modal')
      for (const [name, value] of Object.entries(given)) modal?.setAttribute(name, value)
      return modal?.networkPlan() ?? []
    }, all)
  const features = async () => [...new Set((await whole()).map(({ feature }) => feature))]
  await expect
    .poll(features)
    .toEqual([
      'WalletConnect',
      'wallet list and images',
      'balance, name and chain RPC',
      'chain RPC',
      'login backend',
      'embedded wallet',
      'analytics',
    ])
  mkdirSync('.built', { recursive: true })
  writeFileSync('.built/network-plan.json', JSON.stringify({ plan: await whole(), contacted: asked() }))
})
