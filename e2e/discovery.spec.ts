import { expectFault, followWayOut } from './faults/expect-fault'
import { announce, announceNow, asked, details, expect, first, openBare, openModal, test, untilTold } from './fixtures'

test.describe('discovery', () => {
  test('appends a wallet that is announced late', async ({ page, urls, stackAttributes }) => {
    await announce(page, { name: 'Early Wallet', rdns: 'test.early' }, () => window.scriptedWallet())
    await openBare(page, urls, stackAttributes)
    const dialog = await openModal(page)
    const rows = dialog.getByRole('list').first().getByRole('button')
    await expect(rows).toHaveText([/Early Wallet/])
    await announceNow(page, { name: 'A Late Wallet', rdns: 'test.late' }, () => window.scriptedWallet())
    await expect(rows).toHaveText([/Early Wallet/, /A Late Wallet/])
  })

  test('of a late wallet leaves the e-mail field and its focus alone, and the text stays when the field moves', async ({
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
    // With a wallet installed, wallets come first: the field is now behind a button.
    await dialog.getByRole('button', { name: 'Email', exact: true }).click()
    await expect(field).toHaveValue('l.ada@')
  })

  test('P62: marks both of two wallets that claim the same rdns, and asks the chosen one', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    // Only these two are listed: the first frame must reserve no space for more.
    await page.addInitScript(() => {
      const { showModal } = HTMLDialogElement.prototype
      const heights: unknown[] = []
      HTMLDialogElement.prototype.showModal = function () {
        showModal.call(this)
        heights.push(this.querySelector('.body')?.scrollHeight)
      }
      Object.assign(window, { heights })
    })
    for (const name of ['True Wallet', 'False Wallet'])
      await announce(page, { name, rdns: 'test.claimed' }, () => window.scriptedWallet())
    const since = Date.now()
    await openBare(page, urls, { ...stackAttributes, 'all-wallets': 'hide', 'exclude-wallets': 'walletConnect' })
    const dialog = await openModal(page)
    const body = await dialog.locator('.body').evaluate(({ scrollHeight }) => scrollHeight)
    expect(body).toBeGreaterThan(100)
    expect(new Set(await page.evaluate(() => Reflect.get(window, 'heights')))).toEqual(new Set([body]))
    for (const name of ['True Wallet', 'False Wallet']) {
      const row = dialog.getByRole('button', { name })
      await expect(row).toContainText('Two wallets claim this name')
      await expect(row).not.toContainText('Installed')
    }
    await expectFault(page, '23', since)
    await followWayOut(page, '23')
    expect(await asked(page, 'True Wallet')).toEqual([])
    expect(await details(page, 'wallet-connected')).toMatchObject([{ wallet: { name: 'False Wallet', rdns: 'test.claimed' } }])
  })

  test('keeps an open request when another wallet meanwhile claims the same rdns', async ({ page, urls, stackAttributes }) => {
    const info = { name: 'True Wallet', rdns: 'test.claimed' }
    await announce(page, info, () => {
      const late = new Promise<string[]>((resolve) => {
        Object.assign(window, { approve: () => resolve(['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266']) })
      })
      return window.scriptedWallet({ eth_requestAccounts: () => late })
    })
    await openBare(page, urls, stackAttributes)
    const dialog = await openModal(page)
    await dialog.getByRole('button', { name: 'True Wallet' }).click()
    await expect.poll(() => asked(page, 'True Wallet')).toContain('eth_requestAccounts')
    await announceNow(page, { ...info, name: 'False Wallet' }, () => window.scriptedWallet())
    await expect(dialog.getByText('Two wallets claim this name')).toBeVisible()
    await expect(dialog.getByText('Continue in True Wallet')).toBeVisible()
    await page.evaluate(() => Reflect.get(window, 'approve')())
    await untilTold(page, 'wallet-connected')
    await expect(dialog).toBeHidden()
    expect(await details(page, 'wallet-connected')).toMatchObject([{ address: first.address, wallet: { name: 'True Wallet' } }])
    expect((await asked(page, 'True Wallet')).filter((method) => method === 'eth_requestAccounts')).toHaveLength(1)
    expect(await asked(page, 'False Wallet')).toEqual([])
  })

  test('P61: lists only the first wallet that claims a uuid, and connects it', async ({ page, urls, stackAttributes }) => {
    const uuid = '350670db-19fa-4704-a166-e52e178b59d2'
    await announce(page, { name: 'First Here', uuid, rdns: 'test.first' }, () => window.scriptedWallet())
    await announce(page, { name: 'Impostor', uuid, rdns: 'test.second' }, () => window.scriptedWallet())
    await openBare(page, urls, stackAttributes)
    const dialog = await openModal(page)
    await expect(dialog.getByRole('button', { name: 'First Here' })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Impostor' })).toHaveCount(0)
    await dialog.getByRole('button', { name: 'First Here' }).click()
    await untilTold(page, 'wallet-connected')
    expect(await details(page, 'wallet-connected')).toMatchObject([{ wallet: { name: 'First Here' } }])
    expect(await asked(page, 'Impostor')).toEqual([])
  })

  // The time on the main thread is measured by `npm run bench`.
  test('promise 22, P63: shows at most 50 of a flood of 10,000, drawn in one go', async ({ page, urls, stackAttributes }) => {
    await openBare(page, urls, { ...stackAttributes, 'all-wallets': 'hide' })
    const dialog = await openModal(page)
    const since = Date.now()
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
    await expectFault(page, '24', since)
    await followWayOut(page, '24')
  })

  test('P59 and P60: ignores malformed announcements', async ({ page, urls, stackAttributes }) => {
    await openBare(page, urls, stackAttributes)
    const dialog = await openModal(page)
    const since = Date.now()
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
    await expectFault(page, '24, junk', since)
    await followWayOut(page, '24, junk')
  })

  test('P64 and P65: shows hostile names as text and hostile icons as pictures or letters', async ({
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
    const since = Date.now()
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
    await expectFault(page, '25', since)
    await followWayOut(page, '25')
    expect(witness.hosts()).not.toContain('leak.example')
  })
})

test.describe('window.ethereum', () => {
  const injectLegacy = () => {
    Object.assign(window, { ethereum: Object.assign(window.scriptedWallet(), { isMetaMask: true }) })
  }

  test('is offered as Browser Wallet if no wallet is announced, and connects', async ({ page, urls, stackAttributes }) => {
    await page.addInitScript(injectLegacy)
    await openBare(page, urls, stackAttributes)
    const dialog = await openModal(page)
    await dialog.getByRole('button', { name: 'Browser Wallet' }).click()
    await untilTold(page, 'wallet-connected')
    expect(await details(page, 'wallet-connected')).toMatchObject([
      { address: first.address, wallet: { name: 'Browser Wallet' } },
    ])
  })

  test('is not offered beside an announced wallet', async ({ page, urls, stackAttributes }) => {
    await page.clock.install()
    await page.addInitScript(injectLegacy)
    await announce(page, {}, () => window.scriptedWallet())
    await openBare(page, urls, stackAttributes)
    const dialog = await openModal(page)
    await expect(dialog.getByRole('button', { name: 'Odd Wallet' })).toBeVisible()
    await page.clock.fastForward(5_000)
    await expect(dialog.getByRole('button', { name: 'Browser Wallet' })).toHaveCount(0)
  })

  test('that throws when read is ignored', async ({ page, urls, stackAttributes }) => {
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
