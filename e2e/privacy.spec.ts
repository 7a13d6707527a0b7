import type { Page } from '@playwright/test'
import {
  accountAt,
  connectHeadless,
  expect,
  first,
  injectHeadless,
  openBare,
  openModal,
  test,
  untilTold,
  Web3RequestKind,
} from './fixtures'
import { show } from './site'

test('before the visitor acts, only the page’s own host is contacted', async ({ page, urls, stackAttributes, witness }) => {
  await injectHeadless(page, urls)
  await openBare(page, urls, stackAttributes)
  await page.evaluate(() => document.body.append(document.createElement('wallet-network-button')))
  await untilTold(page, 'wallet-ready')
  await page.getByRole('button', { name: 'Connect wallet' }).hover()
  await page.waitForLoadState('networkidle')
  expect(witness.hosts()).toEqual([new URL(urls.demo).host])
  expect(await keys(page)).toEqual({ local: [], session: [], databases: [], cookies: '' })
})

test('after opening and closing, nothing about the visitor is stored', async ({ page, urls, stackAttributes }) => {
  await openBare(page, urls, stackAttributes)
  const dialog = await openModal(page)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  const { local, session, cookies } = await keys(page)
  expect([...local, ...session].filter((key) => !key.startsWith('wallet-modal:cache:'))).toEqual([])
  expect(cookies).toBe('')
})

test('promise 6: through a whole visit, only configured hosts are contacted, only our keys are written, and a signature is nowhere', async ({
  page,
  urls,
  stackAttributes,
  witness,
}) => {
  const lines: string[] = []
  page.on('console', (message) => lines.push(message.text()))
  const wallet = await injectHeadless(page, urls)
  await openBare(page, urls, stackAttributes)
  await connectHeadless(page, wallet)
  await page.getByRole('button', { name: `Account ${first.short}` }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('10,000 ETH')
  await dialog.getByRole('button', { name: /^Network: / }).click()
  await dialog.getByRole('button', { name: 'BNB Smart Chain', exact: true }).click()
  await wallet.approve(Web3RequestKind.SwitchEthereumChain)
  await expect(dialog).toContainText('10,000 BNB')
  const signing = page.evaluate(() => document.querySelector('wallet-modal')?.signMessage('a secret sentence'))
  await wallet.approve(Web3RequestKind.SignMessage)
  const signature = String(await signing)
  const { local, session, cookies } = await keys(page)
  expect([...local, ...session].filter((key) => !key.startsWith('wallet-modal:'))).toEqual([])
  expect(cookies).toBe('')
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  const everywhere = { stored, ...(await shown(page)), console: lines.join(), requests: witness.requests.join() }
  for (const [where, text] of Object.entries(everywhere))
    for (const secret of [signature, signature.slice(2, 66), 'a secret sentence', 'secret'])
      expect(text.includes(secret), `${secret} in ${where}`).toBe(false)
  // `networkPlan()` lists every host that the element may contact.
  const planned = await page.evaluate(
    () =>
      document
        .querySelector('wallet-modal')
        ?.networkPlan()
        .map(({ host }) => host) ?? [],
  )
  const own = new URL(urls.demo).host
  expect(witness.hosts().filter((host) => host !== own && !planned.includes(host))).toEqual([])
})

test('the provider gets the project id and the shown account, nothing more', async ({ page, urls, stackAttributes }) => {
  const provider = new URL(urls.provider).host
  const asked: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).host === provider) asked.push(`${request.url()} ${request.postData() ?? ''}`)
  })
  const wallet = await injectHeadless(page, urls)
  await openBare(page, urls, stackAttributes)
  await connectHeadless(page, wallet)
  await show(page, 'Account')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('10,000 ETH')
  await dialog.getByRole('tab', { name: 'Activity' }).click()
  await page.waitForLoadState('networkidle')
  const names = (address: string) => asked.filter((each) => each.toLowerCase().includes(address.slice(2).toLowerCase()))
  expect(names(first.address)).not.toEqual([])
  expect(names(accountAt(1).address)).toEqual([])
  // Except images, which are the same for everybody.
  expect(asked.filter((each) => !each.includes('projectId=') && !each.includes('/public/'))).toEqual([])
  expect(names(first.address).filter((each) => /getWallets|getWalletImage/.test(each))).toEqual([])
})

/** The page's events, state, URL and markup, including shadow roots. */
const shown = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() => {
    const markup = (root: Element | ShadowRoot): string =>
      root.innerHTML + [...root.querySelectorAll('*')].map((each) => (each.shadowRoot ? markup(each.shadowRoot) : '')).join('')
    return {
      events: JSON.stringify(window.toldEvents),
      state: JSON.stringify(document.querySelector('wallet-modal')?.state),
      address: location.href,
      markup: markup(document.documentElement),
    }
  })

/** The names of everything in the origin's storage. */
async function keys(page: Page) {
  return page.evaluate(async () => ({
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    cookies: document.cookie,
  }))
}
