import { expectFault, followWayOut } from './faults/expect-fault'
import {
  announce,
  announceNow,
  asked,
  connectHeadless,
  details,
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
import { announceRemembering, CONNECTIONS_KEY, connectRemembering, openOrigin, remember } from './restore-page'

test.describe('a reload', () => {
  test('restores the account, with restored: true in the event', async ({ page, urls, stackAttributes }) => {
    const wallet = await injectHeadless(page, urls)
    await openBare(page, urls, stackAttributes)
    await connectHeadless(page, wallet)
    wallet.backend.switchChain(56)
    await untilTold(page, 'wallet-network-changed')
    await page.reload()
    await page.evaluate(() => document.querySelector('wallet-modal')?.ready)
    expect(await stateOf(page)).toMatchObject({ status: 'connected', network: 'eip155:56', account: { address: first.address } })
    expect(await details(page, 'wallet-connected')).toMatchObject([
      { restored: true, networkId: 'eip155:56', address: first.address },
    ])
    expect(await details(page, 'wallet-ready')).toEqual([{ status: 'connected' }])
    expect(await told(page, 'wallet-before-connect')).toEqual([])
    expect(wallet.backend.getPendingRequestCount()).toBe(0)
    // On a public chain the account may be shown by its name.
    await page.getByRole('button', { name: /^Account / }).click()
    await expect(page.getByRole('dialog')).toContainText('10,000 BNB')
  })

  test('shows the account on its button without the code of the views', async ({ page, urls, stackAttributes, witness }) => {
    const wallet = await injectHeadless(page, urls)
    await openBare(page, urls, stackAttributes)
    await connectHeadless(page, wallet)
    const before = witness.requests.length
    await page.reload()
    await untilTold(page, 'wallet-ready')
    const button = page.getByRole('button', { name: /^Account / })
    await expect(button.locator('.avatar svg')).toBeVisible()
    const loaded = witness.requests.slice(before).filter((url) => /\/chunks\/seal-/.test(url))
    expect(loaded).toHaveLength(1)
    expect(witness.requests.slice(before).filter((url) => /\/chunks\/(modal|first)-/.test(url))).toEqual([])
  })

  test('keeps a disconnected visitor disconnected, and loads no chunks', async ({ page, urls, stackAttributes, witness }) => {
    const wallet = await injectHeadless(page, urls)
    await openBare(page, urls, stackAttributes)
    await connectHeadless(page, wallet)
    await page.evaluate(() => document.querySelector('wallet-modal')?.disconnect())
    const before = witness.requests.length
    await page.reload()
    await untilTold(page, 'wallet-ready')
    await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeVisible()
    expect(await told(page, 'wallet-connected')).toEqual([])
    expect(witness.requests.slice(before).filter((url) => url.includes('/chunks/'))).toEqual([])
    expect(await stateOf(page)).toMatchObject({ status: 'disconnected', account: null })
  })

  test('does not prompt a wallet that has locked meanwhile', async ({ page, urls, stackAttributes }) => {
    await announceRemembering(page)
    await openBare(page, urls, stackAttributes)
    await connectRemembering(page)
    await page.evaluate(() => localStorage.removeItem('test-wallet'))
    const since = Date.now()
    await page.reload()
    await untilTold(page, 'wallet-ready')
    expect(await stateOf(page)).toMatchObject({ status: 'disconnected', account: null })
    expect(await asked(page)).not.toContain('eth_requestAccounts')
    expect(await page.evaluate((key) => localStorage.getItem(key), CONNECTIONS_KEY)).not.toContain('test.odd')
    await expectFault(page, '13', since)
    await followWayOut(page, '13')
  })

  test('gives up a missing wallet, and restores it when it is announced late', async ({ page, urls, stackAttributes }) => {
    await page.clock.install()
    await remember(page, urls, { connectorId: 'test.odd', address: first.address })
    await openBare(page, urls, stackAttributes)
    await page.clock.fastForward(2_000)
    await untilTold(page, 'wallet-ready')
    expect(await stateOf(page)).toMatchObject({ status: 'disconnected' })
    await announceNow(page, {}, () =>
      window.scriptedWallet({ eth_accounts: () => ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'] }),
    )
    await untilTold(page, 'wallet-connected')
    expect(await details(page, 'wallet-connected')).toMatchObject([{ restored: true, address: first.address }])
  })

  test('gives up a wallet that does not answer within 10 s; its late answer is ignored', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    await page.clock.install()
    await announce(page, {}, () => {
      const late = new Promise<string[]>((resolve) => Object.assign(window, { answerLate: resolve }))
      return window.scriptedWallet({ eth_accounts: () => late })
    })
    await remember(page, urls, { connectorId: 'test.odd', address: first.address })
    const since = Date.now()
    await openBare(page, urls, stackAttributes)
    await expect.poll(() => asked(page)).toContain('eth_accounts')
    expect(await stateOf(page)).toMatchObject({ status: 'restoring' })
    await page.clock.fastForward(10_000)
    await untilTold(page, 'wallet-ready')
    expect(await stateOf(page)).toMatchObject({ status: 'disconnected' })
    await expectFault(page, '14', since)
    await page.evaluate(
      (address) => (window as typeof window & { answerLate(to: string[]): void }).answerLate([address]),
      first.address,
    )
    await followWayOut(page, '14')
    expect(await told(page, 'wallet-connected')).toEqual([])
    expect(await stateOf(page)).toMatchObject({ status: 'disconnected' })
    expect(await page.evaluate((key) => localStorage.getItem(key), CONNECTIONS_KEY)).not.toContain('test.odd')
  })

  test('believes the wallet if its account differs from the stored one', async ({ page, urls, stackAttributes }) => {
    await announce(page, {}, (address) => window.scriptedWallet({ eth_accounts: () => [address] }), second.address)
    await remember(page, urls, { connectorId: 'test.odd', address: first.address })
    const since = Date.now()
    await openBare(page, urls, stackAttributes)
    await untilTold(page, 'wallet-connected')
    expect(await details(page, 'wallet-connected')).toMatchObject([{ restored: true, address: second.address }])
    await expectFault(page, '12', since)
    await followWayOut(page, '12')
  })

  test('restores nothing with reconnect="off"', async ({ page, urls, stackAttributes }) => {
    const wallet = await injectHeadless(page, urls)
    await openBare(page, urls, { ...stackAttributes, reconnect: 'off' })
    await connectHeadless(page, wallet)
    await page.reload()
    await untilTold(page, 'wallet-ready')
    expect(await stateOf(page)).toMatchObject({ status: 'disconnected' })
  })
})

test.describe('what is stored', () => {
  const nonsense = [
    '',
    '{',
    'null',
    '[]',
    '{"entries":null}',
    '{"entries":{"eip155":{"connectorId":7}}}',
    '"\u0000"',
    '{"active":"__proto__","entries":{"__proto__":{}}}',
  ]
  test('may be invalid: it is ignored', async ({ page, urls, stackAttributes }) => {
    await announce(page, {}, () => window.scriptedWallet())
    await openBare(page, urls, stackAttributes)
    for (const text of nonsense)
      await test.step(JSON.stringify(text), async () => {
        await page.evaluate(
          ([broken, keys]) => {
            for (const key of keys) localStorage.setItem(`wallet-modal:${key}`, broken)
            sessionStorage.setItem('wallet-modal:legal-accepted', broken)
          },
          [text, ['connections', 'recent-wallets', 'wallet-app', 'disconnected', 'active-namespace', 'cache:wallets']] as const,
        )
        const since = Date.now()
        await page.reload()
        await untilTold(page, 'wallet-ready')
        await expectFault(page, '11', since)
        const dialog = await openModal(page)
        await dialog.getByRole('button', { name: 'Odd Wallet' }).click()
        await untilTold(page, 'wallet-connected')
        expect(await details(page, 'wallet-error')).toEqual([])
        await page.reload()
        await untilTold(page, 'wallet-ready')
      })
  })

  /** Ways in which a browser may lack storage. */
  const blockades: Readonly<Record<string, () => void>> = {
    'there is no storage': () => {
      for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { value: null })
    },
    'IndexedDB and broadcasts are gone too': () => {
      for (const name of ['localStorage', 'indexedDB', 'BroadcastChannel'])
        Object.defineProperty(window, name, { value: undefined })
    },
  }
  for (const [how, block] of Object.entries(blockades))
    test(`may be nothing, as ${how}: all works, and the visitor is told once`, async ({ page, urls, stackAttributes }) => {
      await page.addInitScript(block)
      const wallet = await injectHeadless(page, urls)
      const since = Date.now()
      await openBare(page, urls, stackAttributes)
      const dialog = await openModal(page)
      await dialog.getByRole('button', { name: wallet.name }).click()
      await wallet.approve(Web3RequestKind.RequestAccounts)
      await untilTold(page, 'wallet-connected')
      await expect(dialog).toBeHidden()
      await page.getByRole('button', { name: `Account ${first.short}` }).click()
      await expectFault(page, '9', since)
      await expect(page.getByRole('dialog', { name: first.short })).toContainText('10,000 ETH')
      expect(await details(page, 'wallet-error')).toMatchObject([
        { code: 'STORAGE_UNAVAILABLE', message: 'This browser will not remember your wallet' },
      ])
      await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
      await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeVisible()
    })

  test('is only under our prefix: a key of the host survives, and is not read', async ({ page, urls, stackAttributes }) => {
    const wallet = await injectHeadless(page, urls)
    await openOrigin(page, urls)
    await page.evaluate(() => localStorage.setItem('host-key', 'host value'))
    await page.addInitScript(() => {
      const read: string[] = []
      Object.assign(window, { read })
      const { getItem } = Storage.prototype
      Storage.prototype.getItem = function (key) {
        read.push(key)
        return getItem.call(this, key)
      }
    })
    await openBare(page, urls, { ...stackAttributes, 'storage-prefix': 'bakery' })
    await connectHeadless(page, wallet)
    await page.evaluate(() => document.querySelector('wallet-modal')?.disconnect())
    const read = await page.evaluate(() => Reflect.get(window, 'read') as string[])
    expect(read).toContain('bakery:connections')
    expect(read.filter((key) => !key.startsWith('bakery:'))).toEqual([])
    const kept = await page.evaluate(() => ({ ...localStorage }))
    expect(kept['host-key']).toBe('host value')
    expect(Object.keys(kept).filter((key) => key !== 'host-key' && !key.startsWith('bakery:'))).toEqual([])
  })
})
