// Asked when needed and never kept: a page can be moved into a frame or emulate another device at any time.

type Telegram = {
  TelegramWebviewProxy?: unknown
  TelegramWebviewProxyProto?: unknown
  Telegram?: { WebApp?: { initData?: unknown } }
}

const userAgent = () => (typeof navigator === 'undefined' ? '' : (navigator.userAgent ?? ''))
const touchPoints = () => (typeof navigator === 'undefined' ? 0 : (navigator.maxTouchPoints ?? 0))

/** Whether this is an iPhone, iPod or iPad; iPadOS calls itself a Mac, with a touch screen. */
export const isIos = (agent = userAgent()) => /iphone|ipad|ipod/i.test(agent) || (/macintosh/i.test(agent) && touchPoints() > 1)

/** Whether this is an Android device. */
export const isAndroid = () => /android/i.test(userAgent())

/** Whether wallets are apps here rather than browser extensions: a phone or a tablet. */
export function isMobile(): boolean {
  const agent = userAgent()
  return isIos(agent) || /android|webos|blackberry|opera mini|iemobile|mobile/i.test(agent)
}

/** Whether the page runs inside Telegram; the host page's login widget alone does not count. */
export function isTelegram(): boolean {
  if (typeof window === 'undefined') return false
  const page = window as Window & Telegram
  return Boolean(page.TelegramWebviewProxy || page.TelegramWebviewProxyProto || page.Telegram?.WebApp?.initData)
}

/** Whether the page is inside a frame. */
export const isFramed = () => typeof window !== 'undefined' && window.self !== window.top
