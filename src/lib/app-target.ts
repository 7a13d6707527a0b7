import { type LinkTarget, linkTarget } from './deep-link'
import { isFramed, isTelegram } from './platform'

/** Where to open the link of the app that holds the session. A web link opens a new tab: without the app, it would replace this page. */
export const appTarget = (base: string): LinkTarget =>
  base.startsWith('https:') ? '_blank' : linkTarget('mobile', { framed: isFramed(), telegram: isTelegram() })
