import { ref } from 'valtio/vanilla'
import { later, locales } from '../locales'
import type { Messages, Translation } from '../locales/en'
import { messages } from '../state/messages'
import { modal } from '../state/modal'

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
 * The nearest of our languages, else English, and the messages of its first file; all of them where a view may be open that needs
 * them, or the language before was whole. `words` is undefined where that locale is in use already. The tag keeps a region whose
 * decimal separator differs from its language's (`es-MX`, `de-CH`). Rejects where the messages do not load.
 */
export async function loadNearest(wanted: string): Promise<{ locale: string; words: Translation | undefined }> {
  const tag = nearestLocale(wanted) ?? 'en'
  const locale = tag === 'en' ? tag : regional(wanted, tag)
  const isShown = modal.elementId !== undefined || modal.embeddings > 0
  const load = isShown || messages.view?.swap ? loadLocale : locales[tag]
  return { locale, words: locale === messages.locale ? undefined : await load?.(tag) }
}

/** Adds the second file to the language in use, if that lacks it. Rejects where it does not load; those areas are English until then. */
export async function loadLater(): Promise<void> {
  const { locale, view } = messages
  const more = await later[nearestLocale(locale) ?? '']?.()
  // Another language, or the page's own words, may have come meanwhile.
  if (view && more && messages.view === view) messages.view = ref({ ...more, ...view })
}

/** 12.345 is twelve thousand in Spain and twelve in Mexico. A page seldom names its region; then the browser's languages decide. */
function regional(wanted: string, tag: string): string {
  const isWhole = new Intl.Locale(wanted).region !== undefined
  const region = (isWhole ? wanted : navigator.languages?.find((each) => nearestLocale(each) === tag)) ?? tag
  const written = oneAndAHalf(region)
  // Only where the region writes Latin digits, as our sentences do.
  return /1/.test(written) && written !== oneAndAHalf(tag) ? `${new Intl.Locale(region)}` : tag
}

const oneAndAHalf = (tag: string) => new Intl.NumberFormat(tag).format(1.5)

/** All messages of the nearest of our languages; where the second of its two files does not load, that part is English. */
export async function loadLocale(wanted: string): Promise<Messages | undefined> {
  const tag = nearestLocale(wanted) ?? 'en'
  const [words, more] = await Promise.all([locales[tag]?.(), later[tag]?.().catch(() => undefined)])
  return words && { ...(more ?? (await import('../locales/en-whole')).enWhole), ...words }
}
