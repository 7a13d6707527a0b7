import { type LinkTarget, linkTarget } from './deep-link'
import { isFramed, isTelegram } from './platform'

/** Where the link of a wallet's app opens that holds the session: in this tab the web form of one would take the page's place where the app is not there. */
export const appTarget = (base: string): LinkTarget =>
  base.startsWith('https:') ? '_blank' : linkTarget('mobile', { framed: isFramed(), telegram: isTelegram() })
