import { ref } from 'valtio/vanilla'
import { config } from '../state/config'
import { messages } from '../state/messages'
import { onChange } from './on-change'

const RTL = /^(ar|fa|he|iw|ur|ps|dv|ckb|sd|ug|yi)\b/i
const ENGLISH = /^en\b/i

/** Whether a language, by its BCP 47 tag, is written from right to left. */
export const isRightToLeft = (language: string): boolean => RTL.test(language)

/** The element that speaks, and what watches the languages around it. */
let place: Element | undefined
let around: MutationObserver | undefined

/** Language and direction follow the `locale` attribute, else the nearest `lang` and `dir`, else the browser. Returns its stop. */
export function followLocale(): () => void {
  const stop = onChange([config], () => config.locale, applyLocale)
  return () => {
    around?.disconnect()
    // Whoever spoke last has left the page; nobody keeps it.
    place = undefined
    stop()
  }
}

/** This element speaks from now on: it has come, has been moved, or takes another's place. */
export function speakAt(element: Element): void {
  place = element
  around ??= new MutationObserver(applyLocale)
  around.disconnect()
  for (let at: Element | undefined = element; at; at = hostOf(at))
    around.observe(at.getRootNode(), { subtree: true, attributeFilter: ['lang', 'dir'] })
  applyLocale()
}

/** Whose shadow root an element stands in. */
const hostOf = (element: Element): Element | undefined => (element.getRootNode() as Partial<ShadowRoot>).host

/** What the nearest element that says something says, through shadow roots. */
function nearest(name: 'lang' | 'dir'): string {
  for (let at = place; at; at = hostOf(at)) {
    const said = at.closest(`[${name}]:not([${name}=""])`)?.getAttribute(name)
    if (said) return said
  }
  return ''
}

let asked = 0

async function applyLocale(): Promise<void> {
  const wanted = config.locale ?? (nearest('lang') || navigator.language || 'en')
  const dir = config.locale ? '' : nearest('dir').toLowerCase()
  // A page may leave it to the text (`auto`), which for us is the language.
  const rtl = dir === 'rtl' || (dir !== 'ltr' && isRightToLeft(wanted))
  messages.direction = rtl ? 'rtl' : 'ltr'
  const mine = ++asked
  // The first words are English ones, and they are here; another language brings the list of them.
  if (ENGLISH.test(wanted) && messages.locale === 'en') return
  const loaded = await import('./nearest-locale').then(({ loadNearest }) => loadNearest(wanted)).catch(() => undefined)
  // Another language may have been asked for meanwhile.
  if (!loaded?.words || mine !== asked) return
  const { locale, words } = loaded
  Object.assign(messages, { locale, page: ref(words.page), view: ref(words) })
}
