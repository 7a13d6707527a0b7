import { ref } from 'valtio/vanilla'
import { isolated } from '../lib/isolated'
import type { Messages } from '../locales/en'
import { messages } from '../state/messages'
import { isRightToLeft } from './locale'
import { loadLocale } from './nearest-locale'
import { onChange } from './on-change'

type Words = Readonly<Record<string, unknown>>
type Sentence = (...told: unknown[]) => unknown

const isWords = (value: unknown): value is Words => typeof value === 'object' && value !== null && !Array.isArray(value)

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

/** A copy of an object of the page, every member read once; undefined for anything else, and where a getter throws. */
function readWords(value: unknown): Words | undefined {
  try {
    if (!isWords(value)) return undefined
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, Array.isArray(each) ? [...each] : each]))
  } catch {
    return undefined
  }
}

/** Fills `{0}` and `{1}` in a page's own text with the sentence's arguments: a name, an amount. */
const filled = (text: string, told: readonly unknown[]) =>
  text.split(/\{(\d)\}/).map((part, at) => (at % 2 === 1 ? (told[Number(part)] ?? '') : part))

/** A sentence in the page's words; in our own where the page's function throws or returns no text. */
function said(usual: Sentence, own: Sentence): Sentence {
  return (...told) => {
    const before = usual(...told)
    try {
      const found = own(...told)
      // Sentences that contain elements, as links or figures, are lists of parts.
      if (Array.isArray(before)) {
        const parts = Array.isArray(found) ? [...found] : [found]
        return parts.every((part) => typeof part === 'string' || told.includes(part)) ? parts : before
      }
      const text = Array.isArray(found) ? found.join('') : found
      return typeof text === 'string' ? text : before
    } catch {
      return before
    }
  }
}

/**
 * The messages of a language, overridden by those of a page: a text by a text, a list by a list of the same length, a function by a
 * text or a function. Names of members that fit nothing are added to `refused`.
 */
export function merged(usual: Words, own: Words, refused: string[] = [], path = '', rtl = false): Words {
  const words: Record<string, unknown> = { ...usual }
  for (const [key, value] of Object.entries(own)) {
    const name = `${path}${key}`
    const before = Object.hasOwn(usual, key) ? usual[key] : undefined
    const inner = isWords(before) ? readWords(value) : undefined
    if (isWords(before) && inner) words[key] = merged(before, inner, refused, `${name}.`, rtl)
    else if (typeof before === 'string' && typeof value === 'string') words[key] = value
    else if (isTexts(before) && isTexts(value) && before.length === value.length) words[key] = value
    else if (typeof before === 'function' && (typeof value === 'string' || typeof value === 'function')) {
      const sentence = typeof value === 'string' ? (...told: unknown[]) => filled(value, told) : (value as Sentence)
      words[key] = said(before as Sentence, rtl ? isolated(sentence) : sentence)
    } else refused.push(name)
  }
  return words
}

let own: Words | undefined
let stop: (() => void) | undefined
let asked = 0

/** Overrides messages, in this and every later language, by the page's own; undefined or null removes them. Resolves to the names that fit nothing. */
export async function overrideMessages(value: unknown): Promise<readonly string[]> {
  own = readWords(value)
  if (own) stop ??= onChange([messages], () => `${messages.locale} ${messages.direction}`, apply)
  else {
    stop?.()
    stop = undefined
  }
  const refused = await apply()
  return value == null || own ? refused : ['messages']
}

async function apply(): Promise<readonly string[]> {
  const mine = ++asked
  const locale = messages.locale
  const usual = await loadLocale(locale).catch(() => undefined)
  // The language or the page's words may have changed meanwhile.
  if (!usual || mine !== asked || locale !== messages.locale) return []
  const refused: string[] = []
  const { errors, ...rest } = own ?? {}
  // The page may use a language that we do not have, and set the direction itself.
  const rtl = messages.direction === 'rtl' || isRightToLeft(locale)
  const words = merged(usual, rest, refused, '', rtl) as Messages
  const told = readWords(errors)
  if (errors !== undefined && !told) refused.push('errors')
  const view = told ? { ...words, errors: { ...words.errors, ...catalogue(told, refused) } } : words
  Object.assign(messages, { page: ref(view.page), view: ref(view), own: mine })
  return refused
}

/** The page's texts of errors, by code: a text, or a text and advice. */
function catalogue(errors: Words, refused: string[]): Words {
  const entries = Object.entries(errors).map(([code, value]) => [code, typeof value === 'string' ? [value] : value] as const)
  const isEntry = ([code, value]: readonly [string, unknown]) => {
    const fits = Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string')
    if (!fits) refused.push(`errors.${code}`)
    return fits
  }
  return Object.fromEntries(entries.filter(isEntry))
}
