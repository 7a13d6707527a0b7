import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { CDPSession, Page } from '@playwright/test'
import { build } from 'vite'
import type { WalletModalElement } from '../elements/wallet-modal'
import { expectFault } from './faults/expect-fault'
import {
  accountAt,
  announce,
  asked,
  connectHeadless,
  details,
  expect,
  injectHeadless,
  openBare,
  openHtml,
  openModal,
  stateOf,
  test,
  told,
  untilTold,
  Web3RequestKind,
} from './fixtures'

const first = accountAt(0)
const root = fileURLToPath(new URL('..', import.meta.url))
const SCRIPT = '<script type="module" src="/wallet-modal.js"></script>'

test.describe('the script', () => {
  test('comes after the markup: properties set before it are kept', async ({ page, urls, stackAttributes }) => {
    await openHtml(page, urls, stackAttributes, '<wallet-modal {{attributes}}></wallet-modal><wallet-button></wallet-button>')
    await page.evaluate(() => {
      const modal = document.querySelector('wallet-modal')
      if (modal) Object.assign(modal, { appName: 'Early Bird', networks: ['eip155:56'], email: true, signInMode: 'optional' })
    })
    await page.addScriptTag({ type: 'module', url: '/wallet-modal.js' })
    await untilTold(page, 'wallet-ready')
    const kept = await page.evaluate(() => {
      const modal = document.querySelector('wallet-modal')
      return [modal?.appName, modal?.networks, modal?.email, modal?.signInMode, modal && Object.hasOwn(modal, 'appName')]
    })
    expect(kept).toEqual(['Early Bird', ['eip155:56'], true, 'optional', false])
    await openModal(page)
    await expect(page.getByRole('dialog', { name: 'Connect to Early Bird' })).toBeVisible()
  })

  test('comes after the host wanted it open: it opens', async ({ page, urls, stackAttributes }) => {
    await openHtml(page, urls, stackAttributes, '<wallet-modal {{attributes}}></wallet-modal>')
    await page.evaluate(() => Object.assign(document.querySelector('wallet-modal') ?? {}, { open: true }))
    await page.addScriptTag({ type: 'module', url: '/wallet-modal.js' })
    await expect(page.getByRole('dialog', { name: 'Connect to Test Bakery' })).toBeVisible()
    await expect(page.locator('wallet-modal')).toHaveAttribute('open')
  })

  test('comes before the markup, however that is made', async ({ page, urls, stackAttributes }) => {
    await openHtml(page, urls, stackAttributes, SCRIPT)
    await page.evaluate(async () => {
      await customElements.whenDefined('wallet-modal')
      document.body.innerHTML = '<wallet-modal app-name="Parsed"></wallet-modal>'
      const made = document.createElement('wallet-modal')
      made.appName = 'Made'
      document.body.append(made)
    })
    const names = await page.evaluate(() => [...document.querySelectorAll('wallet-modal')].map(({ appName }) => appName))
    expect(names).toEqual(['Parsed', 'Made'])
  })

  test('is a classic one', async ({ page, urls, stackAttributes }) => {
    const html =
      '<script src="/wallet-modal.classic.js"></script><wallet-modal {{attributes}}></wallet-modal><wallet-button></wallet-button>'
    await openHtml(page, urls, stackAttributes, html)
    await openModal(page)
    await expect(page.getByRole('dialog', { name: 'Connect to Test Bakery' })).toBeVisible()
  })

  test('promise 33: is there three times, once in another version: one instance, and a note (fault 5)', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    // The same release under another path has modules of its own, as another version would.
    await page.route(`${urls.demo}other/**`, async (route) => {
      const response = await route.fetch({ url: route.request().url().replace('/other/', '/') })
      await route.fulfill({ response })
    })
    const notes: string[] = []
    page.on('console', (message) => notes.push(message.text()))
    const scripts = ['/wallet-modal.js', '/wallet-modal.js?v=2', '/other/wallet-modal.js']
    const html = scripts.map((src) => `<script type="module" src="${src}"></script>`).join('')
    await openHtml(
      page,
      urls,
      stackAttributes,
      `${html}<wallet-modal {{attributes}}></wallet-modal><wallet-button></wallet-button>`,
    )
    await openModal(page)
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await expect.poll(() => notes.filter((note) => note.includes('already defined'))).toHaveLength(1)
    await expectFault(page, '5')
    expect(await told(page, 'wallet-ready')).toHaveLength(1)
  })

  test('leaves no name on the page, also when a wallet is connected', async ({ page, urls, stackAttributes }) => {
    await announce(page, {}, () => window.scriptedWallet())
    const names = () => page.evaluate(() => Object.getOwnPropertyNames(window).filter((name) => !/^\d+$/.test(name)))
    await openHtml(page, urls, stackAttributes, '<wallet-modal {{attributes}}></wallet-modal><wallet-button></wallet-button>')
    const before = await names()
    await page.addScriptTag({ type: 'module', url: '/wallet-modal.js' })
    const dialog = await openModal(page)
    await dialog.getByRole('button', { name: 'Odd Wallet' }).click()
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: `Account ${first.short}` }).click()
    await expect(page.getByRole('dialog', { name: first.short })).toBeVisible()
    expect((await names()).filter((name) => !before.includes(name))).toEqual([])
  })

  test('does nothing when a server imports it', () => {
    const entry = JSON.stringify(new URL('../dist/wallet-modal.js', import.meta.url).href)
    const code = `const before = Object.keys(globalThis); const module = await import(${entry})
      console.log(JSON.stringify([Object.keys(module), Object.keys(globalThis).filter((name) => !before.includes(name))]))`
    const output = execFileSync(process.execPath, ['--input-type=module', '--eval', code], { encoding: 'utf8', timeout: 30_000 })
    const [exported, globals] = JSON.parse(output)
    expect(exported).toContain('WalletModalElement')
    expect(globals).toEqual([])
  })
})

test.describe('attributes', () => {
  test('without a value are true, with "false" and without the attribute false', async ({ page, urls, stackAttributes }) => {
    await openBare(page, urls, { ...stackAttributes, email: true, debug: 'false' })
    const read = () =>
      page.evaluate(() => {
        const modal = document.querySelector('wallet-modal')
        return [modal?.email, modal?.debug, modal?.legalCheckbox, modal?.embedded, modal?.open]
      })
    expect(await read()).toEqual([true, false, false, false, false])
    await page.evaluate(() => {
      const modal = document.querySelector('wallet-modal')
      modal?.removeAttribute('email')
      modal?.setAttribute('legal-checkbox', 'anything')
    })
    expect(await read()).toEqual([false, false, true, false, false])
  })

  test('that are removed have their default again', async ({ page, urls, stackAttributes }) => {
    const given = {
      ...{ mode: 'testnet', networks: 'eip155:56', reconnect: 'off', 'all-wallets': 'hide', 'storage-prefix': 'mine' },
      ...{ theme: 'dark', 'app-name': 'Bakery', 'wrong-network': 'badge', 'sign-in': 'optional', features: 'send' },
    }
    await openBare(page, urls, { ...stackAttributes, mode: 'production' })
    const values = await page.evaluate((wanted) => {
      const modal = document.querySelector('wallet-modal')
      if (!modal) return {}
      const property = (name: string) =>
        name === 'sign-in' ? 'signInMode' : name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
      const read = () => Object.keys(wanted).map((name) => String(Reflect.get(modal, property(name))))
      for (const name of Object.keys(wanted)) modal.removeAttribute(name)
      const defaults = read()
      for (const [name, value] of Object.entries(wanted)) modal.setAttribute(name, value)
      const changed = read()
      for (const name of Object.keys(wanted)) modal.removeAttribute(name)
      return { defaults, changed, after: read() }
    }, given)
    expect(values.changed).toEqual(Object.values(given))
    expect(values.after).toEqual(values.defaults)
    expect(values.after).not.toEqual(values.changed)
  })

  const bad: readonly (readonly [name: string, good: string, bad: string])[] = [
    ['mode', 'testnet', 'tesnet'],
    ['networks', 'eip155:56', 'eip155:56 nonsense'],
    ['default-network', 'eip155:56', '56'],
    ['rpc-url', 'eip155:56=https://rpc.example/', 'https://rpc.example/'],
    ['provider-url', 'https://provider.example/', 'javascript:alert(1)'],
    ['relay-url', 'wss://relay.example/', 'https://relay.example/'],
    ['app-icon', 'https://icon.example/a.png', 'javascript:alert(1)'],
    ['theme', 'dark', 'darkish'],
    ['locale', 'de', 'not a locale'],
    ['storage-prefix', 'mine', '../theirs'],
    ['referral', '0x000000000000000000000000000000000000dEaD', '0xdead'],
    ['sign-in', 'optional', 'perhaps'],
    ['features', 'send swap', 'send teleport'],
    ['terms-url', 'https://example.com/terms', 'javascript:alert(1)'],
  ]
  test('that cannot be read keep the last good value, and say so', async ({ page, urls, stackAttributes, witness }) => {
    await openBare(page, urls, stackAttributes)
    await untilTold(page, 'wallet-ready')
    for (const [name, good, wrong] of bad) {
      const [before, after] = await page.evaluate(
        ([attribute, right, bogus]) => {
          const modal = document.querySelector('wallet-modal')
          if (!modal) return []
          const property =
            attribute === 'sign-in' ? 'signInMode' : attribute.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
          const read = () => JSON.stringify(Reflect.get(modal, property))
          modal.setAttribute(attribute, right)
          const had = read()
          modal.setAttribute(attribute, bogus)
          return [had, read()]
        },
        [name, good, wrong] as const,
      )
      expect(after, name).toBe(before)
      const error = (await details(page, 'wallet-error')).at(-1)
      expect(error?.code, name).toBe('ATTRIBUTE_INVALID')
      expect(`${error?.message} ${error?.help}`, name).toContain(name)
      expect(error?.message, name).toContain(wrong)
      expect(error?.help, name).toContain('expects')
    }
    expect(await told(page, 'wallet-error')).toHaveLength(bad.length)
    expect(witness.consoleErrors.every((text) => text.includes('Invalid attribute'))).toBe(true)
  })

  test('error: a property that cannot be read is refused as its attribute is', async ({ page, urls, stackAttributes }) => {
    await openBare(page, urls, stackAttributes)
    const values = await page.evaluate(() => {
      const modal = document.querySelector('wallet-modal')
      if (!modal) return []
      Object.assign(modal, { mode: 'mars', customNetworks: [{ id: 'x' }], networks: [Symbol.iterator.toString()] })
      return [modal.mode, modal.customNetworks]
    })
    expect(values).toEqual(['localhost', []])
    await untilTold(page, 'wallet-error', 3)
    expect((await details(page, 'wallet-error')).map(({ code }) => code)).toEqual(Array(3).fill('ATTRIBUTE_INVALID'))
  })

  test('that cannot be read in the markup are told as soon as somebody can hear it', async ({ page, urls, stackAttributes }) => {
    await openHtml(page, urls, stackAttributes, `${SCRIPT}<wallet-modal {{attributes}} theme="mauve"></wallet-modal>`)
    await untilTold(page, 'wallet-error')
    expect(await details(page, 'wallet-error')).toMatchObject([
      { code: 'ATTRIBUTE_INVALID', message: 'Invalid attribute theme="mauve"' },
    ])
  })

  test('with debug, a developer sees in the page what is wrong', async ({ page, urls, stackAttributes }) => {
    await openBare(page, urls, { ...stackAttributes, debug: true, mode: 'mars' })
    const dialog = await openModal(page)
    const alert = dialog.getByRole('alert').filter({ hasText: 'Invalid attribute mode="mars"' })
    await expect(alert).toContainText('localhost, testnet, production')
    await dialog.getByRole('button', { name: 'Dismiss' }).click()
    await expect(alert).toHaveCount(0)
  })

  test('open shows, hides and follows', async ({ page, urls, stackAttributes }) => {
    await openBare(page, urls, { ...stackAttributes, open: true })
    const modal = page.locator('wallet-modal')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
    await expect(modal).not.toHaveAttribute('open')
    await modal.evaluate((element: WalletModalElement) => element.show())
    await expect(modal).toHaveAttribute('open')
    await modal.evaluate((element) => element.setAttribute('open', 'false'))
    await expect(dialog).toBeHidden()
    await expect(modal).not.toHaveAttribute('open')
    await modal.evaluate((element: WalletModalElement) => {
      element.open = true
    })
    await expect(dialog).toBeVisible()
    expect(await modal.evaluate((element: WalletModalElement) => element.open)).toBe(true)
    await modal.evaluate((element) => element.removeAttribute('open'))
    await expect(dialog).toBeHidden()
  })
})

test.describe('methods', () => {
  test('return promises, and those that come later say so', async ({ page, urls, stackAttributes }) => {
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
    ]) {
      const seen = await page.evaluate(async (name) => {
        const modal = document.querySelector('wallet-modal')
        await modal?.show(name ? { view: name } : {})
        const title = modal?.shadowRoot?.querySelector('h2')
        return { text: title?.textContent, high: title?.getBoundingClientRect().height ?? 0, view: modal?.state.view }
      }, view)
      expect(seen).toEqual({ text: heading, high: expect.any(Number), view })
      expect(seen.high).toBeGreaterThan(0)
    }
    const again = await page.evaluate(async () => {
      const modal = document.querySelector('wallet-modal')
      await modal?.close()
      const since = performance.now()
      await modal?.show({ view: 'Networks' })
      return performance.now() - since
    })
    expect(again).toBeLessThan(5_000)
  })

  test('close before the modal has come leaves it closed', async ({ page, urls, stackAttributes }) => {
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
    // The next opening is not spoiled by it.
    await openModal(page)
  })

  test('connect asks an installed wallet at once, without a modal', async ({ page, urls, stackAttributes }) => {
    await announce(page, {}, () => window.scriptedWallet())
    await openBare(page, urls, stackAttributes)
    await page.evaluate(() => document.querySelector('wallet-modal')?.show())
    await page.evaluate(() => document.querySelector('wallet-modal')?.close())
    const account = await page.evaluate(() => document.querySelector('wallet-modal')?.connect({ wallet: 'test.odd' }))
    expect(account).toMatchObject({ namespace: 'eip155', address: first.address, wallet: { id: 'test.odd', name: 'Odd Wallet' } })
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  test('connect finds an installed wallet although nothing was opened before', async ({ page, urls, stackAttributes }) => {
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

  test('connect ends with its signal: the request is abandoned and nothing stays open', async ({
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

  test('a canceled wallet-before-connect asks nobody', async ({ page, urls, stackAttributes }) => {
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

  test('getProvider gives what viem takes', async ({ page, urls, stackAttributes }) => {
    const wallet = await injectHeadless(page, urls)
    await openBare(page, urls, stackAttributes)
    expect(await page.evaluate(() => document.querySelector('wallet-modal')?.getProvider())).toBeUndefined()
    await connectHeadless(page, wallet)
    await page.addScriptTag({ content: await viemScript() })
    const seen = await page.evaluate(() => {
      const provider = document.querySelector('wallet-modal')?.getProvider('eip155')
      return (window as typeof window & { readWithViem(provider: unknown): Promise<unknown> }).readWithViem(provider)
    })
    expect(seen).toEqual({ chainId: 31337, addresses: [first.address, accountAt(1).address], balance: '10000' })
    await page.evaluate(() => document.querySelector('wallet-modal')?.disconnect())
    expect(await page.evaluate(() => document.querySelector('wallet-modal')?.getProvider())).toBeUndefined()
  })

  test('state is a frozen picture, ready settles, and the version is the package’s', async ({ page, urls, stackAttributes }) => {
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

test.describe('an element', () => {
  test('that is moved while it is open stays open, and in front of all', async ({ page, urls, stackAttributes }) => {
    await openBare(page, urls, stackAttributes)
    const dialog = await openModal(page)
    await page.evaluate(() => {
      const place = document.body.appendChild(document.createElement('section'))
      place.append(...document.querySelectorAll('wallet-modal'))
    })
    await expect(dialog).toBeVisible()
    expect(await dialog.evaluate((node) => node.matches(':modal'))).toBe(true)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
    expect(await told(page, 'wallet-close')).toHaveLength(1)
  })

  test('that is moved keeps its connection', async ({ page, urls, stackAttributes }) => {
    const wallet = await injectHeadless(page, urls)
    await openBare(page, urls, stackAttributes)
    await connectHeadless(page, wallet)
    await page.evaluate(() => document.body.prepend(...document.querySelectorAll('wallet-modal')))
    expect(await stateOf(page)).toMatchObject({ status: 'connected', account: { address: first.address } })
    expect(await told(page, 'wallet-disconnected')).toEqual([])
  })

  test('that is removed while open takes the modal along and gives the page back', async ({ page, urls, stackAttributes }) => {
    await openBare(page, urls, stackAttributes)
    const before = await page.evaluate(() => document.documentElement.outerHTML.match(/<html[^>]*>/)?.[0])
    const dialog = await openModal(page)
    await page.evaluate(() => {
      const modal = document.querySelector('wallet-modal')
      Object.assign(window, { gone: modal })
      modal?.remove()
    })
    await expect(dialog).toHaveCount(0)
    expect(await page.evaluate(() => (window as typeof window & { gone: WalletModalElement }).gone.hasAttribute('open'))).toBe(
      false,
    )
    await expect.poll(() => page.evaluate(() => document.documentElement.outerHTML.match(/<html[^>]*>/)?.[0])).toBe(before)
  })

  test('that is removed while connecting abandons the request; the late answer counts for nothing (fault 8)', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    const wallet = await injectHeadless(page, urls)
    await openBare(page, urls, stackAttributes)
    const dialog = await openModal(page)
    await dialog.getByRole('button', { name: wallet.name }).click()
    await wallet.untilAsked(Web3RequestKind.RequestAccounts)
    await page.evaluate(() => {
      const modal = document.querySelector('wallet-modal')
      Object.assign(window, { gone: modal })
      modal?.remove()
    })
    await wallet.backend.authorize(Web3RequestKind.RequestAccounts)
    await page.evaluate(() => document.body.append((window as typeof window & { gone: Element }).gone))
    await untilTold(page, 'wallet-ready', 2)
    expect(await stateOf(page)).toMatchObject({ status: 'disconnected', open: false })
    expect(await told(page, 'wallet-connected')).toEqual([])
    await expectFault(page, '8')
    await connectHeadless(page, wallet)
  })

  test('that is cloned is another door to the same room', async ({ page, urls, stackAttributes }) => {
    const wallet = await injectHeadless(page, urls)
    await openBare(page, urls, stackAttributes)
    await connectHeadless(page, wallet)
    await page.evaluate(() => document.body.append(document.querySelector('wallet-modal')?.cloneNode(true) ?? ''))
    const states = await page.evaluate(() =>
      [...document.querySelectorAll('wallet-modal')].map(({ state }) => state.account?.address),
    )
    expect(states).toEqual([first.address, first.address])
    await page.evaluate(() => [...document.querySelectorAll('wallet-modal')].at(-1)?.show())
    await expect(page.getByRole('dialog', { name: first.short })).toHaveCount(1)
    expect(await told(page, 'wallet-error')).toEqual([])
  })

  test('promise 33: has one open shadow root, and nothing of it outside', async ({ page, urls, stackAttributes }) => {
    await openBare(page, urls, stackAttributes)
    await openModal(page)
    const seen = await page.evaluate(() => {
      const modal = document.querySelector('wallet-modal')
      const inner = [...(modal?.shadowRoot?.querySelectorAll('*') ?? [])]
      return {
        mode: modal?.shadowRoot?.mode,
        nested: inner.filter((node) => node.shadowRoot).length,
        light: modal?.childNodes.length,
        body: [...document.body.children].map(({ localName }) => localName),
        head: document.head.querySelectorAll('style, link').length,
      }
    })
    expect(seen).toEqual({ mode: 'open', nested: 0, light: 0, body: ['wallet-modal', 'wallet-button'], head: 0 })
  })

  test('a page that has changed its title is called by the new one at the next opening', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    const { 'app-name': _, ...unnamed } = stackAttributes
    await openBare(page, urls, unnamed)
    const heading = (await openModal(page)).getByRole('heading', { level: 2 })
    await page.keyboard.press('Escape')
    await expect(heading).toBeHidden()
    await page.evaluate(() => {
      document.title = 'Second Bakery'
    })
    await openModal(page)
    await expect(heading).toContainText('Second Bakery')
    await expect(heading).toBeFocused()
  })

  test('promise 33: removed and put back 200 times leaks nothing', async ({ page, urls, stackAttributes }) => {
    await openBare(page, urls, stackAttributes)
    const session = await page.context().newCDPSession(page)
    await cycle(page, 10, { open: false })
    const before = await measure(session)
    await cycle(page, 200, { open: false })
    const after = await measure(session)
    expect(after.JSEventListeners).toBeLessThanOrEqual(before.JSEventListeners)
    expect(after.Nodes).toBeLessThanOrEqual(before.Nodes + 10)
    expect(after.JSHeapUsedSize - before.JSHeapUsedSize).toBeLessThan(1_000_000)
    await openModal(page)
  })

  test('promise 33: opened, removed and put back leaks nothing either', async ({ page, urls, stackAttributes }) => {
    await announce(page, {}, () => window.scriptedWallet())
    await openBare(page, urls, stackAttributes)
    const session = await page.context().newCDPSession(page)
    // The next opening is drawn beforehand, when there is time; what that takes is no leak.
    const settled = async () => {
      await expect(page.locator('.list-row').first()).toBeAttached()
      await page.waitForLoadState('networkidle')
      let last = await measure(session)
      const isStill = async () => {
        const now = await measure(session)
        const { JSEventListeners: before } = last
        last = now
        return now.JSEventListeners === before
      }
      await expect.poll(isStill, { intervals: [500] }).toBe(true)
      return last
    }
    await cycle(page, 10, { open: true })
    const before = await settled()
    const cycles = 30
    await cycle(page, cycles, { open: true })
    const after = await settled()
    // What a cycle leaves behind would be there as often as there were cycles; what else is drawn meanwhile is there once.
    expect(after.JSEventListeners).toBeLessThan(before.JSEventListeners + cycles)
    expect(after.Nodes).toBeLessThanOrEqual(before.Nodes + 100)
    expect(after.JSHeapUsedSize - before.JSHeapUsedSize).toBeLessThan(1_000_000)
  })
})

test.describe('two elements', () => {
  const two = `${SCRIPT}<wallet-modal id="a" {{attributes}}></wallet-modal><wallet-modal id="b" {{attributes}}></wallet-modal>
    <wallet-button id="for-a" for="a"></wallet-button><wallet-button id="for-b" for="b"></wallet-button>`

  test('share the account, and both tell what happens to it', async ({ page, urls, stackAttributes }) => {
    const wallet = await injectHeadless(page, urls)
    await openHtml(page, urls, stackAttributes, two)
    await page.locator('#for-b').getByRole('button').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: wallet.name }).click()
    await wallet.approve(Web3RequestKind.RequestAccounts)
    await untilTold(page, 'wallet-connected', 2)
    expect((await told(page, 'wallet-connected')).map(({ target }) => target)).toEqual(['a', 'b'])
    expect((await told(page, 'wallet-open')).map(({ target }) => target)).toEqual(['b'])
    await expect(page.getByRole('button', { name: `Account ${first.short}` })).toHaveCount(2)
    const states = await page.evaluate(() => [...document.querySelectorAll('wallet-modal')].map(({ state }) => state.status))
    expect(states).toEqual(['connected', 'connected'])
  })

  test('show one modal: opening the second moves it from the first', async ({ page, urls, stackAttributes }) => {
    await openHtml(page, urls, stackAttributes, two)
    await page.locator('#for-a').getByRole('button').click()
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await page.evaluate(() => document.querySelector<WalletModalElement>('#b')?.show())
    await expect(page.getByRole('dialog')).toHaveCount(1)
    const open = await page.evaluate(() =>
      [...document.querySelectorAll('wallet-modal')].map((each) => each.hasAttribute('open')),
    )
    expect(open).toEqual([false, true])
    const seen = (await told(page))
      .filter(({ type }) => /-(open|close)$/.test(type))
      .map(({ type, target }) => `${type} ${target}`)
    expect(seen).toEqual(['wallet-open a', 'wallet-close a', 'wallet-open b'])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('that disagree say so, and the first one counts', async ({ page, urls, stackAttributes }) => {
    const html = `${SCRIPT}<wallet-modal id="a" {{attributes}}></wallet-modal><wallet-modal id="b" app-name="Other"></wallet-modal>`
    await openHtml(page, urls, stackAttributes, html)
    await untilTold(page, 'wallet-ready', 2)
    const errors = await details(page, 'wallet-error')
    expect(errors[0]).toMatchObject({ code: 'CONFIG_CONFLICT', message: 'Two elements disagree about appName' })
    await page.evaluate(() => document.querySelector<WalletModalElement>('#b')?.show())
    await expect(page.getByRole('dialog', { name: 'Connect to Test Bakery' })).toBeVisible()
  })

  test('the second leads when the first has left', async ({ page, urls, stackAttributes }) => {
    const html = `${SCRIPT}<wallet-modal id="a" app-name="First"></wallet-modal><wallet-modal id="b" {{attributes}}></wallet-modal>`
    await openHtml(page, urls, stackAttributes, html)
    await untilTold(page, 'wallet-ready', 2)
    await page.evaluate(() => document.querySelector('#a')?.remove())
    await page.evaluate(() => document.querySelector('wallet-modal')?.show())
    await expect(page.getByRole('dialog', { name: 'Connect to Test Bakery' })).toBeVisible()
  })
})

test.describe('the dialog', () => {
  test('is in the top layer, over whatever the page puts there', async ({ page, urls, stackAttributes }) => {
    await openBare(page, urls, stackAttributes)
    await page.addStyleTag({
      content:
        'body::after { content: ""; position: fixed; inset: 0; z-index: 2147483647; background: red; } wallet-modal { transform: scale(0.1); overflow: hidden }',
    })
    await page.evaluate(() => document.querySelector('wallet-modal')?.show())
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    expect(await dialog.evaluate((node) => node.matches(':modal'))).toBe(true)
    expect(await page.evaluate(() => document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.localName)).toBe('wallet-modal')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
  })

  test('leaves the page where it is: nothing scrolls or shifts', async ({ playwright, launchOptions, urls, stackAttributes }) => {
    // A browser of its own, with classic scrollbars, which take room.
    const browser = await playwright.chromium.launch({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] })
    const page = await browser.newPage()
    const html = `${SCRIPT}<style>body { margin: 0; height: 5000px } #bar { position: fixed; inset-inline: 0; top: 0 }</style>
      <div id="bar">bar</div><p id="text">text</p><wallet-modal {{attributes}}></wallet-modal>`
    await openHtml(page, urls, stackAttributes, html)
    await page.mouse.move(600, 300)
    await page.mouse.wheel(0, 700)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(700)
    const places = () =>
      page.evaluate(() => [
        ...['#bar', '#text'].map((id) => JSON.stringify(document.querySelector(id)?.getBoundingClientRect())),
        String(scrollY),
      ])
    const before = await places()
    expect(await page.evaluate(() => innerWidth - document.documentElement.clientWidth)).toBeGreaterThan(0)
    await page.evaluate(() => document.querySelector('wallet-modal')?.show())
    expect(await places()).toEqual(before)
    await page.mouse.move(20, 300)
    await page.mouse.wheel(0, 400)
    await page.keyboard.press('End')
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    expect(await places()).toEqual(before)
    await page.evaluate(() => document.querySelector('wallet-modal')?.close())
    await expect(page.getByRole('dialog')).toBeHidden()
    expect(await places()).toEqual(before)
    expect(await page.evaluate(() => document.documentElement.getAttribute('style'))).toBeNull()
    await browser.close()
  })

  test('takes the focus, holds it, and gives it back to the opener', async ({ page, urls, stackAttributes }) => {
    await openBare(page, urls, stackAttributes)
    await page.evaluate(() => document.body.append(document.createElement('input')))
    const opener = page.getByRole('button', { name: 'Connect wallet' })
    await opener.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Connect to Test Bakery' })
    await expect(dialog).toBeVisible()
    const inside = () => page.evaluate(() => document.activeElement?.localName === 'wallet-modal')
    await expect.poll(inside).toBe(true)
    await expect(dialog.getByRole('button', { name: /WalletConnect/ })).toBeVisible()
    const controls = await dialog.getByRole('button').count()
    for (let press = 0; press < controls + 3; press += 1) {
      await page.keyboard.press('Tab')
      expect(await inside(), `after ${press + 1} tabs`).toBe(true)
    }
    for (let press = 0; press < controls + 3; press += 1) {
      await page.keyboard.press('Shift+Tab')
      expect(await inside(), `after ${press + 1} tabs back`).toBe(true)
    }
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()
  })

  const ways: readonly (readonly [source: string, close: (page: Page) => Promise<unknown>])[] = [
    ['button', (page) => page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()],
    ['escape', (page) => page.keyboard.press('Escape')],
    ['backdrop', (page) => page.mouse.click(5, 5)],
    ['api', (page) => page.evaluate(() => document.querySelector('wallet-modal')?.close())],
  ]
  for (const [source, close] of ways)
    test(`closes by ${source}, unless the host refuses`, async ({ page, urls, stackAttributes }) => {
      await openBare(page, urls, stackAttributes)
      const dialog = await openModal(page)
      await page.evaluate(() =>
        document.addEventListener('wallet-close-request', (event) => event.preventDefault(), { once: true }),
      )
      await close(page)
      await untilTold(page, 'wallet-close-request')
      await expect(dialog).toBeVisible()
      await expect(page.locator('wallet-modal')).toHaveAttribute('open')
      await close(page)
      await expect(dialog).toBeHidden()
      expect(await details(page, 'wallet-close-request')).toEqual([{ source }, { source }])
      expect(await told(page, 'wallet-close')).toHaveLength(1)
    })

  test('opened again shows what it drew before, and gives no style anew', async ({ page, urls, stackAttributes }) => {
    await openBare(page, urls, stackAttributes)
    const dialog = await openModal(page)
    const row = await dialog.getByRole('button', { name: /^Scan with your phone/ }).elementHandle()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    // Whoever takes the sheets away and gives them back has every style of the modal worked out once more; a part that
    // comes late brings its own.
    await page.evaluate(() => {
      const root = document.querySelector('wallet-modal')?.shadowRoot
      const set = Object.getOwnPropertyDescriptor(ShadowRoot.prototype, 'adoptedStyleSheets')
      if (!root || !set) throw new Error('no shadow root')
      const taken: CSSStyleSheet[] = []
      Object.assign(globalThis, { taken })
      Object.defineProperty(root, 'adoptedStyleSheets', {
        get: () => set.get?.call(root),
        set: (sheets) => {
          const before: CSSStyleSheet[] = set.get?.call(root) ?? []
          taken.push(...before.filter((sheet) => !sheets.includes(sheet)))
          set.set?.call(root, sheets)
        },
      })
    })
    await page.evaluate(() => {
      const moved: string[] = []
      Object.assign(globalThis, { moved })
      document.querySelector('wallet-modal')?.shadowRoot?.addEventListener('animationstart', (event) => {
        if (event instanceof AnimationEvent) moved.push(event.animationName)
      })
    })
    // In the very task of the click: a task that was waiting then already finds it open.
    const rows = await page.evaluate(
      () =>
        new Promise((resolve) => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => {
            const shown = document.querySelector('wallet-modal')?.shadowRoot?.querySelector('dialog[open]')
            resolve([...(shown?.querySelectorAll('.list-row') ?? [])].filter((each) => each.checkVisibility()).length)
          }
          port2.postMessage(0)
          void document.querySelector('wallet-modal')?.show()
        }),
    )
    expect(rows).toBeGreaterThan(1)
    await expect(dialog).toBeVisible()
    const moved = () => page.evaluate(() => Reflect.get(globalThis, 'moved'))
    await expect.poll(moved).toContain('dialog-in')
    // What is in it stands in the first frame already.
    expect(await moved()).not.toContain('view-in')
    expect(await row?.evaluate((node) => node.isConnected && node.checkVisibility())).toBe(true)
    expect(await page.evaluate(() => Reflect.get(globalThis, 'taken').length)).toBe(0)
  })

  test('that the host keeps open stays through Escape pressed again and again', async ({ page, urls, stackAttributes }) => {
    await openBare(page, urls, stackAttributes)
    const dialog = await openModal(page)
    await page.evaluate(() => document.addEventListener('wallet-close-request', (event) => event.preventDefault()))
    for (let press = 0; press < 4; press += 1) await page.keyboard.press('Escape')
    await expect(dialog).toBeVisible()
    expect(await dialog.evaluate((node) => node.matches(':modal'))).toBe(true)
    expect(await page.evaluate(() => document.querySelector('wallet-modal')?.close())).toBe(false)
    await expect(page.locator('wallet-modal')).toHaveAttribute('open')
  })

  test('is part of the page when it is embedded (fault 78)', async ({ page, urls, stackAttributes }) => {
    const wallet = await injectHeadless(page, urls)
    await openBare(page, urls, { ...stackAttributes, embedded: true })
    const dialog = page.getByRole('dialog', { name: 'Connect to Test Bakery' })
    await expect(dialog).toBeVisible()
    expect(await dialog.evaluate((node) => node.matches(':modal'))).toBe(false)
    await expect(dialog.getByRole('button', { name: 'Close' })).toHaveCount(0)
    await dialog.getByRole('button', { name: wallet.name }).click()
    await wallet.approve(Web3RequestKind.RequestAccounts)
    const account = page.getByRole('dialog', { name: first.short })
    await expect(account).toContainText('10,000 ETH')
    await account.getByRole('button', { name: 'Disconnect' }).click()
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeVisible()
    await expectFault(page, '78')
  })

  test('error: a view that falls is told, with a way back and one more try', async ({ page, urls, stackAttributes }) => {
    await openBare(page, urls, stackAttributes)
    const dialog = await openModal(page)
    // A page may bend what every script stands on.
    await page.evaluate(() => {
      const { ResizeObserver } = globalThis
      const bent = class {
        constructor() {
          throw new Error('bent')
        }
      }
      Object.assign(globalThis, { ResizeObserver: bent, mend: () => Object.assign(globalThis, { ResizeObserver }) })
    })
    await dialog.getByRole('button', { name: /^All wallets/ }).click()
    await expect(dialog.getByRole('alert').filter({ hasText: 'Something went wrong' })).toBeVisible()
    await page.evaluate(() => Reflect.get(globalThis, 'mend')())
    expect(await details(page, 'wallet-error')).toMatchObject([{ code: 'VIEW_CRASHED' }])
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(dialog.getByRole('searchbox')).toBeVisible()
  })

  test('error: a chunk that does not load is told, and the next try works', async ({ page, urls, stackAttributes, witness }) => {
    await openBare(page, urls, stackAttributes)
    await untilTold(page, 'wallet-ready')
    await page.route(/\/chunks\/(modal|live)-/, (route) => route.abort())
    const code = await page.evaluate(() =>
      document
        .querySelector('wallet-modal')
        ?.show()
        .catch(({ code }: { code: string }) => code),
    )
    expect(code).toBe('VIEW_UNAVAILABLE')
    expect(await stateOf(page)).toMatchObject({ open: false })
    expect(witness.consoleErrors.length).toBeGreaterThan(0)
    await page.unroute(/\/chunks\/(modal|live)-/)
    await expect(await openModal(page)).toBeVisible()
  })
})

/** Removes and re-adds the element so often; each time it has been at work before it goes. */
async function cycle(page: Page, times: number, { open }: { open: boolean }): Promise<void> {
  await page.evaluate(
    async ([count, opened]) => {
      const modal = document.querySelector('wallet-modal')
      for (let at = 0; modal && at < count; at += 1) {
        await modal.ready
        if (opened) await modal.show()
        modal.remove()
        await new Promise((done) => setTimeout(done))
        document.body.prepend(modal)
        await new Promise((done) => setTimeout(done))
      }
    },
    [times, open] as const,
  )
}

async function measure(session: CDPSession): Promise<Record<'JSEventListeners' | 'Nodes' | 'JSHeapUsedSize', number>> {
  await session.send('Performance.enable')
  for (let round = 0; round < 3; round += 1) await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  const value = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN
  return { JSEventListeners: value('JSEventListeners'), Nodes: value('Nodes'), JSHeapUsedSize: value('JSHeapUsedSize') }
}

/** A script that reads a chain and its accounts with viem through a provider. */
async function viemScript(): Promise<string> {
  const code = `import { createPublicClient, createWalletClient, custom, formatEther } from 'viem'
    window.readWithViem = async (provider) => {
      const wallet = createWalletClient({ transport: custom(provider) })
      const chain = createPublicClient({ transport: custom(provider) })
      const addresses = await wallet.getAddresses()
      return { chainId: await wallet.getChainId(), addresses, balance: formatEther(await chain.getBalance({ address: addresses[0] })) }
    }`
  const entry = 'virtual:read-with-viem'
  const built = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: entry,
        resolveId: (id) => (id === entry ? `${root}${entry}.js` : null),
        load: (id) => (id.endsWith(`${entry}.js`) ? code : null),
      },
    ],
    build: { write: false, minify: false, rollupOptions: { input: entry, output: { format: 'iife' } } },
  })
  const [output] = [built].flat()
  if (!output || !('output' in output)) throw new Error('Nothing was built')
  return output.output[0].code
}
