import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { inFull } from '../../.ci/in-full.mjs'
import { safeImage, safeLink, schemeOf } from './links'
import vectors from './vectors/urls.json'

const mutations = inFull(10_000, 1_000)

afterEach(() => vi.unstubAllGlobals())

/** Only in the flow that needs it: the caller has to name the scheme. */
const flows: Record<string, readonly string[]> = { 'only in Telegram flow': ['tg'], 'store link only': ['market'] }

describe('vectors/urls.json', () => {
  test('promise 19: has 83 cases', () => expect(vectors.cases).toHaveLength(83))

  test.each(vectors.cases.map((each, index) => ({ index, ...each })))('promise 19: $index: $use $ok', ({ url, use, ok }) => {
    const check =
      use === 'img' ? safeImage : use === 'nav' ? safeLink : (link: string) => safeLink(link, { schemes: ['metamask'] })
    expect(check(url) !== undefined).toBe(ok === true)
    const flow = flows[String(ok)]
    if (flow) expect(safeLink(url, { schemes: flow })).toBe(url)
  })
})

describe('safeLink', () => {
  test('returns the URL as the browser normalizes it', () =>
    expect(safeLink('https://OK.example/a b'.replace(' ', '%20'))).toBe('https://ok.example/a%20b'))

  test('error: a scheme is not allowed because it starts like an allowed one', () => {
    expect(safeLink('metamaskx://wc', { schemes: ['metamask'] })).toBeUndefined()
    expect(safeLink('metamask:alert(1)', { schemes: ['metamask'] })).toBeUndefined()
  })

  test('error: a forbidden scheme stays forbidden even if a wallet registers it', () => {
    const forbidden =
      'javascript JavaScript vbscript data blob file filesystem about view-source intent sms tel mailto http ws wss ftp content ' +
      'resource chrome chrome-extension moz-extension ms-settings'
    for (const scheme of forbidden.split(' '))
      expect(safeLink(`${scheme}://x/%0aalert(1)`, { schemes: [scheme, scheme.toLowerCase()] })).toBeUndefined()
  })

  test('error: white space, backslashes, look-alike hosts and missing slashes are refused', () => {
    for (const url of [
      'https://a.example/\n',
      'https:\\\\a.example',
      // Other parsers take what stands before the @ for a name, and go to the second host.
      'https://a.example\\@evil.example/',
      'https:a.example',
      'https:///a.example',
      'https:/x/a.example',
      'https://аpple.example/',
      '\u200Bhttps://a.example',
    ])
      expect(safeLink(url)).toBeUndefined()
  })

  test('error: credentials before the host are refused', () => {
    for (const url of ['https://ok.example@evil.example/', 'https://:pass@evil.example/']) expect(safeLink(url)).toBeUndefined()
  })

  test('error: anything but a string of normal length is refused', () => {
    for (const url of [undefined, null, 1, {}, new URL('https://a.example'), `https://a.example/${'x'.repeat(9_000)}`])
      expect(safeLink(url)).toBeUndefined()
  })

  test('loopback http is allowed on a loopback page only', () => {
    expect(safeLink('http://localhost:5173/x')).toBeUndefined()
    vi.stubGlobal('location', { hostname: 'app.example' })
    expect(safeLink('http://localhost:5173/x')).toBeUndefined()
    vi.stubGlobal('location', { hostname: '127.0.0.1' })
    expect(safeLink('http://localhost:5173/x')).toBe('http://localhost:5173/x')
    expect(safeLink('http://[::1]:5173/x')).toBe('http://[::1]:5173/x')
    expect(safeLink('http://localhost.evil.example/x')).toBeUndefined()
    vi.stubGlobal('location', { hostname: '[::1]' })
    expect(safeLink('http://localhost:5173/x')).toBe('http://localhost:5173/x')
    expect(safeLink('ftp://localhost/x')).toBeUndefined()
  })

  test(`promise 19: of ${mutations} mutated addresses nothing but https and the registered scheme comes out`, () => {
    const parts = [
      'javascript',
      'data',
      'blob',
      'file',
      'https',
      'http',
      'metamask',
      ':',
      '/',
      '//',
      '\\',
      '@',
      '\n',
      '\t',
      ' ',
      '\u0001',
      '%0a',
      '&colon;',
      'evil.example',
      ',',
      '<svg>',
      'text/html',
      '?',
      '#',
    ]
    const url = fc
      .array(fc.oneof(fc.constantFrom(...parts), fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 8 })
      .map((all) => all.join(''))
    fc.assert(
      fc.property(url, (text) => {
        const link = safeLink(text, { schemes: ['metamask'] })
        expect(link === undefined || /^(https|metamask):\/\//.test(link)).toBe(true)
        const image = safeImage(text)
        expect(image === undefined || /^(https:\/\/|data:image\/)/i.test(image)).toBe(true)
      }),
      { numRuns: mutations },
    )
  })
})

describe('safeImage', () => {
  test('error: data over 200 kB is refused', () => {
    expect(safeImage(`data:image/png;base64,${'A'.repeat(199_000)}`)).toBeDefined()
    expect(safeImage(`data:image/png;base64,${'A'.repeat(200_000)}`)).toBeUndefined()
  })

  test('error: other data types and empty data are refused', () => {
    for (const url of [
      'data:image/png',
      'data:image/png,',
      'data:image/x-icon;base64,AA',
      'data:,x',
      'data:image/svg+xmlx,<svg/>',
      'DATA:text/html,x',
      'data:image/svg+xml,<svg>\0</svg>',
    ])
      expect(safeImage(url)).toBeUndefined()
  })

  test.each(['data:image/svg+xml;utf8,%3Csvg%2F%3E', 'data:image/svg+xml;utf8,<svg>\n\t<path/>\r\n</svg>'])(
    'UTF-8 SVG, as wallets announce it, is allowed: %j',
    (url) => expect(safeImage(url)).toBe(url),
  )

  test('the scheme and the type may be in capitals', () =>
    expect(safeImage('DATA:IMAGE/PNG;BASE64,AAAA')).toBe('DATA:IMAGE/PNG;BASE64,AAAA'))
})

describe('schemeOf', () => {
  test('returns the scheme of an app link', () => {
    expect(schemeOf('MetaMask://wc')).toBe('metamask')
    expect(schemeOf('https://metamask.app.link')).toBeUndefined()
    expect(schemeOf('javascript://x')).toBeUndefined()
    expect(schemeOf('metamask')).toBeUndefined()
  })
})
