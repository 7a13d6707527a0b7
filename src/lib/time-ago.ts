const MINUTE = 60
const HOUR = 3_600
const DAY = 86_400

/** How long ago `at` was (epoch ms), in a locale's words: `40 seconds ago`; a time in the future counts as now. */
export function timeAgo(at: number, now: number, locale: string): string {
  const seconds = Math.max(0, Math.floor((now - at) / 1000))
  const format = relativeFormat(locale)
  if (seconds < MINUTE) return format.format(-seconds, 'second')
  if (seconds < HOUR) return format.format(-Math.floor(seconds / MINUTE), 'minute')
  if (seconds < DAY) return format.format(-Math.floor(seconds / HOUR), 'hour')
  return format.format(-Math.floor(seconds / DAY), 'day')
}

function relativeFormat(locale: string): Intl.RelativeTimeFormat {
  try {
    return new Intl.RelativeTimeFormat(locale)
  } catch {
    return new Intl.RelativeTimeFormat('en')
  }
}
