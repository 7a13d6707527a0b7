/** Schemes that are never a wallet's own, whatever a wallet list claims: they run code, read files or start something else. */
const FORBIDDEN_SCHEMES =
  'javascript vbscript data blob file filesystem about view-source intent sms tel mailto http https ws wss ftp content resource chrome chrome-extension moz-extension ms-settings'.split(
    ' ',
  )
const MAX_LINK_LENGTH = 8_192
const MAX_DATA_IMAGE_LENGTH = 200_000
// White space, controls and backslashes, which URL parsers drop or turn into something else.
const REWRITTEN = /[\p{Cc}\p{Z}\p{Cf}\\]/u
const DATA_IMAGE = /^data:image\/(?:png|jpeg|gif|webp|svg\+xml|avif)((?:;[-\w=]+)*),(.*)$/is

/**
 * The URL if it may be opened: `https:`, or one of `schemes` (the scheme registered for the wallet just chosen), else
 * `undefined`. Pages on this machine's loopback may also open loopback `http:`.
 */
export function safeLink(url: unknown, { schemes = [] }: { schemes?: readonly string[] } = {}): string | undefined {
  if (typeof url !== 'string' || url.length > MAX_LINK_LENGTH || REWRITTEN.test(url)) return undefined
  const scheme = schemeOf(url)
  if (scheme !== undefined) return schemes.includes(scheme) ? parse(url)?.href : undefined
  if (!/^https?:\/\//i.test(url)) return undefined
  const parsed = parse(url)
  if (!parsed || parsed.username || parsed.password || !isAsciiHost(url)) return undefined
  return parsed.protocol === 'https:' || (isLoopback(parsed.hostname) && isLoopbackPage()) ? parsed.href : undefined
}

/**
 * The URL if it may be the `src` of an `img`: `https:`, or `data:image/` of a raster type or SVG under 200 kB, else
 * `undefined`. SVG is harmless in `img` and nowhere else.
 */
export function safeImage(url: unknown): string | undefined {
  if (typeof url !== 'string') return undefined
  if (!/^data:/i.test(url)) return safeLink(url)
  if (url.length > MAX_DATA_IMAGE_LENGTH) return undefined
  const [, parameters = '', body = ''] = DATA_IMAGE.exec(url) ?? []
  const isReadable = /;base64$/i.test(parameters) ? /^[\w+/%-]+=*$/.test(body) : body !== ''
  return isReadable && !/[\p{Cc}]/u.test(body.replace(/[\t\n\r]/g, '')) ? url : undefined
}

/** The scheme in lower case of an app link such as `metamask://`, if an app may own it; `undefined` for the web and the forbidden. */
export function schemeOf(link: string): string | undefined {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(link)?.[1]?.toLowerCase()
  return scheme && !FORBIDDEN_SCHEMES.includes(scheme) ? scheme : undefined
}

function parse(url: string): URL | undefined {
  try {
    return new URL(url)
  } catch {
    return undefined
  }
}

// A host must be ASCII (punycode): other letters and dots may imitate another site.
const isAsciiHost = (url: string) => /^[!-~]+$/.test(url.split('/')[2]?.split(/[?#]/)[0] ?? '')

const isLoopback = (host?: string) => host === 'localhost' || host === '127.0.0.1' || host === '[::1]'
const isLoopbackPage = () => isLoopback(globalThis.location?.hostname)
