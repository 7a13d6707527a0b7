/**
 * The origin of a URL as browsers name it, also for a scheme of an app's own, such as Capacitor's `capacitor://localhost`, for which the
 * URL standard has none; undefined for what is no URL.
 */
export function originOf(url: string): string | undefined {
  try {
    const { origin, protocol, host } = new URL(url)
    return origin === 'null' && host ? `${protocol}//${host}` : origin
  } catch {
    return undefined
  }
}
