import { spawn } from 'node:child_process'
import { expect, type Page } from '@playwright/test'
import { miniBrowser, WEBKIT_DRIVER } from '../.ci/engines.mjs'
import { freePort } from '../demo/stack/listen'
import type { Engine } from './journeys'
import { urls } from './site'
import type { Tab } from './visitor'

// WebKitGTK by its own WebDriver (W3C): Playwright's WebKit is another build, and Debian's is not Safari either.
// W3C WebDriver §17.4.2: keys without a character.
const KEYS: Readonly<Record<string, string>> = {
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  ControlOrMeta: '\uE009',
  Escape: '\uE00C',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
}
const keyOf = (name: string) => KEYS[name] ?? name.toLowerCase()

type Ask = (method: string, path: string, body?: object) => Promise<unknown>

/** Starts a virtual display, a driver and a browser; each visit starts with empty storage. */
export async function startDriver(): Promise<Engine> {
  // Sometimes the browser starts without the driver noticing; then everything is restarted.
  for (let left = 3; ; left--) {
    const { ask, stop } = await startProcess()
    try {
      const options = { binary: miniBrowser(), args: ['--automation'] }
      const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
      const { sessionId } = (await ask('POST', '/session', { capabilities }, 15_000)) as { sessionId: string }
      const session: Ask = (method, path, body) => ask(method, `/session/${sessionId}${path}`, body)
      await session('POST', '/window/rect', { x: 0, y: 0, width: 1280, height: 900 })
      const page = tabOf(session)
      return {
        async visit() {
          // A page of that origin without open databases.
          await page.goto(`${urls.demo}nothing-here`)
          await page.evaluate(forget)
          return { page, close: async () => {} }
        },
        async stop() {
          await session('DELETE', '').catch(() => {})
          stop()
        },
      }
    } catch (error) {
      stop()
      if (left === 1) throw error
    }
  }
}

async function startProcess() {
  const port = await freePort()
  const child = spawn('xvfb-run', ['-a', WEBKIT_DRIVER, `--port=${port}`], {
    env: { ...process.env, LIBGL_ALWAYS_SOFTWARE: '1', WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', LANG: 'en_US.UTF-8' },
    stdio: 'ignore',
    detached: true,
  })
  const ask = async (method: string, path: string, body?: object, limit = 30_000): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      signal: AbortSignal.timeout(limit),
      ...(body && { body: JSON.stringify(body) }),
    })
    const { value } = (await response.json()) as { value: unknown }
    if (!response.ok) throw new Error(`${path.split('/').slice(3).join('/')}: ${JSON.stringify(value)}`)
    return value
  }
  await expect.poll(() => ask('GET', '/status', undefined, 2_000).then(Boolean, () => false), { timeout: 20_000 }).toBe(true)
  const stop = () => {
    // The whole process group: display, driver and browser.
    if (child.pid) process.kill(-child.pid, 'SIGTERM')
  }
  return { ask, stop }
}

/** Runs in the page: deletes the origin's storage. */
async function forget(): Promise<void> {
  localStorage.clear()
  sessionStorage.clear()
  const gone = (name: string) =>
    new Promise((resolve, reject) => Object.assign(indexedDB.deleteDatabase(name), { onsuccess: resolve, onerror: reject }))
  for (const { name } of await indexedDB.databases()) if (name) await gone(name)
}

function tabOf(ask: Ask): Tab {
  const act = (type: 'key' | 'pointer', actions: readonly object[]) =>
    ask('POST', '/actions', {
      actions: [{ type, id: type, actions, ...(type === 'pointer' && { parameters: { pointerType: 'mouse' } }) }],
    })
  const strokes = (keys: readonly string[]) => [
    ...keys.map((value) => ({ type: 'keyDown', value })),
    ...[...keys].reverse().map((value) => ({ type: 'keyUp', value })),
  ]
  const evaluate = async (work: (given: unknown) => unknown, given?: unknown) => {
    // Errors are returned as text: the driver's own error would lack the message.
    const script = `const done = arguments[arguments.length - 1]
      Promise.resolve(arguments[0]).then(${work}).then((value) => done({ value }), (error) => done({ error: String(error?.stack ?? error) }))`
    const { value, error } = (await ask('POST', '/execute/async', { script, args: [given ?? null] })) as {
      value?: unknown
      error?: string
    }
    if (error) throw new Error(error)
    return value
  }
  return {
    evaluate: evaluate as Page['evaluate'],
    async goto(url) {
      await ask('POST', '/url', { url })
      return null
    },
    async reload() {
      await ask('POST', '/refresh', {})
      return null
    },
    async screenshot() {
      return Buffer.from(String(await ask('GET', '/screenshot')), 'base64')
    },
    keyboard: {
      press: async (key) => void (await act('key', strokes(key.split('+').map(keyOf)))),
      type: async (text) =>
        void (await act(
          'key',
          [...text].flatMap((key) => strokes([key])),
        )),
    },
    mouse: {
      async click(x, y) {
        const move = { type: 'pointerMove', origin: 'viewport', x: Math.round(x), y: Math.round(y) }
        await act('pointer', [move, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }])
      },
    },
  }
}
