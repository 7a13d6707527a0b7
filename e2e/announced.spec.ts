import type { Page } from '@playwright/test'
import { expectFault, followWayOut } from './faults/expect-fault'
import {
  announce,
  asked,
  connectHeadless,
  details,
  emit,
  expect,
  first,
  injectHeadless,
  openBare,
  openModal,
  second,
  stateOf,
  test,
  told,
  untilTold,
  Web3RequestKind,
} from './fixtures'
import { expectHeard, listen } from './heard'

/** Returns a function that resolves when no request is pending and the page is idle. */
function untilCalm(page: Page): () => Promise<void> {
  const underWay = new Set<unknown>()
  page.on('request', (request) => void underWay.add(request))
  page.on('requestfinished', (request) => void underWay.delete(request))
  page.on('requestfailed', (request) => void underWay.delete(request))
  return () =>
    expect
      .poll(async () => {
        await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
        return underWay.size
      })
      .toBe(0)
}

test.describe('a wallet that announces itself', () => {
  test('is approved, and the account is shown', async ({ page, urls, stackAttributes }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const wallet = await injectHeadless(page, urls)
    await openBare(page, urls, stackAttributes)
    await connectHeadless(page, wallet)
    const [connected] = await details(page, 'wallet-connected')
    expect(connected).toMatchObject({
      namespace: 'eip155',
      networkId: 'eip155:31337',
      chainId: 31337,
      address: first.address,
      caipAddress: `eip155:31337:${first.address}`,
      accounts: [`eip155:31337:${first.address}`, `eip155:31337:${second.address}`],
      wallet: { name: wallet.name },
      restored: false,
    })
    await page.getByRole('button', { name: `Account ${first.short}` }).click()
    const dialog = page.getByRole('dialog', { name: first.short })
    await expect(dialog).toContainText('10,000 ETH')
    await expect(dialog.getByRole('button', { name: 'Network: Localhost. Change' })).toBeVisible()
    await expect(dialog).toContainText(`Connected with ${wallet.name}`)
    for (const tab of ['Tokens', 'NFTs', 'Activity']) await expect(dialog.getByRole('tab', { name: tab })).toBeVisible()
    await dialog.getByRole('button', { name: /^Copy address/ }).click()
    await expect(dialog.getByText('Copied the address')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first.address)

    // On a chain with an explorer the account links to its page there.
    wallet.backend.switchChain(56)
    const link = page.getByRole('dialog').getByRole('link', { name: /Block explorer/ })
    await expect(link).toHaveAttribute('href', `https://bscscan.com/address/${first.address}`)
    await expect(link).toHaveAttribute('rel', /noopener/)
  })

  test('is asked without loading anything more of the release once the list has been opened', async ({
    page,
    urls,
    stackAttributes,
    witness,
  }) => {
    const asking = () =>
      witness.requests.filter((url) => /chunks\/(network-table|eip155-networks|eip1193|eip155-values)-/.test(url))
    const calm = untilCalm(page)
    await announce(page, {}, () => window.scriptedWallet())
    await openBare(page, urls, stackAttributes)
    const dialog = await openModal(page)
    await expect.poll(asking).toHaveLength(4)
    // They import further chunks, which may load until the page is idle.
    await calm()
    await page.route(/chunks\//, (route) => route.abort())
    await dialog.getByRole('button', { name: 'Odd Wallet' }).click()
    await expect.poll(() => asked(page)).toContain('eth_requestAccounts')
    expect(asking()).toHaveLength(4)
  })

  test('rarely used views load on hover or focus of their control, and then open without the network', async ({
    page,
    urls,
    stackAttributes,
    witness,
  }) => {
    const loaded = (view: string) => witness.requests.filter((url) => url.includes(`chunks/${view}-`)).length
    const calm = untilCalm(page)
    await openBare(page, urls, stackAttributes)
    const dialog = await openModal(page)
    await expect.poll(() => loaded('ConnectingWallet')).toBe(1)
    await calm()
    expect([loaded('AllWallets'), loaded('WhatIsAWallet')]).toEqual([0, 0])
    await dialog.getByRole('button', { name: /All wallets/ }).hover()
    await expect.poll(() => loaded('AllWallets')).toBe(1)
    await dialog.getByRole('button', { name: 'Get one in a minute' }).focus()
    await expect.poll(() => loaded('WhatIsAWallet')).toBe(1)
    await calm()
    await page.route(/chunks\//, (route) => route.abort())
    await dialog.getByRole('button', { name: /All wallets/ }).click()
    await expect(page.getByRole('dialog', { name: 'All wallets' }).getByRole('searchbox')).toBeVisible()
    await dialog.getByRole('button', { name: 'Back' }).click()
    await dialog.getByRole('button', { name: 'Get one in a minute' }).click()
    await expect(
      page.getByRole('dialog', { name: 'New to wallets?' }).getByRole('button', { name: /Choose a wallet app/ }),
    ).toBeVisible()
  })

  test.describe('by the browser’s own clock', () => {
    // Under Playwright's there is idle time while the page is at work.
    test.use({ movesClock: false })

    test('does not change the list that it was chosen from, nor the style of the views', async ({
      page,
      urls,
      stackAttributes,
    }) => {
      await announce(page, {}, () => window.scriptedWallet())
      await openBare(page, urls, stackAttributes)
      const dialog = await openModal(page)
      const row = dialog.getByRole('button', { name: 'Odd Wallet' })
      await expect(row).toContainText('Installed')
      const changes = await row.evaluateHandle((node) => {
        const seen: string[] = []
        const noteDown = (records: MutationRecord[]) => {
          for (const { type, attributeName } of records) seen.push(attributeName ?? type)
        }
        const all = { attributes: true, characterData: true, childList: true, subtree: true }
        new MutationObserver(noteDown).observe(node, all)
        const views = document.querySelector('wallet-modal')?.shadowRoot?.querySelector('wallet-modal-views')
        if (views) new MutationObserver(noteDown).observe(views, { attributes: true })
        return seen
      })
      await row.click()
      await expect.poll(async () => (await stateOf(page))?.status).toBe('connected')
      await expect(dialog).toBeHidden()
      expect(await changes.jsonValue()).toEqual([])
      await page.evaluate(() => document.querySelector('wallet-modal')?.show({ view: 'Connect' }))
      await expect(row).toContainText('Last used')
    })
  })

  test('that has locked itself is not asked again by the next opening', async ({ page, urls, stackAttributes }) => {
    await announce(page, {}, () => window.scriptedWallet())
    await openBare(page, urls, stackAttributes)
    const dialog = await openModal(page)
    await dialog.getByRole('button', { name: 'Odd Wallet' }).click()
    await expect.poll(async () => (await stateOf(page))?.status).toBe('connected')
    await expect(dialog).toBeHidden()
    await emit(page, 'accountsChanged', [])
    await expect.poll(async () => (await stateOf(page))?.status).toBe('disconnected')
    for (const view of ['ConnectingWalletConnectBasic', 'Networks'] as const) {
      await page.evaluate((to) => document.querySelector('wallet-modal')?.show({ view: to }), view)
      await expect(dialog).toBeVisible()
      expect((await stateOf(page))?.view).toBe(view)
      await dialog.getByRole('button', { name: 'Close' }).click()
      await expect(dialog).toBeHidden()
    }
    expect((await asked(page)).filter((method) => method === 'eth_requestAccounts')).toHaveLength(1)
    expect((await stateOf(page))?.account).toBeNull()
  })

  test('error: what could not be preloaded is loaded when the wallet is chosen', async ({ page, urls, stackAttributes }) => {
    const lost: string[] = []
    page.on('requestfailed', (request) => lost.push(request.url()))
    const ahead = /chunks\/(network-table|eip1193)-/
    await page.route(ahead, (route) => route.abort())
    await announce(page, {}, () => window.scriptedWallet())
    await openBare(page, urls, stackAttributes)
    const dialog = await openModal(page)
    await expect.poll(() => lost.filter((url) => ahead.test(url)).length).toBe(2)
    await page.unroute(ahead)
    await dialog.getByRole('button', { name: 'Odd Wallet' }).click()
    await untilTold(page, 'wallet-connected')
  })

  test('refuses, is asked again, and approves (fault 16)', async ({ page, urls, stackAttributes }) => {
    const wallet = await injectHeadless(page, urls)
    await openBare(page, urls, stackAttributes)
    const dialog = await openModal(page)
    await dialog.getByRole('button', { name: wallet.name }).click()
    await expect(page.getByRole('dialog', { name: wallet.name })).toBeVisible()
    const since = Date.now()
    await wallet.refuse(Web3RequestKind.RequestAccounts)
    await expectFault(page, '16', since)
    expect(await details(page, 'wallet-error')).toMatchObject([{ code: 'USER_REJECTED' }])
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await wallet.approve(Web3RequestKind.RequestAccounts)
    await untilTold(page, 'wallet-connected')
    await expect(dialog).toBeHidden()
  })

  test('P01: that never answers gets a hint after 10 s, and Cancel ends it (fault 15)', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    await page.clock.install()
    await page.addInitScript(listen)
    const calm = untilCalm(page)
    await announce(page, {}, () => {
      let answer = (_: string[]) => {}
      const late = new Promise<string[]>((resolve) => {
        answer = resolve
      })
      Object.assign(window, { answerLate: () => answer(['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266']) })
      return window.scriptedWallet({ eth_requestAccounts: () => late })
    })
    await openBare(page, urls, stackAttributes)
    const dialog = await openModal(page)
    const since = Date.now()
    await dialog.getByRole('button', { name: 'Odd Wallet' }).click()
    await expect(dialog.getByText('Continue in Odd Wallet')).toBeVisible()
    for (const name of ['Cancel', 'Try again']) await expect(dialog.getByRole('button', { name })).toBeVisible()
    await expect(dialog.getByText('Open your wallet to continue')).toBeHidden()
    // A pending answer would count as too late after the clock's jump.
    await calm()
    await page.clock.fastForward(10_000)
    await expect(dialog.getByRole('paragraph').filter({ hasText: 'Open your wallet to continue' })).toBeVisible()
    await expectHeard(page, 'status: Open your wallet to continue')
    await expectFault(page, '15', since)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('dialog', { name: 'Connect to Test Bakery' })).toBeVisible()
    await page.evaluate(() => (window as typeof window & { answerLate(): void }).answerLate())
    await calm()
    await page.clock.fastForward(60_000)
    expect(await stateOf(page)).toMatchObject({ status: 'disconnected', account: null })
    expect(await told(page, 'wallet-connected')).toEqual([])
    expect(await told(page, 'wallet-error')).toEqual([])
  })

  test('with a request already open is not asked twice, and its late yes counts (fault 17)', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    await announce(page, {}, () =>
      window.scriptedWallet({
        eth_requestAccounts: () => Promise.reject(Object.assign(new Error('Already processing'), { code: -32002 })),
        eth_accounts: () => ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
      }),
    )
    await openBare(page, urls, stackAttributes)
    const dialog = await openModal(page)
    const since = Date.now()
    await dialog.getByRole('button', { name: 'Odd Wallet' }).click()
    await expectFault(page, '17', since)
    await emit(page, 'accountsChanged', [first.address])
    await untilTold(page, 'wallet-connected')
    await expect(dialog).toBeHidden()
    const questions = async () => (await asked(page)).filter((method) => method === 'eth_requestAccounts').length
    expect(await questions()).toBe(1)
    // Another request is sent if the person asks for it.
    await page.evaluate(() => document.querySelector('wallet-modal')?.disconnect())
    await openModal(page)
    await dialog.getByRole('button', { name: 'Odd Wallet' }).click()
    await expect.poll(questions).toBe(2)
    await followWayOut(page, '17')
    await expect.poll(questions).toBe(3)
  })

  test('is asked once, however often the page asks for it', async ({ page, urls, stackAttributes }) => {
    await announce(page, {}, () => window.scriptedWallet({ eth_requestAccounts: () => new Promise(() => {}) }))
    await openBare(page, urls, stackAttributes)
    const dialog = await openModal(page)
    await dialog.getByRole('button', { name: 'Odd Wallet' }).click()
    // Loads what `connect` needs, so that the race with Cancel is about the request alone.
    await page.evaluate(() =>
      document
        .querySelector('wallet-modal')
        ?.connect({ signal: AbortSignal.abort() })
        .catch(() => {}),
    )
    const ends = page.evaluate(() => {
      const modal = document.querySelector('wallet-modal')
      const code = ({ code }: { code: string }) => code
      return Promise.all([1, 2, 3].map(() => modal?.connect({ wallet: 'test.odd' }).catch(code)))
    })
    await expect(dialog.getByText('Continue in Odd Wallet')).toBeVisible()
    await expect.poll(() => asked(page)).toContain('eth_requestAccounts')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(await ends).toEqual(['ABORTED', 'ABORTED', 'ABORTED'])
    expect((await asked(page)).filter((method) => method === 'eth_requestAccounts')).toHaveLength(1)
  })
})
