import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { config } from '../state/config'
import { resetStores } from '../state/store'
import { appInfo, chooseIcon } from './app-info'

const page = (title: string, links: object[] = [], description?: string) => ({
  title,
  querySelectorAll: () => links,
  querySelector: () => (description === undefined ? null : { content: description }),
})

beforeEach(() => {
  resetStores()
  vi.stubGlobal('location', {
    origin: 'https://app.tidewater.example',
    host: 'app.tidewater.example',
    hostname: 'app.tidewater.example',
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('appInfo', () => {
  test('uses the document’s title and description if the attributes give none', () => {
    const icon = { href: 'https://app.tidewater.example/icon.svg', type: 'image/svg+xml', sizes: { value: '' } }
    vi.stubGlobal('document', page('Tidewater', [icon], 'One order book'))
    expect(appInfo()).toEqual({
      name: 'Tidewater',
      description: 'One order book',
      url: 'https://app.tidewater.example',
      icon: 'https://app.tidewater.example/icon.svg',
      domain: 'app.tidewater.example',
    })
  })
  test('prefers the attributes, but always keeps the browser’s domain', () => {
    vi.stubGlobal('document', page('Title'))
    Object.assign(config, { appName: 'Mine', appUrl: 'https://bank.example/', appIcon: 'data:image/png;base64,AAAA' })
    expect(appInfo()).toMatchObject({ name: 'Mine', url: 'https://bank.example/', icon: 'data:image/png;base64,AAAA' })
    expect(appInfo().domain).toBe('app.tidewater.example')
  })
  test('names a page without a title by its host', () => {
    vi.stubGlobal('document', page(''))
    expect(appInfo().name).toBe('app.tidewater.example')
  })
  test('shortens a long title and drops invisible characters', () => {
    vi.stubGlobal('document', page(`\u202eTide${'x'.repeat(100)}`))
    expect(appInfo().name).toBe(`Tide${'x'.repeat(35)}…`)
  })
  test('error: ignores an icon or URL with a forbidden scheme', () => {
    vi.stubGlobal('document', page('Tidewater', [{ href: 'javascript:alert(1)', type: '', sizes: { value: '' } }]))
    Object.assign(config, { appIcon: 'data:text/html,x', appUrl: 'javascript:alert(1)' })
    expect(appInfo().icon).toBeUndefined()
    expect(appInfo().url).toBe('https://app.tidewater.example')
  })
})

describe('chooseIcon', () => {
  const icon = (sizes: string, type = 'image/png') => ({ href: `${sizes}${type === 'image/png' ? '' : type}`, sizes, type })

  test('takes the smallest that is sharp', () => {
    expect(chooseIcon([icon('16x16'), icon('512x512'), icon('180x180')])).toBe('180x180')
  })
  test('takes the largest if none is sharp', () => {
    expect(chooseIcon([icon('16x16'), icon('48x48'), icon('')])).toBe('48x48')
  })
  test('prefers a vector', () => {
    expect(chooseIcon([icon('180x180'), icon('any'), icon('192x192')])).toBe('any')
  })
  test('returns nothing without links', () => {
    expect(chooseIcon([])).toBeUndefined()
  })
})
