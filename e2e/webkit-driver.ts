import { spawn } from 'node:child_process'
import { expect, type Page } from '@playwright/test'
import { freePort } from '../demo/stack/listen'
import type { Engine } from './journeys'
import type { Tab } from './visitor'

// WebKitGTK by its own WebDriver (W3C): Playwright's WebKit is another build, and Debian's is not Safari either.
export const DRIVER = '/usr/bin/WebKitWebDriver'
export const BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser'

// W3C WebDriver §17.4.2: keys that write nothing.
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

/** Starts a display and a driver; each visit is a session, which begins with nothing stored. */
export async function startDriver(): Promise<Engine> {
  const port = await freePort()
  const child = spawn('xvfb-run', ['-a', DRIVER, `--port=${port}`], {
    env: { ...process.env, LIBGL_ALWAYS_SOFTWARE: '1', WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', LANG: 'en_US.UTF-8' },
    stdio: 'ignore',
    detached: true,
  })
  const ask: Ask = async (method, path, body) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...(body && { body: JSON.stringify(body) }) })
    const { value } = (await response.json()) as { value: unknown }
    if (!response.ok) throw new Error(`${path.split('/').slice(3).join('/')}: ${JSON.stringify(value)}`)
    return value
  }
  await expect.poll(() => ask('GET', '/status').then(Boolean, () => false), { timeout: 20_000 }).toBe(true)
  return {
    async visit() {
      const options = { binary: BROWSER, args: ['--automation'] }
      const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
      const { sessionId } = (await ask('POST', '/session', { capabilities })) as { sessionId: string }
      const path = `/session/${sessionId}`
      await ask('POST', `${path}/window/rect`, { x: 0, y: 0, width: 1280, height: 900 })
      return {
        page: windowOf((method, rest, body) => ask(method, path + rest, body)),
        close: async () => void (await ask('DELETE', path).catch(() => {})),
      }
    },
    async stop() {
      // The whole group: the display, the driver, and what it started.
      if (child.pid) process.kill(-child.pid, 'SIGTERM')
    },
  }
}

function windowOf(ask: Ask): Tab {
  const act = (type: 'key' | 'pointer', actions: readonly object[]) =>
    ask('POST', '/actions', {
      actions: [{ type, id: type, actions, ...(type === 'pointer' && { parameters: { pointerType: 'mouse' } }) }],
    })
  const strokes = (keys: readonly string[]) => [
    ...keys.map((value) => ({ type: 'keyDown', value })),
    ...[...keys].reverse().map((value) => ({ type: 'keyUp', value })),
  ]
  const evaluate = async (work: (given: unknown) => unknown, given?: unknown) => {
    // What the page throws comes back as text: the driver's own error would leave the message out.
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
