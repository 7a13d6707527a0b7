import { ref } from 'valtio/vanilla'
import { locales } from '../locales'
import { config } from '../state/config'
import { messages } from '../state/messages'
import { onChange } from './on-change'

const RTL = /^(ar|fa|he|ur|ps|dv|ckb|sd|ug|yi)\b/

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

async function applyLocale(): Promise<void> {
  const wanted = config.locale ?? (document.documentElement.lang || navigator.language || 'en')
  const locale = [wanted, wanted.split('-')[0] ?? ''].find((tag) => tag in locales) ?? 'en'
  const { dir } = document.documentElement
  const rtl = !config.locale && dir ? dir === 'rtl' : RTL.test(wanted)
  messages.direction = rtl ? 'rtl' : 'ltr'
  if (messages.locale === locale) return
  messages.locale = locale
  const loaded = await locales[locale]?.().catch(() => undefined)
  // Another language may have been asked for meanwhile.
  if (!loaded || messages.locale !== locale) return
  Object.assign(messages, { page: ref(loaded.page), view: ref(loaded) })
}
