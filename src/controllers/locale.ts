import { ref } from 'valtio/vanilla'
import { config } from '../state/config'
import { messages } from '../state/messages'
import { onChange } from './on-change'

const RTL = /^(ar|fa|he|iw|ur|ps|dv|ckb|sd|ug|yi)\b/i
const ENGLISH = /^en\b/i

/** Whether a language, by its BCP 47 tag, is written from right to left. */
export const isRightToLeft = (language: string): boolean => RTL.test(language)

/** The element whose `lang` and `dir` count, and the observer of those around it. */
let place: Element | undefined
let around: MutationObserver | undefined

/** Language and direction follow the `locale` attribute, else the nearest `lang` and `dir`, else the browser. Returns its stop. */
export function followLocale(): () => void {
  const stop = onChange([config], () => config.locale, applyLocale)
  return () => {
    around?.disconnect()
    // Do not keep the last element alive.
    place = undefined
    stop()
  }
}

/** Takes language and direction from where this element stands: it was added, moved, or takes another's place. */
export function speakAt(element: Element): void {
  place = element
  around ??= new MutationObserver(applyLocale)
  around.disconnect()
  for (let at: Element | undefined = element; at; at = hostOf(at))
    around.observe(at.getRootNode(), { subtree: true, attributeFilter: ['lang', 'dir'] })
  applyLocale()
}

/** The host of the shadow root that an element is in. */
const hostOf = (element: Element): Element | undefined => (element.getRootNode() as Partial<ShadowRoot>).host

/** The attribute of the nearest ancestor that has it, across shadow roots; '' where none has. */
function nearest(name: 'lang' | 'dir'): string {
  for (let at = place; at; at = hostOf(at)) {
    const said = at.closest(`[${name}]:not([${name}=""])`)?.getAttribute(name)
    if (said) return said
  }
  return ''
}

let asked = 0

async function applyLocale(): Promise<void> {
  // Many servers write `pt_BR`.
  const wanted = (config.locale ?? (nearest('lang') || navigator.language || 'en')).replaceAll('_', '-')
  const dir = config.locale ? '' : nearest('dir').toLowerCase()
  // `dir="auto"` leaves it to the text, for us the language.
  const rtl = dir === 'rtl' || (dir !== 'ltr' && isRightToLeft(wanted))
  messages.direction = rtl ? 'rtl' : 'ltr'
  const mine = ++asked
  // English is there from the start; only another language needs the list of them.
  if (ENGLISH.test(wanted) && messages.locale === 'en') return
  const loaded = await import('./nearest-locale').then(({ loadNearest }) => loadNearest(wanted)).catch(() => undefined)
  // Another language may have been asked for meanwhile.
  if (!loaded?.words || mine !== asked) return
  const { locale, words } = loaded
  Object.assign(messages, { locale, page: ref(words.page), view: ref(words) })
}
