import { isAndroid, isIos, isTelegram } from './platform'
import type { Social } from './social'

/** The networks that work on this page: without those that refuse Telegram's own browser, if this is it (facts: public API §4.3). */
export function reachableSocials(socials: readonly Social[]): readonly Social[] {
  if (!isTelegram()) return socials
  const isMac = /macintosh/i.test(navigator.userAgent)
  const refused: readonly Social[] = isIos() ? ['google'] : isAndroid() ? ['facebook', 'x'] : isMac ? ['x'] : []
  return socials.filter((each) => !refused.includes(each))
}
