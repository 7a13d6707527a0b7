import { expectFault } from './faults/expect-fault'
import {
  accountAt,
  announce,
  announceNow,
  asked,
  connectHeadless,
  details,
  emit,
  expect,
  injectHeadless,
  openBare,
  openModal,
  stateOf,
  test,
  told,
  untilTold,
  Web3RequestKind,
} from './fixtures'

const first = accountAt(0)
const second = accountAt(1)
/** Two of the local chains; the wallet knows a third one as well. */
const twoChains = { networks: 'eip155:31337 eip155:56' }

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
  })

  test('is there in the first frame, and asked without anything more of the release once the list has been looked at', async ({
    page,
    urls,
    stackAttributes,
    witness,
  }) => {
    const asking = () =>
      witness.requests.filter((url) => /chunks\/(network-table|eip155-networks|eip1193|eip155-values)-/.test(url))
    const underWay = new Set<unknown>()
    page.on('request', (request) => void underWay.add(request))
    page.on('requestfinished', (request) => void underWay.delete(request))
    page.on('requestfailed', (request) => void underWay.delete(request))
    await page.addInitScript(() => {
      const { showModal } = HTMLDialogElement.prototype
      HTMLDialogElement.prototype.showModal = function () {
        Object.assign(window, { shownWith: this.textContent })
        showModal.call(this)
        // The rest has its place in that frame and follows in the next one.
        const height = () => this.querySelector<HTMLElement>('.body')?.offsetHeight
        const heights = [this.querySelectorAll('.list-row').length, height()]
        const rows = () => {
          if (this.querySelectorAll('.list-row').length < 3) return
          heights.push(height())
          observer.disconnect()
        }
        const observer = new MutationObserver(rows)
        observer.observe(this, { childList: true, subtree: true })
        Object.assign(window, { heights })
      }
    })
    await announce(page, {}, () => window.scriptedWallet())
    await openBare(page, urls, stackAttributes)
    const dialog = await openModal(page)
    expect(await page.evaluate(() => Reflect.get(window, 'shownWith'))).toContain('Odd Wallet')
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'heights').length)).toBe(3)
    const [rows, early, whole] = await page.evaluate(() => Reflect.get(window, 'heights'))
    expect(rows).toBe(1)
    expect(early).toBeGreaterThan(0)
    expect(early).toBe(whole)
    await expect.poll(asking).toHaveLength(4)
    // They bring others, which are on their way until the page has nothing left to do.
    await expect
      .poll(async () => {
        await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
        return underWay.size
      })
      .toBe(0)
    await page.route(/chunks\//, (route) => route.abort())
    await dialog.getByRole('button', { name: 'Odd Wallet' }).click()
    await expect.poll(() => asked(page)).toContain('eth_requestAccounts')
    expect(asking()).toHaveLength(4)
  })

  test('is not asked again by the next opening when it has locked itself meanwhile', async ({ page, urls, stackAttributes }) => {
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

  test('error: what could not be loaded ahead is loaded by the choice', async ({ page, urls, stackAttributes }) => {
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

  test('on a chain with an explorer, the account links to its page there', async ({ page, urls, stackAttributes }) => {
    const wallet = await injectHeadless(page, urls, { chainIds: [56, 31337] })
    await openBare(page, urls, stackAttributes)
    await connectHeadless(page, wallet)
    await page.getByRole('button', { name: `Account ${first.short}` }).click()
    const link = page.getByRole('dialog').getByRole('link', { name: /Block explorer/ })
    await expect(link).toHaveAttribute('href', `https://bscscan.com/address/${first.address}`)
    await expect(link).toHaveAttribute('rel', /noopener/)
  })

  test('refuses, is asked again, and approves (fault 16)', async ({ page, urls, stackAttributes }) => {
    const wallet = await injectHeadless(page, urls)
    await openBare(page, urls, stackAttributes)
    const dialog = await openModal(page)
    await dialog.getByRole('button', { name: wallet.name }).click()
    await expect(page.getByRole('dialog', { name: wallet.name })).toBeVisible()
    await wallet.refuse(Web3RequestKind.RequestAccounts)
    await expectFault(page, '16')
    expect(await details(page, 'wallet-error')).toMatchObject([{ code: 'USER_REJECTED' }])
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await wallet.approve(Web3RequestKind.RequestAccounts)
    await untilTold(page, 'wallet-connected')
    await expect(dialog).toBeHidden()
  })

  test('that never answers gets a hint after 10 s, and Cancel ends it (fault 15)', async ({ page, urls, stackAttributes }) => {
    await page.clock.install()
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
    await dialog.getByRole('button', { name: 'Odd Wallet' }).click()
    await expect(dialog.getByText('Continue in Odd Wallet')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(dialog.getByText('Open your wallet to continue')).toBeHidden()
    await page.clock.fastForward(10_000)
    await expect(dialog.getByText('Open your wallet to continue')).toBeVisible()
    await expectFault(page, '15')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('dialog', { name: 'Connect to Test Bakery' })).toBeVisible()
    await page.evaluate(() => (window as typeof window & { answerLate(): void }).answerLate())
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
    await dialog.getByRole('button', { name: 'Odd Wallet' }).click()
    await expectFault(page, '17')
    await emit(page, 'accountsChanged', [first.address])
    await untilTold(page, 'wallet-connected')
    await expect(dialog).toBeHidden()
    expect((await asked(page)).filter((method) => method === 'eth_requestAccounts')).toHaveLength(1)
  })

  test('is asked once, however often the page asks for it', async ({ page, urls, stackAttributes }) => {
    await announce(page, {}, () => window.scriptedWallet({ eth_requestAccounts: () => new Promise(() => {}) }))
    await openBare(page, urls, stackAttributes)
    const dialog = await openModal(page)
    await dialog.getByRole('button', { name: 'Odd Wallet' }).click()
    // What `connect` loads is there before it is raced with Cancel.
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

test.describe('a connected wallet', () => {
  test('switches to another account by itself', async ({ page, urls, stackAttributes }) => {
    const wallet = await injectHeadless(page, urls)
    await openBare(page, urls, stackAttributes)
    await connectHeadless(page, wallet)
    await page.getByRole('button', { name: `Account ${first.short}` }).click()
    await wallet.backend.changeAccounts([second.key])
    await expect(page.getByRole('dialog', { name: second.short })).toContainText('10,000 ETH')
    expect(await details(page, 'wallet-account-changed')).toEqual([
      {
        namespace: 'eip155',
        caipAddress: `eip155:31337:${second.address}`,
        previous: `eip155:31337:${first.address}`,
      },
    ])
  })

  test('switches to another network by itself, told by a number', async ({ page, urls, stackAttributes }) => {
    const wallet = await injectHeadless(page, urls)
    await openBare(page, urls, stackAttributes)
    await connectHeadless(page, wallet)
    await page.getByRole('button', { name: `Account ${first.short}` }).click()
    wallet.backend.switchChain(56)
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: 'Network: BNB Smart Chain. Change' })).toBeVisible()
    await expect(dialog).toContainText('10,000 BNB')
    expect(await details(page, 'wallet-network-changed')).toEqual([
      { namespace: 'eip155', networkId: 'eip155:56', chainId: 56, supported: true },
    ])
  })

  test('locks, and is disconnected once', async ({ page, urls, stackAttributes }) => {
    const wallet = await injectHeadless(page, urls)
    await openBare(page, urls, stackAttributes)
    await connectHeadless(page, wallet)
    await wallet.backend.changeAccounts([])
    await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeVisible()
    expect(await details(page, 'wallet-disconnected')).toEqual([
      { namespace: 'eip155', caipAddress: `eip155:31337:${first.address}`, reason: 'wallet' },
    ])
    expect(await stateOf(page)).toMatchObject({ status: 'disconnected', account: null, accounts: [] })
  })

  test('is disconnected by the person, and is not listened to any more', async ({ page, urls, stackAttributes }) => {
    await announce(page, {}, () => window.scriptedWallet())
    await openBare(page, urls, stackAttributes)
    const dialog = await openModal(page)
    await dialog.getByRole('button', { name: 'Odd Wallet' }).click()
    await expect(dialog).toBeHidden()
    const listening = () =>
      page.evaluate(() => (window.scripted['Odd Wallet'] as { listening(e: string): number }).listening('accountsChanged'))
    expect(await listening()).toBe(1)
    await page.getByRole('button', { name: `Account ${first.short}` }).click()
    await dialog.getByRole('button', { name: 'Disconnect' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeVisible()
    expect(await details(page, 'wallet-disconnected')).toMatchObject([{ namespace: 'eip155', reason: 'user' }])
    expect(await listening()).toBe(0)
  })

  test('is asked to sign a message, and its signature is the answer', async ({ page, urls, stackAttributes }) => {
    const wallet = await injectHeadless(page, urls)
    await openBare(page, urls, stackAttributes)
    await connectHeadless(page, wallet)
    const signing = page.evaluate(() =>
      (document.querySelector('wallet-modal') as HTMLElement & { signMessage(text: string): Promise<string> }).signMessage(
        'Hello',
      ),
    )
    await wallet.approve(Web3RequestKind.SignMessage)
    const { verifyMessage } = await import('viem')
    const signature = (await signing) as `0x${string}`
    expect(await verifyMessage({ address: first.address, message: 'Hello', signature })).toBe(true)
  })

  test('error: a refused signature rejects with its code', async ({ page, urls, stackAttributes }) => {
    const wallet = await injectHeadless(page, urls)
    await openBare(page, urls, stackAttributes)
    await connectHeadless(page, wallet)
    const signing = page.evaluate(() =>
      document
        .querySelector('wallet-modal')
        ?.signMessage('Hello')
        .catch(({ code }: { code: string }) => code),
    )
    await wallet.refuse(Web3RequestKind.SignMessage)
    expect(await signing).toBe('USER_REJECTED')
  })
})

test.describe('the network', () => {
  test('is switched through the modal', async ({ page, urls, stackAttributes }) => {
    const wallet = await injectHeadless(page, urls)
    await openBare(page, urls, stackAttributes)
    await connectHeadless(page, wallet)
    await page.getByRole('button', { name: `Account ${first.short}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Network: Localhost. Change' }).click()
    await expect(page.getByRole('dialog', { name: 'Networks' })).toBeVisible()
    await dialog.getByRole('button', { name: 'BNB Smart Chain', exact: true }).click()
    await wallet.approve(Web3RequestKind.SwitchEthereumChain)
    await expect(dialog.getByRole('button', { name: 'Network: BNB Smart Chain. Change' })).toBeVisible()
    await expect(dialog).toContainText('10,000 BNB')
    expect(await details(page, 'wallet-network-changed')).toMatchObject([
      { networkId: 'eip155:56', chainId: 56, supported: true },
    ])
    expect((await stateOf(page))?.network).toBe('eip155:56')
  })

  test('stays when the wallet refuses', async ({ page, urls, stackAttributes }) => {
    const wallet = await injectHeadless(page, urls)
    await openBare(page, urls, stackAttributes)
    await connectHeadless(page, wallet)
    await page.getByRole('button', { name: `Account ${first.short}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Network: Localhost. Change' }).click()
    const other = dialog.getByRole('button', { name: 'BNB Smart Chain', exact: true })
    await other.click()
    await page.clock.install()
    await wallet.refuse(Web3RequestKind.SwitchEthereumChain)
    const notice = dialog.getByRole('alert').filter({ hasText: 'Network change declined' })
    await expect(notice).toBeVisible()
    await expect(dialog.getByRole('button', { name: /^Localhost/ })).toHaveAttribute('aria-current', 'true')
    expect(await told(page, 'wallet-network-changed')).toEqual([])
    expect((await stateOf(page))?.network).toBe('eip155:31337')
    await expect.poll(() => wallet.backend.getPendingRequestCount()).toBe(0)

    // It stays for a reader who points at it; one that comes up under a pointer at rest goes by itself.
    await notice.hover()
    await page.clock.runFor(10_000)
    await expect(notice).toBeVisible()
    const { x, y } = (await notice.boundingBox()) ?? { x: 0, y: 0 }
    await page.mouse.move(0, 0)
    await page.clock.runFor(5_000)
    await expect(notice).toBeHidden()
    await page.mouse.move(x + 20, y + 20)
    await other.press('Enter')
    await wallet.refuse(Web3RequestKind.SwitchEthereumChain)
    await expect.poll(() => notice.evaluate((element) => element.matches(':hover'))).toBe(true)
    await page.clock.runFor(5_000)
    await expect(notice).toBeHidden()
  })

  test('that the app does not use is told on connecting, and switching in the modal leaves it', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    const wallet = await injectHeadless(page, urls, { chainIds: [42161, 31337, 56] })
    await openBare(page, urls, { ...stackAttributes, ...twoChains })
    const dialog = await openModal(page)
    await dialog.getByRole('button', { name: wallet.name }).click()
    await wallet.approve(Web3RequestKind.RequestAccounts)
    await expect(page.getByRole('dialog', { name: 'Unsupported chain' })).toContainText('Test Bakery doesn’t run on Arbitrum One')
    await dialog.getByRole('button', { name: /^BNB Smart Chain/ }).click()
    await wallet.approve(Web3RequestKind.SwitchEthereumChain)
    await expect(dialog).toBeHidden()
    expect((await stateOf(page))?.network).toBe('eip155:56')
  })

  test('that the app does not use is left by switching in the wallet', async ({ page, urls, stackAttributes }) => {
    const wallet = await injectHeadless(page, urls)
    await openBare(page, urls, { ...stackAttributes, ...twoChains })
    await connectHeadless(page, wallet)
    wallet.backend.switchChain(42161)
    const dialog = page.getByRole('dialog', { name: 'Unsupported chain' })
    await expect(dialog).toBeVisible()
    await expect(page.getByRole('button', { name: 'Wrong network', includeHidden: true })).toBeAttached()
    expect(await details(page, 'wallet-network-changed')).toMatchObject([{ networkId: 'eip155:42161', supported: false }])
    wallet.backend.switchChain(56)
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: `Account ${first.short}` })).toBeVisible()
  })

  test('that the app does not use is left by disconnecting', async ({ page, urls, stackAttributes }) => {
    const wallet = await injectHeadless(page, urls)
    await openBare(page, urls, { ...stackAttributes, ...twoChains })
    await connectHeadless(page, wallet)
    wallet.backend.switchChain(42161)
    const dialog = page.getByRole('dialog', { name: 'Unsupported chain' })
    await dialog.getByRole('button', { name: 'Disconnect' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeVisible()
  })
})

test.describe('discovery', () => {
  test('appends a wallet that announces itself late', async ({ page, urls, stackAttributes }) => {
    await announce(page, { name: 'Early Wallet', rdns: 'test.early' }, () => window.scriptedWallet())
    await openBare(page, urls, stackAttributes)
    const dialog = await openModal(page)
    const rows = dialog.getByRole('list').first().getByRole('button')
    await expect(rows).toHaveText([/Early Wallet/])
    await announceNow(page, { name: 'A Late Wallet', rdns: 'test.late' }, () => window.scriptedWallet())
    await expect(rows).toHaveText([/Early Wallet/, /A Late Wallet/])
  })

  test('late takes nobody’s field away, and what was written in it is there wherever it stands', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    await openBare(page, urls, { ...stackAttributes, email: true })
    const dialog = await openModal(page)
    const field = dialog.getByRole('textbox', { name: 'Email address' })
    await field.pressSequentially('ada@')
    await announceNow(page, { name: 'A Late Wallet', rdns: 'test.late' }, () => window.scriptedWallet())
    await expect(dialog.getByRole('button', { name: /A Late Wallet/ })).toBeVisible()
    await expect(field).toBeFocused()
    await field.press('Home')
    await page.keyboard.type('l.')
    await expect(field).toHaveValue('l.ada@')

    await dialog.getByRole('button', { name: 'Get one in a minute' }).click()
    await dialog.getByRole('button', { name: 'Back' }).click()
    // Wallets come first where there is one: the field has moved behind a button.
    await dialog.getByRole('button', { name: 'Email', exact: true }).click()
    await expect(field).toHaveValue('l.ada@')
  })

  test('marks both of two wallets that claim one name, and asks the one that was chosen', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    for (const name of ['True Wallet', 'False Wallet'])
      await announce(page, { name, rdns: 'test.claimed' }, () => window.scriptedWallet())
    await openBare(page, urls, stackAttributes)
    const dialog = await openModal(page)
    for (const name of ['True Wallet', 'False Wallet']) {
      const row = dialog.getByRole('button', { name })
      await expect(row).toContainText('Two wallets claim this name')
      await expect(row).not.toContainText('Installed')
    }
    await expectFault(page, '23')
    await dialog.getByRole('button', { name: 'False Wallet' }).click()
    await untilTold(page, 'wallet-connected')
    expect(await asked(page, 'True Wallet')).toEqual([])
    expect(await details(page, 'wallet-connected')).toMatchObject([{ wallet: { name: 'False Wallet', rdns: 'test.claimed' } }])
  })

  test('lists the first claimant of a uuid alone', async ({ page, urls, stackAttributes }) => {
    const uuid = '350670db-19fa-4704-a166-e52e178b59d2'
    await announce(page, { name: 'First Here', uuid, rdns: 'test.first' }, () => window.scriptedWallet())
    await announce(page, { name: 'Impostor', uuid, rdns: 'test.second' }, () => window.scriptedWallet())
    await openBare(page, urls, stackAttributes)
    const dialog = await openModal(page)
    await expect(dialog.getByRole('button', { name: 'First Here' })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Impostor' })).toHaveCount(0)
  })

  // What it takes of the main thread is measured by `npm run bench`.
  test('promise 22: shows at most 50 of a flood of 10,000, drawn in one go', async ({ page, urls, stackAttributes }) => {
    await openBare(page, urls, { ...stackAttributes, 'all-wallets': 'hide' })
    const dialog = await openModal(page)
    const drawn = await page.evaluate(async () => {
      const rows = () => document.querySelector('wallet-modal')?.shadowRoot?.querySelectorAll('button') ?? []
      const floods = () => [...rows()].filter(({ textContent }) => textContent?.includes('Flood')).length
      const counts = new Set<number>()
      const root = document.querySelector('wallet-modal')?.shadowRoot
      if (root) new MutationObserver(() => counts.add(floods())).observe(root, { childList: true, subtree: true })
      for (let index = 0; index < 10_000; index++) {
        const info = { uuid: crypto.randomUUID(), name: `Flood ${index}`, icon: '', rdns: `test.flood${index}` }
        window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider: window.scriptedWallet() } }))
      }
      while (floods() < 50) await new Promise(requestAnimationFrame)
      return [...counts].filter((count) => count > 0)
    })
    expect(drawn).toEqual([50])
    await expect(dialog.getByRole('button', { name: /^Flood/ })).toHaveCount(50)
    await expectFault(page, '24')
  })

  test('ignores announcements that are none', async ({ page, urls, stackAttributes }) => {
    await openBare(page, urls, stackAttributes)
    const dialog = await openModal(page)
    await page.evaluate(() => {
      const uuid = () => crypto.randomUUID()
      const provider = window.scriptedWallet()
      const info = { uuid: uuid(), name: 'Ghost', icon: '', rdns: 'test.ghost' }
      const throwing = (fields: string[]) =>
        Object.defineProperties(
          { ...info },
          Object.fromEntries(
            fields.map((field) => [
              field,
              {
                get() {
                  throw new Error(`hostile ${field}`)
                },
              },
            ]),
          ),
        )
      const nonsense: unknown[] = [
        null,
        undefined,
        'Ghost',
        {},
        { info },
        { provider },
        { info, provider: null },
        { info: null, provider },
        { info: { ...info, uuid: 'not-a-uuid' }, provider },
        { info: { ...info, name: 42 }, provider },
        { info: { ...info, name: '\u202e\u200b ' }, provider },
        { info: throwing(['name']), provider },
        { info: throwing(['uuid']), provider },
        Object.defineProperty({ provider }, 'info', {
          get() {
            throw new Error('hostile info')
          },
        }),
      ]
      for (const detail of nonsense) window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
      window.dispatchEvent(new Event('eip6963:announceProvider'))
    })
    await announceNow(page, { name: 'Real Wallet', rdns: 'test.real' }, () => window.scriptedWallet())
    await expect(dialog.getByRole('button', { name: 'Real Wallet' })).toBeVisible()
    await expect(dialog.getByRole('button', { name: /Ghost|^Installed/ })).toHaveCount(0)
    await expectFault(page, '24, junk')
  })

  test('shows hostile names as text and hostile icons as pictures or letters', async ({
    page,
    urls,
    stackAttributes,
    witness,
  }) => {
    const script = encodeURIComponent(
      '<svg xmlns="http://www.w3.org/2000/svg" onload="parent.pwned=1"><script>parent.pwned=1</script><image href="https://leak.example/a.png"/></svg>',
    )
    const wallets = [
      { name: '<img src=x onerror="window.pwned=1">Markup', icon: `data:image/svg+xml,${script}` },
      { name: 'Javascript Icon', icon: 'javascript:window.pwned=1' },
      { name: 'Remote Icon', icon: 'https://leak.example/icon.png' },
      { name: 'Blob Icon', icon: 'blob:https://leak.example/1' },
      { name: 'Markup Icon', icon: 'data:text/html,<script>parent.pwned=1</script>' },
      { name: 'Number Icon', icon: 42 },
      { name: `Endless${'x'.repeat(1_000_000)}`, icon: '' },
      { name: '\u202eesreveR\u200b', icon: '' },
    ]
    for (const [index, info] of wallets.entries())
      await announce(page, { ...info, rdns: `test.hostile${index}` }, () => window.scriptedWallet())
    await openBare(page, urls, stackAttributes)
    const dialog = await openModal(page)
    await expect(dialog.getByRole('button', { name: '<img src=x onerror="window.pwned=1">Markup'.slice(0, 30) })).toBeVisible()
    for (const name of [/Javascript Icon/, /Remote Icon/, /Blob Icon/, /Markup Icon/, /Number Icon/, /Endlessx+…/, /esreveR/])
      await expect(dialog.getByRole('button', { name })).toBeVisible()
    const sources = await dialog.locator('img').evaluateAll((images) => images.map((image) => (image as HTMLImageElement).src))
    expect(sources.filter((src) => !/^(data:image\/|http:\/\/localhost)/.test(src))).toEqual([])
    const wide = await dialog.evaluate((node) =>
      [...node.querySelectorAll('*')].some((each) => each.getBoundingClientRect().right > innerWidth),
    )
    expect(wide).toBe(false)
    expect(await page.evaluate(() => 'pwned' in window)).toBe(false)
    await expectFault(page, '25')
    expect(witness.hosts()).not.toContain('leak.example')
  })
})

test.describe('window.ethereum', () => {
  const injectLegacy = () => {
    Object.assign(window, { ethereum: Object.assign(window.scriptedWallet(), { isMetaMask: true }) })
  }

  test('is offered as Browser Wallet where nothing announced itself, and connects', async ({ page, urls, stackAttributes }) => {
    await page.addInitScript(injectLegacy)
    await openBare(page, urls, stackAttributes)
    const dialog = await openModal(page)
    await dialog.getByRole('button', { name: 'Browser Wallet' }).click()
    await untilTold(page, 'wallet-connected')
    expect(await details(page, 'wallet-connected')).toMatchObject([
      { address: first.address, wallet: { name: 'Browser Wallet' } },
    ])
  })

  test('is not offered beside a wallet that announced itself', async ({ page, urls, stackAttributes }) => {
    await page.clock.install()
    await page.addInitScript(injectLegacy)
    await announce(page, {}, () => window.scriptedWallet())
    await openBare(page, urls, stackAttributes)
    const dialog = await openModal(page)
    await expect(dialog.getByRole('button', { name: 'Odd Wallet' })).toBeVisible()
    await page.clock.fastForward(5_000)
    await expect(dialog.getByRole('button', { name: 'Browser Wallet' })).toHaveCount(0)
  })

  test('that throws when it is read is not there', async ({ page, urls, stackAttributes }) => {
    await page.clock.install()
    await page.addInitScript(() =>
      Object.defineProperty(window, 'ethereum', {
        get() {
          throw new Error('two scripts fight over this')
        },
      }),
    )
    await openBare(page, urls, stackAttributes)
    const dialog = await openModal(page)
    await page.clock.fastForward(5_000)
    await expect(dialog.getByRole('button', { name: /WalletConnect/ })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Browser Wallet' })).toHaveCount(0)
  })
})
