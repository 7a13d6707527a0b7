import { ref } from 'valtio/vanilla'
import { config } from '../state/config'
import { messages } from '../state/messages'
import { onChange } from './on-change'

const RTL = /^(ar|fa|he|iw|ur|ps|dv|ckb|sd|ug|yi)\b/i
const ENGLISH = /^en\b/i

/** Language and direction follow the `locale` attribute, else the nearest `lang`, else the browser. Returns its stop. */
export function followLocale(): () => void {
  const apply = () => void applyLocale()
  const observer = new MutationObserver(apply)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['lang', 'dir'] })
  const stop = onChange([config], () => config.locale, apply)
  apply()
  return () => {
    observer.disconnect()
    stop()
  }
}

let asked = 0

async function applyLocale(): Promise<void> {
  const wanted = config.locale ?? (document.documentElement.lang || navigator.language || 'en')
  const { dir } = document.documentElement
  const rtl = !config.locale && dir ? dir === 'rtl' : RTL.test(wanted)
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
