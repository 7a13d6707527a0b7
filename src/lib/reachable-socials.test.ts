import { afterEach, describe, expect, test, vi } from 'vitest'
import { reachableSocials } from './reachable-socials'
import type { Social } from './social'

const all: readonly Social[] = ['google', 'github', 'apple', 'facebook', 'x', 'discord', 'farcaster']
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X)'
const android = 'Mozilla/5.0 (Linux; Android 14; Pixel 8)'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'

afterEach(() => vi.unstubAllGlobals())

describe('reachableSocials', () => {
  test.each([
    [iphone, ['google']],
    [android, ['facebook', 'x']],
    [mac, ['x']],
    [windows, []],
  ] as const)('in Telegram, networks that refuse its browser are left out: %s', (userAgent, without) => {
    vi.stubGlobal('navigator', { userAgent, maxTouchPoints: 0 })
    expect(reachableSocials(all)).toEqual(all)
    vi.stubGlobal('window', { TelegramWebviewProxy: {} })
    expect(all.filter((each) => !reachableSocials(all).includes(each))).toEqual(without)
  })
})
