import { later, locales } from '../locales'
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

/** The words of one of our languages, both files of it; in English where it has none yet, or where the second does not load. */
export async function loadLocale(tag: string): Promise<Messages | undefined> {
  const [words, more, { enWhole }] = await Promise.all([
    locales[tag]?.(),
    later[tag]?.().catch(() => undefined),
    import('../locales/en-whole'),
  ])
  return words && (over(enWhole, { ...words, ...more }) as Messages)
}

type Words = { readonly [key: string]: unknown }

/** One tree of words laid over another. */
function over(below: Words, above: Words): Words {
  const isTree = (word: unknown): word is Words => typeof word === 'object' && word !== null && !Array.isArray(word)
  const laid = Object.entries(above).map(([key, word]) => {
    const under = below[key]
    return [key, isTree(word) && isTree(under) ? over(under, word) : word]
  })
  return { ...below, ...Object.fromEntries(laid) }
}
