import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Stack, startStack } from './index'
import { freePort, startHttp } from './listen'
import { BITCOIN_NETWORK_ID, POLKADOT_NETWORK_ID, SOLANA_NETWORK_ID } from './networks'
import { isStrict } from './page-policy'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
}, 60_000)
afterAll(() => stack.stop())

const page = (path: string, base = stack.urls.demo) => fetch(new URL(path, base))

describe('startStack', () => {
  test('gives the URL of every service', () => {
    expect(Object.keys(stack.urls)).toEqual([
      ...[
        'demo',
        'dapp',
        'host',
        'wallet',
        'relay',
        'provider',
        'login',
        'secureSite',
        'mail',
        'identity',
        'rpc',
        'ws',
        'tokens',
      ],
    ])
    expect(Object.keys(stack.urls.rpc)).toEqual([
      ...['eip155:31337', 'eip155:56', 'eip155:97', 'eip155:42161', 'eip155:421614', 'eip155:1'],
      SOLANA_NETWORK_ID,
      BITCOIN_NETWORK_ID,
      POLKADOT_NETWORK_ID,
    ])
    expect(stack.urls.ws).toEqual({ [SOLANA_NETWORK_ID]: expect.stringMatching(/^ws:\/\/localhost:\d+$/) })
    expect(stack.urls.tokens['eip155:56']?.map(({ symbol, decimals }) => [symbol, decimals])).toEqual([
      ['DEMO', 18],
      ['DUSD', 6],
    ])
  })

  test('pages contain the URLs of this run', async () => {
    const html = await (await page('/host.html')).text()
    expect(html).toContain(`provider-url="${stack.urls.provider}"`)
    expect(html).toContain(`relay-url="${stack.urls.relay}"`)
    expect(html).not.toContain('{{')
  })

  test('pages that offer e-mail login say where its codes arrive', async () => {
    for (const path of ['/', '/playground.html'])
      expect(await (await page(path)).text(), path).toContain(`<a href="${stack.urls.mail}"`)
    expect(await (await fetch(stack.urls.mail)).text()).toContain('<h1>')
  })

  test('pages are on 127.0.0.1 as well', async () => {
    expect((await page('/config.json', stack.urls.demo.replace('localhost', '127.0.0.1'))).status).toBe(200)
  })

  test('the strict page has the strict policy, and only it', async () => {
    const policy = (await page('/csp.html')).headers.get('content-security-policy')
    const provider = new URL(stack.urls.provider).origin
    expect(policy?.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      `img-src 'self' data: ${provider}`,
      `connect-src ${[provider, new URL(stack.urls.login).origin, stack.urls.relay, ...Object.values(stack.urls.rpc), `${stack.urls.demo}config.json`].join(' ')}`,
      `frame-src ${new URL(stack.urls.secureSite).origin}`,
      "base-uri 'none'",
      "require-trusted-types-for 'script'",
    ])
  })

  test.each(['/', '/host.html', '/apart.html', '/docs/index.html', '/wallet/index.html'])(
    '%s has it too, except for the hosts',
    async (path) => {
      const policy = (await page(path)).headers.get('content-security-policy')
      expect(isStrict(policy ?? '')).toBe(true)
      for (const rule of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "require-trusted-types-for 'script'"])
        expect(policy?.split('; ')).toContain(rule)
    },
  )

  test.each([
    ['/', 'text/html; charset=utf-8'],
    ['/page.js', 'text/javascript; charset=utf-8'],
    ['/page.css', 'text/css; charset=utf-8'],
    ['/wallet/announce.js', 'text/javascript; charset=utf-8'],
  ])('%s is served fresh as %s', async (path, type) => {
    const response = await page(path)
    expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
      200,
      type,
      'no-store',
    ])
  })

  test('chunks, whose names change with their content, are cached by the browser; files with fixed names are not', async () => {
    const [chunk = ''] = readdirSync(new URL('../../dist/chunks/', import.meta.url)).filter((name) => name.endsWith('.js'))
    const cached = async (path: string) => (await page(path)).headers.get('cache-control')
    expect(await cached(`/chunks/${chunk}`)).toBe('public, max-age=31536000, immutable')
    for (const path of ['/wallet-modal.js', '/wallet-modal.classic.js', '/chunks/gone-1234567.js', '/integrity.json'])
      expect(await cached(path)).toBe('no-store')
  })

  test('a deep link with a pairing URI opens the wallet page', async () => {
    expect(await (await page('/wc?uri=wc:1', stack.urls.wallet)).text()).toContain('<title>Demo Wallet</title>')
  })

  test('a URL that ends with a slash and a path that begins with one may be concatenated', async () => {
    const { demo, wallet } = stack.urls
    expect((await fetch(`${demo}/wallet-modal.js`)).headers.get('content-type')).toContain('javascript')
    expect(await (await fetch(`${wallet}/wc?uri=wc:1`)).text()).toContain('<title>Demo Wallet</title>')
  })

  test.each([
    '/../package.json',
    '/%2e%2e/package.json',
    '/chunks/..%2f..%2fpackage.json',
    '/stack/index.ts',
    '/.git/config',
    '/%00',
    '/%',
  ])('error: %s is not served', async (path) => {
    expect((await page(path)).status).toBe(404)
  })

  test('error: a taken port is named, with the way out', async () => {
    const other = await startHttp((_, response) => response.end(), 0)
    const port = Number(new URL(other.url).port)
    await expect(startStack({ port })).rejects.toThrow(
      `Port ${port} is taken. Stop the program that uses it, or choose another port`,
    )
    await other.stop()
  })

  test('stopped, it frees every port', async () => {
    const port = await freePort()
    const other = await startStack({ port })
    const { demo, wallet, relay, provider, rpc, ws } = other.urls
    expect(new URL(demo).port).toBe(String(port))
    await other.stop()
    for (const url of [demo, wallet, relay, provider, ...Object.values(rpc), ...Object.values(ws)]) {
      const used = Number(new URL(url).port)
      expect(await freePort(used)).toBe(used)
    }
  }, 60_000)
})
