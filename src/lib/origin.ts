/**
 * The origin of a URL as browsers name it, also for an app's own scheme, such as Capacitor's `capacitor://localhost`, for which the URL
 * standard has none; undefined if it is no URL.
 */
export function originOf(url: string): string | undefined {
  try {
    const { origin, protocol, host } = new URL(url)
    return origin === 'null' && host ? `${protocol}//${host}` : origin
  } catch {
    return undefined
  }
}
