import type { moreIcons } from './icons-more'

/** Icons of the first screen: one path each on a 24 grid with a live area of 20, stroked, never filled. */
export const icons = {
  close: 'M6.75 6.75l10.5 10.5M17.25 6.75l-10.5 10.5',
  back: 'M14.25 5.75 8 12l6.25 6.25',
  next: 'M9.75 6.25 15.5 12l-5.75 5.75',
  qr: 'M5.5 4h3A1.5 1.5 0 0 1 10 5.5v3A1.5 1.5 0 0 1 8.5 10h-3A1.5 1.5 0 0 1 4 8.5v-3A1.5 1.5 0 0 1 5.5 4zM15.5 4h3A1.5 1.5 0 0 1 20 5.5v3a1.5 1.5 0 0 1-1.5 1.5h-3A1.5 1.5 0 0 1 14 8.5v-3A1.5 1.5 0 0 1 15.5 4zM5.5 14h3a1.5 1.5 0 0 1 1.5 1.5v3A1.5 1.5 0 0 1 8.5 20h-3A1.5 1.5 0 0 1 4 18.5v-3A1.5 1.5 0 0 1 5.5 14zM14 14h2.5v2.5M20 14v2.5M14 20h2.5M20 20v.01',
  lock: 'M8 10.5h8a3 3 0 0 1 3 3V17a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3v-3.5a3 3 0 0 1 3-3zM8 10.5V7.75a4 4 0 0 1 8 0v2.75',
} as const

/** Name of an icon. */
export type IconName = keyof typeof icons | keyof typeof moreIcons

/** Icons that point along the text and so are mirrored on a right-to-left page. */
export const flip: ReadonlySet<IconName> = new Set<IconName>(['back', 'next', 'forward', 'exit', 'send', 'external'])
