import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { freePort } from '../demo/stack/listen'
import { accountAt, expect, test } from './fixtures'

// WebKitGTK by its own WebDriver (W3C): Playwright's WebKit is another build, and Debian's is not Safari either.
const DRIVER = '/usr/bin/WebKitWebDriver'
const BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser'

test('WebKitGTK: a wallet connects, is there again after a reload, and leaves', async ({ urls, stackAttributes }) => {
  const missing = [DRIVER, BROWSER, '/usr/bin/xvfb-run'].filter((file) => !existsSync(file))
  test.skip(missing.length > 0, `${missing.join(', ')} not installed here: apt-get install webkit2gtk-driver xvfb`)
  test.setTimeout(120_000)
  const driver = await startDriver()
  try {
    await driver.open(`${urls.demo}bare.html`)
    await driver.run(buildPage, stackAttributes, accountAt(0).address)
    await driver.until(`document.querySelector('wallet-modal:defined')?.state?.status === 'disconnected'`)
    await driver.run(pressAndConnect)
    await driver.until(`document.querySelector('wallet-modal').state.account?.address === '${accountAt(0).address}'`)
    await driver.open(`${urls.demo}bare.html`)
    await driver.run(buildPage, stackAttributes, accountAt(0).address)
    await driver.until(`document.querySelector('wallet-modal:defined')?.state?.account?.address === '${accountAt(0).address}'`)
    await driver.run('document.querySelector("wallet-modal").disconnect()')
    await driver.until(`document.querySelector('wallet-modal').state.status === 'disconnected'`)
  } finally {
    await driver.stop()
  }
})

/** Runs in the page: a wallet that announces itself, the element and its button. */
const buildPage = `
  const [attributes, address] = arguments
  const answers = { eth_requestAccounts: [address], eth_accounts: [address], eth_chainId: '0x7a69' }
  const provider = { request: async ({ method }) => answers[method] ?? null, on() {}, removeListener() {} }
  const info = { uuid: '350670db-19fa-4704-a166-e52e178b59d2', name: 'Odd Wallet', icon: '', rdns: 'test.odd' }
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }))
  window.addEventListener('eip6963:requestProvider', announce)
  const modal = document.createElement('wallet-modal')
  for (const [name, value] of Object.entries(attributes)) modal.setAttribute(name, value === true ? '' : value)
  document.body.append(modal, document.createElement('wallet-button'))
`

/** Runs in the page: what a visitor presses, the wallet's row as soon as it is there. */
const pressAndConnect = `
  document.querySelector('wallet-button').shadowRoot.querySelector('button').click()
  const row = () => [...document.querySelector('wallet-modal').shadowRoot.querySelectorAll('button')].find((each) => each.textContent.includes('Odd Wallet'))
  const press = () => (row() ? row().click() : setTimeout(press, 50))
  press()
`

async function startDriver() {
  const port = await freePort()
  const child: ChildProcess = spawn('xvfb-run', ['-a', DRIVER, `--port=${port}`], {
    env: { ...process.env, LIBGL_ALWAYS_SOFTWARE: '1', WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' },
    stdio: 'ignore',
    detached: true,
  })
  const ask = async (method: string, path: string, body?: object) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...(body && { body: JSON.stringify(body) }) })
    const { value } = (await response.json()) as { value: unknown }
    if (!response.ok) throw new Error(JSON.stringify(value))
    return value
  }
  await expect.poll(() => ask('GET', '/status').then(Boolean, () => false), { timeout: 20_000 }).toBe(true)
  const options = { binary: BROWSER, args: ['--automation'] }
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
  const { sessionId } = (await ask('POST', '/session', { capabilities })) as { sessionId: string }
  const run = (script: string, ...args: unknown[]) => ask('POST', `/session/${sessionId}/execute/sync`, { script, args })
  return {
    open: (url: string) => ask('POST', `/session/${sessionId}/url`, { url }),
    run,
    until: (condition: string) =>
      expect.poll(() => run(`return Boolean(${condition})`), { message: condition, timeout: 30_000 }).toBe(true),
    async stop() {
      await ask('DELETE', `/session/${sessionId}`).catch(() => {})
      // The whole group: the display, the driver, and what it started.
      if (child.pid) process.kill(-child.pid, 'SIGTERM')
    },
  }
}
