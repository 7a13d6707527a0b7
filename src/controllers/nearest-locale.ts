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

/**
 * The nearest of our languages and its words, none where it is spoken already; English where we have none. A region that writes
 * figures with another point than its language (`es-MX`, `de-CH`) stays in the tag. Rejects where they do not load.
 */
export async function loadNearest(wanted: string): Promise<{ locale: string; words: Messages | undefined }> {
  const tag = nearestLocale(wanted) ?? 'en'
  const locale = tag === 'en' ? tag : regional(wanted, tag)
  return { locale, words: locale === messages.locale ? undefined : await loadLocale(tag) }
}

/** 12.345 is twelve thousand in Spain, and twelve in Mexico. Pages seldom say which, and then the visitor's browser does. */
function regional(wanted: string, tag: string): string {
  const isWhole = new Intl.Locale(wanted).region !== undefined
  const region = (isWhole ? wanted : navigator.languages?.find((each) => nearestLocale(each) === tag)) ?? tag
  const written = oneAndAHalf(region)
  // In the digits of the sentences around it.
  return /1/.test(written) && written !== oneAndAHalf(tag) ? `${new Intl.Locale(region)}` : tag
}

const oneAndAHalf = (tag: string) => new Intl.NumberFormat(tag).format(1.5)

/** The words of the nearest of our languages, both files of it; the areas of the second are English where that does not load. */
export async function loadLocale(wanted: string): Promise<Messages | undefined> {
  const tag = nearestLocale(wanted) ?? 'en'
  const [words, more] = await Promise.all([locales[tag]?.(), later[tag]?.().catch(() => undefined)])
  return words && { ...(more ?? (await import('../locales/en-whole')).enWhole), ...words }
}
