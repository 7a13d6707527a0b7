import { safeImage, safeLink } from '../lib/links'
import { plainText } from '../lib/text'
import { config } from '../state/config'

/** How wallets and our own headings name this site; the domain is from the browser, not from the site's own settings. */
export type AppInfo = {
  readonly name: string
  readonly description: string
  readonly url: string
  /** `https:` or `data:image/` only. */
  readonly icon?: string
  /** Host and port that the visitor's browser shows; empty where the page has none (`file:`). */
  readonly domain: string
}

/** A `link[rel~=icon]` of the document. */
type IconLink = { readonly href: string; readonly sizes: string; readonly type: string }

const NAME_LIMIT = 40
const DESCRIPTION_LIMIT = 200
/** Side in pixels that is sharp in a tile of 56 at twice the density. */
const ICON_SIDE = 112

/** Name, description, URL and icon by the attributes, else by the document; read anew at each call. */
export function appInfo(): AppInfo {
  const { origin, host } = location
  const icon = safeImage(config.appIcon) ?? safeImage(chooseIcon(documentIcons()))
  return {
    name: plainText(config.appName || document.title, NAME_LIMIT) || host || origin,
    description: plainText(config.appDescription || documentDescription(), DESCRIPTION_LIMIT),
    url: safeLink(config.appUrl) ?? origin,
    ...(icon && { icon }),
    domain: host,
  }
}

/** The icon to show: a vector icon, else the smallest that is sharp, else the largest; undefined where there is none. */
export function chooseIcon(icons: readonly IconLink[]): string | undefined {
  const sided = icons.map(({ href, sizes, type }) => ({ href, side: sideOf(sizes, type) }))
  const sharp = sided
    .filter(({ side }) => side >= ICON_SIDE)
    .sort((a, b) => (a.side === Infinity ? -1 : b.side === Infinity ? 1 : a.side - b.side))
  return (sharp[0] ?? sided.sort((a, b) => b.side - a.side)[0])?.href
}

const sideOf = (sizes: string, type: string) => {
  if (sizes === 'any' || type === 'image/svg+xml') return Infinity
  return Number.parseInt(sizes, 10) || 0
}

function documentIcons(): IconLink[] {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel~="icon"], link[rel="apple-touch-icon"]')
  return [...links].map(({ href, type, sizes }) => ({ href, type, sizes: sizes?.value ?? '' }))
}

const documentDescription = () =>
  document.querySelector<HTMLMetaElement>('meta[name="description"], meta[property="og:description"]')?.content ?? ''
