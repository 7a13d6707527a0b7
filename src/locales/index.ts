import type { Messages } from './en'

/** Locales by BCP 47 tag, each a chunk. A new one is a file and a line here. */
export const locales: Record<string, () => Promise<Messages>> = {
  en: () => import('./en-whole').then(({ enWhole }) => enWhole),
}
