/** Seconds as a clock shows them in the digits of a locale: `3:36`, `۳:۳۶`. */
export const clockTime = (seconds: number, locale: string): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`.replace(/\d/g, (digit) =>
    Number(digit).toLocaleString(locale),
  )
