import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseEther, toHex } from 'viem'
import {
  announce,
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

const root = fileURLToPath(new URL('..', import.meta.url))

test.describe('methods', () => {
  test('return promises, which settle or reject with a code', async ({ page, urls, stackAttributes }) => {
    await openBare(page, urls, stackAttributes)
    const results = await page.evaluate(async () => {
      const modal = document.querySelector('wallet-modal')
      if (!modal) return {}
      const calls: Record<string, () => unknown> = {
        show: () => modal.show(),
        close: () => modal.close(),
        connect: () => modal.connect({ signal: AbortSignal.abort() }),
        disconnect: () => modal.disconnect(),
        switchNetwork: () => modal.switchNetwork('eip155:10'),
        signMessage: () => modal.signMessage('Hello'),
        signIn: () => modal.signIn(),
        signOut: () => modal.signOut(),
        loginFetch: () => modal.loginFetch('/'),
        assist: () => modal.assist({ target: '', reason: '' }),
        ready: () => modal.ready,
        unknownView: () => modal.show({ view: 'Nowhere' }),
        inheritedView: () => modal.show({ view: 'constructor' }),
        emptyMessage: () => modal.signMessage(''),
        unknownNamespace: () => modal.disconnect('nowhere'),
        noNetwork: () => modal.switchNetwork('nonsense'),
      }
      const ends: [string, unknown][] = []
      for (const [name, call] of Object.entries(calls)) {
        const promise = call()
        const end = promise instanceof Promise ? await promise.catch(({ code }: { code: string }) => code) : 'no promise'
        ends.push([name, end === undefined ? 'settled' : end])
      }
      return Object.fromEntries(ends)
    })
    expect(results).toEqual({
      show: 'settled',
      close: true,
      connect: 'ABORTED',
      disconnect: 'settled',
      switchNetwork: 'SWITCH_NETWORK_NOT_FOUND',
      signMessage: null,
      signIn: 'SIGN_IN_UNSUPPORTED',
      signOut: 'settled',
      loginFetch: 'LOGIN_REQUIRED',
      assist: 'LOGIN_REQUIRED',
      ready: 'settled',
      unknownView: 'ATTRIBUTE_INVALID',
      inheritedView: 'ATTRIBUTE_INVALID',
      emptyMessage: null,
      unknownNamespace: 'settled',
      noNetwork: 'SWITCH_NETWORK_NOT_FOUND',
    })
  })

  test('show settles when the view is painted', async ({ page, urls, stackAttributes }) => {
    await openBare(page, urls, stackAttributes)
    for (const [view, heading] of [
      ['Connect', 'Connect to Test Bakery'],
      ['AllWallets', 'All wallets'],
      ['Networks', 'Networks'],
      // Once more, with everything loaded.
      ['Networks', 'Networks'],
    ]) {
      const seen = await page.evaluate(async (name) => {
        const modal = document.querySelector('wallet-modal')
        if (modal?.state.view === name) await modal?.close()
        await modal?.show(name ? { view: name } : {})
        const title = modal?.shadowRoot?.querySelector('h2')
        return { text: title?.textContent, high: title?.getBoundingClientRect().height ?? 0, view: modal?.state.view }
      }, view)
      expect(seen).toEqual({ text: heading, high: expect.any(Number), view })
      expect(seen.high).toBeGreaterThan(0)
    }
  })

  test('close before the modal has loaded leaves it closed', async ({ page, urls, stackAttributes }) => {
    await openBare(page, urls, stackAttributes)
    const ends = await page.evaluate(async () => {
      const modal = document.querySelector('wallet-modal')
      const shown = modal?.show().then(
        () => 'settled',
        () => 'rejected',
      )
      const closed = await modal?.close()
      return [closed, await shown, modal?.open, modal?.state.open]
    })
    expect(ends).toEqual([true, 'settled', false, false])
    await expect(page.getByRole('dialog')).toHaveCount(0)
    // The next opening works.
    await openModal(page)
  })

  test('connect asks an installed wallet at once, without a modal', async ({ page, urls, stackAttributes }) => {
    await announce(page, {}, () => window.scriptedWallet())
    await openBare(page, urls, stackAttributes)
    await page.evaluate(() => document.querySelector('wallet-modal')?.show())
    await page.evaluate(() => document.querySelector('wallet-modal')?.close())
    const account = await page.evaluate(() => document.querySelector('wallet-modal')?.connect({ wallet: 'test.odd' }))
    expect(account).toMatchObject({ namespace: 'eip155', address: first.address, wallet: { id: 'test.odd', name: 'Odd Wallet' } })
    // Only the opening above.
    expect(await told(page, 'wallet-open')).toHaveLength(1)
  })

  test('connect finds an installed wallet even if nothing was opened before', async ({ page, urls, stackAttributes }) => {
    await announce(page, {}, () => window.scriptedWallet())
    await openBare(page, urls, stackAttributes)
    const account = await page.evaluate(() => document.querySelector('wallet-modal')?.connect({ wallet: 'test.odd' }))
    expect(account).toMatchObject({ address: first.address })
    expect(await told(page, 'wallet-open')).toEqual([])
  })

  test('connect opens the modal, and rejects when it is closed', async ({ page, urls, stackAttributes }) => {
    await openBare(page, urls, stackAttributes)
    const end = page.evaluate(() =>
      document
        .querySelector('wallet-modal')
        ?.connect()
        .catch(({ code }: { code: string }) => code),
    )
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    expect(await end).toBe('ABORTED')
  })

  test('connect rejects when closed, even if another wallet is connected, and resolves if that one is chosen again', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    await announce(page, {}, () => window.scriptedWallet())
    await openBare(page, urls, stackAttributes)
    await page.evaluate(() => document.querySelector('wallet-modal')?.connect({ wallet: 'test.odd' }))
    const begin = () =>
      page.evaluate(() =>
        document
          .querySelector('wallet-modal')
          ?.connect({ wallet: 'watch' })
          .then(
            (account) => account?.wallet.id,
            ({ code }: { code: string }) => code,
          ),
      )
    const closed = begin()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Close' }).click()
    expect(await closed).toBe('ABORTED')
    await expect(dialog).toBeHidden()
    const chosen = begin()
    await expect(dialog.getByRole('textbox')).toBeVisible()
    await page.evaluate(() => document.querySelector('wallet-modal')?.show({ view: 'Connect' }))
    await dialog.getByRole('button', { name: 'Odd Wallet' }).click()
    expect(await chosen).toBe('test.odd')
  })

  test('connect ends with its AbortSignal: the request is abandoned and nothing stays open', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    await announce(page, {}, () => window.scriptedWallet({ eth_requestAccounts: () => new Promise(() => {}) }))
    await openBare(page, urls, stackAttributes)
    const code = await page.evaluate(async () => {
      const modal = document.querySelector('wallet-modal')
      const abort = new AbortController()
      const end = modal?.connect({ wallet: 'test.odd', signal: abort.signal }).catch(({ code }: { code: string }) => code)
      document.addEventListener('wallet-before-connect', () => queueMicrotask(() => abort.abort()))
      return end
    })
    expect(code).toBe('ABORTED')
    expect(await stateOf(page)).toMatchObject({ status: 'disconnected', open: false })
  })

  test('no wallet is asked if wallet-before-connect is canceled', async ({ page, urls, stackAttributes }) => {
    await announce(page, {}, () => window.scriptedWallet())
    await openBare(page, urls, stackAttributes)
    await page.evaluate(() => document.addEventListener('wallet-before-connect', (event) => event.preventDefault()))
    const dialog = await openModal(page)
    await dialog.getByRole('button', { name: 'Odd Wallet' }).click()
    await untilTold(page, 'wallet-before-connect')
    const account = await page.evaluate(() => document.querySelector('wallet-modal')?.connect({ wallet: 'test.odd' }))
    expect(account).toBeUndefined()
    await expect(page.getByRole('dialog', { name: 'Connect to Test Bakery' })).toBeVisible()
    expect(await asked(page)).toEqual([])
    expect(await told(page, 'wallet-error')).toEqual([])
  })

  test('disconnect never rejects, whatever the wallet does', async ({ page, urls, stackAttributes }) => {
    await announce(page, {}, () =>
      window.scriptedWallet({
        wallet_getPermissions: () => [{ parentCapability: 'eth_accounts' }],
        wallet_revokePermissions: () => Promise.reject(new Error('never')),
      }),
    )
    await openBare(page, urls, stackAttributes)
    const ends = await page.evaluate(async () => {
      const modal = document.querySelector('wallet-modal')
      await modal?.connect({ wallet: 'test.odd' })
      const before = modal?.state.status
      await modal?.disconnect('eip155')
      return [before, modal?.state.status]
    })
    expect(ends).toEqual(['connected', 'disconnected'])
  })

  // libraries.spec.ts uses it with viem, ethers and wagmi.
  test('getProvider returns the wallet’s provider while one is connected', async ({ page, urls, stackAttributes }) => {
    const wallet = await injectHeadless(page, urls)
    await openBare(page, urls, stackAttributes)
    expect(await page.evaluate(() => document.querySelector('wallet-modal')?.getProvider())).toBeUndefined()
    await connectHeadless(page, wallet)
    const seen = await page.evaluate((account) => {
      const provider = document.querySelector('wallet-modal')?.getProvider('eip155') as {
        request(asked: { method: string; params?: unknown[] }): Promise<unknown>
      }
      const balance = { method: 'eth_getBalance', params: [account, 'latest'] }
      return Promise.all([{ method: 'eth_chainId' }, { method: 'eth_accounts' }, balance].map((asked) => provider.request(asked)))
    }, first.address)
    expect(seen).toEqual(['0x7a69', [first.address, second.address], toHex(parseEther('10000'))])
    await page.evaluate(() => document.querySelector('wallet-modal')?.disconnect())
    expect(await page.evaluate(() => document.querySelector('wallet-modal')?.getProvider())).toBeUndefined()
  })

  test('state is a frozen snapshot, ready settles, and the version is the package’s', async ({ page, urls, stackAttributes }) => {
    await openBare(page, urls, stackAttributes)
    const seen = await page.evaluate(async () => {
      const modal = document.querySelector('wallet-modal')
      await modal?.ready
      const { version } = customElements.get('wallet-modal') as CustomElementConstructor & { version: string }
      return { state: modal?.state, frozen: Object.isFrozen(modal?.state), version }
    })
    expect(seen).toEqual({
      state: {
        ...{ status: 'disconnected', open: false, view: null, namespace: null, network: 'eip155:31337' },
        ...{ account: null, accounts: [], session: null, user: null },
      },
      frozen: true,
      version: JSON.parse(readFileSync(`${root}package.json`, 'utf8')).version,
    })
    expect(await details(page, 'wallet-ready')).toEqual([{ status: 'disconnected' }])
  })

  test('the status is a custom state too', async ({ page, urls, stackAttributes }) => {
    const wallet = await injectHeadless(page, urls)
    await openBare(page, urls, stackAttributes)
    const modal = page.locator('wallet-modal')
    const is = (status: string) => modal.evaluate((element, name) => element.matches(`:state(${name})`), status)
    await expect.poll(() => is('disconnected')).toBe(true)
    const dialog = await openModal(page)
    await dialog.getByRole('button', { name: wallet.name }).click()
    await expect.poll(() => is('connecting')).toBe(true)
    await wallet.approve(Web3RequestKind.RequestAccounts)
    await expect.poll(() => is('connected')).toBe(true)
    expect(await is('connecting')).toBe(false)
  })
})
