import { later, locales } from '../locales'
import type { Messages } from '../locales/en'
import { messages } from '../state/messages'

/**
 * The tag of our language nearest to a BCP 47 tag: by script (`zh-TW` is written in Traditional Chinese), by region
 * (`pt` is spoken mostly in Brazil), by language; undefined where we have none.
 */
export function nearestLocale(wanted: string): string | undefined {
  try {
    const { language, script, region } = new Intl.Locale(wanted).maximize()
    return [`${language}-${script}`, `${language}-${region}`, language].find((tag) => Object.hasOwn(locales, tag))
  } catch {
    return undefined
  }
}

/** The nearest of our languages and its words, none where it is spoken already; English where we have none. Rejects where they do not load. */
export async function loadNearest(wanted: string): Promise<{ locale: string; words: Messages | undefined }> {
  const locale = nearestLocale(wanted) ?? 'en'
  return { locale, words: locale === messages.locale ? undefined : await loadLocale(locale) }
}

/** The words of one of our languages, both files of it; the areas of the second are English where that does not load. */
export async function loadLocale(tag: string): Promise<Messages | undefined> {
  const [words, more] = await Promise.all([locales[tag]?.(), later[tag]?.().catch(() => undefined)])
  return words && { ...(more ?? (await import('../locales/en-whole')).enWhole), ...words }
}
