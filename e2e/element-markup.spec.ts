import { execFileSync } from 'node:child_process'
import { expectFault, followWayOut } from './faults/expect-fault'
import { announce, details, expect, first, openBare, openHtml, openModal, SCRIPT, test, told, untilTold } from './fixtures'
import { addScript, setMarkup } from './strict-policy'

test.describe('the script', () => {
  test('comes after the markup: properties set before it are kept', async ({ page, urls, stackAttributes }) => {
    await openHtml(page, urls, stackAttributes, '<wallet-modal {{attributes}}></wallet-modal><wallet-button></wallet-button>')
    await page.evaluate(() => {
      const modal = document.querySelector('wallet-modal')
      if (modal) Object.assign(modal, { appName: 'Early Bird', networks: ['eip155:56'], email: true, signInMode: 'optional' })
    })
    await addScript(page, { url: '/wallet-modal.js' }, 'module')
    await untilTold(page, 'wallet-ready')
    const kept = await page.evaluate(() => {
      const modal = document.querySelector('wallet-modal')
      return [modal?.appName, modal?.networks, modal?.email, modal?.signInMode, modal && Object.hasOwn(modal, 'appName')]
    })
    expect(kept).toEqual(['Early Bird', ['eip155:56'], true, 'optional', false])
    await openModal(page)
    await expect(page.getByRole('dialog', { name: 'Connect to Early Bird' })).toBeVisible()
  })

  test('error: comes after siwx and siweConfig were both set: the host gets an error, and the element works', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    await openHtml(page, urls, stackAttributes, '<wallet-modal {{attributes}}></wallet-modal><wallet-button></wallet-button>')
    await page.evaluate(() =>
      Object.assign(document.querySelector('wallet-modal') ?? {}, { siwx: { getSessions: async () => [] }, siweConfig: {} }),
    )
    await addScript(page, { url: '/wallet-modal.js' }, 'module')
    await untilTold(page, 'wallet-ready')
    expect(await details(page, 'wallet-error')).toMatchObject([{ code: 'SIWX_CONFLICT' }])
    await openModal(page)
    await expect(page.getByRole('dialog', { name: 'Connect to Test Bakery' })).toBeVisible()
  })

  test('comes after the host set open = true: the modal opens', async ({ page, urls, stackAttributes }) => {
    await openHtml(page, urls, stackAttributes, '<wallet-modal {{attributes}}></wallet-modal>')
    await page.evaluate(() => Object.assign(document.querySelector('wallet-modal') ?? {}, { open: true }))
    await addScript(page, { url: '/wallet-modal.js' }, 'module')
    await expect(page.getByRole('dialog', { name: 'Connect to Test Bakery' })).toBeVisible()
    await expect(page.locator('wallet-modal')).toHaveAttribute('open')
  })

  test('comes after the host set open = false on markup with open: the modal stays closed', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    await openHtml(page, urls, stackAttributes, '<wallet-modal {{attributes}} open></wallet-modal>')
    await page.evaluate(() => Object.assign(document.querySelector('wallet-modal') ?? {}, { open: false }))
    await addScript(page, { url: '/wallet-modal.js' }, 'module')
    await untilTold(page, 'wallet-ready')
    await expect(page.locator('wallet-modal')).not.toHaveAttribute('open')
    expect(await told(page, 'wallet-open')).toEqual([])
  })

  test('comes before the elements, parsed or created', async ({ page, urls, stackAttributes }) => {
    await openHtml(page, urls, stackAttributes, SCRIPT)
    await page.evaluate(() => customElements.whenDefined('wallet-modal').then(() => {}))
    await setMarkup(page, 'body', '<wallet-modal app-name="Parsed"></wallet-modal>')
    await page.evaluate(() => {
      const made = document.createElement('wallet-modal')
      made.appName = 'Made'
      document.body.append(made)
    })
    const names = await page.evaluate(() => [...document.querySelectorAll('wallet-modal')].map(({ appName }) => appName))
    expect(names).toEqual(['Parsed', 'Made'])
  })

  test('is the classic one', async ({ page, urls, stackAttributes }) => {
    const html =
      '<script src="/wallet-modal.classic.js"></script><wallet-modal {{attributes}}></wallet-modal><wallet-button></wallet-button>'
    await openHtml(page, urls, stackAttributes, html)
    await openModal(page)
    await expect(page.getByRole('dialog', { name: 'Connect to Test Bakery' })).toBeVisible()
  })

  test('promise 33: is loaded three times, once in another version: one instance, and a console note (fault 5)', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    // The name of the core chunk tells versions apart.
    await page.route(`${urls.demo}other/**`, async (route) => {
      const response = await route.fetch({ url: route.request().url().replace('/other/', '/') })
      await route.fulfill({ response, body: (await response.text()).replaceAll(/core-[\w-]{7}/g, 'core-another') })
    })
    const notes: string[] = []
    page.on('console', (message) => notes.push(message.text()))
    const scripts = ['/wallet-modal.js', '/wallet-modal.js?v=2', '/other/wallet-modal.js']
    const html = scripts.map((src) => `<script type="module" src="${src}"></script>`).join('')
    const since = Date.now()
    await openHtml(
      page,
      urls,
      stackAttributes,
      `${html}<wallet-modal {{attributes}}></wallet-modal><wallet-button></wallet-button>`,
    )
    await openModal(page)
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await expect.poll(() => notes.filter((note) => note.includes('already defined'))).toHaveLength(1)
    await expectFault(page, '5', since)
    expect(await told(page, 'wallet-ready')).toHaveLength(1)
    await followWayOut(page, '5')
  })

  test('adds no name to window, also when a wallet is connected', async ({ page, urls, stackAttributes }) => {
    await announce(page, {}, () => window.scriptedWallet())
    const names = () => page.evaluate(() => Object.getOwnPropertyNames(window).filter((name) => !/^\d+$/.test(name)))
    await openHtml(page, urls, stackAttributes, '<wallet-modal {{attributes}}></wallet-modal><wallet-button></wallet-button>')
    const before = await names()
    await addScript(page, { url: '/wallet-modal.js' }, 'module')
    const dialog = await openModal(page)
    await dialog.getByRole('button', { name: 'Odd Wallet' }).click()
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: `Account ${first.short}` }).click()
    await expect(page.getByRole('dialog', { name: first.short })).toBeVisible()
    expect((await names()).filter((name) => !before.includes(name))).toEqual([])
  })

  test('comes before a script of the page, which still hears wallet-ready and errors in the markup', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    const own = `<script type="module">
      document.addEventListener('wallet-ready', ({ detail }) => document.body.append('It is ' + detail.status))
      document.addEventListener('wallet-error', ({ detail }) => document.body.append(detail.message))
    </script>`
    await openHtml(page, urls, stackAttributes, `${SCRIPT}<wallet-modal {{attributes}} theme="mauve"></wallet-modal>${own}`)
    await expect(page.locator('body')).toContainText('It is disconnected')
    await expect(page.locator('body')).toContainText('Invalid attribute theme="mauve"')
  })

  test('can be imported on a server without effect', () => {
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
  test('without a value mean true; "false" or a missing attribute means false', async ({ page, urls, stackAttributes }) => {
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

  test('that are removed return to their default', async ({ page, urls, stackAttributes }) => {
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
    ['view', 'Networks', 'Nowhere'],
    ['view', 'Networks', 'constructor'],
    ['theme', 'dark', 'darkish'],
    ['locale', 'de', 'not a locale'],
    ['storage-prefix', 'mine', 'not mine'],
    ['referral', '0x000000000000000000000000000000000000dEaD', '0xdead'],
    ['sign-in', 'optional', 'perhaps'],
    ['features', 'send swap', 'send teleport'],
    ['terms-url', 'https://example.com/terms', 'javascript:alert(1)'],
  ]
  test('with invalid values keep the last good value, and report an error', async ({ page, urls, stackAttributes, witness }) => {
    await openBare(page, urls, stackAttributes)
    await untilTold(page, 'wallet-ready')
    for (const [name, good, wrong] of bad) {
      const [before, after] = await page.evaluate(
        ([attribute, right, bogus]) => {
          const modal = document.querySelector('wallet-modal')
          if (!modal) return []
          const property =
            attribute === 'sign-in' ? 'signInMode' : attribute.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
          const read = () => JSON.stringify([Reflect.get(modal, property), getComputedStyle(modal).colorScheme])
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

  test('invalid in the markup are reported once listeners can be there', async ({ page, urls, stackAttributes }) => {
    await openHtml(page, urls, stackAttributes, `${SCRIPT}<wallet-modal {{attributes}} theme="mauve"></wallet-modal>`)
    await untilTold(page, 'wallet-error')
    expect(await details(page, 'wallet-error')).toMatchObject([
      { code: 'ATTRIBUTE_INVALID', message: 'Invalid attribute theme="mauve"' },
    ])
  })

  test('with debug, invalid ones are shown to the developer in the modal', async ({ page, urls, stackAttributes }) => {
    await openBare(page, urls, { ...stackAttributes, debug: true, mode: 'mars' })
    const dialog = await openModal(page)
    const alert = dialog.getByRole('alert').filter({ hasText: 'Invalid attribute mode="mars"' })
    await expect(alert).toContainText('localhost, testnet, production')
    // English in every language.
    await expect(alert.getByText('localhost, testnet, production')).toHaveAttribute('lang', 'en')
    await expect(alert.getByText('Invalid attribute mode="mars"', { exact: true })).toHaveAttribute('lang', 'en')
    await dialog.getByRole('button', { name: 'Dismiss' }).press('Enter')
    await expect(alert).toHaveCount(0)
    await expect(dialog.getByRole('heading', { level: 2 })).toBeFocused()
  })

  test('open in the markup fires wallet-open like every opening, and so does show() in the task that adds the element', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    await openHtml(page, urls, stackAttributes, `<wallet-modal id="markup" open {{attributes}}></wallet-modal>${SCRIPT}`)
    await expect(page.getByRole('dialog')).toBeVisible()
    const opened = async () => (await told(page, 'wallet-open')).map(({ target, detail }) => [target, detail.view])
    expect(await opened()).toEqual([['markup', 'Connect']])
    await page.evaluate(async () => {
      document.querySelector('wallet-modal')?.remove()
      // The removal takes effect in a later task.
      await new Promise((done) => setTimeout(done))
      const later = Object.assign(document.createElement('wallet-modal'), { id: 'later' })
      document.body.append(later)
      await later.show({ view: 'Networks' })
    })
    expect(await opened()).toEqual([
      ['markup', 'Connect'],
      ['later', 'Networks'],
    ])
  })

  test('view is opened by show() without a view of its own', async ({ page, urls, stackAttributes }) => {
    await openBare(page, urls, { ...stackAttributes, view: 'Networks' })
    await page.evaluate(() => document.querySelector('wallet-modal')?.show({ view: undefined }))
    const networks = page.getByRole('dialog', { name: 'Networks' })
    await expect(networks).toBeVisible()
    await page.evaluate(() => document.querySelector('wallet-modal')?.close())
    await expect(networks).toBeHidden()
    // As with `show` as a click listener: an event's own `view` is ignored.
    await page.evaluate(() => document.querySelector('wallet-modal')?.show(new UIEvent('click', { view: window }) as object))
    await expect(networks).toBeVisible()
  })
})
