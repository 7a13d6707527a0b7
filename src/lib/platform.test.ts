import { afterEach, describe, expect, test, vi } from 'vitest'
import { isAndroid, isFramed, isIos, isMobile, isTelegram } from './platform'

const agents = {
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
  android:
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
  windows: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
}
const device = (userAgent: string, maxTouchPoints = 0) => vi.stubGlobal('navigator', { userAgent, maxTouchPoints })

afterEach(() => vi.unstubAllGlobals())

describe('platform', () => {
  test('a phone is mobile, a computer is not', () => {
    device(agents.iphone, 5)
    expect([isMobile(), isIos(), isAndroid()]).toEqual([true, true, false])
    device(agents.android, 5)
    expect([isMobile(), isIos(), isAndroid()]).toEqual([true, false, true])
    device(agents.windows, 10)
    expect([isMobile(), isIos(), isAndroid()]).toEqual([false, false, false])
    device(agents.mac)
    expect([isMobile(), isIos(), isAndroid()]).toEqual([false, false, false])
  })

  test('an iPad that reports as a Mac is recognized by its touch screen', () => {
    device(agents.mac, 5)
    expect([isMobile(), isIos()]).toEqual([true, true])
  })

  test('Telegram is recognized by its bridge, not by a login widget', () => {
    vi.stubGlobal('window', { Telegram: { Login: {} } })
    expect(isTelegram()).toBe(false)
    vi.stubGlobal('window', { Telegram: { WebApp: { initData: '' } } })
    expect(isTelegram()).toBe(false)
    vi.stubGlobal('window', { Telegram: { WebApp: { initData: 'query_id=1' } } })
    expect(isTelegram()).toBe(true)
    vi.stubGlobal('window', { TelegramWebviewProxy: {} })
    expect(isTelegram()).toBe(true)
  })

  test('a frame is a window that is not the top one', () => {
    const top = {}
    vi.stubGlobal('window', { self: top, top })
    expect(isFramed()).toBe(false)
    vi.stubGlobal('window', { self: {}, top })
    expect(isFramed()).toBe(true)
  })

  test('without a browser every answer is no', () => {
    vi.stubGlobal('navigator', undefined)
    vi.stubGlobal('window', undefined)
    expect([isMobile(), isIos(), isAndroid(), isTelegram(), isFramed()]).toEqual(Array(5).fill(false))
  })
})
