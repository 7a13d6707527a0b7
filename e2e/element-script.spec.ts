import { execFileSync } from 'node:child_process'
import { expectFault, followWayOut } from './faults/expect-fault'
import { announce, details, expect, first, openHtml, openModal, SCRIPT, test, told, untilTold } from './fixtures'
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
