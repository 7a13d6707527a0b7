import { locales } from '../locales'
import type { Messages } from '../locales/en'

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

/** The words of one of our languages; in English where they are English everywhere. */
export async function loadLocale(tag: string): Promise<Messages | undefined> {
  const [words, { enTrade }, { enEmbedded }] = await Promise.all([
    locales[tag]?.(),
    import('../locales/en-trade'),
    import('../locales/en-embedded'),
  ])
  return words && { ...enTrade, ...enEmbedded, ...words }
}
