import type { Translation } from './en'

/** Locales by BCP 47 tag, each a chunk. A new one is a file and a line here. */
export const locales: Record<string, () => Promise<Translation>> = {
  en: () => import('./en-whole').then(({ enWhole }) => enWhole),
  ar: () => import('./ar').then(({ ar }) => ar),
  de: () => import('./de').then(({ de }) => de),
  es: () => import('./es').then(({ es }) => es),
  fa: () => import('./fa').then(({ fa }) => fa),
  fr: () => import('./fr').then(({ fr }) => fr),
  he: () => import('./he').then(({ he }) => he),
  hi: () => import('./hi').then(({ hi }) => hi),
  id: () => import('./id').then(({ id }) => id),
  it: () => import('./it').then(({ it }) => it),
  ja: () => import('./ja').then(({ ja }) => ja),
  ko: () => import('./ko').then(({ ko }) => ko),
  nl: () => import('./nl').then(({ nl }) => nl),
  pl: () => import('./pl').then(({ pl }) => pl),
  'pt-BR': () => import('./pt-BR').then(({ ptBR }) => ptBR),
  ru: () => import('./ru').then(({ ru }) => ru),
  th: () => import('./th').then(({ th }) => th),
  tr: () => import('./tr').then(({ tr }) => tr),
  uk: () => import('./uk').then(({ uk }) => uk),
  vi: () => import('./vi').then(({ vi }) => vi),
  'zh-Hans': () => import('./zh-Hans').then(({ zhHans }) => zhHans),
  'zh-Hant': () => import('./zh-Hant').then(({ zhHant }) => zhHant),
}
